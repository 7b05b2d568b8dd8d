import { ADMIN, ADMIN2, APP_USER, DEMO_PAGES } from '../../local/demo';
import { levelNamed, type LevelName } from '../support/levels';
import { storedButKeyUse } from '../support/key-use';
import { openSite, type RestAnswer, type Site } from '../support/site';
import { rowOf } from '../support/stored-rows';
import { aPage, restrict, storeLevel, takeSpacePermission } from '../support/wiki-pages';

/** A key never has more permissions than its creator has at that moment, with and without impersonation. */

const CREATOR = ADMIN2;
const NOT_FOUND = { status: 404, code: 'PAGE_NOT_FOUND' };
const INACTIVE = { status: 401, code: 'API_KEY_OWNER_INACTIVE' };

describe.each([true, false])('with impersonation %s, the keys of a creator', (impersonation) => {
  let site: Site;
  let key: string;
  let keyId: string;
  let pageId: string;
  beforeEach(async () => {
    site = openSite({ impersonation });
    ({ key, keyId } = await site.createKey({ as: CREATOR.email }));
    pageId = await aPage(site);
    await storeLevel(site, pageId, levelNamed(site, 'Public').levelId);
    expect(await codes()).toEqual([200, 201, 200, 200]);
  });
  afterEach(() => site.close());

  /** All four routes, which list levels, set, read, and list options. */
  const askAll = async (): Promise<readonly RestAnswer[]> => [
    await site.rest('GET', '/v1/level', { key }),
    await site.rest('POST', '/v1/page-level', { key, body: { pageId, levelId: levelNamed(site, 'Internal').levelId } }),
    await site.rest('GET', `/v1/page-level/by-page/${pageId}`, { key }),
    await site.rest('GET', `/v1/page-level/by-page/${pageId}/levels`, { key }),
  ];
  const codes = async () => (await askAll()).map(({ status, body }) => body.code ?? status);

  it('who is deactivated are refused on every route, and nothing is written', async () => {
    await site.setUser(CREATOR.email, { active: false });
    const before = storedButKeyUse(site);
    for (const response of await askAll()) {
      expect({ status: response.status, code: response.body.code }).toEqual(INACTIVE);
      expect(response.header('www-authenticate')).toBe('Key realm="page-classification"');
    }
    expect(storedButKeyUse(site)).toEqual(before);
  });

  it('who loses access to Confluence are refused on every route', async () => {
    await site.setUser(CREATOR.email, { mayUseConfluence: false });
    expect((await askAll()).map(({ status, body }) => ({ status, code: body.code }))).toEqual(Array(4).fill(INACTIVE));
  });

  it.each([{ active: false }, { mayUseConfluence: false }, { siteAdmin: false }])(
    'who regains access work again: %j',
    async (change) => {
      await site.setUser(CREATOR.email, change);
      await askAll();
      await site.setUser(CREATOR.email, { active: true, mayUseConfluence: true, siteAdmin: true });
      expect(await codes()).toEqual([200, 201, 200, 200]);
    },
  );

  it('who is no longer a site admin keep the remaining page permissions, and no new ones can be created', async () => {
    await site.setUser(CREATOR.email, { siteAdmin: false });
    expect(await codes()).toEqual([200, 201, 200, 200]);
    await expect(site.createKey({ as: CREATOR.email })).rejects.toThrow('NOT_SITE_ADMIN');
    const refused = { ok: false, error: { code: 'NOT_SITE_ADMIN' } };
    expect(await site.admin('listKeys', {}, CREATOR.email)).toMatchObject(refused);
    expect(await site.admin('revokeKey', { keyId }, CREATOR.email)).toMatchObject(refused);
    expect(rowOf(site, 'api-key', keyId)).not.toHaveProperty('revokedAt');
  });

  it('who may no longer edit in the space can only read', async () => {
    await takeSpacePermission(site, 'ENG', CREATOR.accountId, 'create page');
    await expectReadOnly();
  });

  it('who may no longer edit the page can only read', async () => {
    await restrict(site, pageId, 'update', [ADMIN.accountId]);
    await expectReadOnly();
  });

  const expectReadOnly = async () => {
    const before = storedButKeyUse(site);
    expect(await codes()).toEqual([200, 'PAGE_NOT_EDITABLE', 200, 200]);
    const options = (await askAll())[3]?.body;
    expect(options).toMatchObject({ canSetLevel: false, reasons: ['PAGE_NOT_EDITABLE'] });
    expect(options.levels).toHaveLength(4);
    for (const level of options.levels) expect(level).toMatchObject({ allowed: false, reasons: ['PAGE_NOT_EDITABLE'] });
    expect(storedButKeyUse(site)).toEqual(before);
  };

  it('who may no longer edit cannot set the current level either', async () => {
    await takeSpacePermission(site, 'ENG', CREATOR.accountId, 'create page');
    expect(rowOf(site, 'page-level', pageId)).toMatchObject({ levelId: levelNamed(site, 'Internal').levelId });
    expect((await askAll())[1]).toMatchObject({ status: 403, body: { code: 'PAGE_NOT_EDITABLE' } });
  });

  it('who may no longer view the page do not find it', async () => {
    await restrict(site, pageId, 'read', [ADMIN.accountId, APP_USER.accountId]);
    await expectNoPage();
  });

  it('who is removed from the space do not find its pages, but others', async () => {
    await takeSpacePermission(site, 'ENG', CREATOR.accountId);
    await expectNoPage();
    await storeLevel(site, DEMO_PAGES.welcome, levelNamed(site, 'Public').levelId);
    expect((await site.rest('GET', `/v1/page-level/by-page/${DEMO_PAGES.welcome}`, { key })).status).toBe(200);
  });

  const expectNoPage = async () => {
    const before = storedButKeyUse(site);
    const [levels, ...ofPage] = await askAll();
    expect(levels?.status).toBe(200);
    expect(ofPage.map(({ status, body }) => ({ status, code: body.code }))).toEqual(Array(3).fill(NOT_FOUND));
    expect(storedButKeyUse(site)).toEqual(before);
  };

  it('have the permissions of the creator, not of the person who edits them', async () => {
    await takeSpacePermission(site, 'ENG', CREATOR.accountId);
    const edited = await site.admin('editKey', { keyId, rev: 1, changes: { name: 'Renamed' } }, ADMIN.email);
    expect(edited).toMatchObject({ ok: true, value: { name: 'Renamed' } });
    await expectNoPage();
  });
});

describe('a key with a page access limit', () => {
  let site: Site;
  beforeAll(() => {
    site = openSite();
  });
  afterAll(() => site.close());

  const id = (name: LevelName) => levelNamed(site, name).levelId;
  const aKey = (...levelLimit: readonly string[]) => site.createKey({ levelLimit });
  const set = (key: string, pageId: string, levelId: string) =>
    site.rest('POST', '/v1/page-level', { key, body: { pageId, levelId } });
  const read = (key: string, pageId: string) => site.rest('GET', `/v1/page-level/by-page/${pageId}`, { key });
  const options = (key: string, pageId: string) => site.rest('GET', `/v1/page-level/by-page/${pageId}/levels`, { key });
  const classifiedAs = async (name: LevelName) => {
    const pageId = await aPage(site);
    await storeLevel(site, pageId, id(name));
    return pageId;
  };

  it('of unclassified sees pages without a level, can set none and gets no levels', async () => {
    const { key } = await aKey('unclassified');
    const pageId = await aPage(site);
    expect(await read(key, pageId)).toMatchObject({ status: 404, body: { code: 'PAGE_NOT_CLASSIFIED' } });
    expect(await set(key, pageId, id('Public'))).toMatchObject({
      status: 403,
      body: { code: 'LEVEL_OUTSIDE_KEY_LIMIT' },
    });
    expect((await options(key, pageId)).body).toEqual({
      canSetLevel: false,
      reasons: ['LEVEL_OUTSIDE_KEY_LIMIT'],
      currentLevelId: null,
      levels: [],
    });
    expect(await read(key, await classifiedAs('Public'))).toMatchObject({ body: { code: 'PAGE_NOT_FOUND' } });
  });

  it('of unclassified and one level classifies a page once, then sees it, and cannot change it', async () => {
    const { key } = await aKey('unclassified', id('Internal'));
    const pageId = await aPage(site);
    expect((await options(key, pageId)).body).toMatchObject({
      canSetLevel: true,
      levels: [{ levelId: id('Internal'), allowed: true }],
    });
    expect(await set(key, pageId, id('Internal'))).toMatchObject({ status: 201, body: { changed: true } });
    expect(await set(key, pageId, id('Internal'))).toMatchObject({ status: 201, body: { changed: false } });
    expect(await set(key, pageId, id('Public'))).toMatchObject({
      status: 403,
      body: { code: 'LEVEL_OUTSIDE_KEY_LIMIT' },
    });
    expect(await read(key, pageId)).toMatchObject({ status: 200, body: { levelId: id('Internal') } });
  });

  it('of unclassified and one level does not find a page that others classified with another level', async () => {
    const { key } = await aKey('unclassified', id('Internal'));
    const pageId = await classifiedAs('Restricted');
    for (const levelId of [id('Internal'), id('Restricted'), id('Public')]) {
      expect(await set(key, pageId, levelId)).toMatchObject({ status: 404, body: { code: 'PAGE_NOT_FOUND' } });
    }
  });

  it('gets a 404, not a 403, for a page outside the limit, on every route', async () => {
    const { key } = await aKey(id('Internal'), id('Public'));
    const pageId = await classifiedAs('Highly Restricted');
    const before = storedButKeyUse(site);
    const responses = [
      await set(key, pageId, id('Internal')),
      await set(key, pageId, id('Highly Restricted')),
      await set(key, pageId, '00000000-0000-4000-8000-00000000dead'),
      await read(key, pageId),
      await options(key, pageId),
    ];
    for (const response of responses) expect(response).toMatchObject({ status: 404, body: { code: 'PAGE_NOT_FOUND' } });
    expect(storedButKeyUse(site)).toEqual(before);
  });

  it('gets a specific 403 for a target outside the limit, on a page within it', async () => {
    const { key } = await aKey(id('Internal'), id('Public'));
    const pageId = await classifiedAs('Internal');
    const before = storedButKeyUse(site);
    const response = await set(key, pageId, id('Restricted'));
    expect(response).toMatchObject({ status: 403, body: { code: 'LEVEL_OUTSIDE_KEY_LIMIT' } });
    expect(storedButKeyUse(site)).toEqual(before);
    expect(await set(key, pageId, id('Public'))).toMatchObject({ status: 201 });
  });

  it('without unclassified gets a 404 for a page without a level', async () => {
    const { key } = await aKey(id('Internal'));
    const pageId = await aPage(site);
    for (const response of [
      await read(key, pageId),
      await set(key, pageId, id('Internal')),
      await options(key, pageId),
    ]) {
      expect(response).toMatchObject({ status: 404, body: { code: 'PAGE_NOT_FOUND' } });
    }
  });

  it('gets the levels of its limit and no others', async () => {
    const { key } = await aKey('unclassified', id('Public'), id('Restricted'));
    const { body } = await options(key, await aPage(site));
    expect(body.levels.map(({ levelId }: { levelId: string }) => levelId)).toEqual([id('Restricted'), id('Public')]);
    expect(JSON.stringify(body)).not.toContain(id('Internal'));
  });
});
