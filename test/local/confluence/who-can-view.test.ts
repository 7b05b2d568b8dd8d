import * as z from 'zod';
import { createRateLimits } from '../../../local/confluence';
import { DEMO_ACCOUNTS, DEMO_GROUPS, DEMO_PAGES, DEMO_SPACES, EDITOR, GUEST, VIEWER } from '../../../local/demo';
import { seededRandom } from '../../../local/forge/seeded-random';
import { idsOf } from './answers';
import { aSite, BASE_URL, type Answer } from './simulated-site';

/** Who can see a page on sites with permissions of spaces, with roles, and between them; and what apps can find out about it. */

const switches = new Set<'role-assignments-refused' | 'closed-spaces'>();
const sent: { type: string; reachesApp: boolean }[] = [];
const site = aSite(undefined, {
  assumptions: switches,
  onEvent: ({ eventType }, reachesApp) => sent.push({ type: eventType, reachesApp }),
});
const outcome = z.object({
  groups: z.record(z.string(), z.string()),
  people: z.record(z.string(), z.string()),
  publicLinks: z.record(z.string(), z.string()),
});
const setUp = async (setup: object) => {
  const answer = await site.administer('PUT', '/local/access', setup);
  expect([answer.status, answer.status === 200 ? '' : answer.text]).toEqual([200, '']);
  return outcome.parse(answer.json);
};
beforeEach(() => {
  site.confluence.reset();
  switches.clear();
  sent.length = 0;
});

const PEOPLE = ['admin', 'editor', 'viewer', 'outsider', 'guest', 'unlicensed', 'anonymous', 'app'] as const;
const accountOf = (who: string): string =>
  who === 'app'
    ? '712020:5fb162d4-7085-4da3-8159-be526071af06'
    : (site.confluence.accountIdOf(`${who}@example.com`) ?? who);

/** The people whose GET of the page answers 200, each compared with the decision that tests use. */
async function viewersOf(pageId: string, people: readonly string[] = PEOPLE): Promise<string> {
  const found = [];
  for (const who of people) {
    const isShown = (await site.as(who).get(`/wiki/api/v2/pages/${pageId}`)).status === 200;
    expect([who, pageId, site.confluence.canView(accountOf(who), pageId)]).toEqual([who, pageId, isShown]);
    if (isShown) found.push(who);
  }
  return found.join(' ');
}

const restrictTo = (pageId: string, user: readonly string[], group: readonly string[] = []) =>
  site.as('admin').put(`/wiki/rest/api/content/${pageId}/restriction`, [
    {
      operation: 'read',
      restrictions: { user: user.map((accountId) => ({ accountId })), group: group.map((id) => ({ id })) },
    },
  ]);

describe('who can view a page', () => {
  it('does not depend on the model of permissions', async () => {
    await restrictTo(DEMO_PAGES.runbooks, [EDITOR.accountId, GUEST.accountId]);
    for (const mode of ['PRE_ROLES', 'ROLES_TRANSITION', 'ROLES', 'PRE_ROLES']) {
      await setUp({ mode });
      expect(await viewersOf(DEMO_PAGES.architecture)).toBe('admin editor viewer guest app');
      // Restrictions are inherited, and restrict the app, too.
      expect(await viewersOf(DEMO_PAGES.runbookDatabase)).toBe('editor guest');
      expect(await viewersOf(DEMO_PAGES.onboarding)).toBe('admin editor app');
      expect(await viewersOf(DEMO_PAGES.welcome)).toBe(PEOPLE.join(' '));
      expect(await viewersOf(DEMO_PAGES.engDraft)).toBe('');
    }
    expect(site.confluence.canView('712020:unknown', DEMO_PAGES.welcome)).toBe(false);
    await site.administer('PATCH', '/local/users/viewer@example.com', { active: false });
    expect(site.confluence.canView(VIEWER.accountId, DEMO_PAGES.welcome)).toBe(false);
  });

  it('depends on the permissions, on the roles, or on both in the transition', async () => {
    const HR = { '*': null, 'user:viewer@example.com': 'Viewer' };
    await setUp({ mode: 'ROLES_TRANSITION', spaces: { HR }, as: 'permissions' });
    await setUp({ spaces: { HR: { 'user:outsider@example.com': 'Reader' } }, as: 'roles' });
    expect(await viewersOf(DEMO_PAGES.onboarding)).toBe('viewer outsider app');
    site.database.exec("UPDATE cf_setting SET value = 'ROLES' WHERE name = 'roleMode'");
    expect(await viewersOf(DEMO_PAGES.onboarding)).toBe('outsider');
    site.database.exec("UPDATE cf_setting SET value = 'PRE_ROLES' WHERE name = 'roleMode'");
    expect(await viewersOf(DEMO_PAGES.onboarding)).toBe('viewer app');
  });

  it.each([
    ['anonymous-users', PEOPLE.join(' ')],
    ['authenticated-users', 'admin editor viewer outsider guest unlicensed app'],
    ['all-licensed-users', 'admin editor viewer outsider app'],
    ['all-product-admins', 'admin app'],
    ['jsm-project-admins', 'viewer app'],
  ])('follows the access class %s', async (name, expected) => {
    await setUp({ groups: { 'jsm-project-admins': { members: ['viewer@example.com'] } } });
    await setUp({ mode: 'ROLES', spaces: { HR: { '*': null, [`class:${name}`]: 'Viewer' } } });
    expect(await viewersOf(DEMO_PAGES.onboarding)).toBe(expected);
  });

  it('gives guests one space, and what is public even where the site keeps people without a login out', async () => {
    await setUp({ allowsAnonymous: false });
    expect(await viewersOf(DEMO_PAGES.welcome)).toBe('admin editor viewer outsider guest app');
    await setUp({
      people: { 'second@example.com': 'guest' },
      groups: { engineering: { members: ['second@example.com'] } },
      spaces: { ENG: { 'group:engineering': 'Viewer' } },
    });
    expect(await viewersOf(DEMO_PAGES.architecture, ['guest', 'second'])).toBe('guest');
    const subject = { type: 'user', identifier: GUEST.accountId };
    const refused = await site
      .as('admin')
      .post('/wiki/rest/api/space/HR/permission', { subject, operation: { key: 'read', target: 'space' } });
    await setUp({ mode: 'ROLES' });
    const principal = { principalType: 'USER', principalId: GUEST.accountId };
    const [{ id } = { id: '' }] = z
      .object({ results: z.array(z.object({ id: z.string() })) })
      .parse((await site.as('admin').get('/wiki/api/v2/space-roles')).json).results;
    const path = `/wiki/api/v2/spaces/${DEMO_SPACES.HR}/role-assignments`;
    expect([refused.status, (await site.as('admin').post(path, [{ principal, roleId: id }])).status]).toEqual([
      400, 400,
    ]);
  });

  it('is what every answer follows, on random sites', async () => {
    const random = seededRandom(jest.getSeed());
    const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
    const principals = [
      ...DEMO_ACCOUNTS.map(({ email }) => `user:${email}`),
      'group:engineering',
      'group:confluence-users',
    ];
    for (let round = 0; round < 12; round += 1) {
      const mode = pick(['PRE_ROLES', 'ROLES_TRANSITION', 'ROLES']);
      const classes = mode === 'PRE_ROLES' ? [] : ['class:authenticated-users', 'class:all-licensed-users'];
      const named = Object.fromEntries(
        [0, 1, 2].map(() => [
          pick([...principals, ...classes, 'class:anonymous-users']),
          pick(['Viewer', 'Admin', null]),
        ]),
      );
      await setUp({
        mode,
        allowsAnonymous: random() < 0.7,
        spaces: { [pick(['ENG', 'HR', 'OPEN'])]: { '*': null, ...named } },
      });
      await restrictTo(
        pick([DEMO_PAGES.engHome, DEMO_PAGES.hrHome, DEMO_PAGES.openHome]),
        random() < 0.5 ? [] : [pick(DEMO_ACCOUNTS).accountId],
        random() < 0.5 ? [] : [DEMO_GROUPS.engineering.id],
      );
      for (const page of [DEMO_PAGES.architecture, DEMO_PAGES.onboarding, DEMO_PAGES.welcome]) await viewersOf(page);
    }
  });
});

describe('roles in spaces', () => {
  const path = `/wiki/api/v2/spaces/${DEMO_SPACES.OPEN}/role-assignments`;
  const list = z.object({
    results: z.array(z.object({ principal: z.object({ principalType: z.string(), principalId: z.string() }) })),
    _links: z.object({ next: z.string().optional() }),
  });
  const idsIn = (answer: Answer) => list.parse(answer.json).results.map(({ principal }) => principal.principalId);

  it('do not exist before they are on', async () => {
    const app = site.as('app');
    expect((await app.get('/wiki/api/v2/space-role-mode')).json).toEqual({ mode: 'PRE_ROLES' });
    expect([(await app.get(path)).status, (await app.get('/wiki/api/v2/space-roles')).status]).toEqual([404, 404]);
    expect(
      (await site.administer('PUT', '/local/access', { spaces: { HR: { 'class:all-licensed-users': 'Viewer' } } }))
        .status,
    ).toBe(400);
  });

  it('are listed in parts, and filtered by principal and by role', async () => {
    await setUp({ mode: 'ROLES' });
    const app = site.as('app');
    const first = await app.get(`${path}?limit=2`);
    const next = list.parse(first.json)._links.next ?? '';
    expect([...idsIn(first), ...idsIn(await app.get(next.replace('limit=2', 'limit=250')))]).toEqual(
      idsIn(await app.get(path)),
    );
    const anonymous = await app.get(`${path}?principal-type=ACCESS_CLASS&principal-id=anonymous-users`);
    expect(idsIn(anonymous)).toEqual(['anonymous-users']);
    expect(idsIn(await app.get(`${path}?role-type=CUSTOM`))).toEqual(['anonymous-users']);
    for (const query of ['principal-type=USER', 'principal-id=x', 'principal-type=ACCESS_CLASS&principal-id=x'])
      expect((await app.get(`${path}?${query}`)).status).toBe(400);
    expect((await site.as('outsider').get(`/wiki/api/v2/spaces/${DEMO_SPACES.HR}/role-assignments`)).status).toBe(404);
    expect(
      idsOf(await app.get('/wiki/api/v2/space-roles?principal-type=ACCESS_CLASS&principal-id=anonymous-users')),
    ).toHaveLength(1);
    // Permissions of the old model can no longer be changed.
    expect((await site.as('admin').delete('/wiki/rest/api/space/OPEN/permission/1')).status).toBe(400);
  });

  it('stay readable where a policy closes the space to apps', async () => {
    await setUp({ mode: 'ROLES' });
    switches.add('closed-spaces');
    const space = `/wiki/api/v2/spaces/${DEMO_SPACES.HR}`;
    const statuses = ['', '/role-assignments', '/permissions'].map(
      async (part) => (await site.as('app').get(space + part)).status,
    );
    expect(await Promise.all(statuses)).toEqual([404, 200, 200]);
  });
});

describe('groups', () => {
  it('have sizes, and their members change without an event', async () => {
    const { groups } = await setUp({ groups: { 'all-staff': { size: 1_240, deactivated: 40 } } });
    const path = `/wiki/rest/api/group/${groups['all-staff']}/membersByGroupId`;
    const app = site.as('app');
    const one = (await app.get(`${path}?limit=1&shouldReturnTotalSize=true`)).json;
    expect(one).toMatchObject({ size: 1, limit: 1, totalSize: 1_240 });
    expect((await app.get(path)).json).not.toHaveProperty('totalSize');
    expect([(await app.get(`${path}?limit=201`)).status, (await app.get(`${path}?start=1200`)).json]).toMatchObject([
      400,
      { size: 40 },
    ]);
    await setUp({ groups: { 'all-staff': { size: 3 } } });
    expect((await app.get(`${path}?shouldReturnTotalSize=true`)).json).toMatchObject({ totalSize: 3 });
    expect(sent.map(({ type }) => type)).toEqual(['avi:confluence:created:group']);
  });

  it('that are deleted keep restricting pages, and give an event', async () => {
    const id = DEMO_GROUPS.engineering.id;
    await restrictTo(DEMO_PAGES.runbooks, [], [id]);
    expect(await viewersOf(DEMO_PAGES.runbooks)).toBe('editor viewer');
    sent.length = 0;
    await site.as('admin').delete(`/wiki/rest/api/group/by-id?id=${id}`);
    expect(sent).toEqual([{ type: 'avi:confluence:deleted:group', reachesApp: true }]);
    expect(await viewersOf(DEMO_PAGES.runbooks)).toBe('');
  });

  it('are not needed to count people and guests', async () => {
    const total = async (filter: string) =>
      (await site.as('app').get(`/wiki/rest/api/search/user?cql=type=user&limit=1&sitePermissionTypeFilter=${filter}`))
        .json;
    expect(await total('none')).toMatchObject({ size: 1, totalSize: 6 });
    expect(await total('externalCollaborator')).toMatchObject({ totalSize: 1, results: [{ user: { isGuest: true } }] });
    expect(await total('all')).toMatchObject({ totalSize: 7 });
  });
});

describe('a content search with ancestors and restrictions', () => {
  const EXPAND = 'ancestors,restrictions.read.restrictions.user,restrictions.read.restrictions.group';
  const search = (ids: readonly string[], more = '', who = 'app') =>
    site.as(who).get(`/wiki/rest/api/content/search?cql=id in (${ids.join()})&expand=${EXPAND}${more}`);

  it('omits the pages that the caller cannot see, and has the others in full', async () => {
    const { groups } = await setUp({ groups: { many: { size: 120 } } });
    const members = await site.as('app').get(`/wiki/rest/api/group/${groups['many']}/membersByGroupId`);
    const made = z.object({ results: z.array(z.object({ accountId: z.string() })) }).parse(members.json).results;
    const app = accountOf('app');
    await restrictTo(DEMO_PAGES.runbooks, [app, ...made.map(({ accountId }) => accountId)], [groups['many'] ?? '']);
    await site.as('admin').delete(`/wiki/rest/api/group/by-id?id=${groups['many']}`);
    const answer = await search([DEMO_PAGES.engRestricted, DEMO_PAGES.runbooks, DEMO_PAGES.runbookDatabase]);
    expect(answer.json).toMatchObject({
      size: 2,
      results: [
        {
          id: DEMO_PAGES.runbooks,
          ancestors: [{ id: DEMO_PAGES.engHome }],
          restrictions: {
            read: { restrictions: { user: { size: 100, limit: 100 }, group: { results: [{ id: groups['many'] }] } } },
            _expandable: { update: '' },
          },
        },
        {
          id: DEMO_PAGES.runbookDatabase,
          ancestors: [{ id: DEMO_PAGES.engHome }, { id: DEMO_PAGES.runbooks }],
          restrictions: { read: { restrictions: { user: { size: 0 }, group: { size: 0 } } } },
        },
      ],
    });
    const rest = `/wiki/rest/api/content/${DEMO_PAGES.runbooks}/restriction/byOperation/read?start=100`;
    expect((await site.as('app').get(rest)).json).toMatchObject({ restrictions: { user: { size: 21 } } });
    const users = await site
      .as('app')
      .get(`/wiki/rest/api/content/search?cql=id=${DEMO_PAGES.runbooks}&expand=restrictions.read.restrictions.user`);
    expect(users.json).toMatchObject({
      results: [{ restrictions: { read: { restrictions: { _expandable: { group: '' } } } } }],
    });
  });

  it('has at most 25 pages', async () => {
    expect((await search(Object.values(DEMO_PAGES), '&limit=100')).json).toMatchObject({ size: 25, limit: 25 });
  });

  it('costs points for pages, ancestors, people and groups', async () => {
    const pointsPerHour = 10_000;
    const limits = createRateLimits({ now: () => new Date(BASE_TIME), assumptions: new Set(), pointsPerHour });
    const used = async (path: string, results: unknown = undefined) => {
      const { pathname } = new URL(path, BASE_URL);
      limits.refuse(pathname);
      const answer =
        results === undefined
          ? await site.confluence.handle(new Request(BASE_URL + path), { kind: 'app' })
          : Response.json({ results });
      const counted = await limits.count('GET', pathname, answer);
      return pointsPerHour - Number(/r=(\d+)/.exec(counted.headers.get('RateLimit') ?? '')?.[1]);
    };
    await setUp({ mode: 'ROLES', spaces: { HR: { '*': null, 'group:engineering': 'Viewer' } } });
    await restrictTo(DEMO_PAGES.runbooks, [accountOf('app'), VIEWER.accountId], [DEMO_GROUPS.engineering.id]);
    let before = await used('/wiki/api/v2/pages', Array.from({ length: 9_000 }));
    const cost = async (path: string) => {
      const after = await used(path);
      const points = after - before;
      before = after;
      return points;
    };
    const query = `cql=id in (${DEMO_PAGES.runbooks},${DEMO_PAGES.runbookDatabase})`;
    // Two pages with one and two ancestors, and three names.
    expect(await cost(`/wiki/rest/api/content/search?${query}&expand=${EXPAND}`)).toBe(1 + 2 + 3 + 6);
    expect(await cost(`/wiki/rest/api/content/search?${query}`)).toBe(1 + 2);
    // The app and a group.
    expect(await cost(`/wiki/api/v2/spaces/${DEMO_SPACES.HR}/role-assignments`)).toBe(1 + 2 * 2);
    expect(await cost('/wiki/api/v2/space-role-mode')).toBe(2);
    const engineering = `/wiki/rest/api/group/${DEMO_GROUPS.engineering.id}/membersByGroupId`;
    expect(await cost(`${engineering}?limit=1&shouldReturnTotalSize=true`)).toBe(3);
    expect(await cost('/wiki/rest/api/search/user?cql=type=user&limit=1')).toBe(3);
  });
  const BASE_TIME = Date.parse('2026-01-02T03:04:05.678Z');
});

describe('events', () => {
  const EVENT = 'avi:confluence:permissions_updated:space:V2';

  it('follow changes of the permissions and roles of a space, and nothing else that decides', async () => {
    const admin = site.as('admin');
    const subject = { type: 'group', identifier: DEMO_GROUPS.engineering.id };
    await admin.post('/wiki/rest/api/space/OPEN/permission', { subject, operation: { key: 'read', target: 'space' } });
    await site.administer('PATCH', '/local/spaces/HR', { isPublic: true });
    await setUp({ mode: 'ROLES' });
    sent.length = 0;
    const principal = { principalType: 'GROUP', principalId: DEMO_GROUPS.engineering.id };
    const path = `/wiki/api/v2/spaces/${DEMO_SPACES.HR}/role-assignments`;
    const roleId = z
      .object({ results: z.array(z.object({ id: z.string() })) })
      .parse((await admin.get('/wiki/api/v2/space-roles?role-type=CUSTOM')).json).results[0]?.id;
    expect((await admin.post(path, [{ principal, roleId }])).status).toBe(200);
    expect(await viewersOf(DEMO_PAGES.onboarding)).toContain('viewer');
    expect((await admin.post(path, [{ principal, roleId: 'unknown' }])).status).toBe(400);
    expect((await site.as('editor').post(path, [{ principal }])).status).toBe(404);
    await admin.delete(
      `/wiki/rest/api/group/userByGroupId?groupId=${principal.principalId}&accountId=${VIEWER.accountId}`,
    );
    await setUp({ publicLinks: [DEMO_PAGES.payroll], people: { 'new@example.com': 'licensed' } });
    expect(sent).toEqual([{ type: EVENT, reachesApp: true }]);
  });

  it('never reach the app about a page that becomes hidden from it', async () => {
    await restrictTo(DEMO_PAGES.runbooks, [accountOf('app')]);
    await restrictTo(DEMO_PAGES.incidents, [EDITOR.accountId]);
    const type = 'avi:confluence:permissions_updated:page';
    expect(sent).toEqual([
      { type, reachesApp: true },
      { type, reachesApp: false },
    ]);
  });
});

describe('a public link', () => {
  it('lets everyone with its address read a restricted page, and nothing else shows it', async () => {
    const page = `/wiki/api/v2/pages/${DEMO_PAGES.hrRestricted}`;
    const seen = async () => Promise.all(PEOPLE.map(async (who) => (await site.as(who).get(page)).status));
    const before = await seen();
    const { publicLinks } = await setUp({ publicLinks: [DEMO_PAGES.hrRestricted] });
    const address = publicLinks[DEMO_PAGES.hrRestricted] ?? '';
    expect([(await site.as('anonymous').get(address)).status, (await site.as('outsider').get(address)).status]).toEqual(
      [200, 200],
    );
    expect((await site.as('anonymous').get('/wiki/external/other')).status).toBe(401);
    expect([await seen(), site.confluence.canView('anonymous', DEMO_PAGES.hrRestricted)]).toEqual([before, false]);
    expect(site.confluence.requiredScopes('GET', address)).toEqual([['public-links']]);
    await site.as('admin2').delete(page);
    expect((await site.as('anonymous').get(address)).status).toBe(401);
  });
});
