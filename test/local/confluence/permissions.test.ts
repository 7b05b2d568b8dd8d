import * as z from 'zod';
import {
  ADMIN,
  ADMIN2,
  APP_USER,
  DEMO_GROUPS,
  DEMO_PAGES,
  DEMO_SPACES,
  EDITOR,
  OUTSIDER,
  VIEWER,
} from '../../../local/demo';
import { idOf, idsOf, v1ErrorOf } from './answers';
import { aSite, type Answer, type SimulatedSite } from './simulated-site';

const RESTRICTION = '/wiki/rest/api/content';

let site: SimulatedSite;
beforeEach(() => {
  site = aSite();
});

const check = (who: string, pageId: string, identifier: string, operation = 'read', type = 'user'): Promise<Answer> =>
  site.as(who).post(`/wiki/rest/api/content/${pageId}/permission/check`, { subject: { type, identifier }, operation });

describe('permission/check', () => {
  it('lets all users check themselves', async () => {
    const own = await check('viewer', DEMO_PAGES.architecture, VIEWER.accountId, 'update');
    expect(own.json).toMatchObject({ hasPermission: false, errors: [{ translation: expect.any(String), args: [] }] });
    expect((await check('viewer', DEMO_PAGES.architecture, VIEWER.accountId)).json).toMatchObject({
      hasPermission: true,
      errors: [],
    });
  });

  it('refuses to check another user for callers who are not Confluence administrators, whether the page exists or not', async () => {
    for (const id of [DEMO_PAGES.architecture, DEMO_PAGES.hrRestricted, '1']) {
      expect((await check('editor', id, VIEWER.accountId)).status).toBe(403);
    }
    expect((await check('admin', DEMO_PAGES.architecture, VIEWER.accountId)).json).toMatchObject({
      hasPermission: true,
    });
    expect((await check('app', DEMO_PAGES.payroll, VIEWER.accountId)).json).toMatchObject({ hasPermission: false });
  });

  it('does not find content that the caller cannot see, that is in the trash, or that is a draft', async () => {
    const { hrRestricted, engRestricted, trashed, engDraft } = DEMO_PAGES;
    expect((await check('app', engRestricted, EDITOR.accountId)).status).toBe(404);
    expect((await check('admin', hrRestricted, ADMIN2.accountId)).status).toBe(404);
    expect((await check('app', trashed, EDITOR.accountId)).status).toBe(404);
    expect((await check('editor', engDraft, EDITOR.accountId)).status).toBe(404);
  });

  it('works on archived pages and blog posts', async () => {
    expect((await check('app', DEMO_PAGES.archived, EDITOR.accountId)).json).toMatchObject({ hasPermission: true });
    expect((await check('app', DEMO_PAGES.blogPost, OUTSIDER.accountId, 'delete')).json).toMatchObject({
      hasPermission: false,
    });
  });

  it('does not find an unknown or deactivated account; a user without Confluence access has no permission', async () => {
    expect((await check('app', DEMO_PAGES.welcome, '712020:unknown')).status).toBe(404);
    await site.administer('PATCH', '/local/users/editor@example.com', { mayUseConfluence: false });
    expect((await check('app', DEMO_PAGES.welcome, EDITOR.accountId)).json).toMatchObject({ hasPermission: false });
    await site.administer('PATCH', '/local/users/editor@example.com', { active: false });
    expect((await check('app', DEMO_PAGES.welcome, EDITOR.accountId)).status).toBe(404);
  });

  it('checks people without a login, who can only read public spaces', async () => {
    const can = async (pageId: string, operation?: string) => (await check('app', pageId, 'anonymous', operation)).json;
    expect(await can(DEMO_PAGES.welcome)).toMatchObject({ hasPermission: true });
    expect(await can(DEMO_PAGES.welcome, 'update')).toMatchObject({ hasPermission: false });
    expect(await can(DEMO_PAGES.architecture)).toMatchObject({ hasPermission: false });
  });

  it('checks groups by id and by name', async () => {
    const { id } = DEMO_GROUPS.engineering;
    expect((await check('app', DEMO_PAGES.runbooks, id, 'read', 'group')).json).toMatchObject({ hasPermission: true });
    expect((await check('app', DEMO_PAGES.runbooks, 'engineering', 'update', 'group')).json).toMatchObject({
      hasPermission: false,
    });
    expect((await check('app', DEMO_PAGES.runbooks, 'no-such-group', 'read', 'group')).status).toBe(404);
  });

  it.each([
    [{ operation: 'read' }],
    [{ subject: { type: 'user', identifier: 'x' } }],
    [{ subject: { type: 'role', identifier: 'x' }, operation: 'read' }],
    [{ subject: { type: 'user', identifier: 'x' }, operation: 'administer' }],
    [{ subject: { type: 'user' }, operation: 'read' }],
  ])('returns 400 for %j', async (body) => {
    const answer = await site.as('app').post(`/wiki/rest/api/content/${DEMO_PAGES.welcome}/permission/check`, body);
    expect(v1ErrorOf(answer)).toMatch(
      /^400 com\.atlassian\.confluence\.api\.service\.exceptions\.api\.BadRequestException: /,
    );
  });
});

describe('restrictions', () => {
  const path = `${RESTRICTION}/${DEMO_PAGES.runbooks}/restriction`;
  const page = (id: string) => `/wiki/api/v2/pages/${id}`;
  const only = (operation: string, accountId: string) => [
    { operation, restrictions: { user: [{ type: 'known', accountId }], group: [] } },
  ];

  it('on viewing are inherited by all descendants; on editing they are not', async () => {
    const admin = site.as('admin');
    await admin.put(path, [...only('read', ADMIN.accountId), ...only('update', ADMIN.accountId)]);
    for (const id of [DEMO_PAGES.runbooks, DEMO_PAGES.runbookDatabase]) {
      expect((await site.as('editor').get(page(id))).status).toBe(404);
      expect((await site.as('app').get(page(id))).status).toBe(404);
    }
    await admin.put(path, only('update', ADMIN.accountId));
    const parent = await site.as('editor').get(`${page(DEMO_PAGES.runbooks)}/operations`);
    const child = await site.as('editor').get(`${page(DEMO_PAGES.runbookDatabase)}/operations`);
    expect(parent.text).not.toContain('"update"');
    expect(child.text).toContain('"update"');
  });

  it('apply to the current members of a group', async () => {
    const admin = site.as('admin');
    const { id } = DEMO_GROUPS.engineering;
    await admin.put(`${path}/byOperation/read/user?accountId=${ADMIN.accountId}`);
    await admin.put(`${path}/byOperation/read/byGroupId/${id}`);
    expect((await site.as('viewer').get(page(DEMO_PAGES.runbooks))).status).toBe(200);
    expect((await site.as('admin2').get(page(DEMO_PAGES.runbooks))).status).toBe(404);
    await admin.delete(`/wiki/rest/api/group/userByGroupId?groupId=${id}&accountId=${VIEWER.accountId}`);
    expect((await site.as('viewer').get(page(DEMO_PAGES.runbooks))).status).toBe(404);
  });

  it('are replaced by PUT, extended by POST, and removed by DELETE', async () => {
    const admin = site.as('admin');
    await admin.put(path, { results: only('read', ADMIN.accountId) });
    await admin.post(path, only('read', EDITOR.accountId));
    const both = await admin.get(path);
    expect(both.text).toContain(EDITOR.accountId);
    expect(both.json).toMatchObject({
      size: 2,
      results: [
        { operation: 'read', restrictions: { user: { size: 2 }, group: { size: 0 } } },
        { operation: 'update', restrictions: { user: { size: 0 } } },
      ],
    });
    await admin.put(path, only('read', ADMIN.accountId));
    expect((await admin.get(path)).text).not.toContain(EDITOR.accountId);
    await admin.delete(path);
    expect((await site.as('viewer').get(page(DEMO_PAGES.runbooks))).status).toBe(200);
  });

  it('name single users too', async () => {
    const admin = site.as('admin');
    const admins = `${path}/byOperation/update/user?accountId=${ADMIN.accountId}`;
    const editors = `${path}/byOperation/update/user?accountId=${EDITOR.accountId}`;
    expect((await admin.get(admins)).status).toBe(404);
    expect((await admin.put(admins)).status).toBe(200);
    expect((await admin.get(admins)).status).toBe(200);
    expect((await admin.delete(editors)).status).toBe(404);
    expect((await site.as('editor').put(editors)).status).toBe(403);
    expect((await admin.delete(admins)).status).toBe(200);
  });

  it.each([
    ['an operation that cannot be restricted', [{ operation: 'delete', restrictions: {} }], 400],
    ['an unknown account', only('read', 'nobody'), 400],
    ['an unknown group', [{ operation: 'read', restrictions: { group: [{ type: 'group', id: 'none' }] } }], 400],
    ['something else than a list', { operation: 'read' }, 400],
  ])('refuse %s', async (_name, body, status) => {
    expect((await site.as('admin').put(path, body)).status).toBe(status);
  });

  it('are a 404 for an unknown operation in the path, and for content that the caller cannot see', async () => {
    expect((await site.as('admin').get(`${path}/byOperation/delete`)).status).toBe(404);
    expect((await site.as('outsider').get(path)).status).toBe(404);
    expect((await site.as('viewer').put(path, [])).status).toBe(403);
  });
});

describe('space permissions', () => {
  const path = '/wiki/rest/api/space/HR/permission';
  const grant = (identifier: string, key: string, target: string, type = 'user') => ({
    subject: { type, identifier },
    operation: { key, target },
  });

  it('open a space with its pages to a user', async () => {
    const viewer = site.as('viewer');
    expect((await viewer.get(`/wiki/api/v2/pages/${DEMO_PAGES.payroll}`)).status).toBe(404);
    const admin = site.as('admin');
    expect((await admin.post(path, grant(VIEWER.accountId, 'create', 'page'))).status).toBe(400);
    const permission = idOf(await admin.post(path, grant(VIEWER.accountId, 'read', 'space')));
    expect((await viewer.get(`/wiki/api/v2/pages/${DEMO_PAGES.payroll}`)).status).toBe(200);
    expect((await admin.post(path, grant(VIEWER.accountId, 'read', 'space'))).status).toBe(400);
    await admin.post(path, grant(VIEWER.accountId, 'create', 'page'));
    expect((await viewer.post('/wiki/api/v2/pages', { spaceId: DEMO_SPACES.HR, title: 'Mine' })).status).toBe(200);
    // Without "read space" no permission remains.
    expect((await admin.delete(`${path}/${permission}`)).status).toBe(204);
    expect((await admin.get(`/wiki/api/v2/spaces/${DEMO_SPACES.HR}/permissions?limit=250`)).text).not.toContain(
      VIEWER.accountId,
    );
    expect((await viewer.get(`/wiki/api/v2/pages/${DEMO_PAGES.payroll}`)).status).toBe(404);
  });

  it('can be changed only by admins of the space who are people', async () => {
    const body = grant(VIEWER.accountId, 'read', 'space');
    expect((await site.as('editor').post(path, body)).status).toBe(403);
    expect((await site.as('viewer').post(path, body)).status).toBe(404);
    expect((await site.as('app').post(path, body)).status).toBe(403);
    expect((await site.as('admin').post('/wiki/rest/api/space/NOPE/permission', body)).status).toBe(404);
  });

  it.each([
    ['an unknown user', grant('nobody', 'read', 'space')],
    ['an unknown group', grant('nobody', 'read', 'space', 'group')],
    ['a permission that does not exist', grant(VIEWER.accountId, 'archive', 'comment')],
  ])('refuse %s', async (_name, body) => {
    expect((await site.as('admin').post(path, body)).status).toBe(400);
  });

  it('always keep an admin, and do not find the permissions of other spaces', async () => {
    const admin = site.as('admin');
    const answer = await admin.get(`/wiki/api/v2/spaces/${DEMO_SPACES.HR}/permissions?limit=250`);
    const admins = z
      .object({
        results: z.array(
          z.object({
            id: z.string(),
            principal: z.object({ id: z.string() }),
            operation: z.object({ key: z.string() }),
          }),
        ),
      })
      .parse(answer.json)
      .results.filter((one) => one.operation.key === 'administer' && one.principal.id !== APP_USER.accountId);
    expect(admins).toHaveLength(2);
    const [first, second] = admins;
    const byFirst = first?.principal.id === ADMIN.accountId ? admin : site.as('admin2');
    expect((await byFirst.delete(`${path}/${second?.id ?? ''}`)).status).toBe(204);
    expect((await byFirst.delete(`${path}/${first?.id ?? ''}`)).status).toBe(400);
    expect((await byFirst.delete(`${path}/1`)).status).toBe(404);
  });
});

describe('spaces', () => {
  it('are listed to users who see them', async () => {
    const { ENG, HR, OPEN } = DEMO_SPACES;
    for (const [person, expected] of [
      ['admin', [ENG, HR, OPEN]],
      ['editor', [ENG, HR, OPEN]],
      ['viewer', [ENG, OPEN]],
      ['outsider', [OPEN]],
      ['app', [ENG, HR, OPEN]],
    ] as const) {
      expect(idsOf(await site.as(person).get('/wiki/api/v2/spaces'))).toEqual(expected);
    }
    expect(idsOf(await site.as('viewer').get('/wiki/api/v2/spaces?keys=eng,HR'))).toEqual([ENG]);
    expect(idsOf(await site.as('viewer').get(`/wiki/api/v2/spaces?ids=${OPEN}`))).toEqual([OPEN]);
    expect((await site.as('viewer').get(`/wiki/api/v2/spaces/${HR}`)).status).toBe(404);
    expect((await site.as('viewer').get('/wiki/api/v2/spaces/ENG')).status).toBe(400);
  });

  it('are created by admins; the app is a member at once, and others unless the space is private', async () => {
    const admin = site.as('admin');
    const open = idOf(await admin.post('/wiki/api/v2/spaces', { name: 'Brand new' }));
    const closed = idOf(
      await admin.post('/wiki/api/v2/spaces', { name: 'Closed', key: 'CLOSED', createPrivateSpace: true }),
    );
    expect((await site.as('app').get(`/wiki/api/v2/spaces/${open}`)).json).toMatchObject({
      key: 'BN',
      name: 'Brand new',
    });
    expect((await site.as('app').get(`/wiki/api/v2/spaces/${closed}`)).status).toBe(200);
    expect((await site.as('outsider').get(`/wiki/api/v2/spaces/${open}`)).status).toBe(200);
    expect((await site.as('admin2').get(`/wiki/api/v2/spaces/${closed}`)).status).toBe(404);
    expect((await admin.post('/wiki/api/v2/pages', { spaceId: closed, title: 'First' })).json).toMatchObject({
      spaceId: closed,
    });
  });

  it('cannot be created by others, twice, or with an invalid key', async () => {
    expect((await site.as('editor').post('/wiki/api/v2/spaces', { name: 'X' })).status).toBe(404);
    expect((await site.as('editor').post('/wiki/rest/api/space', { name: 'X', key: 'X' })).status).toBe(403);
    expect((await site.as('admin').post('/wiki/rest/api/space', { name: 'X', key: 'ENG' })).status).toBe(400);
    expect((await site.as('admin').post('/wiki/rest/api/space', { name: 'X', key: 'a b' })).status).toBe(400);
    expect((await site.as('admin').post('/wiki/rest/api/space', { name: ' ', key: 'X' })).status).toBe(400);
  });

  it('return the operations of the caller', async () => {
    const answer = await site.as('viewer').get(`/wiki/api/v2/spaces/${DEMO_SPACES.ENG}/operations`);
    expect(answer.json).toEqual({
      operations: [
        { operation: 'create', targetType: 'comment' },
        { operation: 'read', targetType: 'space' },
      ],
    });
  });
});
