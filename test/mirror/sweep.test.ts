import { DEMO_SPACES } from '../../local/demo';
import type { Intercept } from '../../local/forge/platform-calls';
import { withoutWaiting } from '../support/fault-injection';
import { changeLevels, levelNamed } from '../support/levels';
import { forge, MIRROR_PEPPERS, mirrorPages, mirrorState, propertyOf, pushToMirror } from '../support/mirror';
import { openSite, type Site } from '../support/site';
import { putRow, rowOf, rowsOf, stopScans } from '../support/stored-rows';
import { aPage } from '../support/wiki-pages';

/** Lost events are found by the five-minute trigger, and altered properties by the daily check. */

let nowMs: number;
let isQueueBroken = false;
let rateLimits: string;
let isQueueSilent = false;
let isConfluenceBroken = false;
let storageCalls: string[] = [];
let site: Site;
let key: string;
const intercept: Intercept = (call, proceed) => {
  if (call.target === 'kvs') storageCalls.push(call.path);
  if (isQueueBroken && call.path.startsWith('/webhook/queue')) return Promise.reject(new TypeError('lost'));
  if (isQueueSilent && call.path.startsWith('/webhook/queue')) return new Promise(() => undefined);
  if (isConfluenceBroken && call.target === 'confluence') return Promise.reject(new TypeError('lost'));
  return proceed();
};

beforeEach(async () => {
  nowMs = Date.parse('2026-11-21T10:00:00.000Z');
  rateLimits = 'off';
  isQueueBroken = false;
  isQueueSilent = false;
  isConfluenceBroken = false;
  const peppers = () => MIRROR_PEPPERS;
  site = openSite({ queryLagMs: 30_000, now: () => new Date(nowMs), peppers, intercept, rateLimits: () => rateLimits });
  await stopScans(site);
  ({ key } = await site.createKey());
  await sweep();
});
afterEach(() => site.close());

/** Runs everything that is due until the given time. */
async function pass(minutes: number): Promise<void> {
  for (let minute = 0; minute < minutes; minute += 1) {
    nowMs += 60_000;
    await site.host.background.settle();
  }
}

async function sweep(): Promise<void> {
  const { outcome } = await site.host.background.runSchedule('every-five-minutes');
  expect(outcome).toBe(204);
}

async function sweepAndSettle(): Promise<void> {
  await sweep();
  await pass(1);
}

async function classify(name: 'Restricted' | 'Public' = 'Restricted'): Promise<string> {
  const pageId = await aPage(site);
  await pass(1);
  const body = { pageId, levelId: levelNamed(site, name).levelId };
  expect((await site.rest('POST', '/v1/page-level', { key, body })).status).toBe(201);
  return pageId;
}

const walkOf = () => rowOf(site, 'config', 'mirror-walk')['value'] as { walk?: { state: string; scope: unknown } };

it('a change writes the property within seconds, without the sweep', async () => {
  const pageId = await classify();
  await pass(1);
  expect(await mirrorState(site, pageId)).toBe('current');
});

it('a change is answered although its push never ends, and the sweep finds it', async () => {
  const pageId = await aPage(site);
  await pass(1);
  isQueueSilent = true;
  const body = { pageId, levelId: levelNamed(site, 'Restricted').levelId };
  const waitedMs = await withoutWaiting(
    async () => {
      const startMs = performance.now();
      expect((await site.rest('POST', '/v1/page-level', { key, body })).status).toBe(201);
      return performance.now() - startMs;
    },
    { stopsClock: true },
  );
  expect(waitedMs).toBeLessThanOrEqual(1_500);
  isQueueSilent = false;
  nowMs += 300_000;
  await sweepAndSettle();
  expect(await mirrorState(site, pageId)).toBe('current');
});

it('a new, edited or restored page has its property, also without a level', async () => {
  const pageId = await aPage(site);
  await pass(2);
  expect((await propertyOf(site, pageId))?.value).toMatchObject({ title: 'Not classified' });
  await forge(site, pageId, { title: 'Public' });
  const page = { id: pageId, status: 'current', title: 'Edited', version: { number: 2 } };
  const edited = { ...page, body: { representation: 'storage', value: '<p>New</p>' } };
  expect((await site.wiki('PUT', `/api/v2/pages/${pageId}`, edited)).status).toBe(200);
  await pass(2);
  expect(await mirrorState(site, pageId)).toBe('current');
});

it('the sweep finds changes whose event was lost, also if queries show them late', async () => {
  isQueueBroken = true;
  const pages = [await classify(), await classify('Public')];
  isQueueBroken = false;
  await pass(1);
  expect(await mirrorState(site, pages[0] ?? '')).toBe('missing');
  nowMs += 300_000;
  await sweepAndSettle();
  for (const pageId of pages) expect(await mirrorState(site, pageId)).toBe('current');
});

it('the sweep finds changes after its own push failed', async () => {
  isQueueBroken = true;
  const pageId = await classify();
  nowMs += 300_000;
  expect((await site.host.background.runSchedule('every-five-minutes')).outcome).toBe(424);
  isQueueBroken = false;
  await sweepAndSettle();
  expect(await mirrorState(site, pageId)).toBe('current');
});

it('the sweep finds pages for which Confluence failed longer than events are retried', async () => {
  const changed = await classify();
  await pass(1);
  const pages = [changed, await aPage(site), await aPage(site)];
  for (const pageId of pages.slice(0, 2)) {
    const body = { pageId, levelId: levelNamed(site, 'Public').levelId };
    expect((await site.rest('POST', '/v1/page-level', { key, body })).status).toBe(201);
  }
  // The host reports each event that it drops.
  const reported = jest.spyOn(console, 'error').mockReturnValue();
  isConfluenceBroken = true;
  for (let minutes = 0; minutes < 30; minutes += 5) {
    nowMs += 240_000;
    await pass(1);
    await sweep();
  }
  // The platform drops events after a day.
  nowMs += 90_000_000;
  await pass(1);
  reported.mockRestore();
  isConfluenceBroken = false;
  // The last attempts of the events of pages pushed new ones, which are lost.
  for (const { id, module } of site.host.background.pending())
    if (module === 'mirror-consumer') site.host.background.lose(id);
  for (const pageId of pages) expect(await mirrorState(site, pageId, DEMO_SPACES.ENG)).not.toBe('current');
  nowMs += 3_600_000;
  await sweepAndSettle();
  for (const pageId of pages) expect(await mirrorState(site, pageId, DEMO_SPACES.ENG)).toBe('current');
});

it('the daily check takes pages first for which Confluence failed', async () => {
  const pages = [await classify(), await classify()];
  await pass(1);
  isConfluenceBroken = true;
  nowMs += 60_000;
  pushToMirror(site, { task: 'pages', pageIds: pages[1] ?? '', verify: 'true' });
  await pass(1);
  const timeOf = (pageId = '') => String(rowOf(site, 'page-mirror', pageId)['checkedAt']);
  expect(timeOf(pages[1]) < timeOf(pages[0])).toBe(true);
});

const pendingMirrors = () => site.host.background.pending().filter(({ module }) => module === 'mirror-consumer');

it('the sweep takes three queries and writes nothing while nothing changes', async () => {
  await classify();
  await pass(1);
  nowMs += 1_200_000;
  await sweep();
  nowMs += 300_000;
  storageCalls = [];
  // The trigger itself records that it ran.
  const stored = () => rowsOf(site, 'config').filter(({ key }) => key !== 'schedules');
  const before = stored();
  await sweep();
  expect(stored()).toEqual(before);
  expect(storageCalls.filter((path) => path.endsWith('/entity/query')).length).toBeLessThanOrEqual(3);
  expect(pendingMirrors()).toEqual([]);
});

it('a change of a level is shown on its pages, also if its event was lost', async () => {
  const pages = [await classify(), await classify('Public')];
  await pass(1);
  const { levelId } = levelNamed(site, 'Restricted');
  const edit = (name: string) => changeLevels(site, 'editLevel', { levelId, changes: { name } });
  await edit('Secret');
  await pass(2);
  expect((await propertyOf(site, pages[0] ?? ''))?.value).toMatchObject({ title: 'Secret' });
  isQueueBroken = true;
  await edit('Very secret');
  isQueueBroken = false;
  await pass(1);
  await sweep();
  await pass(2);
  expect((await propertyOf(site, pages[0] ?? ''))?.value).toMatchObject({ title: 'Very secret' });
  expect(walkOf().walk).toMatchObject({ state: 'finished', scope: { levelId }, counts: { checked: 1 } });
  for (const pageId of pages) expect(await mirrorState(site, pageId)).toBe('current');
});

it('a switched-off byline is off on every page, and a lost event is found', async () => {
  const surfaces = { byline: false, banner: true, menus: true, bylineNames: 'site', peopleMayExclude: false };
  isQueueBroken = true;
  await changeLevels(site, 'changeSurfaceSettings', { ...surfaces, peopleMayRedact: false, offSpaceIds: [] });
  isQueueBroken = false;
  await sweepAndSettle();
  expect(rowOf(site, 'config', 'mirror-switches')['value']).toEqual({ byline: 'off', banner: 'on', menus: 'on' });
  const pending = pendingMirrors();
  await sweep();
  expect(pendingMirrors()).toEqual(pending);
});

it('the daily check repairs altered properties of pages with and without a level, those not compared for longest first', async () => {
  const pages = [await classify(), await aPage(site)];
  await pass(1);
  for (const pageId of pages) await forge(site, pageId, { title: 'Public' });
  nowMs += 86_400_000;
  expect((await site.host.background.runSchedule('daily-key-expiry')).outcome).toBe(204);
  await pass(2);
  for (const pageId of pages) expect(await propertyOf(site, pageId)).not.toMatchObject({ value: { title: 'Public' } });
  const repaired = rowsOf(site, 'audit').filter(({ value }) => value['type'] === 'page.mirror.repaired');
  expect(repaired).toHaveLength(2);
  await mirrorPages(site, pages, true);
  expect(rowsOf(site, 'audit').filter(({ value }) => value['type'] === 'page.mirror.repaired')).toHaveLength(2);
});

it('the daily check compares a ninetieth of a large site a day, waits for points, and ends before the next day', async () => {
  await classify();
  await pass(1);
  const { pagesInConfluence: _known, ...position } = rowOf(site, 'count', 'position')['value'] as Record<
    string,
    unknown
  >;
  const value = { ...position, pagesInConfluence: { count: 180_000, at: new Date(nowMs).toISOString() } };
  await putRow(site, 'count', 'position', { v: 1, rev: 1, value });
  nowMs += 86_400_000;
  await site.host.background.runSchedule('daily-key-expiry');
  const left = () => (rowOf(site, 'config', 'mirror-share')['value'] as { share?: { left: number } }).share?.left;
  expect(left()).toBe(2_000);
  rateLimits = '{"host": 1}';
  await pass(1);
  expect(left()).toBe(2_000);
  await pass(20 * 60);
  expect(left()).toBeUndefined();
});
