import { ADMIN, ADMIN2, APP_USER, DEMO_PAGES, DEMO_SPACES, EDITOR } from '../../local/demo';
import { levelNamed } from '../support/levels';
import { storedButKeyUse } from '../support/key-use';
import { openSite, type RestAnswer, type Site } from '../support/site';
import { ADMIN_AND_APP, aPage, archive, move, purge, restrict, storeLevel, trash } from '../support/wiki-pages';

/** Every request uses the current state and location of the page, with and without impersonation. */

describe.each([true, false])('with impersonation %s', (impersonation) => {
  let site: Site;
  let key: string;
  /** Runs instead of the next transaction, which then conflicts. */
  let insteadOfCommit: (() => Promise<void>) | undefined;
  beforeAll(async () => {
    site = openSite({
      impersonation,
      intercept: async ({ path }, proceed) => {
        const happens = insteadOfCommit;
        if (happens === undefined || !path.endsWith('/transaction')) return proceed();
        insteadOfCommit = undefined;
        await happens();
        return Response.json({ code: 'CONDITION_CHECK_FAILED', message: 'the race was lost' }, { status: 409 });
      },
    });
    ({ key } = await site.createKey());
  });
  afterEach(() => site.host.faults.add({ target: 'confluence', times: 0 }));
  afterAll(() => site.close());

  const internal = () => levelNamed(site, 'Internal').levelId;
  const classified = async (pageId: string) => {
    await storeLevel(site, pageId, levelNamed(site, 'Public').levelId);
    return pageId;
  };

  it('an archived page is read, classified and offered like a current one', async () => {
    const pageId = await aPage(site);
    await archive(site, pageId);
    const [set, read, options] = await askAll(site, key, pageId, internal());
    expect(set).toMatchObject({ status: 201, body: { levelId: internal(), changed: true } });
    expect(read).toMatchObject({ status: 200, body: { levelId: internal() } });
    expect(options).toMatchObject({ status: 200, body: { canSetLevel: true, currentLevelId: internal() } });
  });

  const hidden: readonly (readonly [string, () => Promise<string>])[] = [
    ['a draft of the creator', async () => classified(await aPage(site, { status: 'draft' }))],
    ['a draft of another user', async () => classified(await aPage(site, { status: 'draft', by: EDITOR.email }))],
    ['a trashed page', async () => after(trash, await classified(await aPage(site)))],
    ['a purged page', async () => after(purge, await classified(await aPage(site)))],
    ['the demo draft', async () => DEMO_PAGES.engDraft],
    ['the demo page in the trash', async () => classified(DEMO_PAGES.trashed)],
    ['a comment', async () => classified('229405')],
    ['a space', async () => classified(DEMO_SPACES.ENG)],
    ['the id 1', async () => classified('1')],
    ['an id above 2^53', async () => classified('9007199254740993')],
    ['the largest id', async () => classified('9223372036854775807')],
    ['a page restricted to others', async () => classified(DEMO_PAGES.hrRestricted)],
    ['a child of a page restricted to others', async () => classified(DEMO_PAGES.hrRestrictedChild)],
  ];
  const after = async (change: (site: Site, pageId: string) => Promise<void>, pageId: string) => {
    await change(site, pageId);
    return pageId;
  };

  it.each(hidden)('%s is not found, and its stored level is neither shown nor changed', async (_name, make) => {
    const pageId = await make();
    const before = storedButKeyUse(site);
    for (const response of await askAll(site, key, pageId, internal())) expectNotFound(response);
    expect(storedButKeyUse(site)).toEqual(before);
  });

  it('a blog post has a level like a page, and is only in lists that ask for blog posts', async () => {
    const pageId = DEMO_PAGES.blogPost;
    const [set, read, options] = await askAll(site, key, pageId, internal());
    expect(set).toMatchObject({ status: 201, body: { contentType: 'blogpost', ownerId: null, pageVersion: 1 } });
    expect(read).toMatchObject({ status: 200, body: { contentType: 'blogpost', levelId: internal() } });
    expect(options).toMatchObject({ status: 200, body: { canSetLevel: true, currentLevelId: internal() } });
    const history = await site.rest('GET', `/v1/page-level/by-page/${pageId}/history`, { key });
    expect(history.body.results).toMatchObject([{ contentType: 'blogpost', current: { levelId: internal() } }]);
    const named = `/v1/page-level?pageId=${pageId}`;
    const byLevel = `/v1/page-level?levelId=${internal()}&limit=250`;
    const idsIn = async (path: string) => {
      const { body } = await site.rest('GET', path, { key });
      return body.results.map((one: { pageId: string }) => one.pageId);
    };
    for (const path of [named, byLevel]) {
      expect(await idsIn(path)).not.toContain(pageId);
      expect(await idsIn(`${path}&contentType=page`)).not.toContain(pageId);
      expect(await idsIn(`${path}&contentType=all`)).toContain(pageId);
      expect(await idsIn(`${path}&contentType=blogpost`)).toEqual([pageId]);
    }
    // The features that do not treat blog posts, among them the check that agents ask.
    const use = { purpose: 'ai-read', pageIds: [pageId] };
    const checked = await site.rest('POST', '/v1/page-use/check', { key, body: use });
    expect(JSON.stringify(checked.body)).not.toContain('"allow"');
    const { key: ofEngineering } = await site.createKey({ spaceLimit: ['ENG'] });
    for (const response of await askAll(site, ofEngineering, pageId, internal())) expectNotFound(response);
    expect((await site.rest('DELETE', `/v1/page-level/by-page/${pageId}`, { key })).status).toBe(204);
  });

  it('an impossible page id is refused as an id', async () => {
    const [set, read, options] = await askAll(site, key, '9223372036854775808', internal());
    expect(set).toMatchObject({ status: 400, body: { code: 'INVALID_FIELD', errors: [{ pointer: '#/pageId' }] } });
    for (const response of [read, options]) {
      expect(response).toMatchObject({
        status: 400,
        body: { code: 'INVALID_PARAMETER', errors: [{ parameter: 'pageId' }] },
      });
    }
  });

  it('a page that is restored from the trash has its previous level', async () => {
    const pageId = await classified(await aPage(site));
    await trash(site, pageId);
    expectNotFound(await site.rest('GET', `/v1/page-level/by-page/${pageId}`, { key }));
    const body = { representation: 'storage', value: '<p>Back.</p>' };
    const restored = { id: pageId, status: 'current', title: `Back ${pageId}`, body, version: { number: 2 } };
    expect((await site.wiki('PUT', `/api/v2/pages/${pageId}`, restored)).status).toBe(200);
    const read = await site.rest('GET', `/v1/page-level/by-page/${pageId}`, { key });
    expect(read).toMatchObject({ status: 200, body: { levelId: levelNamed(site, 'Public').levelId, pageVersion: 1 } });
  });

  it('a page that is moved is hidden from a key limited to its old space, and visible to that of the new one', async () => {
    const pageId = await aPage(site);
    const ofEngineering = (await site.createKey({ spaceLimit: ['ENG'] })).key;
    const ofOpen = (await site.createKey({ spaceLimit: ['OPEN'] })).key;
    const [set] = await askAll(site, ofEngineering, pageId, internal());
    expect(set).toMatchObject({ status: 201, body: { spaceId: DEMO_SPACES.ENG } });
    for (const response of await askAll(site, ofOpen, pageId, internal())) expectNotFound(response);

    await move(site, pageId, 'OPEN');

    for (const response of await askAll(site, ofEngineering, pageId, internal())) expectNotFound(response);
    const [again, read, options] = await askAll(site, ofOpen, pageId, internal());
    expect(again).toMatchObject({ status: 201, body: { spaceId: DEMO_SPACES.OPEN, changed: false } });
    expect(read).toMatchObject({ status: 200, body: { spaceId: DEMO_SPACES.OPEN } });
    expect(options).toMatchObject({ status: 200, body: { canSetLevel: true } });
  });

  const meanwhile: readonly (readonly [string, (pageId: string) => Promise<void>])[] = [
    ['moved out of the space of the key', (pageId) => move(site, pageId, 'OPEN')],
    ['restricted to others', (pageId) => restrict(site, pageId, 'read', [EDITOR.accountId, APP_USER.accountId])],
    ['thrown away', (pageId) => trash(site, pageId)],
    ['classified outside the limit of the key', (pageId) => classified(pageId).then(() => undefined)],
  ];

  it.each(meanwhile)('a page that is %s while it is being classified is not classified', async (_name, change) => {
    const levelLimit = ['unclassified', internal()];
    const { key: limited } = await site.createKey({ spaceLimit: ['ENG'], levelLimit });
    const pageId = await aPage(site);
    insteadOfCommit = () => change(pageId);
    expectNotFound(await site.rest('POST', '/v1/page-level', { key: limited, body: { pageId, levelId: internal() } }));
    expect(insteadOfCommit).toBeUndefined();
    expect(storedButKeyUse(site).filter(({ value }) => value.includes(internal()) && value.includes(pageId))).toEqual(
      [],
    );
  });

  it('a page without an owner is returned with the owner null', async () => {
    const pageId = await classified(await aPage(site));
    const page = (await (await site.wiki('GET', `/api/v2/pages/${pageId}?include-operations=true`)).json()) as object;
    const body = JSON.stringify({ ...page, ownerId: null });
    site.host.faults.add({
      target: 'confluence',
      match: 'include-operations',
      delayMs: 0,
      times: impersonation ? 0 : 1,
    });
    site.host.faults.add({ target: 'confluence', match: '/pages/', status: 200, body, times: 1 });
    const read = await site.rest('GET', `/v1/page-level/by-page/${pageId}`, { key });
    expect(read).toMatchObject({ status: 200, body: { pageId, ownerId: null } });
  });

  describe('a page that is restricted to people including the creator', () => {
    const withApp = async (accountIds: readonly string[]) => {
      const pageId = await classified(await aPage(site));
      await restrict(site, pageId, 'read', accountIds);
      return pageId;
    };

    it('and the app, is read and classified', async () => {
      const [set] = await askAll(site, key, await withApp(ADMIN_AND_APP), internal());
      expect(set.status).toBe(201);
    });

    it(`but not the app, is ${impersonation ? 'read and classified' : 'not found, as the app cannot see it'}`, async () => {
      for (const pageId of [
        await withApp([ADMIN.accountId]),
        DEMO_PAGES.engRestricted,
        DEMO_PAGES.engRestrictedChild,
      ]) {
        const [set, read, options] = await askAll(site, key, pageId, internal());
        if (!impersonation) for (const response of [set, read, options]) expectNotFound(response);
        else expect([set.status, read.status, options.status]).toEqual([201, 200, 200]);
      }
    });
  });

  it('a page is not found for keys of users who cannot see it, while others can use it', async () => {
    const { key: ofBoris } = await site.createKey({ as: ADMIN2.email });
    const pageId = await aPage(site);
    await restrict(site, pageId, 'read', ADMIN_AND_APP);
    for (const response of await askAll(site, ofBoris, pageId, internal())) expectNotFound(response);
    const [set] = await askAll(site, key, pageId, internal());
    expect(set.status).toBe(201);
  });
});

/** All three page routes in sequence, which set, read, and list options. */
async function askAll(
  site: Site,
  key: string,
  pageId: string,
  levelId: string,
): Promise<[RestAnswer, RestAnswer, RestAnswer]> {
  return [
    await site.rest('POST', '/v1/page-level', { key, body: { pageId, levelId } }),
    await site.rest('GET', `/v1/page-level/by-page/${pageId}`, { key }),
    await site.rest('GET', `/v1/page-level/by-page/${pageId}/levels`, { key }),
  ];
}

function expectNotFound(response: RestAnswer): void {
  expect(response).toMatchObject({ status: 404, body: { code: 'PAGE_NOT_FOUND' } });
}
