import { DEMO_PAGES, DEMO_SPACES, EDITOR, VIEWER } from '../../local/demo';
import type { OwnQuotas } from '../../src/quota/site-quotas';
import { levelNamed } from '../support/levels';
import { openSite, type RestAnswer, type Site, type SurfaceRequest } from '../support/site';
import { putRow, rowOf, rowsOf, stopScans } from '../support/stored-rows';
import { aPage, expectOk, newTitle, storeLevel } from '../support/wiki-pages';

/**
 * The quotas that a site admin set, at each door. A door with a small quota has the same results and the same calls to Confluence, whether
 * the vendor or the site has set it. every-door.test.ts has all operations.
 */

const NOW = Date.parse('2026-11-21T09:30:00.000Z');
const pageId = DEMO_PAGES.runbooks;

let limits = 'off';
const logged: string[] = [];
/** The calls to storage that name a row of the counters of the site, or of its quotas. */
let stored: string[] = [];
const opened: Site[] = [];
afterEach(() => opened.splice(0).forEach((site) => site.close()));

/** @param detectors true: new pages are scanned */
async function open(detectors = false): Promise<Site> {
  limits = 'off';
  logged.length = 0;
  const log = (event: string) => void logged.push(event);
  const site = openSite({
    ...{ log, queryLagMs: 0, now: () => new Date(NOW), rateLimits: () => limits },
    intercept: ({ path, body = '' }, proceed) => {
      if (/"(site:\d+|quotas)"/.test(body)) stored.push(`${path} ${body}`);
      return proceed();
    },
  });
  opened.push(site);
  if (!detectors) await stopScans(site);
  return site;
}

const store = (site: Site, value: object, rev = 1) => putRow(site, 'config', 'quotas', { v: 1, rev, value });

/** Repeats a call until a quota refuses it, but fewer times than use up the storage of a minute. @returns the number of calls before */
async function timesUntilRefused(isDone: () => Promise<boolean>, most = 60): Promise<number> {
  for (let times = 0; times < most; times += 1) if (!(await isDone())) return times;
  return most;
}

const shownIn = ({ status, headers, body }: RestAnswer) => [
  status,
  headers['RateLimit-Policy'],
  headers['RateLimit-Reason'],
  (body as { readonly detail?: string }).detail,
];

/** The result of an operation of a frame, and its calls to Confluence. No call reads counters without a charge. */
async function shownBy(site: Site, module: string, operation: string, payload: object, at: SurfaceRequest) {
  stored = [];
  const { result, calls } = await site.surfaceCalls(module, operation, payload, { as: EDITOR.email, ...at });
  const called = (path: string) => stored.filter((one) => one.startsWith(path)).length;
  expect(called('/api/v1/batch/get')).toBeGreaterThan(0);
  expect(called('/api/v1/batch/get')).toBeLessThanOrEqual(called('/api/v1/transaction'));
  return { ok: result.ok, paths: calls.filter(({ target }) => target === 'confluence').map(({ path }) => path) };
}

type Door = readonly [
  name: string,
  quotas: OwnQuotas,
  use: (site: Site, setLimits: () => Promise<void>) => Promise<unknown>,
];

const withKey = async (site: Site, setLimits: () => Promise<void>, send: (key: string) => Promise<RestAnswer>) => {
  const { key } = await site.createKey();
  await setLimits();
  const answers: RestAnswer[] = [];
  const times = await timesUntilRefused(async () => (answers.push(await send(key)), answers.at(-1)?.status === 200));
  return [times, ...answers.map(shownIn)];
};

const everyChange = (site: Site) => {
  let count = 0;
  return () => levelNamed(site, (count += 1) % 2 === 0 ? 'Internal' : 'Restricted').levelId;
};

const DOORS: readonly Door[] = [
  [
    'requests of a key',
    { key: 3 },
    (site, setLimits) => withKey(site, setLimits, (key) => site.rest('GET', '/v1/level', { key })),
  ],
  [
    'requests of all keys',
    { site: 3 },
    (site, setLimits) => withKey(site, setLimits, (key) => site.rest('GET', '/v1/level', { key })),
  ],
  [
    'changes of a key',
    { 'key-write': 2 },
    (site, setLimits) => {
      const levelId = everyChange(site);
      return withKey(site, setLimits, (key) =>
        site.rest('POST', '/v1/page-level', { key, body: { pageId, levelId: levelId() } }),
      );
    },
  ],
  [
    'points of a list',
    { host: 150 },
    async (site, setLimits) => {
      const { key } = await site.createKey();
      const { levelId } = levelNamed(site, 'Internal');
      for (let count = 0; count < 45; count += 1) await storeLevel(site, await aPage(site, {}), levelId);
      await setLimits();
      const answer = await site.rest('GET', `/v1/page-level?levelId=${levelId}&limit=250`, { key });
      return [answer.body.results.length, ...shownIn(answer)];
    },
  ],
  [
    'changes of a person in a frame',
    { 'key-write': 2 },
    async (site, setLimits) => {
      const levelId = everyChange(site);
      await setLimits();
      return timesUntilRefused(async () => {
        const { value } = await site.surface('level-byline', 'openPopup', {}, { pageId, as: EDITOR.email });
        const change = { level: { levelId: levelId() }, revision: value.revision };
        return (await site.surface('level-byline', 'setLevel', change, { pageId, as: EDITOR.email })).ok;
      }, 12);
    },
  ],
  [
    'actions',
    { key: 3 },
    async (site, setLimits) => {
      await setLimits();
      return timesUntilRefused(async () => !('errors' in (await site.action('get-level', { pageId }))));
    },
  ],
  [
    'popups',
    { host: 100 },
    async (site, setLimits) => {
      await setLimits();
      const first = await shownBy(site, 'level-byline', 'openPopup', {}, { pageId });
      const again = () => site.surface('level-byline', 'openPopup', {}, { pageId, as: EDITOR.email });
      return [first, await timesUntilRefused(async () => (await again()).ok)];
    },
  ],
  [
    'viewers without a login',
    { host: 100 },
    async (site, setLimits) => {
      await setLimits();
      const view = () => site.surface('level-macro', 'openLevel', {}, { pageId, as: 'anonymous' });
      return timesUntilRefused(async () => (await view()).ok);
    },
  ],
  [
    'reports',
    { host: 600 },
    async (site, setLimits) => {
      await setLimits();
      const config = { source: 'space', spaceKey: 'ENG' };
      return shownBy(site, 'report-macro', 'openReport', {}, { pageId, as: VIEWER.email, config });
    },
  ],
  [
    'the search by level',
    { host: 400 },
    async (site, setLimits) => {
      await setLimits();
      return shownBy(site, 'home', 'findByLevel', { levelId: 'unclassified' }, {});
    },
  ],
  [
    'pages that wait for a person',
    { host: 400 },
    async (site, setLimits) => {
      await setLimits();
      return shownBy(site, 'home', 'listMyPages', {}, {});
    },
  ],
  [
    'the page of a space',
    { host: 400 },
    async (site, setLimits) => {
      await setLimits();
      return shownBy(site, 'space-classification', 'openSpace', {}, { spaceKey: 'ENG' });
    },
  ],
  [
    'the admin area',
    { host: 100 },
    async (site, setLimits) => {
      await setLimits();
      return timesUntilRefused(async () => (await site.admin('listKeys', {})).ok);
    },
  ],
  [
    'jobs and their estimate',
    { host: 240, 'key-write': 30 },
    async (site, setLimits) => {
      const { key } = await site.createKey();
      const { levelId } = levelNamed(site, 'Internal');
      const pages: { pageId: string }[] = [];
      for (let count = 0; count < 40; count += 1) pages.push({ pageId: await aPage(site, {}) });
      await setLimits();
      const headers = { 'Idempotency-Key': 'one' };
      const { body } = await site.rest('POST', '/v1/page-level/jobs', { key, headers, body: { levelId, pages } });
      await site.host.background.settle();
      limits = 'off';
      const { done, waiting } = (await site.rest('GET', `/v1/job/${body.jobId}`, { key })).body;
      expect(done).toBeGreaterThan(0);
      return [body.estimatedSeconds, done, waiting];
    },
  ],
  [
    'scans and their estimate',
    { host: 3_000 },
    async (site, setLimits) => {
      const { key } = await site.createKey({ detectionScope: 'manage' });
      await setLimits();
      const body = { spaceId: DEMO_SPACES.ENG };
      const headers = { 'Idempotency-Key': 'one' };
      const { body: scan } = await site.rest('POST', '/v1/detection/scan', { key, headers, body });
      await site.host.background.settle();
      limits = 'off';
      const { pages, waiting } = (await site.rest('GET', `/v1/detection/scan/${scan.scanId}`, { key })).body;
      expect(pages).toBeGreaterThan(0);
      const { data } = rowOf(site, 'job', `scan:${scan.scanId}`) as { data: { points: unknown } };
      return [pages, waiting, data.points];
    },
  ],
  [
    'events of pages',
    { host: 60 },
    async (site, setLimits) => {
      await setLimits();
      for (let count = 0; count < 10; count += 1) {
        const body = { representation: 'storage', value: '<p>Card 4539 1488 0343 6467.</p>' };
        const page = { spaceId: DEMO_SPACES.OPEN, status: 'current', title: newTitle(), body };
        await expectOk(site.wiki('POST', '/api/v2/pages', page));
      }
      await site.host.background.settle();
      return rowsOf(site, 'page-scan').length;
    },
  ],
];

describe.each(DOORS)('the quotas of the site limit %s', (name, quotas, use) => {
  /** The results of the door with these quotas of the vendor, and these of the site. */
  const used = async (vendor: object, own: OwnQuotas) => {
    const site = await open(name === 'events of pages');
    await store(site, own);
    stored = [];
    const shown = await use(site, () => Promise.resolve(void (limits = JSON.stringify(vendor))));
    const withQuotas = stored.filter((call) => call.includes('"quotas"'));
    expect(withQuotas.length).toBeGreaterThan(0);
    // They are never read by a call of their own.
    for (const call of withQuotas) expect(call).toContain('"site:0"');
    return shown;
  };
  const larger = Object.fromEntries(Object.entries(quotas).map(([quota, value]) => [quota, Number(value) * 4]));

  it('as those of the vendor do, without a further call, and the smaller one of both applies', async () => {
    const ofVendor = await used(quotas, {});
    expect(await used({}, quotas)).toEqual(ofVendor);
    expect(await used(quotas, larger)).toEqual(ofVendor);
    expect(await used({}, {})).not.toEqual(ofVendor);
  });
});

it('quotas that cannot be read leave those of the vendor, and the log says so', async () => {
  for (const value of [{ key: 'many' }, { key: 0 }, { key: 3, other: 1 }]) {
    const site = await open();
    await store(site, value);
    const { key } = await site.createKey();
    limits = '{"key": 5}';
    const { status, headers } = await site.rest('GET', '/v1/level', { key });
    expect([status, headers['RateLimit-Policy']?.[0]]).toEqual([200, expect.stringContaining('"key";q=5;')]);
    expect(logged).toContain('quotas.unreadable');
  }
});

it('the vendor and the site can change a quota at any time, and the next request uses the smaller value', async () => {
  const site = await open();
  const { key } = await site.createKey();
  const quotaOf = async (vendor: number, own: number | undefined, rev: number) => {
    limits = JSON.stringify({ key: vendor });
    await store(site, own === undefined ? {} : { key: own }, rev);
    const { headers } = await site.rest('GET', '/v1/level', { key });
    return Number(/"key";q=(\d+);/.exec(headers['RateLimit-Policy']?.[0] ?? '')?.[1]);
  };
  expect(await quotaOf(100, 50, 1)).toBe(50);
  expect(await quotaOf(20, 50, 2)).toBe(20);
  expect(await quotaOf(80, 50, 3)).toBe(50);
  expect(await quotaOf(80, undefined, 4)).toBe(80);
});

it('while the vendor counts nothing, the quotas of the site do not apply', async () => {
  const site = await open();
  await store(site, { key: 1 });
  const { key } = await site.createKey();
  for (let count = 0; count < 3; count += 1) expect((await site.rest('GET', '/v1/level', { key })).status).toBe(200);
});

it('one site never uses the quotas of another one in the same process', async () => {
  const [small, other] = [await open(), await open()];
  await store(small, { key: 1 });
  const keys = [await small.createKey(), await other.createKey()] as const;
  limits = '{}';
  const both = async () => {
    const answers = [
      await small.rest('GET', '/v1/level', { key: keys[0].key }),
      await other.rest('GET', '/v1/level', { key: keys[1].key }),
    ];
    return answers.map(({ status }) => status);
  };
  expect([await both(), await both()]).toEqual([
    [200, 200],
    [429, 200],
  ]);
});
