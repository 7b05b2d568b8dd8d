import * as z from 'zod';
import type { Confluence } from '../confluence';
import type { ActionModule } from '../forge/manifest';
import {
  type AppAction,
  type Condition,
  OPERATOR_NAMES,
  type Rule,
  type RunRecord,
  STEP_NAMES,
  type Step,
  type StepRecord,
  type WebRequest,
} from './model';
import { sendWebRequest } from './send-web-request';
import { renderSmartValues, smartValueName, type SmartValues } from './smart-values';

/** Runs the steps of a rule in the name of the connection's user. The rule ends at the first step that fails. */

export interface RuleSite {
  readonly confluence: Confluence;
  /** The actions of the app in Automation, by key. */
  readonly actions: ReadonlyMap<string, ActionModule>;
  readonly siteUrl: () => string;
  readonly now: () => Date;
  /** The result of the action's function. @throws if the function throws */
  readonly runAction: (actionKey: string, accountId: string, inputs: AppAction['inputs']) => Promise<unknown>;
}

/** A step that failed, with a message for the log. */
class StepError extends Error {}

const page = z.object({
  id: z.string(),
  title: z.string(),
  spaceId: z.string(),
  _links: z.object({ webui: z.string() }),
});
const space = z.object({ id: z.string(), key: z.string(), name: z.string() });
const errors = z.object({ errors: z.array(z.object({ message: z.string() })).min(1) });

/** Never rejects. */
export async function runRule(site: RuleSite, rule: Rule, pageId: string | undefined): Promise<RunRecord> {
  const steps: StepRecord[] = [];
  const at = site.now().toISOString();
  const record = (status: RunRecord['status']): RunRecord => ({
    ruleId: rule.id,
    ...(pageId === undefined ? {} : { pageId }),
    at,
    status,
    steps,
  });
  const accountId = site.confluence.accountIdOf(rule.user);
  if (accountId === undefined) {
    steps.push({ name: 'Connection', outcome: 'error', message: `There is no account ${rule.user}.` });
    return record('failure');
  }
  let values: SmartValues = await startValues(site, accountId, pageId);
  for (const step of rule.steps) {
    const name = nameOf(site, step);
    try {
      const done = await runStep(site, accountId, step, values);
      values = { ...values, ...done.values };
      steps.push({ name, outcome: done.isMet ? 'done' : 'stopped', message: done.message });
      if (!done.isMet) break;
    } catch (error) {
      steps.push({ name, outcome: 'error', message: error instanceof Error ? error.message : 'The step failed.' });
      return record('failure');
    }
  }
  const hasActed = rule.steps.some(({ type }, index) => type !== 'condition' && steps[index]?.outcome === 'done');
  return record(hasActed ? 'success' : 'no actions performed');
}

interface Done {
  readonly isMet: boolean;
  readonly message: string;
  readonly values?: SmartValues;
}

function runStep(site: RuleSite, accountId: string, step: Step, values: SmartValues): Promise<Done> | Done {
  switch (step.type) {
    case 'condition':
      return compare(step, values);
    case 'action':
      return runAction(site, accountId, step, values);
    case 'web-request':
      return send(site, step, values);
    case 'comment':
      return addComment(site, accountId, renderSmartValues(step.text, values), values);
  }
}

export function nameOf({ actions }: Pick<RuleSite, 'actions'>, step: Step): string {
  return step.type === 'action' ? (actions.get(step.action)?.name ?? step.action) : STEP_NAMES[step.type];
}

/** Values of a page that the person cannot see are empty, except for its id, which the event contains. */
async function startValues(site: RuleSite, accountId: string, pageId: string | undefined): Promise<SmartValues> {
  if (pageId === undefined) return { now: site.now().toISOString() };
  const found = await read(site, accountId, page, `/wiki/api/v2/pages/${pageId}`);
  const inSpace = found && (await read(site, accountId, space, `/wiki/api/v2/spaces/${found.spaceId}`));
  return {
    now: site.now().toISOString(),
    page: found
      ? { id: found.id, title: found.title, url: `${site.siteUrl()}/wiki${found._links.webui}` }
      : { id: pageId },
    ...(inSpace === undefined ? {} : { space: inSpace }),
  };
}

function compare({ first, operator, second }: Condition, values: SmartValues): Done {
  const [a, b] = [renderSmartValues(first, values).trim(), renderSmartValues(second, values).trim()];
  const isMet = isTrue(operator, a, b);
  return {
    isMet,
    message: `“${a}” ${OPERATOR_NAMES[operator]} “${b}”: ${isMet ? 'met' : 'not met. The rule ends here.'}`,
  };
}

function isTrue(operator: Condition['operator'], a: string, b: string): boolean {
  switch (operator) {
    case 'equals':
      return a === b;
    case 'not-equals':
      return a !== b;
    case 'contains':
      return a.includes(b);
    case 'starts-with':
      return a.startsWith(b);
    case 'greater-than':
      return a !== '' && b !== '' && Number(a) > Number(b);
    case 'less-than':
      return a !== '' && b !== '' && Number(a) < Number(b);
  }
}

async function runAction(site: RuleSite, accountId: string, step: AppAction, values: SmartValues): Promise<Done> {
  const action = site.actions.get(step.action);
  if (action === undefined) throw new StepError('Unknown component. The app no longer has this action.');
  const inputs = Object.fromEntries(
    Object.entries(step.inputs).map(([key, value]) => [
      key,
      typeof value === 'string' ? typed(action, key, renderSmartValues(value, values)) : value,
    ]),
  );
  const result = await site.runAction(step.action, accountId, inputs).catch(() => {
    throw new StepError('The action failed. The app returned no message.');
  });
  const { data: refused } = errors.safeParse(result);
  if (refused !== undefined) throw new StepError(refused.errors.map(({ message }) => message).join(' '));
  const outputs = declaredOutputs(action, result);
  const name = smartValueName(action);
  const message = Object.entries(outputs).map(
    ([key, value]) => `${key}: ${value === null ? '(empty)' : String(value)}`,
  );
  return { isMet: true, message: message.join(', '), values: name === undefined ? {} : { [name]: outputs } };
}

/** A smart value is text. It becomes the type that the manifest declares, if it can. */
function typed({ inputs }: ActionModule, key: string, text: string): string | number | boolean {
  const type = inputs[key]?.type;
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  if ((type === 'number' || type === 'integer') && text.trim() !== '' && !Number.isNaN(Number(text)))
    return Number(text);
  return text;
}

/** Only declared members of a result become smart values. */
function declaredOutputs({ outputs }: ActionModule, result: unknown): Record<string, string | number | boolean | null> {
  const { data = {} } = z.record(z.string(), z.unknown()).safeParse(result);
  return Object.fromEntries(
    Object.keys(outputs).map((key) => {
      const value = Object.hasOwn(data, key) ? data[key] : null;
      return [key, typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null];
    }),
  );
}

async function send(site: RuleSite, step: WebRequest, values: SmartValues): Promise<Done> {
  const fill = (text: string) => renderSmartValues(text, values);
  const url = fill(step.url);
  if (!URL.canParse(url)) throw new StepError('The web request URL is not valid.');
  if (new URL(url).origin !== new URL(site.siteUrl()).origin)
    throw new StepError(`The local host sends web requests to itself only: ${site.siteUrl()}.`);
  const { method, headers, body, waits } = step;
  const request = {
    url,
    method,
    headers: headers.map(({ name, value }) => ({ name, value: fill(value) })),
    body: fill(body),
  };
  const response = await sendWebRequest(request).catch((error: unknown) => {
    throw new StepError(`The request was not sent: ${error instanceof Error ? error.message : 'unknown error'}`);
  });
  const { data } = z.object({ code: z.string() }).safeParse(response.body);
  const code = data === undefined ? '' : ` ${data.code}`;
  const message = `${method} ${new URL(url).pathname}: ${response.status}${code}`;
  return { isMet: true, message, ...(waits ? { values: { webResponse: response } } : {}) };
}

async function addComment(site: RuleSite, accountId: string, text: string, values: SmartValues): Promise<Done> {
  const pageId = renderSmartValues('{{page.id}}', values);
  const value = `<p>${text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)}</p>`;
  const response = await ask(site, accountId, 'POST', '/wiki/api/v2/footer-comments', {
    pageId,
    body: { representation: 'storage', value },
  });
  if (!response.ok) throw new StepError(`Confluence did not add the comment: ${response.status}.`);
  return { isMet: true, message: 'The comment was added.' };
}

function ask(
  { confluence }: RuleSite,
  accountId: string,
  method: string,
  path: string,
  body?: object,
): Promise<Response> {
  const request = new Request(`http://127.0.0.1${path}`, {
    method,
    headers: { 'Content-Type': 'application/json' },
    body: body === undefined ? null : JSON.stringify(body),
  });
  return confluence.handle(request, { kind: 'user', accountId });
}

async function read<T>(site: RuleSite, accountId: string, schema: z.ZodType<T>, path: string): Promise<T | undefined> {
  const response = await ask(site, accountId, 'GET', path);
  return response.ok ? schema.parse(await response.json()) : undefined;
}

const found = z.object({ results: z.array(z.object({ content: z.object({ id: z.string() }) })) });
/** A branch processes at most this many pages. */
const MAX_PAGES = 150;

/** The pages that a query finds for a person. undefined: Confluence refuses the query. */
export async function findPages(
  site: RuleSite,
  accountId: string,
  cql: string,
): Promise<readonly string[] | undefined> {
  const path = `/wiki/rest/api/search?limit=${MAX_PAGES}&cql=${encodeURIComponent(cql)}`;
  const response = await ask(site, accountId, 'GET', path);
  if (!response.ok) return undefined;
  return found.parse(await response.json()).results.map(({ content }) => content.id);
}
