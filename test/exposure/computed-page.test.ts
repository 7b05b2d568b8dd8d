import fc from 'fast-check';
import { ADMIN, APP_USER, DEMO_SPACES } from '../../local/demo';
import { installationIdOf } from '../../src/events/invocation';
import { computePage, type ComputedLookup } from '../../src/exposure/computed-page';
import { openConfluence } from '../../src/platform/confluence';
import { Deadline } from '../../src/platform/deadline';
import { metered } from '../../src/quota/host-points';
import type { Intercept } from '../../local/forge/platform-calls';
import { setUpAccess } from '../support/access';
import { openSite } from '../support/site';
import { aPage } from '../support/wiki-pages';

/** A computed page never has a right that Confluence does not give, on random sites with roles and whatever Confluence answers. */

const LICENSED = ['p0@example.com', 'p1@example.com', 'p2@example.com', 'p3@example.com'];
const OTHERS = {
  'guest0@example.com': 'guest',
  'none0@example.com': 'unlicensed',
  'off0@example.com': 'deactivated',
} as const;
const PEOPLE = [...LICENSED, ...Object.keys(OTHERS)];
const GROUPS = ['g0', 'g1', 'g2'];
const ROLES = ['Admin', 'Collaborator', 'Viewer', 'Reader'] as const;
const CLASSES = [
  'anonymous-users',
  'authenticated-users',
  'all-licensed-users',
  'all-product-admins',
  'jsm-project-admins',
];

let intercept: Intercept = (_call, proceed) => proceed();
let inside: () => Promise<unknown> = () => Promise.resolve();
const dailyTrigger = async (_event: unknown, context: unknown) => {
  installationIdOf(context);
  await inside();
  return { statusCode: 204 };
};
/** Each random site has an hour of its own, with all points of Confluence. */
const HOUR_MS = 3_600_000;
let nowMs = Date.parse('2026-11-29T08:00:00.000Z');
const site = openSite({
  now: () => new Date(nowMs),
  assumptions: new Set(['lost-events', 'no-space-access-event']),
  intercept: (call, proceed) => intercept(call, proceed),
  functions: { dailyTrigger },
});
afterAll(() => site.close());
beforeEach(() => (intercept = (_call, proceed) => proceed()));

/** Runs code as the app. A failure inside fails the test. */
async function inApp(work: () => Promise<void>): Promise<void> {
  let failure: unknown;
  inside = () => work().catch((error: unknown) => (failure = error));
  await site.host.background.runSchedule('daily-key-expiry');
  if (failure !== undefined) throw failure;
}

let spent = 0;
let calls = 0;
const compute = async (email: string, pageId: string): Promise<ComputedLookup | Error> => {
  [spent, calls] = [0, 0];
  const budget = { spend: async (points: number) => void ((spent += points), (calls += 1)), restore: () => undefined };
  const unpaid = openConfluence(new Deadline(60_000), 8_000, () => Promise.resolve());
  const accountId = site.host.confluence.accountIdOf(email) ?? '';
  return computePage(metered(unpaid, budget, 'before'), { accountId, pageId }).catch((error: unknown) =>
    error instanceof Error ? error : new Error('unknown'),
  );
};

/** The truth, as Confluence answers the person. */
async function rightsOf(email: string, pageId: string): Promise<'none' | 'view' | 'edit'> {
  const answer = await site.wiki('GET', `/api/v2/pages/${pageId}?include-operations=true`, undefined, email);
  if (answer.status !== 200) return 'none';
  const { operations } = (await answer.json()) as {
    operations: { results: { operation: string; targetType: string }[] };
  };
  return operations.results.some((one) => one.operation === 'update' && one.targetType === 'page') ? 'edit' : 'view';
}

const rightsIn = (computed: ComputedLookup | Error) =>
  typeof computed === 'string' || computed instanceof Error || computed.outcome !== 'page'
    ? 'none'
    : computed.page.mayUpdate
      ? 'edit'
      : 'view';
const ORDER = ['none', 'view', 'edit'];

const names = { users: fc.subarray(PEOPLE, { maxLength: 3 }), groups: fc.subarray(GROUPS, { maxLength: 2 }) };
const gate = fc.oneof(
  { weight: 2, arbitrary: fc.constant(undefined) },
  { weight: 1, arbitrary: fc.record({ ...names, app: fc.nat(9) }) },
);
const aSite = fc.record({
  members: fc.tuple(...GROUPS.map(() => fc.subarray(PEOPLE))),
  roles: fc.dictionary(
    fc.constantFrom(
      ...PEOPLE.map((one) => `user:${one}`),
      ...GROUPS.map((one) => `group:${one}`),
      ...CLASSES.map((one) => `class:${one}`),
    ),
    fc.constantFrom(...ROLES),
    { maxKeys: 5 },
  ),
  gates: fc.array(fc.record({ read: gate, update: gate }), { minLength: 3, maxLength: 3 }),
  allowsAnonymous: fc.boolean(),
});
type RandomSite = typeof aSite extends fc.Arbitrary<infer T> ? T : never;

const pages: string[] = [];
beforeAll(async () => {
  await setUpAccess(site, {
    mode: 'ROLES',
    people: { ...Object.fromEntries(LICENSED.map((one) => [one, 'licensed' as const])), ...OTHERS },
    groups: Object.fromEntries(GROUPS.map((one) => [one, {}])),
    spaces: { HR: { 'user:admin@example.com': 'Admin' } },
  });
  for (const _ of [0, 1, 2])
    pages.push(await aPage(site, { spaceId: DEMO_SPACES.HR, ...(pages.at(-1) && { parentId: pages.at(-1) ?? '' }) }));
});

async function build({ members, roles, gates, allowsAnonymous }: RandomSite): Promise<void> {
  nowMs += HOUR_MS;
  const { groups } = await setUpAccess(site, {
    allowsAnonymous,
    groups: Object.fromEntries(GROUPS.map((name, index) => [name, { members: members[index] ?? [] }])),
    spaces: { HR: { '*': null, ...roles, 'user:admin@example.com': 'Admin' } },
  });
  for (const [index, wanted] of gates.entries()) {
    const entries = (['read', 'update'] as const).flatMap((operation) => {
      const one = wanted[operation];
      if (one === undefined) return [];
      // The admin sets the next restrictions. Some pages are hidden from the app.
      const ids = one.users.map((email) => site.host.confluence.accountIdOf(email) ?? '');
      const user = [...ids, ADMIN.accountId, ...(one.app > 0 ? [APP_USER.accountId] : [])].map((accountId) => ({
        accountId,
      }));
      return [{ operation, restrictions: { user, group: one.groups.map((name) => ({ id: groups[name] ?? '' })) } }];
    });
    const answer = await site.wiki('PUT', `/rest/api/content/${pages[index]}/restriction`, entries);
    if (answer.status !== 200) throw new Error(await answer.text());
  }
}

it('a computed page never has a right that Confluence does not give, and has many of those that it gives', async () => {
  const count = { given: 0, computed: 0, edits: 0 };
  await inApp(() =>
    fc.assert(
      fc.asyncProperty(aSite, async (random) => {
        await build(random);
        for (const email of PEOPLE)
          for (const pageId of pages.slice(1)) {
            const truth = await rightsOf(email, pageId);
            const computed = rightsIn(await compute(email, pageId));
            expect(calls).toBeLessThanOrEqual(6);
            expect(spent).toBeLessThanOrEqual(60);
            if (ORDER.indexOf(computed) > ORDER.indexOf(truth))
              throw new Error(`${email} has ${truth}, computed ${computed}`);
            if (truth !== 'none') count.given += 1;
            if (computed !== 'none') count.computed += 1;
            if (computed === 'edit') count.edits += 1;
          }
      }),
      { numRuns: 25 },
    ),
  );
  expect(count.edits).toBeGreaterThan(0);
  expect(count.computed).toBeGreaterThan(count.given / 4);
});

const EVERYONE: RandomSite = {
  members: [['p0@example.com'], [], []],
  roles: { 'group:g0': 'Collaborator', 'class:all-licensed-users': 'Viewer' },
  gates: [
    { read: { users: [], groups: ['g0'], app: 1 }, update: undefined },
    { read: undefined, update: undefined },
    { read: undefined, update: undefined },
  ],
  allowsAnonymous: true,
};

type Body = any; // eslint-disable-line @typescript-eslint/no-explicit-any -- the answers of Confluence are broken on purpose
const page = (body: Body) => body.results[0];
const gates = (body: Body) => page(body).ancestors.at(-1).restrictions;
/** Changes of one answer, by its path, after which nothing is certain. */
const ODD: readonly (readonly [path: string, what: string, change: (body: Body) => void])[] = [
  ['space-role-mode', 'the transition', (body) => (body.mode = 'ROLES_TRANSITION')],
  ['space-role-mode', 'the old model', (body) => (body.mode = 'PRE_ROLES')],
  ['space-role-mode', 'an unknown mode', (body) => (body.mode = 'NEXT')],
  ['rest/api/user?', 'no rights', (body) => delete body.operations],
  ['rest/api/user?', 'a guest', (body) => (body.isGuest = true)],
  ['rest/api/user?', 'a guest by the earlier name', (body) => (body.isExternalCollaborator = true)],
  ['rest/api/user?', 'another account', (body) => (body.accountId = 'other')],
  ['memberof', 'a next part', (body) => (body._links.next = '/next')],
  ['memberof', 'more groups', (body) => (body.totalSize = 9)],
  ['memberof', 'a full list', (body) => (body.limit = body.results.length)],
  ['memberof', 'a group without id', (body) => body.results.push({ name: 'g' })],
  ['role-assignments', 'a next part', (body) => (body._links.next = '/next?cursor=a')],
  ['role-assignments', 'an unknown role', (body) => body.results.push({ ...body.results[0], roleId: 'unknown' })],
  ['role-assignments', 'an unknown principal', (body) => (body.results[0].principal.principalType = 'TEAM')],
  ['space-roles', 'a next part', (body) => (body._links = { next: '/next?cursor=a' })],
  ['space-roles', 'no permissions', (body) => body.results.forEach((role: Body) => delete role.spacePermissions)],
  [
    'space-roles',
    'roles without the view',
    (body) => body.results.forEach((role: Body) => (role.spacePermissions = ['create/page'])),
  ],
  ['content/search', 'no page', (body) => (body.results = [])],
  ['content/search', 'two pages', (body) => body.results.push(page(body))],
  ['content/search', 'another page', (body) => (page(body).id = '999')],
  ['content/search', 'a draft', (body) => (page(body).status = 'draft')],
  ['content/search', 'a folder above', (body) => (page(body).ancestors[0].type = 'folder')],
  ['content/search', 'no ancestors', (body) => delete page(body).ancestors],
  ['content/search', 'no restrictions of the page', (body) => delete page(body).restrictions],
  ['content/search', 'no restrictions above', (body) => delete page(body).ancestors[0].restrictions],
  ['content/search', 'one operation above only', (body) => delete gates(body).update],
  ['content/search', 'more people in a restriction', (body) => (gates(body).read.restrictions.user.totalSize = 101)],
  [
    'content/search',
    'a full restriction',
    (body) => Object.assign(gates(body).read.restrictions.group, { limit: 1, size: 1 }),
  ],
  [
    'content/search',
    'another part of a restriction',
    (body) => (gates(body).read.restrictions.group._links = { next: '/next' }),
  ],
  [
    'content/search',
    'a restriction without ids',
    (body) => (gates(body).read.restrictions.group.results = [{ name: 'g0' }]),
  ],
];

it('no page is computed if one answer is refused, odd, partial or unknown', async () => {
  await build(EVERYONE);
  const pageId = pages[1] ?? '';
  const answerWith = (path: string, answer: (body: Body) => Response) => {
    intercept = async (call, proceed) => {
      if (call.target !== 'confluence' || !call.path.includes(path)) return proceed();
      return answer(await (await proceed()).json());
    };
  };
  await inApp(async () => {
    const read = async () => rightsIn(await compute('p0@example.com', pageId));
    expect(await compute('p0@example.com', pageId)).toMatchObject({ outcome: 'page', page: { mayUpdate: true } });
    expect([calls, spent]).toEqual([6, 60]);
    for (const path of new Set(ODD.map(([one]) => one))) {
      for (const status of [204, 302, 400, 401, 403, 404, 429, 500, 503]) {
        answerWith(path, () => new Response(null, { status, headers: { 'Retry-After': '60' } }));
        expect([path, status, await read()]).toEqual([path, status, 'none']);
      }
      for (const text of ['', '{}', '[]', 'null', '<html>', '{"results":[]}', '{"results":[{}]}']) {
        answerWith(path, () => new Response(text, { status: 200 }));
        expect([path, text, await read()]).toEqual([path, text, 'none']);
      }
    }
    for (const [path, what, change] of ODD) {
      answerWith(path, (body) => {
        change(body);
        return Response.json(body);
      });
      expect([path, what, await read()]).toEqual([path, what, 'none']);
    }
  });
});

it('the same calls for the same points follow if the page is hidden from the person, hidden from the app, or missing', async () => {
  const shapes: (readonly [number, number, string])[] = [];
  await build(EVERYONE);
  await inApp(async () => {
    const add = async (email: string, pageId: string) => {
      const rights = rightsIn(await compute(email, pageId));
      shapes.push([calls, spent, rights]);
    };
    await add('p1@example.com', pages[1] ?? '');
    await build({
      ...EVERYONE,
      gates: [{ read: { users: [], groups: [], app: 0 }, update: undefined }, ...EVERYONE.gates.slice(1)],
    });
    await add('p0@example.com', pages[1] ?? '');
    await add('p0@example.com', '999999999');
  });
  expect(shapes).toEqual([1, 2, 3].map(() => [6, 60, 'none']));
});
