import { DEMO_PAGES, DEMO_SPACES } from '../../local/demo';
import type { PlatformCall } from '../../local/forge/platform-calls';
import { pointsOfRead } from '../../src/quota/host-points';
import { aStoredKey, PEPPER } from '../keys/key-records';
import { storeFinding } from '../support/findings';
import { levelNamed } from '../support/levels';
import { sample } from '../support/sample';
import { openSite, type RestAnswer, type Site } from '../support/site';
import { aPage } from '../support/wiki-pages';
import { rowsOf } from '../support/stored-rows';
import { CREATOR_CHECKS } from './call-budgets';
import {
  firstLevel,
  isReadRequest,
  makeSampleFinding,
  PAGE_ID,
  parameterNames,
  requestOptions,
  restoreFor,
  type RouteRequest,
  routeRequests,
  type SampleLevel,
} from './route-requests';

/** One key cannot use up the Confluence points of the others (docs/adr/0111). */

const pageId = DEMO_PAGES.officeGuide;

let now: Date;
let limits: string | undefined;
let counts: number;
let site: Site;
beforeEach(() => {
  now = new Date('2026-06-15T12:00:10.000Z');
  limits = undefined;
  counts = 0;
  const isCount = ({ path, body }: PlatformCall) => path === '/api/v1/transaction' && body?.includes('"used"') === true;
  site = openSite({
    now: () => now,
    peppers: () => [PEPPER],
    rateLimits: () => limits,
    intercept: (call, proceed) => {
      if (isCount(call)) counts += 1;
      return proceed();
    },
  });
});
afterEach(() => site.close());

const get = (key: string, path: string) => site.rest('GET', path, { key });
const set = (key: string, page: string = pageId) =>
  site.rest('POST', '/v1/page-level', { key, body: { pageId: page, levelId: levelNamed(site, 'Internal').levelId } });
const spent = () => rowsOf(site, 'rate-limit').reduce((sum, { value }) => sum + (hostOf(value.used)?.count ?? 0), 0);
const hostOf = (used: unknown) => (used as { readonly host?: { readonly count: number } } | undefined)?.host;

/** The cost of the calls of a request to Confluence. */
const pointsOf = ({ calls }: RestAnswer) =>
  calls
    .filter(({ target }) => target === 'confluence')
    .reduce((sum, { method, path }) => sum + (method === 'GET' ? pointsOfRead(path) : 1), 0);

it('a key for one space locks no other key out with 40 of its most expensive requests', async () => {
  // A lookup of nonexistent pages costs as much as one of existing pages.
  for (let index = 0; index < 250; index += 1) await storeFinding(site, String(9_000_000 + index));
  const { key: greedy } = await aStoredKey(site, {
    classificationScope: 'none',
    detectionScope: 'read',
    spaceLimit: [DEMO_SPACES.ENG],
  });
  const { key } = await aStoredKey(site);
  const answers: number[] = [];
  for (let index = 0; index < 40; index += 1) {
    answers.push((await get(greedy, '/v1/detection?limit=250')).status);
    now = new Date(now.getTime() + 1_000);
  }
  expect(new Set(answers)).toEqual(new Set([200, 429]));
  expect(spent()).toBeLessThanOrEqual(2_700);
  expect((await set(key)).status).toBe(201);
  expect((await get(key, `/v1/page-level/by-page/${pageId}`)).status).toBe(200);
  for (const one of [key, greedy]) {
    expect((await get(one, '/v1/key')).status).toBe(200);
  }
  expect((await get(key, '/v1/level')).status).toBe(200);
});

it('a key that used up its share gets an error, and the others continue', async () => {
  limits = '{"host":100}';
  const { key: greedy } = await aStoredKey(site);
  const { key } = await aStoredKey(site);
  const path = `/v1/page-level/by-page/${pageId}`;
  for (let index = 0; index < 10; index += 1) expect((await get(greedy, path)).status).toBe(404);
  const refused = await get(greedy, path);
  expect([refused.status, refused.body.code]).toEqual([429, 'RATE_LIMITED']);
  expect(refused.header('RateLimit-Reason')).toBe('host-share-quota');
  expect(refused.header('RateLimit')).toBe('"key";r=110;t=50, "host-share";r=0;t=710');
  expect(refused.header('RateLimit-Policy')).toContain('"host";q=100;w=3600, "host-share";q=40;w=3600');
  expect(refused.header('Retry-After')).toBe('710');
  expect(refused.body.detail).toContain('half of the points');
  expect(pointsOf(refused)).toBe(0);
  expect((await get(key, path)).status).toBe(404);
  // A request without a call to Confluence needs no points.
  expect((await get(greedy, `${path}?x=1`)).status).toBe(400);
});

it('a list answers with as many entries as its points pay for, and a cursor for the rest', async () => {
  const { key } = await aStoredKey(site, { detectionScope: 'read' });
  const stored = new Set<string>();
  for (let index = 0; index < 60; index += 1) stored.add(await storeFinding(site, await aPage(site)));
  limits = '{"host":150}';
  const listed: string[] = [];
  let path: string | undefined = '/v1/detection?limit=250';
  let parts = 0;
  for (; path !== undefined; parts += 1) {
    const answer = await get(key, path);
    expect(answer.status).toBe(200);
    const results = answer.body.results as readonly { readonly detectionId: string }[];
    expect(results.length).toBeGreaterThan(0);
    expect(pointsOf(answer)).toBeLessThanOrEqual(36);
    listed.push(...results.map(({ detectionId }) => detectionId));
    path = (answer.body._links as { readonly next?: string }).next;
    now = new Date(now.getTime() + 3_600_000);
  }
  expect(parts).toBeGreaterThan(1);
  expect([...new Set(listed)].sort()).toEqual([...stored].sort());
  expect(listed).toHaveLength(60);
});

const LIMITED = { detectionScope: 'read', spaceLimit: [DEMO_SPACES.ENG] } as const;
const hiddenPage = () => aPage(site, { spaceId: DEMO_SPACES.OPEN });

it('a list without points for 25 pages is refused, whatever rows it has, so that its end does not count hidden ones', async () => {
  const { key } = await aStoredKey(site, LIMITED);
  limits = '{"host":100}';
  const empty = await get(key, '/v1/detection?limit=1');
  await storeFinding(site, await hiddenPage());
  await storeFinding(site, await hiddenPage());
  now = new Date(now.getTime() + 120_000);
  const withHidden = await get(key, '/v1/detection?limit=1');
  expect([empty.status, withHidden.status]).toEqual([429, 429]);
  expect(withHidden.body.detail).toBe(empty.body.detail);
});

it('a list that has no points for another round ends with the pages that it has, and continues later', async () => {
  const { key } = await aStoredKey(site, LIMITED);
  const seen = await storeFinding(site, await aPage(site));
  for (let count = 0; count < 40; count += 1) {
    now = new Date(now.getTime() + 1_000);
    await storeFinding(site, await hiddenPage(), { foundAt: now.toISOString() });
  }
  limits = '{"host":150}';
  let path: string | undefined = '/v1/detection?limit=1';
  const listed: unknown[] = [];
  let parts = 0;
  for (; path !== undefined; parts += 1) {
    now = new Date(now.getTime() + 3_600_000);
    const answer = await get(key, path);
    expect(answer.status).toBe(200);
    listed.push(...answer.body.results.map(({ detectionId }: { readonly detectionId: string }) => detectionId));
    path = (answer.body._links as { readonly next?: string }).next;
  }
  expect(parts).toBe(2);
  expect(listed).toEqual([seen]);
});

it('a list without points for one entry is refused before it asks Confluence, and counts nothing', async () => {
  limits = '{"host":2}';
  const { key } = await aStoredKey(site, { detectionScope: 'read' });
  for (const page of [DEMO_PAGES.engHome, DEMO_PAGES.officeGuide]) await storeFinding(site, page);
  const refused = await get(key, '/v1/detection');
  expect([refused.status, refused.header('RateLimit-Reason')]).toEqual([429, 'host-quota']);
  expect(pointsOf(refused)).toBe(0);
  expect(rowsOf(site, 'rate-limit').filter(({ value }) => value.used !== undefined)).toEqual([]);
});

it('GET /v1/level and GET /v1/key succeed after any caller used up the points of the site', async () => {
  limits = '{"host":1}';
  const { key } = await aStoredKey(site);
  expect((await set(key)).status).toBe(429);
  for (const path of ['/v1/level', '/v1/key', '/v1/level/restricted']) {
    const answer = await get(key, path);
    expect([path, answer.status]).toEqual([path, 200]);
    expect(answer.calls.filter(({ target }) => target === 'confluence')).toHaveLength(1);
  }
  expect(spent()).toBe(0);
});

it('the check of the creator has its own quota for each key, which no other key uses up', async () => {
  limits = '{"key-check":2}';
  const [{ key: greedy }, { key }] = [await aStoredKey(site), await aStoredKey(site)];
  for (const r of [1, 0])
    expect((await get(greedy, '/v1/key')).header('RateLimit')).toContain(`"key-check";r=${r};t=3590`);
  const refused = await get(greedy, '/v1/level');
  expect([refused.status, refused.header('RateLimit-Reason')]).toEqual([429, 'key-check-quota']);
  expect((await get(key, '/v1/level')).status).toBe(200);
  expect((await get(greedy, `/v1/page-level/by-page/${pageId}`)).status).toBe(404);
});

/** A space that may need no lookup. */
const SPACE_DETECTION = '/v1/detection/config/space/:spaceId';

/** They look up the pages and spaces of stored rows, or the place of a new one. */
const TWO_CHARGES = [
  ...['GET /v1/exclusion', 'GET /v1/setting/exposure/exception', 'POST /v1/setting/exposure/exception'],
  'GET /v1/review-campaign/:campaignId/evidence',
  ...['GET /v1/configuration', 'POST /v1/configuration/plan', 'POST /v1/configuration/apply'],
];

/**
 * The number of charges. Points of calls that are known only after a read are charged after it: the pages of exclusions; the
 * second part of a list of pages without a level, because a page of the first part has one, and then the pages around them.
 */
function chargesOf({ name, route }: { readonly name: string; readonly route: { readonly path: string } }): number {
  if (name === 'GET /v1/suggestion') return 3;
  return route.path === SPACE_DETECTION || TWO_CHARGES.includes(name) ? 2 : 1;
}

describe('points are counted for calls to Confluence, and for nothing else', () => {
  const requests = routeRequests().filter(
    ({ route }) => !parameterNames(route).some((name) => ['jobId', 'scanId', 'redactionId'].includes(name)),
  );
  const changes = requests.filter((request) => !isReadRequest(request));
  it.each(sample(changes, changes.length / 2))('$name', async (request) => checkPoints(request, await sampleLevel()));

  it('each read', async () => {
    const level = await sampleLevel();
    for (const request of requests.filter(isReadRequest)) await checkPoints(request, level);
  });

  async function sampleLevel(): Promise<SampleLevel> {
    const { key } = await aStoredKey(site);
    limits = 'off';
    await set(key, PAGE_ID);
    await makeSampleFinding(site);
    return firstLevel(site, key);
  }

  async function checkPoints(request: RouteRequest, level: SampleLevel): Promise<void> {
    limits = 'off';
    await restoreFor(site, request);
    limits = undefined;
    const { key } = await aStoredKey(site, { detectionScope: 'manage' });
    const { key: without } = await aStoredKey(site, { classificationScope: 'none', detectionScope: 'none' });
    const isOfCheck = CREATOR_CHECKS.includes(request.route.operationId);
    for (const [sent, isInScope] of [
      [key, true],
      [without, request.route.scope === undefined],
    ] as const) {
      const before = spent();
      counts = 0;
      const answer = await site.rest(request.method, request.path, { key: sent, ...requestOptions(request, level) });
      const { name } = request;
      expect([name, answer.status < 300, answer.status]).toEqual([name, isInScope, isInScope ? answer.status : 403]);
      // No points are returned.
      expect([name, counts]).toEqual([name, isInScope ? chargesOf(request) : 1]);
      const isFree = isOfCheck && isReadRequest(request);
      expect([name, spent() - before]).toEqual([name, isFree ? 0 : pointsOf(answer)]);
    }
  }
});
