import { DEMO_PAGES, DEMO_SPACES } from '../../local/demo';
import type { DetectionView } from '../../src/admin/detection/change-detection';
import type { PageList } from '../../src/admin/pages/inventory';
import type { NavigationCounts } from '../../src/admin/site/navigation-counts';
import type { Overview } from '../../src/admin/site/overview';
import { parseShard, shardKeyOf, shardWrite } from '../../src/counts/shards';
import { DEFAULT_CONFIG } from '../../src/detection/configuration/model';
import { anExclusion, storeExclusions } from '../support/exclusions';
import { createFaultInjector, type FaultInjector } from '../support/fault-injection';
import { levelNamed } from '../support/levels';
import { openSite, type Site } from '../support/site';
import { putRow, rowOf, rowsOf } from '../support/stored-rows';
import { aPage, storeLevel, takeSpacePermission } from '../support/wiki-pages';
import { done } from './ask';

/** The numbers of the first page of the admin area, as an admin sees them. */

const SECRET = 'AWS key AKIAIOSFODNN7EXAMPL3 and card 4012888888881881';

/** Another site admin. */
const OTHER = 'admin2@example.com';
const DAY_MS = 86_400_000;

let nowMs = Date.parse('2026-11-21T10:00:00.000Z');
let site: Site;
let injector: FaultInjector;
beforeEach(() => {
  nowMs = Date.parse('2026-11-21T10:00:00.000Z');
  injector = createFaultInjector();
  site = openSite({ queryLagMs: 0, now: () => new Date(nowMs), intercept: injector.intercept });
});
afterEach(() => site.close());

const overview = (as?: string) => done<Overview>(site, 'getOverview', {}, as);

/** The scheduled trigger, five minutes later, and the events that it pushes. */
async function count(): Promise<void> {
  nowMs += 300_000;
  await site.host.background.settle();
  await site.host.background.runSchedule('every-five-minutes');
  await site.host.background.settle();
  // The first check of a new site starts after the step that has read all changes.
  nowMs += 5_000;
  await site.host.background.settle();
}

it('the overview shows nothing on a new site, and says so', async () => {
  expect(await overview()).toMatchObject({ asOf: null, isCounting: true, spaces: [], trend: [], site: { pages: 0 } });
});

const nothing = { low: 0, medium: 0, high: 0, critical: 0 };

it('the overview counts pages by level, open findings and coverage, by space', async () => {
  const { levelId } = levelNamed(site, 'Restricted');
  const classified = await aPage(site);
  await storeLevel(site, classified, levelId, DEMO_SPACES.ENG);
  await aPage(site, { text: SECRET, spaceId: DEMO_SPACES.HR });
  await count();
  const coverage = expect.objectContaining({ complete: 1, partial: 0, outdated: 0, notVisible: 0 });
  const ofHr = expect.objectContaining({ open: { ...nothing, high: 1 }, belowRequired: 0, coverage });
  const ofEng = expect.objectContaining({ open: nothing, belowRequired: 0, coverage });
  const view = await overview();
  expect(view).toMatchObject({
    asOf: '2026-11-21T10:04:00.000Z',
    isCounting: false,
    site: { byLevel: { [levelId]: 1 }, open: { high: 1 }, coverage: { complete: 2 } },
    trend: [{ date: '2026-11-21', open: { ...nothing, high: 1 } }],
    week: { found: 1, resolved: 0 },
  });
  expect(view.spaces).toEqual(
    expect.arrayContaining([
      { spaceId: DEMO_SPACES.HR, key: 'HR', name: 'Human Resources', numbers: ofHr },
      { spaceId: DEMO_SPACES.ENG, key: 'ENG', name: 'Engineering', numbers: ofEng },
    ]),
  );
  expect(view.spaces).toHaveLength(Object.keys(DEMO_SPACES).length);
  expect(view.otherSpaces).toBeUndefined();

  // The navigation shows the same numbers.
  await aPage(site, { text: '4111 1111 1111 1111, a card', spaceId: DEMO_SPACES.HR });
  await site.createKey({ expiresOn: '2026-11-22' });
  await count();
  const { site: numbers, runs, keys } = await overview();
  expect(await done<NavigationCounts>(site, 'getNavigationCounts', {})).toEqual({
    pages: numbers.byLevel.none,
    isAtLeast: numbers.isAtLeast,
    findings: numbers.open.critical,
    scans: runs.open.length,
    api: keys.expiring.length,
  });
  expect([numbers.byLevel.none, keys.expiring.length]).toEqual([numbers.pages - 1, 1]);
});

const TOKEN = ['ghp', 'R7vX2kQ9mZ4tB8nC6wL1yD3fG5hJ0pS7aE2u'].join('_');

/** Pages with three levels and five texts in two spaces. After their scans, a new rule requires the level Restricted for critical findings. */
async function fillMatrix(): Promise<void> {
  const rules = [{ severity: 'critical', levelId: levelNamed(site, 'Restricted').levelId }];
  const config = { ...DEFAULT_CONFIG, detectors: { 'github-token': { severity: 'critical' } } };
  await putRow(site, 'config', 'detection', { v: 1, rev: 1, value: config });
  for (const name of [undefined, 'Public', 'Restricted'] as const) {
    for (const text of [TOKEN, `${TOKEN} ${SECRET}`, SECRET, 'Date of birth: 12 March 1984', 'Text.']) {
      const spaceId = DEMO_SPACES[text === TOKEN ? 'HR' : 'ENG'];
      const pageId = await aPage(site, { text, spaceId });
      if (name !== undefined) await storeLevel(site, pageId, levelNamed(site, name).levelId, spaceId);
    }
  }
  await count();
  await putRow(site, 'config', 'detection', { v: 1, rev: 2, value: { ...config, rules } });
}

it('the matrix of the overview agrees with its other numbers and with the lists of an admin who can view every page', async () => {
  await fillMatrix();
  const { key } = await site.createKey({ classificationScope: 'read', detectionScope: 'read' });
  const listed = async (path: string): Promise<readonly Record<'pageId' | 'severity' | 'levelId', string>[]> => {
    const { results, _links } = (await site.rest('GET', path, { key })).body;
    return _links.next === undefined ? results : [...results, ...(await listed(_links.next))];
  };
  const findings = await listed('/v1/detection?limit=100');
  const levels = new Map((await listed('/v1/page-level')).map(({ pageId, levelId }) => [pageId, levelId]));
  const below = new Set((await listed('/v1/page-level?belowRequired=true')).map(({ pageId }) => pageId));
  const expected: Record<'pages' | 'below', Record<string, Record<string, number>>> = { pages: {}, below: {} };
  for (const pageId of new Set(findings.map((one) => one.pageId))) {
    const severities = findings.filter((one) => one.pageId === pageId).map(({ severity }) => severity);
    const highest = ['critical', 'high', 'medium', 'low'].find((one) => severities.includes(one)) ?? '';
    for (const kind of below.has(pageId) ? (['pages', 'below'] as const) : (['pages'] as const)) {
      const row = (expected[kind][levels.get(pageId) ?? 'none'] ??= { ...nothing });
      row[highest] = (row[highest] ?? 0) + 1;
    }
  }
  const { matrix, site: all } = await overview();
  expect(matrix).toEqual(expected);
  // The lists behind the cells. The app does not know two pages that it cannot view.
  const hidden: readonly string[] = [DEMO_PAGES.engRestricted, DEMO_PAGES.engRestrictedChild];
  for (const [level, numbers] of Object.entries(all.byLevel)) {
    const pages = { ...nothing, ...matrix?.pages[level] };
    for (const [severity, number] of Object.entries({ ...pages, none: numbers - sumOf(pages) })) {
      const filter = { level, severities: [severity] };
      const list = await done<PageList>(site, 'listPages', { filter, limit: 100 });
      const known = list.pages.filter(({ pageId }) => !hidden.includes(pageId));
      expect({ ...filter, pages: known.length }).toEqual({ ...filter, pages: number });
    }
  }
  const rows = Object.entries(matrix?.pages ?? {});
  expect(rows.map(([level, pages]) => [level, sumOf(pages) <= (all.byLevel[level] ?? 0)])).toEqual(
    rows.map(([level]) => [level, true]),
  );
  const severities = ['critical', 'high', 'medium', 'low'] as const;
  const bySeverity = severities.map((one) => rows.reduce((sum, [, pages]) => sum + pages[one], 0));
  expect(bySeverity).toEqual([6, 3, 3, 0]);
  expect(bySeverity.reduce((sum, pages) => sum + pages)).toBe(new Set(findings.map(({ pageId }) => pageId)).size);
  expect(Object.values(matrix?.below ?? {}).reduce((sum, pages) => sum + sumOf(pages), 0)).toBe(all.belowRequired);
  expect(all.belowRequired).toBe(4);
  expect(all.open).toEqual(
    Object.fromEntries(severities.map((one) => [one, findings.filter(({ severity }) => severity === one).length])),
  );
});

const sumOf = (pages: Readonly<Record<string, number>>) =>
  Object.values(pages).reduce((sum, pagesOf) => sum + pagesOf, 0);

it('the overview has no matrix after an update until every page with findings is counted again', async () => {
  await fillMatrix();
  const { matrix } = await overview();
  expect(matrix).toBeDefined();
  // As a version stored them that did not count pages by severity.
  for (const { key, value } of rowsOf(site, 'page-count')) {
    const { highest: _none, ...contribution } = Object(Object(value['data']).contribution);
    await putRow(site, 'page-count', key, { ...value, data: { ...Object(value['data']), contribution } });
  }
  for (const key of new Set([DEMO_SPACES.ENG, DEMO_SPACES.HR].map(shardKeyOf))) {
    const { rev, ...stored } = rowOf(site, 'count', key);
    const shard = parseShard({ revision: 1, value: { ...stored, rev } });
    const spaces = [...shard.spaces].map(([spaceId, counters]) => {
      const others = [...counters].filter(([name]) => !name.startsWith('need:'));
      return [spaceId, new Map(others)] as const;
    });
    const { value } = shardWrite(key, { ...shard, spaces: new Map(spaces) }, new Date(nowMs));
    await putRow(site, 'count', key, { ...value, rev });
  }
  const { value: position, ...row } = rowOf(site, 'count', 'position');
  const { counted: _counted, ...old } = Object(position);
  await putRow(site, 'count', 'position', { ...row, value: { ...old, exclusions: '1' } });
  expect(await overview()).not.toHaveProperty('matrix');
  await count();
  expect((await overview()).matrix).toEqual(matrix);
});

it('the overview shows the numbers of a hidden space only within those of other spaces, without its name', async () => {
  await aPage(site, { text: SECRET, spaceId: DEMO_SPACES.HR });
  await aPage(site, { spaceId: DEMO_SPACES.ENG });
  await count();
  await takeSpacePermission(site, 'HR', site.host.confluence.accountIdOf(OTHER) ?? '');
  const view = await overview(OTHER);
  expect(view.spaces.map(({ spaceId }) => spaceId)).not.toContain(DEMO_SPACES.HR);
  expect(view.otherSpaces).toMatchObject({ numbers: { open: { high: 1 } } });
  expect(view.site).toEqual((await overview()).site);
  expect(JSON.stringify(view)).not.toContain('Human Resources');
  expect(JSON.stringify(view)).not.toContain(DEMO_SPACES.HR);
});

it('the overview takes four calls of storage at the same time, and one call for the spaces', async () => {
  const { key } = await site.createKey({ expiresOn: '2026-11-22' });
  await aPage(site, { text: SECRET });
  await count();
  // The key is still used, and expired so long ago that it is not among the keys that are read.
  nowMs += 42 * DAY_MS;
  expect((await site.rest('GET', '/v1/level', { key })).status).toBe(401);
  await site.admin('startScan', { of: { of: 'site' }, requestKey: crypto.randomUUID() });
  injector.arm();
  const { keys, runs } = await overview();
  expect(runs.open).toHaveLength(1);
  expect(keys).toMatchObject({ refused: [{ at: new Date(nowMs).toISOString() }], isComplete: true });
  expect(keys.refused[0]).not.toHaveProperty('name');
  const paths = injector.calls.map(({ target, path }) => `${target} ${path.split('?')[0]}`);
  expect(paths.filter((path) => path.startsWith('kvs')).toSorted()).toEqual([
    'kvs /api/v1/batch/get',
    'kvs /api/v1/batch/get',
    'kvs /api/v1/entity/query',
    'kvs /api/v1/query',
  ]);
  // One of them asks if the account is a site admin.
  expect(paths.filter((path) => !path.startsWith('kvs'))).toHaveLength(2);
});

it('the overview reads no more on a site with more than 100 keys, and says that some keys are missing', async () => {
  const { storage, installation } = site.host;
  for (let keys = 0; keys <= 100; keys += 1) {
    const use = { key: `api-key-use#${crypto.randomUUID()}`, value: { v: 1, refused: {} } };
    await storage.handleUncounted(installation.installationId, '/api/v1/set', use);
  }
  injector.arm();
  expect((await overview()).keys.isComplete).toBe(false);
  expect(injector.calls.filter(({ target }) => target === 'kvs')).toHaveLength(4);
});

it('the overview counts the changes of the last seven days', async () => {
  const { key } = await site.createKey();
  const pageId = await aPage(site);
  const set = (name: 'Restricted' | 'Internal') =>
    site.rest('POST', '/v1/page-level', { key, body: { pageId, levelId: levelNamed(site, name).levelId } });
  await set('Internal');
  nowMs += 1_000;
  await set('Restricted');
  nowMs += 1_000;
  await set('Internal');
  nowMs += 1_000;
  await site.rest('DELETE', `/v1/page-level/by-page/${pageId}`, { key });
  await count();
  await count();
  const changes = { classified: 1, raised: 1, lowered: 1, cleared: 1 };
  expect((await overview()).week).toMatchObject(changes);
  nowMs += 6 * DAY_MS;
  expect((await overview()).week).toMatchObject(changes);
  nowMs += DAY_MS;
  expect((await overview()).week).toMatchObject({ classified: 0, raised: 0, lowered: 0, cleared: 0 });
});

it('the overview shows keys that expire within 14 days, and keys that were refused in the last 24 hours', async () => {
  const { key, keyId } = await site.createKey({ name: 'Soon', expiresOn: '2026-11-25' });
  const later = await site.createKey({ name: 'Later', expiresOn: '2027-03-01' });
  const refused = await site.rest('POST', '/v1/level', { key: later.key, body: {} });
  expect(refused.status).toBeGreaterThanOrEqual(400);
  await site.rest('GET', '/v1/level', { key });
  const { keys } = await overview();
  expect(keys.expiring).toEqual([{ keyId, name: 'Soon', expiresAt: '2026-11-26T00:00:00.000Z' }]);
  expect(keys.refused).toEqual([{ keyId: later.keyId, name: 'Later', at: new Date(nowMs).toISOString() }]);
  nowMs += 2 * DAY_MS;
  expect((await overview()).keys.refused).toEqual([]);
});

it('the overview names a refused key that has just expired', async () => {
  const { key, keyId } = await site.createKey({ name: 'Expired', expiresOn: '2026-11-22' });
  nowMs += 3 * DAY_MS;
  await site.rest('GET', '/v1/level', { key });
  expect((await overview()).keys.refused).toEqual([{ keyId, name: 'Expired', at: new Date(nowMs).toISOString() }]);
});

it('the overview shows a scheduled trigger that has not ended for two intervals and ten minutes as late', async () => {
  await count();
  const late = async () => (await overview()).schedules.filter(({ isLate }) => isLate).map(({ name }) => name);
  // The trigger ran five seconds ago.
  nowMs += 1_195_000;
  expect(await late()).toEqual([]);
  nowMs += 1_000;
  expect(await late()).toEqual(['every-five-minutes']);
  // The others have never run.
  nowMs += 2 * DAY_MS;
  expect(await late()).toHaveLength(4);
  for (const name of ['every-five-minutes', 'hourly-scans', 'daily-reconciliation', 'daily-key-expiry'])
    await site.host.background.runSchedule(name);
  expect(await late()).toEqual([]);
});

it('the overview counts scans of a space as out of date after its detectors changed, without a walk', async () => {
  await aPage(site);
  await count();
  const { rev } = await done<DetectionView>(site, 'getDetection', {});
  await done(site, 'changeDetector', { rev, detectorId: 'email', changes: { enabled: false } });
  expect((await overview()).site.coverage).toMatchObject({ complete: 0, outdated: 1 });
});

it('the overview keeps the pages of a level that no longer exists', async () => {
  const levelId = 'ffffffff-ffff-4fff-8fff-ffffffffffff';
  const pageId = await aPage(site);
  await storeLevel(site, pageId, levelId, DEMO_SPACES.ENG);
  await count();
  const view = await overview();
  expect(view.site.byLevel).toMatchObject({ [levelId]: 1 });
  expect(view.levels.at(-1)).toEqual({ levelId, name: 'Deleted level', order: 5, isArchived: true });
});

it('the overview applies an exclusion, and its end, to the open findings', async () => {
  await aPage(site, { text: SECRET });
  await count();
  const expiresAt = new Date(nowMs + 3_600_000).toISOString();
  const [exclusion] = [anExclusion({ match: { by: 'location', field: 'body' }, scope: { of: 'site' }, expiresAt })];
  await storeExclusions(site, exclusion);
  await count();
  expect((await overview()).site.open.high).toBe(0);
  nowMs += 3_600_000;
  await count();
  expect((await overview()).site.open.high).toBe(1);
  expect((await overview()).week.resolved).toBe(0);
});

it('the overview shows the number of pages in Confluence, and the last check, after a night', async () => {
  await aPage(site);
  await count();
  await site.host.background.runSchedule('daily-key-expiry');
  for (let steps = 0; steps < 10; steps += 1) {
    nowMs += 10_000;
    await site.host.background.settle();
  }
  const view = await overview();
  expect(view.check).toMatchObject({ pages: 1, repaired: 0 });
  expect(view.pagesInConfluence?.count).toBeGreaterThan(1);
});

it('the overview shows runs that made no progress at the last check as late', async () => {
  const value = { since: new Date(nowMs).toISOString(), lastRuns: {}, lostRuns: 2 };
  await putRow(site, 'config', 'schedules', { v: 1, rev: 1, value });
  expect((await overview()).runs).toEqual({ open: [], late: 2 });
});
