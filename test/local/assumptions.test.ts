import Database from 'libsql';
import * as z from 'zod';
import { type BackgroundSite, openBackgroundSite } from './background/host-with-functions';
import api, { asApp, assumeTrustedRoute, asUser, route } from '@forge/api';
import { FilterConditions, Filter, ForgeKvsAPIError, kvs, WhereConditions } from '@forge/kvs';
import { ADMIN, DEMO_GROUPS, DEMO_PAGES, DEMO_SPACES, EDITOR, VIEWER } from '../../local/demo';
import { PLATFORM_SWITCHES, type PlatformSwitch } from '../../local/forge/assumptions';
import { clockSkewMs } from '../../local/forge/runtime';
import { createStorage, parseEntityDefinitions } from '../../local/forge/storage';
import { answerSite } from '../../local/server';
import { TRIGGER_PATH } from '../../local/forge/web-trigger';
import { setUpAccess } from '../support/access';
import { attach } from '../support/wiki-pages';
import { Deadline } from '../../src/platform/deadline';
import { reportAccounts } from '../../src/platform/personal-data';

/** Each switch of the platform changes exactly the fact that it names, while the host runs. */

const PAGE = DEMO_PAGES.runbookDatabase;
const SPACES = route`/wiki/api/v2/spaces?limit=1`;

let site: BackgroundSite;
/** Runs inside the next function of the app, at the place of the function. */
let inPlace: (context: { readonly license?: object }) => Promise<unknown>;
let seen: unknown;
beforeAll(() => {
  const run = async (argument: unknown, context: object) => {
    seen = { argument, value: await inPlace(context) };
    return { statusCode: 204, headers: { 'X-Own': ['1'] }, body: 'text' };
  };
  const background = { work: run, nightly: run, onEvent: run };
  const functions = { ...background, rest: run, admin: run, bylineProperties: run, setLevelAction: run };
  const events = ['avi:confluence:created:page', 'avi:confluence:permissions_updated:space:V2'];
  site = openBackgroundSite(functions, { seed: jest.getSeed(), duplicates: 0.2, events });
});
beforeEach(() => {
  inPlace = () => Promise.resolve(undefined);
  seen = undefined;
  site.host.assumptions.clear();
});
afterAll(() => site.close());

const request = (method: string, path = '/v1/level') =>
  site.host.callWebTrigger({ method, target: `${TRIGGER_PATH}${path}`, rawHeaders: [], body: Buffer.from('') });
const html = async () => (await answerSite(site.host, new Request('http://127.0.0.1:8080/site/admin'))).text();
const viaApp = (url: ReturnType<typeof route>, init?: Parameters<ReturnType<typeof asApp>['requestConfluence']>[1]) =>
  site.asApp(async () => asApp().requestConfluence(url, init));

/** The platform allows one call in five minutes. */
function askForLicense(path: ReturnType<typeof route>) {
  site.advance(300_000);
  return site.asApp(async () => asApp().requestAtlassian(path));
}

/** True if the app may act for a person where the next function runs. */
async function actsIn(invoke: () => Promise<unknown>, accountId: string | null = ADMIN.accountId): Promise<unknown> {
  inPlace = () =>
    asUser(accountId ?? undefined)
      .requestConfluence(SPACES)
      .then(
        ({ status }) => status,
        () => 'refused',
      );
  await invoke();
  return (seen as { value: unknown }).value;
}

async function pushWork(): Promise<void> {
  const { Queue } = await import('@forge/events');
  await site.asApp(() => new Queue({ key: 'work' }).push({ body: {} }));
  await site.host.background.settle();
}

const conditional = (key: string, conditions: ReturnType<Filter<{ rev: number }>['and']>) =>
  site.asApp(() =>
    kvs
      .transact()
      .set(key, { v: 1, rev: 1 }, { entityName: 'config', conditions })
      .execute()
      .then(
        () => 'done',
        (error: unknown) =>
          error instanceof ForgeKvsAPIError ? `${error.responseDetails.status} ${error.code}` : 'other',
      ),
  );

let serial = 0;
const newKey = () => `assumption-${(serial += 1)}`;

async function createPage({ private: isPrivate = false, ...more }: { private?: boolean; status?: string } = {}) {
  const page = { spaceId: DEMO_SPACES.ENG, title: newKey(), body: { representation: 'storage', value: '' }, ...more };
  const created = await site.wiki('POST', `/api/v2/pages?private=${isPrivate}`, page);
  return ((await created.json()) as { id: string }).id;
}

interface Case {
  /** The fact, as the app or a person notices it. */
  readonly observe: () => Promise<unknown>;
  readonly usual: unknown;
  readonly switched: unknown;
}

const impersonation = (invoke: () => Promise<unknown>): Case => ({
  observe: () => actsIn(invoke),
  usual: 200,
  switched: 'refused',
});
const frame = (attribute: RegExp): Case => ({
  observe: async () => attribute.test(await html()),
  usual: true,
  switched: false,
});
const classificationOf = (pageId: string) => async () => {
  const levels = await viaApp(route`/wiki/api/v2/classification-levels`);
  const level = await viaApp(route`/wiki/api/v2/pages/${pageId}/classification-level`);
  return [((await levels.json()) as unknown[]).length, (await level.text()).includes('Feature is disabled')];
};

/** Writes a page of the new editor in storage format. @returns its editor */
const editorAfterWrite = async () => {
  const send = async (method: string, path: string, sent: object) => {
    const headers = { 'content-type': 'application/json' };
    const url = assumeTrustedRoute(`/wiki/api/v2/pages${path}`);
    return (await (await viaApp(url, { method, headers, body: JSON.stringify(sent) })).json()) as { id: string };
  };
  const title = crypto.randomUUID();
  const document = JSON.stringify({ type: 'doc', version: 1, content: [] });
  const body = { representation: 'atlas_doc_format', value: document };
  const { id } = await send('POST', '', { spaceId: DEMO_SPACES.ENG, title, body });
  const storage = { representation: 'storage', value: '<p>New</p>' };
  await send('PUT', `/${id}`, { id, status: 'current', title, body: storage, version: { number: 2 } });
  const { results } = (await (await viaApp(route`/wiki/api/v2/pages/${id}/properties`)).json()) as {
    results: unknown[];
  };
  return results;
};

const ASSIGNMENTS = route`/wiki/api/v2/spaces/${DEMO_SPACES.OPEN}/role-assignments`;
const MEMBERS = `/wiki/rest/api/group/${DEMO_GROUPS.engineering.id}/membersByGroupId`;
const membersOf = async (query: string) =>
  (await (await viaApp(assumeTrustedRoute(`${MEMBERS}?${query}`))).json()) as { totalSize?: number; size: number };

const CASES: Readonly<Record<PlatformSwitch, Case>> = {
  'no-impersonation-in-resolvers': impersonation(() => site.admin('any', {})),
  'no-impersonation-in-web-triggers': impersonation(() => request('GET')),
  'no-impersonation-in-consumers': impersonation(pushWork),
  'no-impersonation-in-schedules': impersonation(() => site.host.background.runSchedule('nightly')),
  'not-shared': {
    // The person who is present, the same person by id, and a site admin, who is a contributor here.
    observe: async () => {
      const open = () => site.admin('any', {}, EDITOR.email);
      return [await actsIn(open, null), await actsIn(open, EDITOR.accountId), await actsIn(open)];
    },
    usual: [200, 200, 200],
    switched: [200, 'refused', 200],
  },
  'plain-refusals': {
    observe: () => {
      site.host.assumptions.add('no-impersonation-in-web-triggers');
      return actsIn(() => request('GET'));
    },
    usual: 'refused',
    switched: 404,
  },
  'no-permission-check': {
    observe: async () => {
      const subject = { type: 'user', identifier: ADMIN.accountId };
      const body = JSON.stringify({ subject, operation: 'read' });
      const headers = { 'content-type': 'application/json' };
      const path = route`/wiki/rest/api/content/${PAGE}/permission/check`;
      return (await viaApp(path, { method: 'POST', headers, body })).status;
    },
    usual: 200,
    switched: 403,
  },
  'no-admin-check': {
    observe: async () =>
      'operations' in
      (await (await viaApp(route`/wiki/rest/api/user?accountId=${ADMIN.accountId}&expand=operations`)).json()),
    usual: true,
    switched: false,
  },
  'consented-to-less': {
    observe: async () => [
      (await viaApp(route`/wiki/rest/api/group/by-id?id=${DEMO_GROUPS.engineering.id}`)).status,
      (await viaApp(assumeTrustedRoute(MEMBERS))).status,
      (await viaApp(SPACES)).status,
    ],
    usual: [200, 200, 200],
    switched: [403, 403, 200],
  },
  'role-assignments-refused': {
    observe: async () => {
      await setUpAccess(site, { mode: 'ROLES' });
      const answers = [await viaApp(ASSIGNMENTS), await viaApp(route`/wiki/api/v2/space-roles`)];
      await setUpAccess(site, { mode: 'PRE_ROLES' });
      return answers.map(({ status }) => status);
    },
    usual: [200, 200],
    switched: [403, 403],
  },
  'role-assignments-in-old-model': {
    observe: async () => {
      const answer = await viaApp(ASSIGNMENTS);
      return [answer.status, ((await answer.json()) as { results?: unknown[] }).results];
    },
    usual: [404, undefined],
    switched: [200, []],
  },
  'anonymous-as-role': {
    observe: async () => {
      const answer = await viaApp(route`/wiki/api/v2/spaces/${DEMO_SPACES.OPEN}/permissions?limit=250`);
      const { results } = (await answer.json()) as { results: { principal: { type: string } }[] };
      return results.filter(({ principal }) => principal.type === 'role');
    },
    usual: [],
    switched: [
      expect.objectContaining({
        principal: { type: 'role', id: 'anonymous-users' },
        operation: { key: 'read', targetType: 'space' },
      }),
    ],
  },
  'no-anonymous-calls': {
    observe: async () => {
      const read = (id: string) =>
        site.asApp(() =>
          api.requestConfluence(route`/wiki/api/v2/pages/${id}`).then(
            ({ status }) => status,
            () => 'refused',
          ),
        );
      return [await read(DEMO_PAGES.welcome), await read(PAGE)];
    },
    usual: [200, 401],
    switched: ['refused', 'refused'],
  },
  'no-group-size': {
    observe: async () => (await membersOf('shouldReturnTotalSize=true')).totalSize,
    usual: 2,
    switched: undefined,
  },
  'active-members-only': {
    observe: async () => {
      await site.setUser(VIEWER.email, { active: false });
      const { totalSize, size } = await membersOf('shouldReturnTotalSize=true');
      await site.setUser(VIEWER.email, { active: true });
      return [totalSize, size];
    },
    usual: [2, 2],
    switched: [1, 1],
  },
  'user-total-of-part': {
    observe: async () => {
      const answer = await viaApp(route`/wiki/rest/api/search/user?cql=${'type = user'}&limit=1`);
      return ((await answer.json()) as { totalSize: number }).totalSize;
    },
    usual: 6,
    switched: 1,
  },
  'restrictions-not-expanded': {
    observe: async () => {
      const expand = 'ancestors,restrictions.read.restrictions.user';
      const answer = await viaApp(route`/wiki/rest/api/content/search?cql=${`id = ${PAGE}`}&expand=${expand}`);
      const { results } = (await answer.json()) as { results: object[] };
      return results.map((page) => ['ancestors' in page, 'restrictions' in page]);
    },
    usual: [[true, true]],
    switched: [[false, false]],
  },
  'self-lockout-refused': {
    observe: async () => {
      const id = await createPage({ status: 'current' });
      const only = (accountId: string) => [
        { operation: 'read', restrictions: { user: [{ type: 'known', accountId }] } },
      ];
      const restrict = async (accountId: string) =>
        (await site.wiki('PUT', `/rest/api/content/${id}/restriction`, only(accountId))).status;
      return [await restrict(ADMIN.accountId), await restrict(EDITOR.accountId), await restrict(ADMIN.accountId)];
    },
    usual: [200, 200, 404],
    switched: [200, 400, 200],
  },
  'no-space-access-event': {
    observe: async () => {
      await setUpAccess(site, { spaces: { OPEN: { 'group:engineering': 'Viewer' } } });
      await setUpAccess(site, { spaces: { OPEN: { 'group:engineering': null } } });
      return (await site.host.background.settle()).length;
    },
    usual: 2,
    switched: 0,
  },
  'burst-limit': {
    observe: async () => {
      site.advance(1_000);
      const calls = await Promise.all(Array.from({ length: 22 }, () => viaApp(SPACES)));
      site.advance(1_000);
      const refused = calls.filter(({ status }) => status === 429);
      return [refused.length, refused[0]?.headers.get('Retry-After'), (await viaApp(SPACES)).status];
    },
    usual: [0, undefined, 200],
    switched: [2, '1', 200],
  },
  'slow-answers': {
    observe: async () => {
      const title = crypto.randomUUID();
      const body = { representation: 'storage', value: `<p>${'"'.repeat(2_300_000)}</p>` };
      const page = JSON.stringify({ spaceId: DEMO_SPACES.ENG, title, body });
      const headers = { 'content-type': 'application/json' };
      const created = await viaApp(route`/wiki/api/v2/pages`, { method: 'POST', headers, body: page });
      const { id } = (await created.json()) as { id: string };
      const read = viaApp(route`/wiki/api/v2/pages/${id}?body-format=atlas_doc_format`);
      return read.then(
        ({ status }) => status,
        () => 'no answer in time',
      );
    },
    usual: 200,
    switched: 'no answer in time',
  },
  'transactions-collide': {
    observe: async () => {
      const [shared, ...own] = [newKey(), newKey(), newKey()];
      const is = (rev: number) => ({
        conditions: new Filter<{ rev: number }>().and('rev', FilterConditions.equalTo(rev)),
      });
      const write = (key: string) => kvs.transact().set(key, { v: 1, rev: 1 }, { entityName: 'config' });
      const checked = (key: string) =>
        write(key)
          .check(shared ?? '', { entityName: 'config', ...is(1) })
          .execute();
      return site.asApp(async () => {
        await write(shared ?? '').execute();
        const both = await Promise.allSettled(own.map(checked));
        // One after the other, they do not collide.
        return [...both, ...(await Promise.allSettled([checked(own[0] ?? '')]))].map(({ status }) => status);
      });
    },
    usual: ['fulfilled', 'fulfilled', 'fulfilled'],
    switched: ['fulfilled', 'rejected', 'fulfilled'],
  },
  'not-exists-never-holds': {
    observe: () => conditional(newKey(), new Filter<{ rev: number }>().and('rev', FilterConditions.notExists())),
    usual: 'done',
    switched: '400 CONDITIONAL_CHECK_FAILED',
  },
  'unknown-conflict-status': {
    observe: () => conditional(newKey(), new Filter<{ rev: number }>().and('rev', FilterConditions.equalTo(7))),
    usual: '400 CONDITIONAL_CHECK_FAILED',
    switched: '422 OPERATION_REFUSED',
  },
  'clock-skew': {
    observe: async () => {
      inPlace = () => Promise.resolve(clockSkewMs());
      const skews = new Set<unknown>();
      for (let times = 0; times < 10; times += 1) {
        await request('GET');
        skews.add((seen as { value: unknown }).value);
      }
      return [skews.size > 1, [...skews].every((skew) => Math.abs(Number(skew)) <= 2_000)];
    },
    usual: [false, true],
    switched: [true, true],
  },
  'slow-queries': {
    observe: async () => {
      const key = newKey();
      await site.asApp(() => kvs.entity('probe').set(key, { v: 1, rev: 1, state: 'trial', at: key }));
      const find = () =>
        site.asApp(() =>
          kvs.entity('probe').query().index('by-date').where(WhereConditions.between(key, key)).getMany(),
        );
      const found = [(await find()).results.length];
      site.advance(60_000);
      return [...found, (await find()).results.length];
    },
    usual: [1, 1],
    switched: [0, 1],
  },
  'slow-indexes': {
    observe: async () => {
      const database = new Database(':memory:');
      const rank = { type: 'integer' };
      const deploy = (indexes: readonly string[]) =>
        createStorage({
          ...{ database, now: () => new Date(), queryLagMs: 0, expiryLagMs: 0, assumptions: site.host.assumptions },
          entities: parseEntityDefinitions({
            app: { storage: { entities: [{ name: 'ticket', attributes: { rank, place: rank }, indexes }] } },
          }),
        });
      await deploy(['place']).handle('one', '/api/v1/entity/set', {
        entityName: 'ticket',
        key: 'a',
        value: { rank: 1 },
      });
      const query = { entityName: 'ticket', indexName: 'rank' };
      const answer = await deploy(['place', 'rank']).handle('one', '/api/v1/entity/query', query);
      return ((await answer.json()) as { data: unknown[] }).data.length;
    },
    usual: 1,
    switched: 0,
  },
  'stale-batches': {
    observe: async () => {
      const key = newKey();
      const read = () => site.asApp(() => kvs.batchGet<{ rev: number }>([{ key, entityName: 'config' }]));
      await site.asApp(() => kvs.entity('config').set(key, { v: 1, rev: 1 }));
      const atOnce = (await read()).successfulKeys.length;
      const got = await site.asApp(() => kvs.entity('config').get(key));
      site.advance(1_000);
      return [atOnce, got !== undefined, (await read()).successfulKeys.length];
    },
    usual: [1, true, 1],
    switched: [0, true, 1],
  },
  'unordered-events': {
    observe: async () => {
      for (let times = 0; times < 100; times += 1) await createPage();
      const due = site.host.background.pending().map(({ id }) => id);
      const delivered = (await site.host.background.settle()).map(({ eventId }) => eventId);
      return [delivered.join() === due.join(), delivered.length > due.length];
    },
    usual: [true, false],
    switched: [false, true],
  },
  'late-events': {
    observe: async () => {
      await createPage();
      await site.host.background.settle();
      const atOnce = seen !== undefined;
      site.advance(180_000);
      await site.host.background.settle();
      return [atOnce, seen !== undefined];
    },
    usual: [true, true],
    switched: [false, true],
  },
  'lost-events': {
    observe: async () => {
      for (let times = 0; times < 20; times += 1) await createPage();
      return (await site.host.background.settle()).length;
    },
    usual: 20,
    switched: 18,
  },
  'partial-pushes': {
    observe: async () => {
      const { Queue, PartialSuccessError } = await import('@forge/events');
      const outcome = await site.asApp(() =>
        new Queue({ key: 'work' }).push([{ body: { first: 1 } }, { body: { first: 2 } }]).then(
          () => [],
          (error: unknown) => (error instanceof PartialSuccessError ? error.failedEvents : 'another error'),
        ),
      );
      return [outcome, (await site.host.background.settle()).length];
    },
    usual: [[], 2],
    switched: [
      expect.arrayContaining([{ errorMessage: expect.any(String), payload: { body: { first: 1 } } }]),
      expect.any(Number),
    ],
  },
  'restricted-events': {
    observe: async () => {
      await createPage({ status: 'current', private: true });
      return (await site.host.background.settle()).length;
    },
    usual: 0,
    switched: 1,
  },
  'app-joins-late': {
    observe: async () => {
      const space = (await (
        await site.wiki('POST', '/api/v2/spaces', { name: newKey(), key: `LATE${(serial += 1)}` })
      ).json()) as { homepageId: string };
      const read = () => viaApp(route`/wiki/api/v2/pages/${space.homepageId}`);
      const atOnce = (await read()).status;
      site.advance(30_000);
      const later = (await read()).status;
      site.host.lifecycle.install();
      const installed = (await viaApp(route`/wiki/api/v2/pages/${PAGE}`)).status;
      await site.host.background.settle();
      site.advance(30_000);
      return [atOnce, later, installed, (await viaApp(route`/wiki/api/v2/pages/${PAGE}`)).status];
    },
    usual: [200, 200, 200, 200],
    switched: [404, 200, 404, 200],
  },
  'slow-tasks': {
    observe: async () => {
      const pageId = await createPage();
      const pages = [{ id: pageId }];
      const { id } = (await (await site.wiki('POST', '/rest/api/content/archive', { pages })).json()) as { id: string };
      const observeTask = async () => {
        const task = (await (await site.wiki('GET', `/rest/api/longtask/${id}`)).json()) as { finished: boolean };
        const page = await site.wiki('GET', `/api/v2/pages/${pageId}?status=current,archived`);
        return [task.finished, ((await page.json()) as { status: string }).status];
      };
      const first = await observeTask();
      site.advance(60_000);
      return [first, await observeTask()];
    },
    usual: [
      [true, 'archived'],
      [true, 'archived'],
    ],
    switched: [
      [false, 'current'],
      [true, 'archived'],
    ],
  },
  'irregular-schedules': {
    observe: async () => {
      const runs = new Set<number>();
      for (let day = 0; day < 300; day += 1) {
        site.advance(86_400_000);
        const done = await site.host.background.runDueSchedules();
        runs.add(done.filter(({ module }) => module === 'nightly').length);
      }
      return [...runs].toSorted();
    },
    usual: [1],
    switched: [0, 1, 2],
  },
  'empty-live-docs': {
    observe: async () => {
      const page = { spaceId: DEMO_SPACES.ENG, title: newKey(), subtype: 'live' };
      const { id } = (await (await site.wiki('POST', '/api/v2/pages', page)).json()) as { id: string };
      const body = { representation: 'storage', value: '<p>Text</p>' };
      await site.wiki('PUT', `/local/live-docs/${id}`, { body });
      const { body: read } = (await (await viaApp(route`/wiki/api/v2/pages/${id}?body-format=storage`)).json()) as {
        body: object;
      };
      return read;
    },
    usual: { storage: { representation: 'storage', value: '<p>Text</p>' } },
    switched: { storage: { representation: 'storage', value: '<p />' } },
  },
  'no-schedules': {
    observe: () =>
      site.host.background.runSchedule('nightly').then(
        ({ outcome }) => outcome,
        (error: unknown) => (error instanceof Error ? error.message : error),
      ),
    usual: 204,
    switched: 'the switch no-schedules stops scheduled triggers',
  },
  'no-head-or-options': {
    observe: async () => [(await request('HEAD')).status, (await request('OPTIONS')).status, seen !== undefined],
    usual: [204, 204, true],
    switched: [405, 405, false],
  },
  'decoded-paths': {
    observe: async () => {
      await request('GET', '/v1/a%2Fb');
      return (seen as { argument: { userPath: string } }).argument.userPath;
    },
    usual: '/v1/a%2Fb',
    switched: '/v1/a/b',
  },
  'no-consent-yet': {
    observe: async () => {
      const ask = () => actsIn(() => site.admin('any', {}), null);
      const before = await ask();
      site.host.automation.allow(ADMIN.accountId, true);
      const after = await ask();
      site.host.automation.allow(ADMIN.accountId, false);
      return [before, after];
    },
    usual: [200, 200],
    switched: ['refused', 200],
  },
  'no-3xx': {
    observe: async () => {
      const { status, headers, body } = await request('GET');
      return [status, headers['X-Own'], body];
    },
    usual: [204, ['1'], 'text'],
    switched: [200, ['1'], ''],
  },
  'no-clipboard': frame(/ allow="clipboard-write"/),
  'no-downloads': frame(/ sandbox="allow-downloads /),
  'no-history': frame(/ data-frame-history="on"/),
  'no-search-alias': {
    observe: async () =>
      (await viaApp(route`/wiki/rest/api/search?cql=${'type = page and pgcls_rank >= 0'}&limit=1`)).status,
    usual: 200,
    switched: 400,
  },
  'duplicate-properties': {
    observe: async () => {
      const first = { key: newKey(), value: 1 };
      const create = async () => (await site.wiki('POST', `/api/v2/pages/${PAGE}/properties`, first)).status;
      const statuses = [await create(), await create()];
      site.advance(1_000);
      return [...statuses, await create()];
    },
    usual: [200, 409, 409],
    switched: [200, 200, 409],
  },
  'stale-conditions': {
    observe: async () => {
      const path = `/api/v2/pages/${DEMO_PAGES.openHome}/properties`;
      const { id, version } = (await (
        await site.wiki('POST', path, { key: 'pgcls_level', value: { title: 'Old' } })
      ).json()) as { id: string; version: { number: number } };
      const byline = async () => {
        const address = `http://127.0.0.1:8080/site/spaces/OPEN/pages/${DEMO_PAGES.openHome}`;
        const page = await (await answerSite(site.host, new Request(address))).text();
        return /data-testid="byline-forge-app-button"[^]*?<span>([^<]*)<\/span>/.exec(page)?.[1];
      };
      const seen = [await byline()];
      const next = { key: 'pgcls_level', value: { title: 'New' }, version: { number: version.number + 1 } };
      await site.wiki('PUT', `${path}/${id}`, next);
      for (const waitMs of [59_999, 1]) {
        site.advance(waitMs);
        seen.push(await byline());
      }
      await site.wiki('DELETE', `${path}/${id}`);
      site.advance(60_000);
      return seen;
    },
    usual: ['Old', 'New', 'New'],
    switched: ['Old', 'Old', 'New'],
  },
  'inexact-search': {
    observe: async () => {
      const search = async (path: string) =>
        z
          .object({
            results: z.array(z.object({ content: z.object({ id: z.string() }) })),
            totalSize: z.number(),
            _links: z.object({ next: z.string().optional() }),
          })
          .parse(await (await site.wiki('GET', path)).json());
      const first = await search(`/rest/api/search?cql=${encodeURIComponent('type = page and space = HR')}&limit=4`);
      const second = await search(first._links.next ?? '');
      const found = new Set([...first.results, ...second.results].map(({ content }) => content.id));
      await createPage();
      const created = await search(`/rest/api/search?cql=${encodeURIComponent(`title = "assumption-${serial}"`)}`);
      return [found.size, first.totalSize, created.results.length];
    },
    usual: [8, 8, 1],
    switched: [7, 7, 0],
  },
  'no-replies-in-lists': {
    observe: async () => {
      const send = (body: object) => site.wiki('POST', '/api/v2/footer-comments', body);
      const body = { representation: 'storage', value: '<p>Text.</p>' };
      const { id } = (await (await send({ pageId: PAGE, body })).json()) as { id: string };
      await send({ parentCommentId: id, body });
      const answer = await viaApp(route`/wiki/api/v2/footer-comments?limit=250`);
      const { results } = (await answer.json()) as { results: readonly { parentCommentId?: string }[] };
      return results.some(({ parentCommentId }) => parentCommentId === id);
    },
    usual: true,
    switched: false,
  },
  'unknown-byline-arguments': {
    observe: async () => {
      await site.byline('level-byline-by-language', { pageId: PAGE });
      return Object.keys((seen as { argument: object }).argument);
    },
    usual: ['context'],
    switched: ['version', 'data'],
  },
  'storage-changes-editor': {
    observe: editorAfterWrite,
    usual: [expect.objectContaining({ key: 'editor', value: 'v2' })],
    switched: [],
  },
  'unknown-action-arguments': {
    observe: async () => {
      await site.action('set-level', { pageId: PAGE });
      return Object.keys((seen as { argument: object }).argument);
    },
    usual: ['pageId'],
    switched: ['version', 'data'],
  },
  'no-personal-data-report': {
    observe: () => {
      const accounts = [{ accountId: ADMIN.accountId, updatedAt: '2026-11-01T00:00:00.000Z' }];
      return site.asApp(async () => (await reportAccounts(new Deadline(25_000), accounts)).outcome);
    },
    usual: 'accepted',
    switched: 'refused',
  },
  'downloads-not-followed': {
    observe: async () => {
      const bytes = Uint8Array.of(0, 255, 128, 10);
      const [id, path] = [await attach(site, PAGE, newKey(), '', 'POST', new Blob([bytes])), `/wiki/rest/api/content`];
      const answer = await viaApp(assumeTrustedRoute(`${path}/${PAGE}/child/attachment/${id}/download?version=1`));
      return [answer.status, [...new Uint8Array(await answer.arrayBuffer())]];
    },
    usual: [200, [0, 255, 128, 10]],
    switched: [302, []],
  },
  'closed-spaces': {
    observe: async () => [
      await (await viaApp(route`/wiki/api/v2/data-policies/metadata`)).json(),
      (await viaApp(route`/wiki/api/v2/pages/${DEMO_PAGES.payroll}`)).status,
    ],
    usual: [{ anyContentBlocked: false }, 200],
    switched: [{ anyContentBlocked: true }, 404],
  },
  'no-license': {
    observe: async () => {
      inPlace = ({ license }) => Promise.resolve(license);
      await site.admin('any', {});
      return (seen as { value: unknown }).value;
    },
    usual: undefined,
    switched: expect.objectContaining({ active: false }),
  },
  'license-not-found': {
    observe: async () => (await askForLicense(route`/forge/app/v1/license`)).json(),
    usual: { results: [{ appId: expect.any(String), data: {} }] },
    switched: { results: [{ appId: expect.any(String), error: expect.objectContaining({ type: 'NOT_FOUND' }) }] },
  },
  'old-license-path': {
    observe: async () => [
      (await askForLicense(route`/forge/app/v1/license`)).status,
      (await askForLicense(route`/forge/installation/v1/license`)).status,
    ],
    usual: [200, 404],
    switched: [404, 200],
  },
  'native-levels': { observe: classificationOf(DEMO_PAGES.payroll), usual: [0, true], switched: [4, false] },
  'native-levels-in-some-spaces': {
    observe: async () => [await classificationOf(PAGE)(), await classificationOf(DEMO_PAGES.payroll)()],
    usual: [
      [0, true],
      [0, true],
    ],
    switched: [
      [4, false],
      [4, true],
    ],
  },
};

it.each(PLATFORM_SWITCHES)('%s', async (name) => {
  const { observe, usual, switched } = CASES[name];
  // The events of other tests.
  await site.host.background.settle();
  expect(await observe()).toEqual(usual);
  seen = undefined;
  site.host.assumptions.add(name);
  expect(await observe()).toEqual(switched);
});

describe('/local/platform', () => {
  const send = async (method: string, body?: object) => {
    const init = { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
    const answer = await answerSite(site.host, new Request('http://127.0.0.1:8080/local/platform', init));
    return { status: answer.status, allow: answer.headers.get('allow'), text: await answer.text() };
  };

  it('returns the switches, and replaces them while the host runs', async () => {
    expect(await send('GET')).toMatchObject({ status: 200, text: '{"switches":[]}' });
    expect(await send('PUT', { switches: ['late-events'] })).toMatchObject({ status: 200 });
    expect(await send('PUT', { switches: ['no-clipboard', 'no-history'] })).toMatchObject({ status: 200 });
    expect(await send('GET')).toMatchObject({ text: '{"switches":["no-clipboard","no-history"]}' });
    expect([...site.host.assumptions]).toEqual(['no-clipboard', 'no-history']);
  });

  it('refuses unknown names with the list of names, and changes nothing', async () => {
    const refused = await send('PUT', { switches: ['late-events', 'no-magic'] });
    expect(refused.status).toBe(400);
    for (const name of PLATFORM_SWITCHES) expect(refused.text).toContain(name);
    expect((await send('PUT', {})).status).toBe(400);
    expect((await send('POST', { switches: [] })).status).toBe(405);
    expect([...site.host.assumptions]).toEqual([]);
  });
});
