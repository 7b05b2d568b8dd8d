import { DEMO_PAGES, DEMO_SPACES, EDITOR, UNLICENSED, VIEWER } from '../../local/demo';
import type { PlatformCall } from '../../local/forge/platform-calls';
import { levelNamed, settle } from '../support/levels';
import { openSite, type Site } from '../support/site';
import { ADMIN_AND_APP, aPage, restrict } from '../support/wiki-pages';
import { call, done, settleSurfaces } from './surface-site';

/** People without a license or a login see the level of the page that they are on, and nothing else. */

let site: Site;
let publicPage: string;
beforeEach(async () => {
  site = openSite();
  publicPage = await aPage(site, { spaceId: DEMO_SPACES.OPEN });
  await classify(publicPage);
});
afterEach(() => site.close());

const READERS = ['anonymous', UNLICENSED.email];

async function classify(pageId: string): Promise<void> {
  const { key } = await site.createKey();
  const { levelId } = levelNamed(site, 'Restricted');
  await site.rest('POST', '/v1/page-level', { key, body: { pageId, levelId } });
}

it.each(READERS)('the app shows the level of a public page to %s, and nothing else', async (as) => {
  const { color, description, guideline, levelId } = levelNamed(site, 'Restricted');
  expect(await done(site, 'openPopup', {}, { pageId: publicPage, as })).toEqual({
    state: 'reader',
    level: { levelId, name: 'Restricted', color, description, guideline },
  });
});

it.each(READERS)('the app shows %s nothing about a page that is not public, whatever the context names', async (as) => {
  const secret = await aPage(site, { spaceId: DEMO_SPACES.OPEN });
  await classify(secret);
  await restrict(site, secret, 'read', ADMIN_AND_APP);
  for (const id of [secret, DEMO_PAGES.runbooks, DEMO_PAGES.engRestricted, DEMO_PAGES.engDraft, '9007199254740991']) {
    const forged = { content: { id, type: 'page', subtype: null } };
    expect(await done(site, 'openPopup', {}, { pageId: publicPage, as, forged })).toEqual({ state: 'hidden' });
  }
});

it('the app treats people as readers if the platform does not let the app act for them', async () => {
  site.close();
  site = openSite({ intercept: (call, proceed) => (isOfPerson(call) ? refusedByPlatform() : proceed()) });
  publicPage = await aPage(site, { spaceId: DEMO_SPACES.OPEN });
  await classify(publicPage);
  const view = await done(site, 'openPopup', {}, { pageId: publicPage });
  expect(view).toMatchObject({ state: 'reader', level: { name: 'Restricted' } });
  const level = { levelId: levelNamed(site, 'Public').levelId };
  expect(await call(site, 'setLevel', { level, revision: 1 }, { pageId: publicPage })).toMatchObject({
    error: { code: 'NOT_ALLOWED' },
  });
  const hidden = await aPage(site, { spaceId: DEMO_SPACES.HR });
  expect(await done(site, 'openPopup', {}, { pageId: hidden, as: VIEWER.email })).toEqual({ state: 'hidden' });
});

const isOfPerson = ({ path }: PlatformCall) => path.includes('include-properties');

/** An error of the platform's proxy. */
function refusedByPlatform(): Promise<Response> {
  const code = 'AUTH_TYPE_UNAVAILABLE';
  return Promise.resolve(Response.json({ message: code }, { status: 403, headers: { 'forge-proxy-error': code } }));
}

it('the app shows readers that classification is off, and the banner of the level', async () => {
  expect(await done(site, 'openBanner', {}, { pageId: publicPage, as: 'anonymous' })).toEqual({ state: 'none' });
  const { key } = await site.createKey();
  const restricted = levelNamed(site, 'Restricted');
  await site.rest('PATCH', `/v1/level/${restricted.levelId}`, {
    key,
    body: { banner: { text: 'Do not share.', contact: 'security@example.com' } },
  });
  const banner = { state: 'banner', text: 'Do not share.', contact: 'security@example.com' };
  for (const as of [...READERS, EDITOR.email])
    expect(await done(site, 'openBanner', {}, { pageId: publicPage, as })).toMatchObject({
      ...banner,
      level: { name: 'Restricted', color: restricted.color },
    });
  await settleSurfaces(site, { banner: false });
  expect(await done(site, 'openBanner', {}, { pageId: publicPage, as: 'anonymous' })).toEqual({ state: 'none' });
  await settle(site, {});
  await settleSurfaces(site, { offSpaceIds: [DEMO_SPACES.OPEN] });
  for (const operation of ['openPopup', 'openBanner'] as const)
    expect(await done(site, operation, {}, { pageId: publicPage, as: 'anonymous' })).toEqual({ state: 'off' });
});
