import { randomUUID } from 'node:crypto';
import { DEMO_PAGES, DEMO_SPACES, VIEWER } from '../../local/demo';
import { ADMIN_OPERATIONS } from '../../src/admin/resolver';
import { ACTION_EFFECTS } from '../../src/capabilities/effects';
import { NO_SURFACE_SETTINGS } from '../../src/classification/settings';
import { openRoutes } from '../../src/rest/routes';
import { HOME_OPERATIONS } from '../../src/surfaces/home/operations';
import { SURFACE_OPERATIONS } from '../../src/surfaces/resolver';
import { SPACE_OPERATIONS } from '../../src/surfaces/space/operations';
import { aStoredKey } from '../keys/key-records';
import { bodyFor, firstLevel, PAGE_ID, type RouteRequest, routeRequests, withSamples } from '../rest/route-requests';
import { allCallsOf, bytesOf } from '../support/disclosure';
import { storeFinding } from '../support/findings';
import { levelNamed, settle } from '../support/levels';
import { openSite, type Site } from '../support/site';
import { everythingStored, stopScans } from '../support/stored-rows';
import { ADMIN_AND_APP, aPage, restrict, storeLevel } from '../support/wiki-pages';

/**
 * Each operation of each door, from the tables of operations, as a viewer and without a login: a hidden page and a page that
 * does not exist are answered alike, with the same calls, and no viewer gets what only editors or admins may get.
 * `hidden-pages.test.ts` does the same for the frames on a page, and `test/actions/guarantees.test.ts` for more people.
 */

let site: Site;
let hidden: string;
/** As many digits as the hidden page has, so that lengths are the same. */
let missing: string;
const SECRET = 'nightfall';

beforeAll(async () => {
  site = openSite({ now: () => new Date('2026-11-21T09:30:00.000Z') });
  await stopScans(site);
  await settle(site, { surfaces: { ...NO_SURFACE_SETTINGS, bylineNames: 'viewer' } });
  hidden = await aPage(site, { text: SECRET });
  missing = `9${hidden.slice(1)}`;
  await storeLevel(site, hidden, levelNamed(site, 'Restricted').levelId, DEMO_SPACES.ENG);
  await storeFinding(site, hidden, { data: { maskedExcerpt: `${SECRET} ••••` } });
  await restrict(site, hidden, 'read', ADMIN_AND_APP);
  await site.host.background.settle();
});
afterAll(() => site.close());

const VIEWERS = [VIEWER.email, 'anonymous'] as const;

/** Without ids of this request: pages, new rows. */
const generic = (text: string) =>
  text
    .replaceAll(hidden, '{page}')
    .replaceAll(missing, '{page}')
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '{id}');
const shapeOf = (calls: Parameters<typeof allCallsOf>[0]['calls']) => allCallsOf({ calls }).map(generic).sort();

/** Asks about the hidden page and about the missing one. */
async function expectAlike(name: string, ask: (pageId: string) => Promise<object>): Promise<void> {
  const [onHidden, onMissing] = [await ask(hidden), await ask(missing)];
  expect(generic(JSON.stringify([name, onHidden]))).toBe(generic(JSON.stringify([name, onMissing])));
  expect(JSON.stringify(onHidden).toLowerCase()).not.toContain(SECRET);
}

describe('the API', () => {
  const hasPageFilter = ({ route }: RouteRequest) => route.query !== undefined && 'pageId' in route.query.shape;
  const namesPage = (request: RouteRequest) =>
    request.route.path.includes(':pageId') ||
    hasPageFilter(request) ||
    /"pageIds?"/.test(JSON.stringify(request.body ?? {}));

  it('answers a key of a viewer about a hidden page as about a missing page, on every route that names a page', async () => {
    const scopes = { classificationScope: 'write', detectionScope: 'redact' };
    const { key } = await aStoredKey(site, { createdBy: VIEWER.accountId, ...scopes });
    const { key: ofAdmin } = await site.createKey({});
    const level = await firstLevel(site, ofAdmin);
    const named = routeRequests().filter(namesPage);
    expect(named.length).toBeGreaterThan(10);
    for (const request of named) {
      await expectAlike(request.name, async (pageId) => {
        const path = withSamples(request.route.path, { pageId });
        const body = bodyFor(request, level);
        const headers = Object.keys(request.headers).map((name): [string, string] => [name, `"${randomUUID()}"`]);
        const answer = await site.rest(request.method, hasPageFilter(request) ? `${path}?pageId=${pageId}` : path, {
          key,
          headers: Object.fromEntries(headers),
          ...(body === undefined ? {} : { body: withPage(body, pageId) }),
        });
        return { bytes: bytesOf(answer), calls: shapeOf(answer.calls) };
      });
    }
  });

  /** Examples have other pages than the sample. */
  function withPage(value: unknown, pageId: string): Record<string, unknown> {
    const text = JSON.stringify(value).replaceAll(PAGE_ID, pageId);
    return JSON.parse(text.replaceAll(/"16\d{4}"/g, `"${pageId}"`)) as Record<string, unknown>;
  }

  it('answers nothing without a key, except the open routes', async () => {
    for (const { name, method, path } of routeRequests()) {
      const answer = await site.rest(method, path);
      expect([name, answer.status, answer.calls]).toEqual([name, 401, []]);
    }
    expect(openRoutes.map(({ operationId }) => operationId)).toEqual(['reportLeak']);
  });
});

describe('the admin area', () => {
  it.each([VIEWER.accountId, 'unidentified'])('answers no operation of %s', async (accountId) => {
    const before = everythingStored(site);
    for (const operation of Object.keys(ADMIN_OPERATIONS)) {
      const { result } = await site.host.invokeResolver(operation, {}, accountId);
      expect([operation, result]).toMatchObject([operation, { ok: false, error: { code: 'NOT_SITE_ADMIN' } }]);
    }
    expect(everythingStored(site)).toEqual(before);
  });
});

describe('the frames of the home page and of spaces', () => {
  type Operation = keyof typeof HOME_OPERATIONS | keyof typeof SPACE_OPERATIONS;
  const levelId = () => levelNamed(site, 'Internal').levelId;
  const id = '00000000-0000-4000-8000-00000000dead';

  /** A valid payload of each operation. A new operation needs a row. */
  const PAYLOADS: Readonly<Record<Operation, (pageId: string) => object>> = {
    openHome: () => ({}),
    listMyPages: () => ({}),
    listMyProposals: () => ({}),
    confirmMyProposal: (pageId) => ({ pageId, proposalId: id }),
    dismissMyProposal: (pageId) => ({ pageId, proposalId: id }),
    listPausedRemovals: () => ({}),
    cancelRemoval: () => ({ redactionId: id }),
    setLevels: (pageId) => ({
      ...{ pages: [{ pageId, revision: 'absent' }], level: { levelId: levelId() } },
      ...{ alsoLower: false, requestKey: randomUUID() },
    }),
    findByLevel: () => ({ levelId: levelId() }),
    openSpace: () => ({}),
    findInSpace: () => ({ levelId: levelId() }),
    readSpaceNumbers: () => ({}),
    listSpaceGaps: () => ({ gap: 'stale' }),
    listSpaceFindings: () => ({}),
    exportSpace: () => ({ of: 'pages' }),
    openSpaceSettings: () => ({}),
    saveSpaceSettings: () => ({ revision: 'x', defaultLevel: { levelId: levelId() } }),
  };
  const OPERATIONS = Object.keys({ ...HOME_OPERATIONS, ...SPACE_OPERATIONS }) as Operation[];
  /** Also for viewers: what they may see of a space themselves. */
  const FOR_VIEWERS: readonly Operation[] = ['openSpace', 'findInSpace'];

  it('have a payload for every operation', () => {
    expect(Object.keys(PAYLOADS).sort()).toEqual(OPERATIONS.toSorted());
    for (const operation of OPERATIONS) expect(Object.keys(SURFACE_OPERATIONS)).toContain(operation);
  });

  it.each(VIEWERS)('answer %s about a hidden page as about a missing page', async (as) => {
    for (const operation of OPERATIONS) {
      // All modules have one resolver. People without a login can open only some of them.
      const [module, at] =
        as === 'anonymous'
          ? (['level-byline', { pageId: DEMO_PAGES.openHome }] as const)
          : operation in HOME_OPERATIONS
            ? (['home', {}] as const)
            : (['space-classification', { spaceKey: 'ENG' }] as const);
      await expectAlike(operation, async (pageId) => {
        const { result, calls } = await site.surfaceCalls(module, operation, PAYLOADS[operation](pageId), {
          as,
          ...at,
        });
        if (as === 'anonymous')
          expect([operation, result.error?.code ?? result.value]).toEqual([operation, 'NOT_ALLOWED']);
        return { result, calls: shapeOf(calls) };
      });
    }
  });

  it('give a viewer of a space nothing that only its admins may get', async () => {
    for (const operation of Object.keys(SPACE_OPERATIONS) as (keyof typeof SPACE_OPERATIONS)[]) {
      if (FOR_VIEWERS.includes(operation)) continue;
      const at = { as: VIEWER.email, spaceKey: 'ENG' };
      const result = await site.surface('space-classification', operation, PAYLOADS[operation](hidden), at);
      expect([operation, result]).toEqual([operation, { ok: true, value: { state: 'not-admin' } }]);
    }
  });
});

describe('the functions without a frame', () => {
  it.each(VIEWERS)('answer %s about a hidden page as about a missing page', async (as) => {
    const forged = (pageId: string) => ({ content: { id: pageId, type: 'page', subtype: null } });
    const at = (pageId: string) => ({ as, pageId: DEMO_PAGES.openHome, forged: forged(pageId) });
    await expectAlike('byline', (pageId) => site.byline('level-byline-by-language', at(pageId)));
    for (const module of as === 'anonymous' ? ['level-macro'] : ['level-macro', 'report-macro'])
      await expectAlike(module, (pageId) => site.exportMacro(module, 'pdf', at(pageId)));
  });
});

describe('the actions', () => {
  it.each(VIEWERS)('answer %s about a hidden page as about a missing page', async (as) => {
    for (const action of Object.keys(ACTION_EFFECTS))
      await expectAlike(action, async (pageId) => {
        const inputs = { pageId, level: 'Highly Restricted', reason: 'Because' };
        const { result, calls } = await site.actionCalls(action, inputs, { as });
        return { result, calls: shapeOf(calls) };
      });
  });
});
