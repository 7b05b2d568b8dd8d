import Database from 'libsql';
import { unauthenticated } from '../../../local/confluence';
import { ADMIN, APP_USER, DEMO_ACCOUNTS, DEMO_GROUPS, DEMO_PAGES, EDITOR, VIEWER } from '../../../local/demo';
import { idOf, pageOf, v1ErrorOf, v2ErrorOf } from './answers';
import { aSite, BASE_URL, type SimulatedSite } from './simulated-site';

const basic = (credentials: string) => `Basic ${Buffer.from(credentials).toString('base64')}`;
const user = (accountId: string, expand = '') =>
  `/wiki/rest/api/user?accountId=${encodeURIComponent(accountId)}${expand}`;

let site: SimulatedSite;
beforeEach(() => {
  site = aSite();
});

describe('credentials', () => {
  it('are the email address and the word local', () => {
    for (const { email, accountId } of DEMO_ACCOUNTS) {
      expect(site.confluence.authenticate(basic(`${email}:local`))).toEqual({ kind: 'user', accountId });
    }
    expect(site.confluence.authenticate(basic('EDITOR@example.com:local'))).toBeDefined();
  });

  it.each([
    null,
    '',
    'Basic',
    'Basic !!!',
    'Bearer abc',
    basic('editor@example.com'),
    basic('editor@example.com:wrong'),
    basic('nobody@example.com:local'),
    basic(':local'),
  ])('are refused: %s', (authorization) => {
    expect(site.confluence.authenticate(authorization)).toBeUndefined();
  });

  it('of a deactivated user are refused, also during a session', async () => {
    const editor = site.as('editor');
    await site.administer('PATCH', '/local/users/editor@example.com', { active: false });
    expect(site.confluence.authenticate(basic('editor@example.com:local'))).toBeUndefined();
    expect(v2ErrorOf(await editor.get('/wiki/api/v2/pages'))).toBe('401 Unauthorized');
  });

  it('that are missing cause an error in the format of the API', async () => {
    const v2 = unauthenticated('/wiki/api/v2/pages');
    expect([v2.status, v2.headers.get('www-authenticate')]).toEqual([401, 'Basic realm="Confluence"']);
    expect(await v2.json()).toEqual({
      errors: [{ status: 401, code: 'UNAUTHORIZED', title: 'Unauthorized', detail: null }],
    });
    expect(await unauthenticated('/wiki/rest/api/user').json()).toMatchObject({ statusCode: 401 });
  });
});

describe('impersonation', () => {
  it('is refused for accounts that are unknown, deactivated, not a person, or without access', async () => {
    const refusal = (accountId: string) => site.confluence.impersonationRefusal(accountId);
    expect(refusal(EDITOR.accountId)).toBeUndefined();
    expect(refusal('712020:nobody')).toContain('no account');
    expect(refusal(APP_USER.accountId)).toContain('not a person');
    await site.administer('PATCH', `/local/users/${encodeURIComponent(EDITOR.accountId)}`, { mayUseConfluence: false });
    expect(refusal(EDITOR.accountId)).toContain('may not use Confluence');
    await site.administer('PATCH', `/local/users/${encodeURIComponent(EDITOR.accountId)}`, { active: false });
    expect(refusal(EDITOR.accountId)).toContain('deactivated');
  });

  it('accepts an email address that maps to an account', () => {
    expect(site.confluence.accountIdOf('viewer@example.com')).toBe(VIEWER.accountId);
    expect(site.confluence.accountIdOf('nobody@example.com')).toBeUndefined();
  });
});

describe('users', () => {
  it('return their global permissions if requested', async () => {
    const app = site.as('app');
    expect((await app.get(user(ADMIN.accountId, '&expand=operations'))).json).toMatchObject({
      type: 'known',
      accountType: 'atlassian',
      operations: [
        { operation: 'use', targetType: 'application' },
        { operation: 'administer', targetType: 'application' },
      ],
    });
    expect((await app.get(user(EDITOR.accountId, '&expand=operations'))).json).toMatchObject({
      operations: [{ operation: 'use', targetType: 'application' }],
    });
    expect((await app.get(user(EDITOR.accountId))).text).not.toContain('"operation"');
  });

  it('that are deactivated exist without permissions; unknown ones are a 404', async () => {
    await site.administer('PATCH', '/local/users/admin2@example.com', { active: false });
    const id = site.confluence.accountIdOf('admin2@example.com') ?? '';
    expect((await site.as('app').get(user(id, '&expand=operations'))).json).toMatchObject({
      type: 'known',
      operations: [],
    });
    expect(v1ErrorOf(await site.as('app').get(user('712020:nobody')))).toMatch(/^404 /);
    expect((await site.as('app').get('/wiki/rest/api/user')).status).toBe(400);
    expect((await site.as('app').get(user(id, '&expand=secrets'))).status).toBe(400);
  });

  it('lose and gain the permissions that an admin changes', async () => {
    await site.administer('PATCH', '/local/users/editor@example.com', { siteAdmin: true });
    expect((await site.as('editor').get('/wiki/rest/api/user/current?expand=operations')).text).toContain('administer');
    const editor = site.as('editor');
    await site.administer('PATCH', '/local/users/editor@example.com', { siteAdmin: false, mayUseConfluence: false });
    expect(v1ErrorOf(await editor.get('/wiki/rest/api/user/current'))).toMatch(
      /^403 .*not permitted to use Confluence/,
    );
    expect(v2ErrorOf(await editor.get(`/wiki/api/v2/pages/${DEMO_PAGES.onboarding}`))).toMatch(/^403 /);
  });

  it('hide their email addresses from the app', async () => {
    expect((await site.as('app').get(user(EDITOR.accountId))).text).not.toContain('editor@example.com');
    expect((await site.as('admin').get(user(EDITOR.accountId))).json).toMatchObject({ email: 'editor@example.com' });
  });

  it('are returned in bulk, without unknown ones', async () => {
    const query = [EDITOR.accountId, VIEWER.accountId, 'nobody']
      .map((id) => `accountId=${encodeURIComponent(id)}`)
      .join('&');
    expect((await site.as('app').get(`/wiki/rest/api/user/bulk?${query}&expand=operations`)).json).toMatchObject({
      size: 2,
      results: [{ accountId: EDITOR.accountId }, { accountId: VIEWER.accountId }],
    });
    await site.administer('PATCH', '/local/users/viewer@example.com', { active: false });
    const v2 = await site
      .as('app')
      .post('/wiki/api/v2/users-bulk', { accountIds: [VIEWER.accountId, 'nobody', APP_USER.accountId] });
    expect(v2.json).toMatchObject({
      results: [
        { accountId: VIEWER.accountId, accountStatus: 'inactive', accountType: 'atlassian' },
        { accountId: APP_USER.accountId, accountStatus: 'active', accountType: 'app' },
      ],
    });
    expect((await site.as('app').post('/wiki/api/v2/users-bulk', { accountIds: [] })).status).toBe(400);
  });

  it('can read themselves: the app is its own user', async () => {
    expect((await site.as('app').get('/wiki/rest/api/user/current')).json).toMatchObject({
      accountId: APP_USER.accountId,
      accountType: 'app',
    });
    expect((await site.as('viewer').get('/wiki/rest/api/user/current')).json).toMatchObject({
      accountId: VIEWER.accountId,
    });
  });
});

describe('groups', () => {
  it('are listed, with their members, and by member', async () => {
    const app = site.as('app');
    expect((await app.get('/wiki/rest/api/group?accessType=site-admin')).json).toMatchObject({
      size: 1,
      results: [{ name: 'site-admins' }],
    });
    expect((await app.get(`/wiki/rest/api/group/${DEMO_GROUPS.engineering.id}/membersByGroupId`)).json).toMatchObject({
      size: 2,
    });
    expect(
      (await app.get(`/wiki/rest/api/user/memberof?accountId=${encodeURIComponent(VIEWER.accountId)}`)).json,
    ).toMatchObject({
      results: [{ name: 'confluence-users' }, { name: 'engineering' }],
    });
    expect((await app.get('/wiki/rest/api/group/none/membersByGroupId')).status).toBe(404);
    expect((await app.get('/wiki/rest/api/group/by-id')).status).toBe(400);
  });

  it('can be changed only by site admins', async () => {
    const path = `/wiki/rest/api/group/userByGroupId?groupId=${DEMO_GROUPS.engineering.id}`;
    const outsider = { accountId: site.confluence.accountIdOf('outsider@example.com') };
    expect((await site.as('editor').post(path, outsider)).status).toBe(403);
    expect((await site.as('app').post(path, outsider)).status).toBe(403);
    expect((await site.as('admin').post(path, outsider)).status).toBe(201);
    expect((await site.as('outsider').get(`/wiki/api/v2/pages/${DEMO_PAGES.runbooks}`)).status).toBe(200);
    expect((await site.as('admin').post(path, { accountId: 'nobody' })).status).toBe(400);
    expect((await site.as('admin').post('/wiki/rest/api/group/userByGroupId?groupId=none', outsider)).status).toBe(404);
    expect((await site.as('admin').post('/wiki/rest/api/group', { name: 'engineering' })).status).toBe(400);
    const group = idOf(await site.as('admin').post('/wiki/rest/api/group', { name: 'fresh' }));
    expect((await site.as('admin').get(`/wiki/rest/api/group/by-id?id=${group}`)).json).toMatchObject({
      name: 'fresh',
    });
  });
});

describe('people without a license or a login', () => {
  const OPEN_PAGE = `/wiki/api/v2/pages/${DEMO_PAGES.welcome}`;
  const people = [
    ['unlicensed', 403],
    ['anonymous', 401],
  ] as const;

  it.each(people)('%s people read public spaces, and nothing else: %i', async (who, refused) => {
    const person = site.as(who);
    expect((await person.get(OPEN_PAGE)).status).toBe(200);
    expect((await person.get('/wiki/api/v2/spaces')).json).toMatchObject({ results: [{ key: 'OPEN' }] });
    expect((await person.get('/wiki/rest/api/search?cql=space%20in%20(ENG,HR)')).json).toMatchObject({ totalSize: 0 });
    const refusals = await Promise.all([
      person.get(`/wiki/api/v2/pages/${DEMO_PAGES.architecture}`),
      person.get(`/wiki/api/v2/pages/1`),
      person.put(`${OPEN_PAGE}/title`, { title: 'Mine', status: 'current' }),
      person.post(`${OPEN_PAGE}/properties`, { key: 'mine', value: {} }),
      person.post('/wiki/api/v2/spaces', {}),
      person.get('/wiki/rest/api/user/current'),
      person.get('/wiki/rest/api/group'),
    ]);
    expect(refusals.map(({ status }) => status)).toEqual(refusals.map(() => refused));
    expect(refusals[0].text).toBe(refusals[1].text);
    await site
      .as('admin')
      .put(`/wiki/rest/api/content/${DEMO_PAGES.welcome}/restriction`, [
        { operation: 'read', restrictions: { user: [{ type: 'known', accountId: ADMIN.accountId }] } },
      ]);
    expect((await person.get(OPEN_PAGE)).status).toBe(refused);
  });

  it.each(people)('%s people read nothing on a site without public spaces: %i', async (who, refused) => {
    await site.administer('PATCH', '/local/spaces/OPEN', { isPublic: false });
    for (const path of [OPEN_PAGE, '/wiki/api/v2/spaces', '/wiki/api/v2/pages'])
      expect((await site.as(who).get(path)).status).toBe(refused);
  });

  it('are added to a site that an older version of the local host has stored', async () => {
    site.database.exec(`DELETE FROM cf_user WHERE email = 'unlicensed@example.com'; DELETE FROM cf_public_space`);
    const reopened = aSite(site.database);
    expect((await reopened.as('unlicensed').get(OPEN_PAGE)).status).toBe(200);
  });
});

describe('local administration', () => {
  it('lists users and changes them', async () => {
    const list = await site.administer('GET', '/local/users');
    expect(list.json).toMatchObject({
      results: expect.arrayContaining([expect.objectContaining({ email: 'viewer@example.com', active: true })]),
    });
    const changed = await site.administer('PATCH', '/local/users/viewer@example.com', { siteAdmin: true });
    expect([changed.status, changed.json]).toEqual([
      200,
      expect.objectContaining({ accountId: VIEWER.accountId, siteAdmin: true, active: true }),
    ]);
  });

  it('removes the app from a space and restores it', async () => {
    const path = `/wiki/api/v2/pages/${DEMO_PAGES.payroll}`;
    expect((await site.administer('PATCH', '/local/spaces/HR', { appIsMember: false })).json).toMatchObject({
      key: 'HR',
      appIsMember: false,
    });
    expect((await site.as('app').get(path)).status).toBe(404);
    await site.administer('PATCH', '/local/spaces/HR', { appIsMember: true });
    expect((await site.as('app').get(path)).status).toBe(200);
    expect((await site.administer('GET', '/local/spaces')).json).toMatchObject({
      results: [{ key: 'ENG' }, { key: 'HR', appIsMember: true }, { key: 'OPEN', isPublic: true }],
    });
  });

  it.each([
    ['PATCH', '/local/users/nobody@example.com', {}, 404],
    ['PATCH', '/local/users/viewer@example.com', { admin: true }, 400],
    ['PATCH', '/local/users/viewer@example.com', { active: 'no' }, 400],
    ['PATCH', '/local/users/viewer@example.com', undefined, 400],
    ['PATCH', '/local/users/%E0%A4%A', {}, 400],
    ['DELETE', '/local/users/viewer@example.com', undefined, 405],
    ['POST', '/local/users', {}, 405],
    ['PATCH', '/local/spaces/NOPE', { appIsMember: true }, 404],
    ['PATCH', '/local/spaces/HR', {}, 400],
    ['GET', '/local/elsewhere', undefined, 404],
  ])('%s %s %j is a %i', async (method, path, body, status) => {
    expect((await site.administer(method, path, body)).status).toBe(status);
  });
});

describe('the site', () => {
  it('keeps its state in the database, and returns to the demo site on reset', async () => {
    const database = new Database(':memory:');
    const first = aSite(database);
    const id = idOf(await first.as('editor').post('/wiki/api/v2/pages', { spaceId: '98306', title: 'Kept' }));
    const second = aSite(database);
    expect(pageOf(await second.as('viewer').get(`/wiki/api/v2/pages/${id}`)).title).toBe('Kept');
    await second.administer('PATCH', '/local/users/viewer@example.com', { active: false });
    second.confluence.reset();
    expect((await second.as('viewer').get(`/wiki/api/v2/pages/${id}`)).status).toBe(404);
    expect((await second.as('viewer').get(`/wiki/api/v2/pages/${DEMO_PAGES.welcome}`)).status).toBe(200);
  });

  it('returns 501 in either format for operations without a model, and 410 for those that Confluence has removed', async () => {
    const admin = site.as('admin');
    expect(v2ErrorOf(await admin.get('/wiki/api/v2/whiteboards/1'))).toBe(
      '501 GET /wiki/api/v2/whiteboards/1 is not modeled by the local Confluence',
    );
    expect(v1ErrorOf(await admin.get('/wiki/rest/api/template'))).toContain('not modeled');
    expect((await admin.send('/wiki/api/v2/pages/1', { method: 'PATCH' })).status).toBe(501);
    expect((await admin.get(`/wiki/rest/api/content/${DEMO_PAGES.welcome}`)).status).toBe(410);
  });

  it('never rejects, for any path', async () => {
    for (const path of [
      '/wiki/api/v2/pages/%E0%A4%A',
      '/wiki/api/v2/pages/%00',
      '/wiki//api/v2/pages',
      '/wiki',
      '/wiki/api/v2/pages/1/../2',
    ]) {
      const answer = await site.confluence.handle(new Request(`${BASE_URL}${path}`), {
        kind: 'user',
        accountId: ADMIN.accountId,
      });
      expect([path, answer.status >= 400 && answer.status !== 500]).toEqual([path, true]);
    }
  });

  it('refuses a caller whose account no longer exists', async () => {
    const answer = await site.confluence.handle(new Request(`${BASE_URL}/wiki/api/v2/pages`), {
      kind: 'user',
      accountId: 'nobody',
    });
    expect(answer.status).toBe(401);
  });
});
