import { DEMO_PAGES, DEMO_SPACES } from '../../local/demo';
import { pointsOfRead } from '../../src/quota/host-points';
import { mostOf } from '../../src/quota/policies';
import { openSite, type Site } from '../support/site';
import { rowsOf } from '../support/stored-rows';
import { expectOk, newTitle } from '../support/wiki-pages';

/** Background work counts its calls to Confluence, and leaves the last third of the points (docs/adr/0031). */

let nowMs: number;
let limits: string;
/** The cost of the calls to Confluence, by their responses. */
let spent: number;
let site: Site;
beforeEach(() => {
  nowMs = Date.parse('2026-11-21T10:00:00.000Z');
  limits = '{"host":13000}';
  spent = 0;
  site = openSite({
    queryLagMs: 0,
    now: () => new Date(nowMs),
    rateLimits: () => limits,
    intercept: async ({ method, path }, proceed) => {
      const response = await proceed();
      if (path.startsWith('/wiki/')) spent += await costOf(method, path, response.clone());
      return response;
    },
  });
});
afterEach(() => site.close());

async function costOf(method: string, path: string, response: Response): Promise<number> {
  if (method !== 'GET') return 1;
  const body = (await response.json().catch(() => ({}))) as { readonly results?: readonly unknown[] };
  return body.results === undefined ? pointsOfRead(path) : 1 + body.results.length;
}

const counted = () => rowsOf(site, 'rate-limit').reduce((sum, { value }) => sum + (hostOf(value.used)?.count ?? 0), 0);
const hostOf = (used: unknown) => (used as { readonly host?: { readonly count: number } } | undefined)?.host;
const settle = () => site.host.background.settle();
const scanned = () => rowsOf(site, 'page-scan').length;

async function publish(count: number): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const body = { representation: 'storage', value: '<p>Card 4539 1488 0343 6467.</p>' };
    const page = { spaceId: DEMO_SPACES.OPEN, status: 'current', title: newTitle(), body };
    ids.push(((await expectOk(site.wiki('POST', '/api/v2/pages', page))) as { id: string }).id);
  }
  return ids;
}

it('page events count exactly their calls to Confluence', async () => {
  await publish(3);
  await settle();
  expect(scanned()).toBe(3);
  expect(spent).toBeGreaterThan(0);
  expect(counted()).toBe(spent);
});

it('page events leave the parts of other work, and resume in the next hour', async () => {
  limits = 'off';
  const { key } = await site.createKey();
  limits = '{"host":450}';
  spent = 0;
  const pages = await publish(60);
  await settle();
  const before = scanned();
  expect(before).toBeLessThan(60);
  expect(spent).toBeLessThanOrEqual(mostOf('site', 450));
  expect(counted()).toBe(spent);
  expect((await site.rest('GET', `/v1/page-level/by-page/${pages[0]}`, { key })).status).toBe(404);
  limits = '{"host":13000}';
  nowMs += 3_600_000;
  // Page events have room for a part of them in each ten seconds.
  for (let minutes = 0; minutes < 20 && scanned() < 60; minutes += 1) {
    await settle();
    nowMs += 60_000;
  }
  expect(scanned()).toBe(60);
});

it('a scan of the site leaves the parts of other work, counts exactly, and finishes in later hours', async () => {
  limits = 'off';
  const { key } = await site.createKey({ detectionScope: 'manage' });
  limits = '{"host":450}';
  spent = 0;
  const { status, body } = await site.rest('POST', '/v1/detection/scan', {
    key,
    headers: { 'Idempotency-Key': 'all' },
    body: { spaceId: DEMO_SPACES.OPEN },
  });
  expect(status).toBe(202);
  await settle();
  expect(counted()).toBe(spent);
  expect(counted()).toBeLessThanOrEqual(mostOf('work', 450) + 3);
  for (let hours = 0; hours < 12 && (await isOpen(body.jobId)); hours += 1) {
    nowMs += 3_600_000;
    await settle();
  }
  expect(await isOpen(body.jobId)).toBe(false);
});

const isOpen = async (scanId: string) =>
  rowsOf(site, 'job').some(
    ({ key, value }) => key.includes(scanId) && ['queued', 'running'].includes(String(value.state)),
  );

it('the daily reconciliation counts its calls to Confluence, but for no key', async () => {
  limits = 'off';
  const { key } = await site.createKey();
  const [levelId] = (await site.rest('GET', '/v1/level', { key })).body.results.map(
    (level: { readonly levelId: string }) => level.levelId,
  );
  await site.rest('POST', '/v1/page-level', { key, body: { pageId: DEMO_PAGES.engHome, levelId } });
  limits = '{"host":6000}';
  spent = 0;
  await site.host.background.runSchedule('daily-reconciliation');
  for (let round = 0; round < 10; round += 1) {
    nowMs += 60_000;
    await settle();
  }
  expect(spent).toBeGreaterThan(0);
  expect(counted()).toBe(spent);
  expect(JSON.stringify(rowsOf(site, 'rate-limit'))).not.toMatch(/"(requests|work|people):/);
});
