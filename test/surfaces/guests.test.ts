import { ADMIN, ADMIN2, DEMO_GROUPS, DEMO_PAGES, GUEST } from '../../local/demo';
import { levelNamed } from '../support/levels';
import { openSite, type Site } from '../support/site';
import { rowsOf } from '../support/stored-rows';
import { ADMIN_AND_APP, aPage, expectOk, restrict, storeLevel } from '../support/wiki-pages';
import { call, done, settleSurfaces } from './surface-site';

/**
 * Guests are logged in, and may edit in a space that is not public. The platform counts them as people without a license,
 * and never lets the app act for them.
 */

let site: Site;
let pageId: string;
const as = GUEST.email;
beforeAll(async () => {
  site = openSite();
  const { levelId } = levelNamed(site, 'Restricted');
  await settleSurfaces(site, { bylineNames: 'viewer' });
  pageId = await aPage(site, { by: as, text: 'card number 4539 1488 0343 6467' });
  await site.host.background.settle();
  await storeLevel(site, pageId, levelId);
});
afterAll(() => site.close());

it('a guest sees the level of a page in a private space, in the byline, the popup and the banner', async () => {
  const level = { name: 'Restricted' };
  expect(await done(site, 'openPopup', {}, { pageId, as })).toMatchObject({ state: 'reader', level });
  expect(await site.byline('level-byline-by-language', { pageId, as })).toMatchObject({ title: 'Restricted' });
  expect(await call(site, 'openBanner', {}, { pageId, as })).toMatchObject({ ok: true });
});

it('a guest sees nothing of a page that Confluence hides, whatever the frame claims', async () => {
  const hidden = await aPage(site);
  await restrict(site, hidden, 'read', ADMIN_AND_APP);
  for (const id of [hidden, DEMO_PAGES.payroll, '9007199254740991']) {
    const forged = { content: { id, type: 'page', subtype: null } };
    for (const operation of ['openPopup', 'openBanner'] as const)
      expect(await done(site, operation, {}, { pageId, as, forged })).toEqual({ state: 'hidden' });
  }
});

it('a guest, who can edit the page, changes no level with the app, and learns why', async () => {
  const { levelId } = levelNamed(site, 'Public');
  const denied = { error: { code: 'NOT_ALLOWED', message: expect.stringContaining('Guests can see levels only') } };
  expect(await call(site, 'setLevel', { level: { levelId }, revision: 1 }, { pageId, as })).toMatchObject(denied);
  const { errors } = await site.action('set-level', { pageId, level: 'Public' }, { as });
  expect(errors).toEqual([{ message: expect.stringContaining('not as a guest') }]);
  expect(await done(site, 'openPopup', {}, { pageId, as })).toMatchObject({ level: { name: 'Restricted' } });
});

it('the app scans what a guest writes', () => {
  expect(rowsOf(site, 'detection', pageId)).not.toEqual([]);
});

it('a guest creates no key, and the key of an admin who becomes a guest does nothing', async () => {
  const key = { name: 'Guest', expiresOn: '2027-01-01', classificationScope: 'manage' };
  expect(await site.admin('createKey', key, as)).toMatchObject({ ok: false, error: { code: 'NOT_SITE_ADMIN' } });
  const created = await site.createKey();
  const body = { pageId: await aPage(site), levelId: levelNamed(site, 'Internal').levelId };
  const setLevel = () => site.rest('POST', '/v1/page-level', { key: created.key, body });
  const group = `/rest/api/group/userByGroupId?groupId=${DEMO_GROUPS['confluence-guests'].id}`;
  await expectOk(site.wiki('POST', group, { accountId: ADMIN.accountId }));
  expect(await setLevel()).toMatchObject({ status: 401, body: { code: 'API_KEY_OWNER_INACTIVE' } });
  await expectOk(
    site.wiki('DELETE', `${group}&accountId=${encodeURIComponent(ADMIN.accountId)}`, undefined, ADMIN2.email),
  );
  expect((await setLevel()).status).toBe(201);
});
