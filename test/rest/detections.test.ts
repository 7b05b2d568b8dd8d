import { ADMIN, ADMIN2, APP_USER, DEMO_SPACES } from '../../local/demo';
import { DEFAULT_CONFIG } from '../../src/detection/configuration/model';
import type { PageScanRecord } from '../../src/findings/model';
import { storeFinding } from '../support/findings';
import { levelNamed } from '../support/levels';
import { openSite, type Site } from '../support/site';
import { putRow, rowsOf } from '../support/stored-rows';
import { ADMIN_AND_APP, aPage, move, purge, restrict, storeLevel, trash } from '../support/wiki-pages';

/** Findings are shown for the pages that a key may see, and for no others. */

let site: Site;
let key: string;
beforeEach(async () => {
  // Pages that become hidden from the app are recorded at once.
  site = openSite({
    assumptions: new Set(['restricted-events']),
    queryLagMs: 0,
    now: () => new Date('2026-11-21T10:00:00.000Z'),
  });
  ({ key } = await site.createKey({ classificationScope: 'none', detectionScope: 'read', as: ADMIN2.email }));
});
afterEach(() => site.close());

const list = async (query = '', withKey = key) =>
  (await site.rest('GET', `/v1/detection${query}`, { key: withKey })).body;
const queryOf = (address: string) => address.slice(address.indexOf('?'));
const idsIn = (body: any): string[] => body.results.map(({ detectionId }: any) => detectionId); // eslint-disable-line @typescript-eslint/no-explicit-any -- of an answer

it('the API lists findings with all their members, latest first, page by page', async () => {
  const pageId = await aPage(site);
  await storeLevel(site, pageId, levelNamed(site, 'Internal').levelId);
  const ids = [];
  for (let n = 0; n < 5; n += 1) ids.push(await storeFinding(site, pageId));
  const first = await list('?limit=2');
  const second = await list(queryOf(first._links.next));
  const third = await list(queryOf(second._links.next));
  expect([first, second, third].flatMap(idsIn)).toEqual(ids.toReversed());
  expect(third._links).toEqual({});
  expect(first.results[0]).toMatchObject({
    pageId,
    spaceId: DEMO_SPACES.ENG,
    detectorId: 'email',
    status: 'open',
    maskedExcerpt: 'write to •••••••• today',
    levelId: levelNamed(site, 'Internal').levelId,
    foundAtLevelId: null,
  });
});

it('the API applies each filter, and all of them together', async () => {
  const [here, there] = [await aPage(site), await aPage(site, { spaceId: DEMO_SPACES.OPEN })];
  await storeLevel(site, here, levelNamed(site, 'Internal').levelId);
  const wanted = await storeFinding(site, here, {
    detectorId: 'card-pan',
    category: 'financial',
    severity: 'critical',
    band: 'medium',
    status: 'resolved',
    fingerprint: 'fingerprint-that-is-looked-for',
    foundAt: '2026-05-01T00:00:00.000Z',
  });
  const other = await storeFinding(site, there, { spaceId: DEMO_SPACES.OPEN });
  const filters = [
    `spaceId=${DEMO_SPACES.ENG}`,
    `pageId=${here}`,
    'levelId=internal',
    'detectorId=card-pan',
    'category=financial',
    'severity=critical',
    'band=medium',
    'status=resolved',
    'fingerprint=fingerprint-that-is-looked-for',
    'from=2026-04-30T00:00:00Z',
  ];
  for (const filter of filters) expect([filter, idsIn(await list(`?${filter}`))]).toEqual([filter, [wanted]]);
  expect(idsIn(await list(`?${filters.join('&')}&to=2026-05-02T00:00:00Z`))).toEqual([wanted]);
  expect(idsIn(await list(`?${filters.join('&')}&to=2026-04-30T00:00:00Z`))).toEqual([]);
  expect(idsIn(await list()).sort()).toEqual([wanted, other].sort());
  expect(idsIn(await list('?category=pii&status=open'))).toEqual([other]);
});

it.each([
  ['?status=excluded-not', 'INVALID_PARAMETER'],
  ['?category=secrets', 'INVALID_PARAMETER'],
  ['?detectorId=No%20such', 'INVALID_PARAMETER'],
  ['?from=2026-05-02T00:00:00Z&to=2026-05-01T00:00:00Z', 'INVALID_PARAMETER'],
  ['?levelId=no-such-level', 'LEVEL_NOT_FOUND'],
])('the API refuses a filter that can match nothing: %s', async (query, code) => {
  expect((await list(query)).code).toBe(code);
});

describe('findings on pages that the key may not see', () => {
  const causes: Readonly<Record<string, () => Promise<string>>> = {
    'restricted to others': async () => {
      const pageId = await aPage(site, { by: ADMIN2.email });
      await restrict(site, pageId, 'read', ADMIN_AND_APP);
      return pageId;
    },
    'in the trash': async () => {
      const pageId = await aPage(site);
      await trash(site, pageId);
      return pageId;
    },
    purged: async () => {
      const pageId = await aPage(site);
      await purge(site, pageId);
      return pageId;
    },
    'outside the space limit': async () => aPage(site, { spaceId: DEMO_SPACES.OPEN }),
    'moved out of the space limit': async () => {
      const pageId = await aPage(site);
      await move(site, pageId, 'OPEN');
      return pageId;
    },
    'of a level outside the page access limit': async () => {
      const pageId = await aPage(site);
      await storeLevel(site, pageId, levelNamed(site, 'Restricted').levelId);
      return pageId;
    },
  };

  it.each(Object.entries(causes))('are neither shown, listed nor counted: %s', async (_name, make) => {
    const { levelId } = levelNamed(site, 'Internal');
    const limited = await site.createKey({
      classificationScope: 'none',
      detectionScope: 'read',
      as: ADMIN2.email,
      spaceLimit: [DEMO_SPACES.ENG],
      levelLimit: ['unclassified', levelId],
    });
    const visible = await aPage(site);
    const shown = await storeFinding(site, visible);
    const pageId = await make();
    const hidden = await storeFinding(site, pageId);
    expect(idsIn(await list('', limited.key))).toEqual([shown]);
    const ask = (path: string) => site.rest('GET', path, { key: limited.key });
    const took = ({ calls }: Awaited<ReturnType<typeof ask>>) =>
      calls.map(({ target, method, path, stage }) => [stage, target, method, path.replace(/\d+/g, '{id}')]);
    for (let n = 0; n < 3; n += 1) await storeFinding(site, pageId, { spaceId: DEMO_SPACES.OPEN });
    for (const query of ['?limit=1&', '/summary?']) {
      const [answer, ofNone] = [
        await ask(`/v1/detection${query}pageId=${pageId}`),
        await ask(`/v1/detection${query}pageId=9999999`),
      ];
      expect([answer.status, answer.body, took(answer)]).toEqual([200, ofNone.body, took(ofNone)]);
      expect(answer.body).toMatchObject(
        query.startsWith('?') ? { results: [], _links: {} } : { detections: 0, isComplete: true },
      );
    }
    expect((await ask('/v1/detection/summary')).body).toMatchObject({ detections: 1, pages: 1, isComplete: true });
    expect((await ask(`/v1/detection/by-page/${pageId}`)).body.code).toBe('PAGE_NOT_FOUND');
    const [refused, unknown] = [
      await ask(`/v1/detection/${hidden}`),
      await ask('/v1/detection/00000000-0000-4000-8000-00000000dead'),
    ];
    const disclosed = ({ text, requestId, status }: typeof refused) => [status, text.replaceAll(requestId, '')];
    expect(disclosed(refused)).toEqual(disclosed(unknown));
    expect(refused.body.code).toBe('DETECTION_NOT_FOUND');
    expect(took(refused)).toEqual(took(unknown));
    expect((await ask(`/v1/detection/${shown}`)).body).toMatchObject({ detectionId: shown, pageId: visible });
  });

  it('refuses a filter that the limits of the key leave empty', async () => {
    const limited = await site.createKey({ detectionScope: 'read', spaceLimit: [DEMO_SPACES.ENG] });
    expect((await list(`?spaceId=${DEMO_SPACES.OPEN}`, limited.key)).code).toBe('SPACE_OUTSIDE_KEY_LIMIT');
  });
});

it('the API shows a key for the space of a moved page its earlier findings', async () => {
  const pageId = await aPage(site, { spaceId: DEMO_SPACES.OPEN });
  // The stored state until the page is scanned in its new place.
  const found = await storeFinding(site, pageId, { spaceId: DEMO_SPACES.ENG });
  const limited = await site.createKey({ detectionScope: 'read', spaceLimit: [DEMO_SPACES.OPEN] });
  const { body } = await site.rest('GET', `/v1/detection/by-page/${pageId}`, { key: limited.key });
  expect(idsIn(body)).toEqual([found]);
  expect(idsIn(await list(`?pageId=${pageId}`, limited.key))).toEqual([found]);
});

it('the API shows for a page if, when and how completely it was scanned', async () => {
  const pageId = await aPage(site);
  const found = await storeFinding(site, pageId);
  await storeFinding(site, await aPage(site));
  const read = async () => (await site.rest('GET', `/v1/detection/by-page/${pageId}?status=open`, { key })).body;
  expect(await read()).toMatchObject({
    results: [{ detectionId: found }],
    scan: { state: 'never', scannedAt: null, pageVersion: null, isCurrent: false },
  });
  await putRow(site, 'page-scan', pageId, {
    v: 1,
    rev: 1,
    spaceId: DEMO_SPACES.ENG,
    pageVersion: 4,
    scannedAt: '2026-11-21T09:00:00.000Z',
    configHash: 'x',
    state: 'partial',
    data: { reasons: ['too-large'], detectorsOverBudget: [], findingIds: [found] },
  });
  expect((await read()).scan).toEqual({
    state: 'partial',
    reasons: ['too-large'],
    detectorsOverBudget: [],
    scannedAt: '2026-11-21T09:00:00.000Z',
    pageVersion: 4,
    isCurrent: false,
  });
});

it('the API detects that the scanned version was deleted and another one has its number', async () => {
  const pageId = await aPage(site);
  await site.host.background.settle();
  const read = async (path: string) => (await site.rest('GET', `/v1/detection/${path}`, { key })).body;
  const scanStates = async () => [
    (await read(`by-page/${pageId}`)).scan,
    (await read('coverage?limit=250')).results.find((item: { pageId: string }) => item.pageId === pageId),
    (await read('coverage?limit=250&coverage=stale')).results.map((item: { pageId: string }) => item.pageId),
  ];
  const current = { state: 'complete', pageVersion: 1, isCurrent: true };
  expect(await scanStates()).toMatchObject([current, { pageVersion: 1, isStale: false, scan: current }, []]);
  const scan = rowsOf(site, 'page-scan').find((row) => row.key === pageId)?.value as unknown as PageScanRecord;
  const versionAt = '2026-11-21T09:00:00.000Z';
  await putRow(site, 'page-scan', pageId, { ...scan, data: { ...scan.data, versionAt } });
  const other = { ...current, isCurrent: false };
  expect(await scanStates()).toMatchObject([other, { pageVersion: 1, isStale: true, scan: other }, [pageId]]);
});

it('the API counts the findings that the same filters list, and marks a partial count', async () => {
  const [one, other] = [await aPage(site), await aPage(site)];
  await storeFinding(site, one, { severity: 'high', detectorId: 'card-pan', category: 'financial' });
  await storeFinding(site, one, { status: 'resolved' });
  await storeFinding(site, other);
  const summary = async (query = '') => (await site.rest('GET', `/v1/detection/summary${query}`, { key })).body;
  expect(await summary()).toEqual({
    detections: 3,
    pages: 2,
    isComplete: true,
    bySeverity: { high: 1, medium: 2 },
    byCategory: { financial: 1, pii: 2 },
    byStatus: { open: 2, resolved: 1 },
    byDetector: { 'card-pan': 1, email: 2 },
  });
  expect(await summary('?status=open&severity=medium')).toMatchObject({ detections: 1, pages: 1, isComplete: true });
  for (let n = 0; n < 1_000; n += 1) await storeFinding(site, other);
  expect(await summary()).toMatchObject({ detections: 1_000, pages: 1, isComplete: false });
});

it('the API shows the scan state of visible pages, by result, and those that are out of date', async () => {
  const page = await aPage(site);
  const [hidden, gone, other] = [
    await aPage(site),
    await aPage(site),
    await aPage(site, { spaceId: DEMO_SPACES.OPEN }),
  ];
  await site.host.background.settle();
  await restrict(site, hidden, 'read', [ADMIN.accountId, APP_USER.accountId]);
  await restrict(site, page, 'read', [ADMIN.accountId, ADMIN2.accountId]);
  await purge(site, gone);
  await site.host.background.settle();
  const list = async (query: string, withKey = key) =>
    site.rest('GET', `/v1/detection/coverage?limit=250&${query}`, { key: withKey });
  const idsOf = async (query: string, withKey = key) =>
    (await list(query, withKey)).body.results.map((item: { pageId: string }) => item.pageId) as string[];
  expect((await list('coverage=not-inspected')).body.results).toEqual([
    {
      pageId: page,
      spaceId: DEMO_SPACES.ENG,
      pageVersion: 1,
      isStale: false,
      scan: expect.objectContaining({ state: 'not-inspected', reasons: ['not-visible'] }),
    },
  ]);
  const all = await idsOf('');
  expect(all).toEqual(expect.arrayContaining([page, other]));
  for (const unseen of [hidden, gone]) expect(all).not.toContain(unseen);
  expect(await idsOf(`spaceId=${DEMO_SPACES.OPEN}`)).toEqual([other]);
  const limited = await site.createKey({ detectionScope: 'read', spaceLimit: [DEMO_SPACES.OPEN] });
  expect(await idsOf('', limited.key)).toEqual([other]);
  expect((await list(`spaceId=${DEMO_SPACES.ENG}`, limited.key)).body.code).toBe('SPACE_OUTSIDE_KEY_LIMIT');
  expect(await idsOf('coverage=stale')).toEqual([]);
  await putRow(site, 'config', 'detection', { v: 1, rev: 1, value: { ...DEFAULT_CONFIG, minConfidence: 0.7 } });
  expect((await idsOf('coverage=stale')).toSorted()).toEqual(all.filter((one) => one !== page).toSorted());
  expect((await list('coverage=clean')).status).toBe(400);
});
