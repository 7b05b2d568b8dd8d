import * as z from 'zod';
import { OPERATOR_NAMES, type Rule, type RuleProblem, TRIGGER_NAMES } from './automation/model';
import { smartValueName } from './automation/smart-values';
import type { LocalHost } from './host';

/**
 * Rules of Automation over HTTP: `/local/rules` (the rules, their components and their audit log) and `/local/connections`
 * (the people who allow the app to act for them in rules).
 */

const runInput = z.strictObject({
  pageId: z
    .string()
    .regex(/^\d{1,15}$/, 'must be the id of a page')
    .optional(),
});
const connectionInput = z.strictObject({ isAllowed: z.boolean() });

/** @returns undefined if nothing exists at this address */
export async function answerRules(host: LocalHost, request: Request): Promise<Response | undefined> {
  const { pathname } = new URL(request.url);
  const [, , kind, id, what, ...rest] = pathname.split('/');
  if (rest.length > 0) return undefined;
  if (kind === 'connections') return what === undefined ? answerConnections(host, request, id) : undefined;
  const { automation } = host;
  if (id === undefined) {
    if (request.method === 'GET') return Response.json({ rules: automation.rules().map((rule) => shown(host, rule)) });
    return request.method === 'POST' ? save(host, request) : notAllowed('GET, POST');
  }
  if (what === undefined && (id === 'components' || id === 'runs')) {
    if (request.method !== 'GET') return notAllowed('GET');
    return Response.json(id === 'runs' ? { runs: automation.runs() } : componentsOf(host));
  }
  const rule = automation.rule(id);
  if (rule === undefined) return undefined;
  if (what === 'runs') return answerRuns(host, request, rule);
  if (what !== undefined) return undefined;
  switch (request.method) {
    case 'GET':
      return Response.json(shown(host, rule));
    case 'PUT':
      return save(host, request, id);
    case 'DELETE':
      automation.remove(id);
      return new Response(null, { status: 204 });
    default:
      return notAllowed('GET, PUT, DELETE');
  }
}

async function save(host: LocalHost, request: Request, id?: string): Promise<Response> {
  const saved = host.automation.save(await jsonOf(request), id);
  if ('problems' in saved) return invalid(saved.problems);
  return Response.json(shown(host, saved.rule), { status: id === undefined ? 201 : 200 });
}

async function answerRuns({ automation }: LocalHost, request: Request, rule: Rule): Promise<Response> {
  if (request.method === 'GET') return Response.json({ runs: automation.runs(rule.id) });
  if (request.method !== 'POST') return notAllowed('GET, POST');
  const parsed = runInput.safeParse((await jsonOf(request)) ?? {});
  if (!parsed.success) return invalid(problemsIn(parsed.error));
  const { pageId } = parsed.data;
  if (pageId === undefined && rule.trigger.type !== 'scheduled')
    return invalid([{ path: ['pageId'], message: 'must be the id of a page' }]);
  return Response.json({ runs: await automation.runNow(rule.id, pageId) });
}

async function answerConnections(
  { automation, confluence }: LocalHost,
  request: Request,
  email: string | undefined,
): Promise<Response | undefined> {
  if (email === undefined) return undefined;
  const accountId = confluence.accountIdOf(decodeURIComponent(email));
  if (accountId === undefined) return undefined;
  if (request.method === 'PUT') {
    const parsed = connectionInput.safeParse(await jsonOf(request));
    if (!parsed.success) return invalid(problemsIn(parsed.error));
    automation.allow(accountId, parsed.data.isAllowed);
  } else if (request.method !== 'GET') return notAllowed('GET, PUT');
  return Response.json({ isAllowed: automation.isAllowed(accountId) });
}

/** Values of hidden headers are never shown. */
function shown({ automation, confluence }: LocalHost, rule: Rule): object {
  const accountId = confluence.accountIdOf(rule.user);
  return {
    ...rule,
    steps: rule.steps.map((step) =>
      step.type === 'web-request'
        ? { ...step, headers: step.headers.map((one) => (one.isHidden ? { ...one, value: '••••••' } : one)) }
        : step,
    ),
    connection: { isAllowed: accountId !== undefined && automation.isAllowed(accountId) },
  };
}

/** The components of rules, by the names of Automation's editor. */
function componentsOf({ automation }: LocalHost): object {
  return {
    triggers: TRIGGER_NAMES,
    operators: OPERATOR_NAMES,
    actions: [...automation.actions.values()].map((action) => {
      const { key, name, inputs, outputs } = action;
      return { key, name, inputs, outputs, smartValue: smartValueName(action) };
    }),
  };
}

function problemsIn({ issues }: z.ZodError): readonly RuleProblem[] {
  return issues.map(({ path, message }) => ({ path: path.map(String), message }));
}

function invalid(errors: readonly RuleProblem[]): Response {
  return Response.json({ errors }, { status: 400 });
}

function notAllowed(methods: string): Response {
  return new Response(null, { status: 405, headers: { Allow: methods } });
}

function jsonOf(request: Request): Promise<unknown> {
  return request.json().catch(() => undefined);
}
