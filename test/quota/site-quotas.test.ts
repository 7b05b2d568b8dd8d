import { DEMO_PAGES, DEMO_SPACES, EDITOR, VIEWER } from '../../local/demo';
import type { OwnQuotas } from '../../src/quota/site-quotas';
import { levelNamed } from '../support/levels';
import { openSite, type RestAnswer, type Site, type SurfaceRequest } from '../support/site';
import { putRow, rowsOf, stopScans } from '../support/stored-rows';
import { aPage, expectOk, newTitle } from '../support/wiki-pages';

/**
 * The quotas that a site admin set, at each door. What a door does with a small quota is the same whether the vendor or the site has set
 * it: the same results and the same calls to the platform. every-door.test.ts has all operations.
 */

const NOW = Date.parse('2026-11-21T09:30:00.000Z');
const pageId = DEMO_PAGES.runbooks;

let limits = 'off';
const logged: string[] = [];
const opened: Site[] = [];
afterEach(() => opened.splice(0).forEach((site) => site.close()));

/** @param detectors true: new pages are scanned */
async function open(detectors = false): Promise<Site> {
  limits = 'off';
  logged.length = 0;
  const log = (event: string) => void logged.push(event);
  const site = openSite({ log, queryLagMs: 0, now: () => new Date(NOW), rateLimits: () => limits });
  opened.push(site);
  if (!detectors) await stopScans(site);
  return site;
}

const store = (site: Site, value: OwnQuotas | string, rev = 1) =>
  putRow(site, 'config', 'quotas', { v: 1, rev, value });

/** Repeats a call until a quota refuses it. @returns the number of calls before, at most 60 */
async function timesUntilRefused(isDone: () => Promise<boolean>): Promise<number> {
  for (let times = 0; times < 60; times += 1) if (!(await isDone())) return times;
  return 60;
}

const shownIn = ({ status, headers, body }: RestAnswer) => [
  status,
  headers['RateLimit-Policy'],
  headers['RateLimit-Reason'],
  (body as { readonly detail?: string }).detail,
];

/** The result and the calls of an operation of a frame. Reads of single rows follow random parts of counters. */
async function shownBy(site: Site, module: string, operation: string, payload: object, at: SurfaceRequest) {
  const { result, calls } = await site.surfaceCalls(module, operation, payload, { as: EDITOR.email, ...at });
  const compared = calls.filter(({ path }) => path !== '/api/v1/entity/get');
  return { ok: result.ok, calls: compared.map(({ stage, target, path }) => `${stage} ${target} ${path}`) };
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
    { host: 400 },
    (site, setLimits) => withKey(site, setLimits, (key) => site.rest('GET', '/v1/page-level?limit=250', { key })),
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
      });
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
      const { done, waiting } = (await site.rest('GET', `/v1/job/${body.id}`, { key })).body;
      expect(done).toBeGreaterThan(0);
      return [body.estimatedSeconds, done, waiting];
    },
  ],
  [
    'scans and their estimate',
    { host: 600 },
    async (site, setLimits) => {
      const { key } = await site.createKey({ detectionScope: 'manage' });
      await setLimits();
      const body = { spaceId: DEMO_SPACES.ENG };
      const { body: scan } = await site.rest('POST', '/v1/detection/scan', { key, body });
      await site.host.background.settle();
      limits = 'off';
      const { counts, estimate, waiting } = (await site.rest('GET', `/v1/detection/scan/${scan.id}`, { key })).body;
      expect(counts).toBeDefined();
      return [counts, estimate, waiting];
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
  /** What the door does with these quotas of the vendor, and these of the site. */
  const used = async (vendor: object, own: OwnQuotas) => {
    const site = await open(name === 'events of pages');
    await store(site, own);
    return use(site, () => Promise.resolve(void (limits = JSON.stringify(vendor))));
  };
  const larger = Object.fromEntries(
    Object.entries(quotas).map(([quota, value]: [string, number]) => [quota, value * 4]),
  );

  it('as those of the vendor do, with the same calls, and the smaller one of both applies', async () => {
    const ofVendor = await used(quotas, {});
    expect(await used({}, quotas)).toEqual(ofVendor);
    expect(await used(quotas, larger)).toEqual(ofVendor);
    expect(await used({}, {})).not.toEqual(ofVendor);
  });
});
