import { alertRules } from '../support/alerts';
import { randomUUID } from 'node:crypto';
import { ADMIN2, DEMO_PAGES, DEMO_SPACES, VIEWER } from '../../local/demo';
import type { AdminOperations } from '../../src/admin/contract';
import { NO_SURFACE_SETTINGS } from '../../src/classification/settings';
import { openRoutes } from '../../src/rest/routes';
import { HOME_CONTRACT } from '../../src/surfaces/home/contract';
import { SPACE_CONTRACT } from '../../src/surfaces/space/contract';
import { ACTION_EFFECTS } from '../actions/all-actions';
import { aStoredKey } from '../keys/key-records';
import { bodyFor, firstLevel, PAGE_ID, type RouteRequest, routeRequests, withSamples } from '../rest/route-requests';
import { allCallsOf, bytesOf } from '../support/disclosure';
import { storeFinding } from '../support/findings';
import { levelNamed, settle } from '../support/levels';
import { openSite, type Site } from '../support/site';
import { stopScans } from '../support/stored-rows';
import { ADMIN_AND_APP, aPage, restrict, storeLevel, takeSpacePermission } from '../support/wiki-pages';
import { PAYLOADS } from './payloads';

/**
 * Each operation of each door, from the tables of operations, as a viewer and without a login: a hidden page and a page that
 * does not exist are answered alike, with the same calls, and no viewer gets what only editors or admins may get.
 * `hidden-pages.test.ts` does the same for the frames on a page, and `test/actions/guarantees.test.ts` for more people.
 */

let site: Site;
/** A page of a space that the person sees, and a page of a space that they do not see. */
let hidden: readonly Place[];
/** As many digits as the hidden ones have, so that lengths are the same. */
let absent: Place;
let ofAdmin: { readonly keyId: string };
const SECRET = 'nightfall';

beforeAll(async () => {
  site = openSite({ now: () => new Date('2026-11-21T09:30:00.000Z') });
  await stopScans(site);
  await settle(site, { surfaces: { ...NO_SURFACE_SETTINGS, bylineNames: 'viewer' } });
  const [inKnownSpace, inHiddenSpace] = [await aHiddenPage('ENG'), await aHiddenPage('HR')];
  hidden = [inKnownSpace, inHiddenSpace];
  const { pageId, spaceId } = inKnownSpace;
  absent = { pageId: `9${pageId.slice(1)}`, spaceId: `1${spaceId.slice(1)}`, spaceKey: 'XX', findingId: randomUUID() };
  await takeSpacePermission(site, 'HR', ADMIN2.accountId);
  ofAdmin = await aStoredKey(site, { createdBy: ADMIN2.accountId });
  await site.host.background.settle();
});
afterAll(() => site.close());

async function aHiddenPage(spaceKey: 'ENG' | 'HR'): Promise<Place> {
  const spaceId = DEMO_SPACES[spaceKey];
  const pageId = await aPage(site, { text: SECRET, spaceId });
  await storeLevel(site, pageId, levelNamed(site, 'Restricted').levelId, spaceId);
  const findingId = await storeFinding(site, pageId, { spaceId, data: { maskedExcerpt: `${SECRET} ••••` } });
  await restrict(site, pageId, 'read', ADMIN_AND_APP);
  return { pageId, spaceId, spaceKey, findingId };
}

const VIEWERS = [VIEWER.email, 'anonymous'] as const;

/** Replaces the ids of this request, such as those of pages and of new rows. */
const generic = (text: string) =>
  [...hidden, absent]
    .flatMap(({ pageId, spaceId }) => [pageId, spaceId])
    .reduce((generic, id) => generic.replaceAll(id, '{place}'), text)
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '{id}');
const shapeOf = (calls: Parameters<typeof allCallsOf>[0]['calls']) => allCallsOf({ calls }).map(generic).sort();

/** Asks about the hidden pages and about the missing one. */
function expectAlike(name: string, ask: (pageId: string) => Promise<object>): Promise<void> {
  return expectPlacesAlike(name, ({ pageId }) => ask(pageId), hidden);
}

/** @param places default: the place of which the person sees neither the page nor the space */
async function expectPlacesAlike(
  name: string,
  ask: (place: Place) => Promise<object>,
  places: readonly Place[] = hidden.slice(1),
): Promise<void> {
  const onMissing = generic(JSON.stringify([name, await ask(absent)]));
  for (const place of places) {
    const onHidden = JSON.stringify([name, await ask(place)]);
    expect(generic(onHidden)).toBe(onMissing);
    expect(onHidden.toLowerCase()).not.toContain(SECRET);
  }
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

/** The page, space and finding that a request names. They are hidden from the person, or do not exist. */
interface Place {
  readonly pageId: string;
  readonly spaceId: string;
  readonly spaceKey: string;
  readonly findingId: string;
}

/** A site admin cannot see every space and page. `test/admin/who-may.test.ts` proves that all others are refused. */
describe('the admin area', () => {
  type PlaceMember =
    'pageId' | 'pageIds' | 'spaceId' | 'spaceIds' | 'offSpaceIds' | 'spaceLimit' | 'findingId' | 'findingIds';
  type NamesPlace<T> = T extends readonly (infer Item)[]
    ? NamesPlace<Item>
    : T extends object
      ? string extends keyof T
        ? never
        : keyof T & PlaceMember extends never
          ? { [K in keyof T]-?: NamesPlace<T[K]> }[keyof T]
          : true
      : never;
  /** A new operation that names a page, a space or a finding does not compile without a row. */
  type Payloads = {
    readonly [
      Name in keyof AdminOperations as true extends NamesPlace<AdminOperations[Name]['input']> ? Name : never
    ]: (place: Place) => readonly AdminOperations[Name]['input'][];
  };
  const requestKey = '00000000-0000-4000-8000-00000000dead';
  const filters = ({ pageId, spaceId }: Place) => [{ pageId }, { spaceId }];
  const scopes = ({ pageId, spaceId }: Place) => [
    { of: 'page' as const, pageId },
    { of: 'space' as const, spaceId },
  ];
  const match = { by: 'detector' as const, detectorId: 'email' };
  const levelId = () => levelNamed(site, 'Internal').levelId;
  const expiresOn = '2026-12-21';

  const AS_ADMIN: Payloads & { readonly previewDetection: (place: Place) => readonly object[] } = {
    createKey: ({ spaceId }) => [{ name: 'CI', classificationScope: 'read', expiresOn, spaceLimit: [spaceId] }],
    editKey: ({ spaceId }) => [{ keyId: ofAdmin.keyId, rev: 1, changes: { spaceLimit: [spaceId] } }],
    changeSpaceSettings: ({ spaceId }) => [{ rev: 1, spaceId, defaultLevel: 'none' }],
    changeSurfaceSettings: ({ spaceId }) => [
      {
        ...{ rev: 1, byline: true, banner: true, menus: true, bylineNames: 'viewer', offSpaceIds: [spaceId] },
        ...{ peopleMayExclude: true, peopleMayRedact: true },
      },
    ],
    changeSpaceDetection: ({ spaceId }) => [{ rev: 1, spaceId }],
    previewDetection: ({ spaceId }) => [{ operation: 'changeSpaceDetection', input: { rev: 1, spaceId } }],
    importPageLevels: ({ pageId }) =>
      [true, false].map((dryRun) => ({ rows: [{ pageId, levelId: levelId() }], onExisting: 'keep', dryRun })),
    listSuggestions: ({ spaceId }) => [{ spaceId }],
    setSuggestedLevels: ({ pageId }) => [{ pages: [{ pageId, levelId: levelId() }], requestKey: randomUUID() }],
    previewPageLevels: ({ pageId, spaceId }) =>
      [
        { of: 'pages' as const, pageIds: [pageId] },
        { of: 'matching' as const, filter: { spaceId } },
      ].map((of) => ({ of, level: { levelId: levelId() }, alsoLower: false, requestKey: randomUUID() })),
    changePageViews: ({ spaceId }) => [{ rev: 1, change: { of: 'add', name: 'A space', filter: { spaceId } } }],
    listPages: ({ spaceId }) =>
      [{}, { level: 'none' }, { below: true as const }, { level: levelId() }].map((filter) => ({
        filter: { ...filter, spaceId },
      })),
    listExposure: ({ spaceId }) => [{ filter: { spaceId } }],
    exportExposure: ({ spaceId }) => [{ filter: { spaceId } }],
    previewCampaign: ({ spaceId }) => [{ filter: { spaceIds: [spaceId] } }],
    createCampaign: ({ spaceId }) => [
      {
        ...{ name: 'Spring', filter: { spaceIds: [spaceId] }, reviewers: 'owner' },
        answerBy: '2026-12-21T00:00:00.000Z',
      },
    ],
    refreshExposure: ({ pageId, spaceId }) => [{ pageIds: [pageId] }, { spaceId }],
    createExposureException: ({ pageId, spaceId }) =>
      [{ pageId }, { spaceId, levelId: levelId() }].map((of) => ({
        ...{ rev: 0, of, until: '2026-12-21T00:00:00.000Z', reason: 'Known.' },
      })),
    listFindings: filters,
    summarizeFindings: filters,
    exportFindings: filters,
    groupFindings: (place) => filters(place).map((filter) => ({ ...filter, by: 'page' })),
    getFinding: ({ findingId }) => [{ findingId }],
    askOwners: ({ findingId }) => [{ findingIds: [findingId] }],
    changeFindings: (place) =>
      [{ findingIds: [place.findingId] }, ...filters(place).map((matching) => ({ matching }))].map((of) => ({
        of,
        change: { comment: 'Ours.' },
      })),
    suggestExclusions: ({ findingId }) => [{ findingId }],
    addExclusion: (place) => [
      ...scopes(place).map((scope) => ({ match, scope, reason: 'Known.' })),
      { findingIds: [place.findingId], scope: { of: 'page' as const }, reason: 'Known.' },
    ],
    // An outdated revision, because the first call would change the configuration for the next one.
    changeSiteDetection: ({ spaceId }) => [
      {
        ...{ rev: 999, regions: [], minConfidence: 0.5, rules: [], triggers: { onPublish: true, schedule: 'off' } },
        targets: { title: true, body: true, comments: true, attachmentNames: true },
        attachmentContents: { enabled: true, maxMegabytes: 1, kinds: ['pdf'], spaceIds: [spaceId] },
      },
    ],
    estimateFiles: ({ spaceId }) => [{ spaceIds: [spaceId] }],
    countAffected: (place) => scopes(place).map((scope) => ({ change: { of: 'exclusion', match, scope } })),
    previewExclusion: (place) => scopes(place).map((scope) => ({ match, scope })),
    startScan: ({ pageId, spaceId }) => [
      { of: { of: 'space', spaceId }, requestKey },
      { of: { of: 'pages', pageIds: [pageId] }, requestKey: randomUUID() },
    ],
    startRedaction: ({ findingId }) => [{ findingIds: [findingId], dryRun: true, requestKey: randomUUID() }],
    describeSpaces: ({ spaceId }) => [{ spaceIds: [spaceId] }],
    describePages: ({ pageId }) => [{ pageIds: [pageId] }],
    changeAlerts: ({ pageId }) => [{ rev: 0, pageIds: [pageId], rules: alertRules() }],
    sendTestAlert: ({ pageId }) => [{ pageId }],
  };

  it.each(Object.entries<(place: Place) => readonly object[]>(AS_ADMIN))(
    'answers a site admin about what they cannot see as about what does not exist: %s',
    async (operation, payloadsOf) => {
      for (const index of payloadsOf(absent).keys())
        await expectPlacesAlike(`${operation} ${index}`, async (place) => {
          const payload = payloadsOf(place)[index] ?? {};
          const { result, requestId } = await site.host.invokeResolver(operation, payload, ADMIN2.accountId);
          await site.host.background.settle();
          // The id of a finding cannot be guessed, so the calls may show that it exists.
          const calls = 'findingId' in payload ? [] : (site.host.traces.find(requestId)?.calls ?? []);
          return { result, calls: shapeOf(calls) };
        });
    },
  );
});

describe('the frames of the home page and of spaces', () => {
  type Operation = keyof typeof HOME_CONTRACT | keyof typeof SPACE_CONTRACT;
  const OPERATIONS = Object.keys({ ...HOME_CONTRACT, ...SPACE_CONTRACT }) as Operation[];
  const levelId = () => levelNamed(site, 'Internal').levelId;
  const id = '00000000-0000-4000-8000-00000000dead';
  const payloadOf = (operation: Operation, pageId: string) =>
    PAYLOADS[operation]({
      ...{ pageId, levelId: levelId(), findingId: id, exclusionId: id },
      ...{ redactionId: id, jobId: id, undoableId: id },
    });
  /** Viewers may use these, too, and get what they may see of a space themselves. */
  const FOR_VIEWERS: readonly Operation[] = ['openSpace', 'findInSpace'];

  it.each(VIEWERS)('answer %s about a hidden page as about a missing page', async (as) => {
    for (const operation of OPERATIONS) {
      // All modules have one resolver. People without a login can open only some of them.
      const [module, at] =
        as === 'anonymous'
          ? (['level-byline', { pageId: DEMO_PAGES.openHome }] as const)
          : operation in HOME_CONTRACT
            ? (['home', {}] as const)
            : (['space-classification', { spaceKey: 'ENG' }] as const);
      await expectAlike(operation, async (pageId) => {
        const { result, calls } = await site.surfaceCalls(module, operation, payloadOf(operation, pageId), {
          as,
          ...at,
        });
        if (as === 'anonymous')
          expect([operation, result.error?.code ?? result.value]).toEqual([operation, 'NOT_ALLOWED']);
        return { result, calls: shapeOf(calls) };
      });
    }
  });

  it.each([VIEWER.email, ADMIN2.email])('answer %s about a hidden space as about a missing space', async (as) => {
    for (const operation of Object.keys(SPACE_CONTRACT) as (keyof typeof SPACE_CONTRACT)[])
      await expectPlacesAlike(operation, async ({ pageId, spaceId, spaceKey }) => {
        const forged = { space: { id: spaceId, key: spaceKey } };
        const at = { as, spaceKey: 'ENG', forged };
        const payload = payloadOf(operation, pageId);
        const { result, calls } = await site.surfaceCalls('space-classification', operation, payload, at);
        expect([operation, result]).toEqual([operation, { ok: true, value: { state: 'hidden' } }]);
        return { calls: shapeOf(calls) };
      });
    for (const [module, operation] of [
      ['report-macro', 'openReport'],
      ['report-macro', 'checkReport'],
      ['home', 'findByLevel'],
    ] as const)
      await expectPlacesAlike(operation, async ({ spaceKey }) => {
        const config = { source: 'space', spaceKey };
        const payload = { openReport: {}, checkReport: { config }, findByLevel: { levelId: levelId(), spaceKey } }[
          operation
        ];
        const at = module === 'home' ? {} : { pageId: DEMO_PAGES.openHome, config };
        const { result, calls } = await site.surfaceCalls(module, operation, payload, { as, ...at });
        return { result, calls: shapeOf(calls).map((one) => one.replaceAll(spaceKey, '{key}')) };
      });
  });

  it('give a viewer of a space nothing that only its admins may get', async () => {
    for (const operation of Object.keys(SPACE_CONTRACT) as (keyof typeof SPACE_CONTRACT)[]) {
      if (FOR_VIEWERS.includes(operation)) continue;
      const at = { as: VIEWER.email, spaceKey: 'ENG' };
      const result = await site.surface('space-classification', operation, payloadOf(operation, absent.pageId), at);
      expect([operation, result]).toEqual([operation, { ok: true, value: { state: 'not-admin' } }]);
    }
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
