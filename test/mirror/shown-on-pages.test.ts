import { DEMO_ACCOUNTS, DEMO_SPACES, GUEST } from '../../local/demo';
import { type ServedSite, serveSite } from '../support/browser';
import { changeLevels, levelNamed } from '../support/levels';
import { MIRROR_PEPPERS, propertyOf } from '../support/mirror';
import { stopScans } from '../support/stored-rows';
import { aBlogPost, aPage, expectOk } from '../support/wiki-pages';

/** Changes of levels and settings by an admin, as people see them on pages and in Confluence's search. */

let nowMs: number;
let site: ServedSite;
let pageId: string;
let levelId: string;
beforeEach(async () => {
  nowMs = Date.parse('2026-11-21T10:00:00.000Z');
  site = await serveSite({ now: () => new Date(nowMs), peppers: () => MIRROR_PEPPERS });
  await stopScans(site);
  const { key } = await site.createKey();
  pageId = await aPage(site);
  ({ levelId } = levelNamed(site, 'Restricted'));
  expect((await site.rest('POST', '/v1/page-level', { key, body: { pageId, levelId } })).status).toBe(201);
  await settle();
});
afterEach(() => site.stop());

/** Runs the background work of a few minutes, without the five-minute trigger. */
async function settle(): Promise<void> {
  for (let minute = 0; minute < 3; minute += 1) {
    nowMs += 60_000;
    await site.host.background.settle();
  }
}

const edit = (changes: object) => changeLevels(site, 'editLevel', { levelId, changes });

/** The byline and the banner that a viewer of the page sees, without any invocation of the app. */
async function shown(
  path = `ENG/pages/${pageId}`,
  as = 'viewer@example.com',
): Promise<{ byline: string | undefined; hasBanner: boolean }> {
  const headers = { cookie: `account=${encodeURIComponent(as)}` };
  const text = await (await fetch(`${site.url}/site/spaces/${path}`, { headers })).text();
  const [, byline] = /data-testid="byline-forge-app-button"[^]*?<span>([^<]*)<\/span>/.exec(text) ?? [];
  return { byline, hasBanner: text.includes('id="page-banner"') };
}

async function found(cql: string): Promise<string[]> {
  const { results } = (await expectOk(
    site.wiki('GET', `/rest/api/search?cql=${encodeURIComponent(`type = page and ${cql}`)}`),
  )) as { results: { content: { id: string } }[] };
  return results.map(({ content }) => content.id);
}

it('a new name, color and banner of a level are on its pages minutes later, and its key still finds them', async () => {
  expect(await shown()).toEqual({ byline: 'Restricted', hasBanner: false });
  const before = await propertyOf(site, pageId);
  await edit({ name: 'Secret', color: 'PURPLE', banner: { text: 'Do not share this page.' } });
  await settle();
  expect(await shown()).toEqual({ byline: 'Secret', hasBanner: true });
  const after = await propertyOf(site, pageId);
  expect(after?.value).not.toMatchObject({ icon: (before?.value as { icon: string }).icon });
  expect(await found('pgcls_level = "restricted"')).toEqual([pageId]);
  await edit({ banner: { text: '' } });
  await settle();
  expect(await shown()).toEqual({ byline: 'Secret', hasBanner: false });
});

it('a new blog post gets the default level of its space, and its byline', async () => {
  const before = await aBlogPost(site);
  await settle();
  expect((await shown(`ENG/blog/${before}`)).byline).toBe('Not classified');
  await changeLevels(site, 'changeSpaceSettings', { spaceId: DEMO_SPACES.ENG, defaultLevel: { levelId } });
  const post = await aBlogPost(site);
  await settle();
  expect((await shown(`ENG/blog/${post}`)).byline).toBe('Restricted');
  expect((await shown(`ENG/blog/${before}`)).byline).toBe('Not classified');
});

it('a new order of levels changes the rank that search finds', async () => {
  expect(await found('pgcls_rank = 3')).toEqual([pageId]);
  const { value } = await site.admin('listLevels', {});
  const ids = (value.levels as { levelId: string }[]).map((level) => level.levelId);
  await changeLevels(site, 'reorderLevels', { levelIds: [levelId, ...ids.filter((id) => id !== levelId)] });
  await settle();
  expect(await found('pgcls_rank = 3')).toEqual([]);
  expect(await found('pgcls_rank = 4')).toEqual([pageId]);
});

it('pages of a space without classification show no level and no banner, are in no result, and return with it', async () => {
  await edit({ banner: { text: 'Do not share this page.' } });
  const settings = { byline: true, banner: true, menus: true, bylineNames: 'site', peopleMayExclude: false };
  const setOff = (offSpaceIds: readonly string[]) =>
    changeLevels(site, 'changeSurfaceSettings', { ...settings, peopleMayRedact: false, offSpaceIds });
  await setOff([DEMO_SPACES.ENG]);
  await settle();
  expect(await shown()).toEqual({ byline: 'Classification', hasBanner: false });
  expect(await found('pgcls_rank >= 0')).toEqual([]);
  await setOff([]);
  await settle();
  expect(await shown()).toEqual({ byline: 'Restricted', hasBanner: true });
  expect(await found('pgcls_rank >= 0')).toEqual([pageId]);
});

it('a page view invokes the app for no viewer, and once if names are in the language of the viewer', async () => {
  await edit({ banner: { text: 'Do not share this page.' } });
  const { key } = await site.createKey();
  const open = await aPage(site, { spaceId: DEMO_SPACES.OPEN });
  expect((await site.rest('POST', '/v1/page-level', { key, body: { pageId: open, levelId } })).status).toBe(201);
  await settle();
  // A guest does not see this space.
  const viewers = [...DEMO_ACCOUNTS.filter((one) => one !== GUEST).map(({ email }) => email), 'anonymous'];
  const invocations = jest.spyOn(site.host.traces, 'keep');
  const expectViews = async (each: number) => {
    for (const as of viewers) {
      invocations.mockClear();
      const view = await shown(`OPEN/pages/${open}`, as);
      expect([as, view, invocations.mock.calls.length]).toEqual([as, { byline: 'Restricted', hasBanner: true }, each]);
    }
  };
  await expectViews(0);
  const settings = { byline: true, banner: true, menus: true, bylineNames: 'viewer', peopleMayExclude: false };
  await changeLevels(site, 'changeSurfaceSettings', { ...settings, peopleMayRedact: false, offSpaceIds: [] });
  await settle();
  await expectViews(1);
});

it('the API and jobs set levels in a space without classification, and pages show them when it returns', async () => {
  await edit({ banner: { text: 'Do not share this page.' } });
  const settings = { byline: true, banner: true, menus: true, bylineNames: 'site', peopleMayExclude: false };
  const setOff = (offSpaceIds: readonly string[]) =>
    changeLevels(site, 'changeSurfaceSettings', { ...settings, peopleMayRedact: false, offSpaceIds });
  await setOff([DEMO_SPACES.ENG]);
  const other = await aPage(site);
  await settle();
  const { key } = await site.createKey();
  const body = { pageId, levelId: levelNamed(site, 'Public').levelId };
  expect((await site.rest('POST', '/v1/page-level', { key, body })).status).toBe(201);
  const headers = { 'Idempotency-Key': 'in-a-space-without-classification' };
  const order = { pages: [{ pageId: other }], levelId };
  expect((await site.rest('POST', '/v1/page-level/jobs', { key, headers, body: order })).status).toBe(202);
  await settle();
  const neutral = { byline: 'Classification', hasBanner: false };
  const views = async () => [await shown(), await shown(`ENG/pages/${other}`)];
  expect(await views()).toEqual([neutral, neutral]);
  await setOff([]);
  await settle();
  expect(await views()).toEqual([
    { byline: 'Public', hasBanner: false },
    { byline: 'Restricted', hasBanner: true },
  ]);
});

it('only byline and banner follow a change late if Confluence reads old copies of properties, for at most a minute', async () => {
  await edit({ banner: { text: 'Ask before you share this page.' } });
  await settle();
  site.host.assumptions.add('stale-conditions');
  const { key } = await site.createKey();
  expect(await shown()).toEqual({ byline: 'Restricted', hasBanner: true });
  const next = levelNamed(site, 'Internal');
  const body = { pageId, levelId: next.levelId };
  expect((await site.rest('POST', '/v1/page-level', { key, body })).status).toBe(201);
  nowMs += 5_000;
  await site.host.background.settle();
  // Old parts of a page show no old text: the frame of the banner closes, and the others have the current level.
  expect(await shown()).toEqual({ byline: 'Restricted', hasBanner: true });
  const at = { pageId, as: 'viewer@example.com' };
  expect((await site.surface('level-banner', 'openBanner', {}, at)).value).toEqual({ state: 'none' });
  expect((await site.surface('level-byline', 'openPopup', {}, at)).value).toMatchObject({
    level: { name: 'Internal' },
  });
  expect((await site.surface('level-macro', 'openLevel', {}, at)).value).toMatchObject({ level: { name: 'Internal' } });
  expect(await found('pgcls_level = "internal"')).toContain(pageId);
  const read = await site.rest('GET', `/v1/page-level/by-page/${pageId}`, { key });
  expect(read.body.levelId).toBe(next.levelId);
  nowMs += 55_000;
  expect(await shown()).toEqual({ byline: 'Internal', hasBanner: false });
});
