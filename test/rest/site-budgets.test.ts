import { DEMO_PAGES, DEMO_SPACES } from '../../local/demo';
import type { TracedCall } from '../../local/forge/trace';
import { classifyNewPages, enlarge, LARGE_SITE_SPACE, LIMITS_OF_A_LARGE_SITE } from '../support/large-site';
import { openSite, type Site } from '../support/site';

/**
 * The budgets of operations on more than one page, which are levels, settings, lists, the feed and jobs. As in
 * budgets.test.ts they are counted from the trace, and do not depend on the amount of data of a site.
 */

interface Request {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly body?: object;
  readonly stages: number;
  readonly calls: number;
}

const PAGE = DEMO_PAGES.engHome;
const SCHEME = { name: 'Open', levelIds: ['public'] };
/** Earlier requests supply `SCHEME_ID` and `JOB_ID`. The first stage of each takes three calls. */
const REQUESTS: readonly Request[] = [
  { name: 'a level', method: 'GET', path: '/v1/level/restricted', stages: 2, calls: 4 },
  {
    name: 'a new level',
    method: 'POST',
    path: '/v1/level',
    body: { name: 'Secret', color: 'RED' },
    stages: 3,
    calls: 6,
  },
  { name: 'a level, edited', method: 'PATCH', path: '/v1/level/secret', body: { name: 'Top' }, stages: 3, calls: 6 },
  {
    name: 'an order of sub-levels',
    method: 'PUT',
    path: '/v1/level/restricted/sub-level/order',
    body: { subLevelIds: ['people', 'finance'] },
    stages: 3,
    calls: 6,
  },
  { name: 'a level, archived', method: 'DELETE', path: '/v1/level/secret', stages: 3, calls: 6 },
  { name: 'a level, restored', method: 'POST', path: '/v1/level/secret/restore', stages: 3, calls: 6 },
  { name: 'the settings', method: 'GET', path: '/v1/setting', stages: 2, calls: 4 },
  { name: 'other settings', method: 'PUT', path: '/v1/setting', body: { lowering: 'justified' }, stages: 3, calls: 6 },
  {
    name: 'the same settings',
    method: 'PUT',
    path: '/v1/setting',
    body: { lowering: 'justified' },
    stages: 2,
    calls: 4,
  },
  {
    // The space is looked up in Confluence.
    name: 'the first settings of a space',
    method: 'PUT',
    path: `/v1/setting/space/${DEMO_SPACES.ENG}`,
    body: { defaultLevel: { levelId: 'public' } },
    stages: 4,
    calls: 7,
  },
  {
    name: 'a space as the site',
    method: 'PUT',
    path: `/v1/setting/space/${DEMO_SPACES.ENG}`,
    body: {},
    stages: 3,
    calls: 6,
  },
  { name: 'a new scheme', method: 'POST', path: '/v1/setting/scheme', body: SCHEME, stages: 3, calls: 6 },
  {
    name: 'a scheme, edited',
    method: 'PUT',
    path: '/v1/setting/scheme/SCHEME_ID',
    body: { ...SCHEME, name: 'Opened' },
    stages: 3,
    calls: 6,
  },
  { name: 'a scheme, removed', method: 'DELETE', path: '/v1/setting/scheme/SCHEME_ID', stages: 3, calls: 6 },
  {
    name: 'an exclusion for the site',
    method: 'POST',
    path: '/v1/exclusion',
    body: { match: { by: 'detector', detectorId: 'email' }, scope: { of: 'site' }, reason: 'Known.' },
    stages: 4,
    calls: 7,
  },
  { name: 'the exclusions', method: 'GET', path: '/v1/exclusion', stages: 2, calls: 5 },
  // Every id causes calls for the page, the space and the creator, so that a hidden and a nonexistent exclusion take
  // the same calls. The last one is the event that raises the levels of pages whose findings are open again.
  { name: 'an exclusion, removed', method: 'DELETE', path: '/v1/exclusion/EXCLUSION_ID', stages: 4, calls: 10 },
  { name: 'pages with a level', method: 'GET', path: '/v1/page-level?limit=5', stages: 3, calls: 6 },
  {
    name: 'pages of a level and a space',
    method: 'GET',
    path: `/v1/page-level?limit=5&levelId=highly-restricted&spaceId=${LARGE_SITE_SPACE}`,
    // The space is looked up first. With rate limits, that call and the list are charged separately.
    stages: 4,
    calls: 8,
  },
  {
    name: 'pages without a level',
    method: 'GET',
    path: '/v1/page-level?limit=5&unclassified=true',
    stages: 3,
    calls: 5,
  },
  { name: 'the feed', method: 'GET', path: '/v1/change?limit=5', stages: 3, calls: 6 },
  { name: 'the history of a page', method: 'GET', path: `/v1/page-level/by-page/${PAGE}/history`, stages: 3, calls: 6 },
  { name: 'the audit log', method: 'GET', path: '/v1/audit?limit=5', stages: 3, calls: 5 },
  { name: 'the key', method: 'GET', path: '/v1/key', stages: 2, calls: 4 },
  {
    name: 'a job of pages',
    method: 'POST',
    path: '/v1/page-level/jobs',
    body: { levelId: 'public', pages: [{ pageId: PAGE }] },
    stages: 5,
    calls: 9,
  },
  { name: 'a job', method: 'GET', path: '/v1/job/JOB_ID', stages: 2, calls: 6 },
  { name: 'the results of a job', method: 'GET', path: '/v1/job/JOB_ID/results', stages: 2, calls: 7 },
  { name: 'a job, canceled', method: 'DELETE', path: '/v1/job/JOB_ID', stages: 4, calls: 10 },
  {
    name: 'a job of a tree',
    method: 'POST',
    path: '/v1/page-level/jobs',
    body: { levelId: 'public', tree: { rootPageId: PAGE } },
    stages: 6,
    calls: 11,
  },
  {
    name: 'a job of a search',
    method: 'POST',
    path: '/v1/page-level/jobs',
    body: { levelId: 'public', cql: 'type = page' },
    stages: 6,
    calls: 10,
  },
];

const open: Site[] = [];
let nowMs = Date.parse('2026-11-21T09:00:00.000Z');
const newSite = (rateLimits?: () => string) => {
  const site = openSite({
    queryLagMs: 0,
    // No two changes share a millisecond.
    now: () => new Date((nowMs += 1)),
    ...(rateLimits === undefined ? {} : { rateLimits }),
  });
  open.push(site);
  return site;
};
afterEach(() => open.splice(0).forEach((site) => site.close()));

type Calls = readonly TracedCall[];
const stagesOf = (calls: Calls) => Math.max(0, ...calls.map(({ stage }) => stage));

/** The calls of each request of the table, in order, on a site with some changes that the feed already returns. */
async function runAll(site: Site, key: string): Promise<ReadonlyMap<string, Calls>> {
  await classifyNewPages(site, key, 12);
  nowMs += 120_000;
  // The use of the key is recorded once a minute, and not during the counted requests.
  await site.rest('GET', '/v1/key', { key });
  const made = { SCHEME_ID: '', JOB_ID: '', EXCLUSION_ID: '' };
  const calls = new Map<string, Calls>();
  for (const { name, method, path, body } of REQUESTS) {
    const answer = await site.rest(
      method,
      path.replace(/SCHEME_ID|JOB_ID|EXCLUSION_ID/, (id) => made[id as keyof typeof made]),
      {
        key,
        headers: path.endsWith('/jobs') ? { 'Idempotency-Key': name.replaceAll(' ', '-') } : {},
        ...(body === undefined ? {} : { body }),
      },
    );
    expect({ name, isGood: answer.status < 300 }).toEqual({ name, isGood: true });
    if (typeof answer.body?.schemeId === 'string') made.SCHEME_ID = answer.body.schemeId;
    if (method === 'POST' && path === '/v1/exclusion') made.EXCLUSION_ID = answer.body.results[0].exclusionId;
    if (answer.status === 202) made.JOB_ID = answer.body.jobId;
    calls.set(name, answer.calls);
  }
  return calls;
}

/** The call without the ids of pages and people and without cursors. */
const shapeOf = (calls: ReadonlyMap<string, Calls>) =>
  [...calls].map(([name, made]) => [
    name,
    made.map(({ stage, target, path }) => `${stage} ${target} ${path.split('?')[0]}`),
  ]);

it('each operation stays within its budget of calls and stages', async () => {
  const site = newSite();
  const calls = await runAll(site, (await site.createKey({ detectionScope: 'manage' })).key);
  for (const { name, stages, calls: budget } of REQUESTS) {
    const spent = calls.get(name) ?? [];
    expect({ name, calls: spent.length, isWithin: spent.length > 0 && spent.length <= budget }).toMatchObject({
      name,
      isWithin: true,
    });
    expect({ name, stages: stagesOf(spent), isWithin: stagesOf(spent) <= stages }).toMatchObject({
      name,
      isWithin: true,
    });
  }
});

it('rate limits take one more call, and no more stages', async () => {
  const site = newSite(() => LIMITS_OF_A_LARGE_SITE);
  const calls = await runAll(site, (await site.createKey({ detectionScope: 'manage' })).key);
  for (const { name, stages, calls: budget } of REQUESTS) {
    const spent = calls.get(name) ?? [];
    expect({ name, stages: stagesOf(spent), isWithin: stagesOf(spent) <= stages }).toMatchObject({
      name,
      isWithin: true,
    });
    expect({ name, calls: spent.length, isWithin: spent.length <= budget + 1 }).toMatchObject({ name, isWithin: true });
  }
});

it('a request makes the same calls on a site with many pages, keys, levels, settings and changes as on a new one', async () => {
  const large = newSite();
  const { key: keyOfLarge } = await large.createKey({ detectionScope: 'manage' });
  await enlarge(large, keyOfLarge);
  const small = newSite();
  const { key: keyOfSmall } = await small.createKey({ detectionScope: 'manage' });
  expect(shapeOf(await runAll(large, keyOfLarge))).toEqual(shapeOf(await runAll(small, keyOfSmall)));

  // The list of unclassified pages of a fully classified space, which ends early and returns a cursor to continue.
  const path = `/v1/page-level?unclassified=true&limit=5&spaceId=${LARGE_SITE_SPACE}`;
  const { calls, body } = await large.rest('GET', path, { key: keyOfLarge });
  expect(calls.length).toBeLessThanOrEqual(3 + 4 * 2);
  expect(body._links.next).toEqual(expect.any(String));
});
