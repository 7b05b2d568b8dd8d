import { DEMO_PAGES, EDITOR, GUEST, VIEWER } from '../../../local/demo';
import type { RuleInput, Run, WebRequest } from '../../../local/automation/model';
import { levelNamed } from '../../support/levels';
import { type ServedSite, serveSite } from '../../support/browser';
import { aPage, expectOk } from '../../support/wiki-pages';

/**
 * Tests the rule runner of the local host. Events start rules, steps use the outputs of earlier steps, and errors end a
 * rule.
 */

let site: ServedSite;
beforeEach(async () => {
  site = await serveSite();
});
afterEach(() => site.stop());

const call = async (method: string, path: string, body?: unknown) => {
  const response = await fetch(`${site.url}/local/${path}`, {
    method,
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
};

const SET_INTERNAL = {
  type: 'action',
  action: 'set-level',
  inputs: { pageId: '{{page.id}}', level: 'Internal', onlyRaise: 'true' },
} as const;
const GET = { type: 'action', action: 'get-level', inputs: { pageId: '{{page.id}}' } } as const;

async function aRule(changes: Partial<RuleInput> = {}): Promise<string> {
  const rule = { name: 'Rule', user: EDITOR.email, isEnabled: true, trigger: { type: 'page-published' }, ...changes };
  const { status, body } = await call('POST', 'rules', rule);
  expect([status, body.errors]).toEqual([201, undefined]);
  await call('PUT', `connections/${rule.user}`, { isAllowed: true });
  return body.id;
}
const runsOf = async (id: string): Promise<readonly Run[]> => (await call('GET', `rules/${id}/runs`)).body.runs;
const runNow = async (id: string, pageId: string): Promise<Run | undefined> =>
  (await call('POST', `rules/${id}/runs`, { pageId })).body.runs[0];

const levelOf = async (pageId: string) => {
  const { key } = await site.createKey();
  const { body } = await site.rest('GET', `/v1/page-level/by-page/${pageId}`, { key });
  return body.levelName ?? body.code;
};

it('the page of a rule says that its connection can never write for a guest, and nothing of it for an editor', async () => {
  const pageOf = async (user: string) => {
    const headers = { cookie: `account=${encodeURIComponent(EDITOR.email)}` };
    return (await fetch(`${site.url}/site/rules/${await aRule({ user, steps: [GET] })}`, { headers })).text();
  };
  const refusal = `The app can never act for ${GUEST.email}. The account ${GUEST.accountId} is a guest. Choose another account for the connection.`;
  expect(await pageOf(GUEST.email)).toContain(refusal);
  expect(await pageOf(EDITOR.email)).not.toContain('can never act');
});

it('a published page starts its rules, in the name of the connection’s user, and other events do not', async () => {
  const id = await aRule({ steps: [SET_INTERNAL] });
  const off = await aRule({ steps: [SET_INTERNAL], isEnabled: false });
  const elsewhere = await aRule({ steps: [SET_INTERNAL], spaces: ['HR'] });
  const edited = await aRule({ steps: [SET_INTERNAL], trigger: { type: 'page-edited' } });
  const pageId = await aPage(site);
  await site.host.automation.settle();
  expect(await runsOf(id)).toMatchObject(
    [
      {
        pageId,
        status: 'success',
        steps: [{ name: 'Set the classification level of a page', outcome: 'done', message: /outcome: changed/ }],
      },
    ].map((run) => ({
      ...run,
      steps: run.steps.map((step) => ({ ...step, message: expect.stringMatching(step.message) })),
    })),
  );
  for (const other of [off, elsewhere, edited]) expect(await runsOf(other)).toEqual([]);
  expect(await levelOf(pageId)).toBe('Internal');
  const { key } = await site.createKey();
  const { body } = await site.rest('GET', `/v1/page-level/by-page/${pageId}/history`, { key });
  expect(JSON.stringify(body)).toContain(EDITOR.accountId);
});

it('a condition uses the outputs of an action, and ends the rule if it is not met', async () => {
  const condition = {
    type: 'condition',
    first: '{{getPageclassLevel.isClassified}}',
    operator: 'equals',
    second: 'false',
  } as const;
  const comment = { type: 'comment', text: 'Level of {{page.title}}: {{updatePageclassLevel.levelName}} <b>' } as const;
  const id = await aRule({ trigger: { type: 'manual' }, steps: [GET, condition, SET_INTERNAL, comment] });
  const pageId = DEMO_PAGES.architecture;
  expect((await runNow(id, pageId))?.steps.map(({ outcome }) => outcome)).toEqual(['done', 'done', 'done', 'done']);
  const comments = await (await site.wiki('GET', `/api/v2/pages/${pageId}/footer-comments?body-format=storage`)).text();
  expect(comments).toContain('Level of Architecture notes: Internal &#60;b&#62;');
  const again = await runNow(id, pageId);
  expect(again?.status).toBe('success');
  expect(again?.steps.at(-1)).toMatchObject({ outcome: 'stopped', message: expect.stringContaining('not met') });
});

it('without consent, or after it was taken back, the action says so and the rule ends', async () => {
  const id = await aRule({ trigger: { type: 'manual' }, steps: [SET_INTERNAL, { type: 'comment', text: 'Done' }] });
  await call('PUT', `connections/${EDITOR.email}`, { isAllowed: false });
  const run = await runNow(id, DEMO_PAGES.architecture);
  expect(run).toMatchObject({ status: 'failure', steps: [{ outcome: 'error' }] });
  expect(run?.steps).toHaveLength(1);
  expect(run?.steps[0]?.message).toMatch(/allow|consent|connect/i);
  expect((await call('GET', `rules/${id}`)).body.connection).toEqual({ isAllowed: false });
});

it('an action refuses what its user may not do, with a message, and names no hidden page', async () => {
  const viewer = await aRule({ trigger: { type: 'manual' }, user: VIEWER.email, steps: [SET_INTERNAL] });
  const run = await runNow(viewer, DEMO_PAGES.architecture);
  expect(run).toMatchObject({
    status: 'failure',
    steps: [{ outcome: 'error', message: expect.stringContaining('edit') }],
  });
  const hidden = await runNow(viewer, DEMO_PAGES.payroll);
  const missing = await runNow(viewer, '999999');
  expect(hidden?.steps[0]?.message.replaceAll(DEMO_PAGES.payroll, 'ID')).toBe(
    missing?.steps[0]?.message.replaceAll('999999', 'ID'),
  );
});

it('a web request reaches the API as Automation sends it, and its response becomes a smart value', async () => {
  const { key } = await site.createKey({ classificationScope: 'write' });
  const baseUrl = `${site.url}/public/local/compliance/api`;
  const body = JSON.stringify({ pageId: '{{page.id}}', levelId: levelNamed(site, 'Internal').levelId });
  const web: WebRequest = {
    type: 'web-request',
    url: `${baseUrl}/v1/page-level`,
    method: 'POST',
    headers: [{ name: 'x-api-key', value: key, isHidden: true }],
    body,
    waits: true,
  };
  const comment = { type: 'comment', text: '{{webResponse.status}} {{webResponse.body.levelName}}' } as const;
  const id = await aRule({ trigger: { type: 'manual' }, steps: [web, comment] });
  expect((await runNow(id, DEMO_PAGES.architecture))?.steps[0]?.message).toContain('201');
  const comments = await site.wiki(
    'GET',
    `/api/v2/pages/${DEMO_PAGES.architecture}/footer-comments?body-format=storage`,
  );
  expect(await comments.text()).toContain('201 Internal');
  expect(
    JSON.stringify([await call('GET', `rules/${id}`), await call('GET', 'rules'), await runsOf(id)]),
  ).not.toContain(key);

  const elsewhere = await aRule({ trigger: { type: 'manual' }, steps: [{ ...web, url: 'https://example.com/' }] });
  expect(await runNow(elsewhere, DEMO_PAGES.architecture)).toMatchObject({ status: 'failure' });
});

it('a label and a schedule start rules, also for several pages', async () => {
  const labeled = await aRule({ trigger: { type: 'page-labelled', label: 'secret' }, steps: [SET_INTERNAL] });
  const label = (name: string) =>
    expectOk(site.wiki('POST', `/rest/api/content/${DEMO_PAGES.architecture}/label`, [{ prefix: 'global', name }]));
  await label('other');
  await label('secret');
  await site.host.automation.settle();
  expect(await runsOf(labeled)).toMatchObject([{ pageId: DEMO_PAGES.architecture, status: 'success' }]);

  const cql = `type = page and space = "ENG" and label = "runbook"`;
  const scheduled = await aRule({ trigger: { type: 'scheduled', every: 'day', cql }, steps: [SET_INTERNAL] });
  const { body } = await call('POST', `rules/${scheduled}/runs`, {});
  expect(body.runs.map(({ pageId }: Run) => pageId)).toContain(DEMO_PAGES.runbooks);
  expect(body.runs.map(({ status }: Run) => status)).not.toContain('failure');
  const wrong = await aRule({ trigger: { type: 'scheduled', every: 'day', cql: 'nonsense(' }, steps: [SET_INTERNAL] });
  expect((await call('POST', `rules/${wrong}/runs`, {})).body.runs).toMatchObject([{ status: 'failure' }]);
});

it.each<[string, unknown, string]>([
  ['no JSON', '{', ''],
  ['a list', [], ''],
  ['no name', { user: EDITOR.email, trigger: { type: 'manual' } }, 'name'],
  ['an unknown account', { name: 'x', user: 'x@example.com', trigger: { type: 'manual' } }, 'user'],
  ['an unknown trigger', { name: 'x', user: EDITOR.email, trigger: { type: 'x' } }, 'trigger.type'],
  ['an unknown member', { name: 'x', user: EDITOR.email, trigger: { type: 'manual' }, x: 1 }, ''],
  [
    'an action that only the agent lists',
    {
      name: 'x',
      user: EDITOR.email,
      trigger: { type: 'manual' },
      steps: [{ type: 'action', action: 'propose-level', inputs: {} }],
    },
    'steps.0.action',
  ],
  [
    'an unknown input',
    { name: 'x', user: EDITOR.email, trigger: { type: 'manual' }, steps: [{ ...GET, inputs: { page: '1' } }] },
    'steps.0.inputs.page',
  ],
  [
    'a missing input of a rule that is on',
    { name: 'x', user: EDITOR.email, isEnabled: true, trigger: { type: 'manual' }, steps: [{ ...GET, inputs: {} }] },
    'steps.0.inputs.pageId',
  ],
])('the local site refuses a rule with %s, and names the field', async (_name, rule, path) => {
  const { status, body } = await call('POST', 'rules', rule);
  expect(status).toBe(400);
  expect(body.errors.map((error: { path: unknown[] }) => error.path.join('.'))).toContain(path);
  expect((await call('GET', 'rules')).body.rules).toEqual([]);
});

it('an event is kept until its rules have run, and a deleted rule does nothing', async () => {
  const id = await aRule({ steps: [SET_INTERNAL], spaces: [] });
  await aPage(site);
  // Pending runs are stored with the event.
  expect(await runsOf(id)).toMatchObject([{ status: 'pending' }]);
  expect((await call('DELETE', `rules/${id}`)).status).toBe(204);
  expect((await call('GET', `rules/${id}`)).status).toBe(404);
  await site.host.automation.settle();
  expect((await call('GET', 'rules/runs')).body.runs).toMatchObject([{ status: 'no actions performed' }]);
  expect((await call('PATCH', 'rules')).status).toBe(405);
});
