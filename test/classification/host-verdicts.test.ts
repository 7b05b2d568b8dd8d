import { ADMIN, DEMO_SPACES } from '../../local/demo';
import type { Fault } from '../../local/forge/faults';
import { levelNamed } from '../support/levels';
import { storedButKeyUse } from '../support/key-use';
import { openSite, type RestAnswer, type Site, type SiteOptions } from '../support/site';
import { aPage } from '../support/wiki-pages';

/**
 * Test plan T19: the meaning of every response of Confluence, with and without impersonation. Only an explicit yes
 * permits; a no means that the caller may not see or do it; anything else is a failure of Confluence. Never a 500 or a
 * write.
 */

type Order = Omit<Fault, 'target' | 'times'>;

interface Expected {
  readonly status: number;
  readonly code?: string;
  readonly retryAfter?: string;
}

const ALLOWED: Expected = { status: 201 };
const NOT_FOUND: Expected = { status: 404, code: 'PAGE_NOT_FOUND' };
const NOT_EDITABLE: Expected = { status: 403, code: 'PAGE_NOT_EDITABLE' };
const INACTIVE: Expected = { status: 401, code: 'API_KEY_OWNER_INACTIVE' };
const FAILED: Expected = { status: 502, code: 'HOST_ERROR', retryAfter: '5' };
const TIMED_OUT: Expected = { status: 504, code: 'HOST_TIMEOUT', retryAfter: '5' };
const quota = (retryAfter: string): Expected => ({ status: 429, code: 'HOST_QUOTA', retryAfter });

type Verdict = readonly [name: string, order: Order, expected: Expected];

/** Responses that mean neither yes nor no, for any request. */
const NO_ANSWERS: readonly Verdict[] = [
  ['200 that is not JSON', { status: 200, body: '<html>Maintenance</html>' }, FAILED],
  ['200 cut off in the middle', { status: 200, body: '{"id":' }, FAILED],
  ['200 without a body', { status: 200, body: '' }, FAILED],
  ['200 with null', { status: 200, body: 'null' }, FAILED],
  ['200 with an empty object', { status: 200, body: '{}' }, FAILED],
  ['200 with a list', { status: 200, body: '[]' }, FAILED],
  ['301', { status: 301, headers: { location: 'https://example.com/' } }, FAILED],
  ['304', { status: 304 }, FAILED],
  ['401', { status: 401 }, FAILED],
  ['429 without Retry-After', { status: 429 }, quota('30')],
  ['429 with Retry-After 7', { status: 429, headers: { 'retry-after': '7' } }, quota('7')],
  ['429 with Retry-After 0', { status: 429, headers: { 'retry-after': '0' } }, quota('0')],
  ['429 with Retry-After 3600', { status: 429, headers: { 'retry-after': '3600' } }, quota('3600')],
  ['429 with Retry-After 99999', { status: 429, headers: { 'retry-after': '99999' } }, quota('3600')],
  ['429 with a date', { status: 429, headers: { 'retry-after': 'Wed, 21 Oct 2026 07:28:00 GMT' } }, quota('30')],
  ['429 with nonsense', { status: 429, headers: { 'retry-after': 'soon' } }, quota('30')],
  ['429 with a negative number', { status: 429, headers: { 'retry-after': '-1' } }, quota('30')],
  ['429 with a fraction', { status: 429, headers: { 'retry-after': '1.5' } }, quota('30')],
  ['429 with an endless number', { status: 429, headers: { 'retry-after': '9'.repeat(400) } }, quota('30')],
  ['500', { status: 500 }, FAILED],
  ['501', { status: 501 }, FAILED],
  ['502', { status: 502, body: 'Bad Gateway' }, FAILED],
  ['503', { status: 503, body: '' }, FAILED],
  ['503 with Retry-After', { status: 503, headers: { 'retry-after': '120' } }, FAILED],
  ['504', { status: 504 }, FAILED],
  ['a lost reply', { after: true }, FAILED],
];

const CLIENT_ERRORS = [400, 403, 404, 405, 410, 451];

interface PageAnswer {
  readonly id: string;
  readonly operations?: unknown;
  readonly [name: string]: unknown;
}

const operation = (name: string, targetType = 'page') => ({ operation: name, targetType });
const included = (...operations: unknown[]) => ({ results: operations });

/** A page as Confluence v2 returns it. */
const aPageAnswer = (page: PageAnswer) => ({
  status: 'current',
  title: 'A page',
  spaceId: DEMO_SPACES.ENG,
  ownerId: ADMIN.accountId,
  version: { number: 3, createdAt: '2026-01-02T03:04:05.678Z' },
  ...page,
});

const PAGE_ID = '{pageId}';
const page200 = (page: Readonly<Record<string, unknown>>): Order => ({
  status: 200,
  body: JSON.stringify(aPageAnswer({ id: PAGE_ID, ...page })),
});
const UPDATABLE = { operations: included(operation('read'), operation('update')) };

/** The possible states of the page itself, for any caller. */
const pageVerdicts = (extra: Readonly<Record<string, unknown>>, allowed: Expected): readonly Verdict[] => [
  ['200 with an archived page', page200({ ...extra, status: 'archived' }), allowed],
  ['200 with a page without an owner', page200({ ...extra, ownerId: null }), allowed],
  ['200 with members of another version', page200({ ...extra, subtype: 'live', unheardOf: { a: 1 } }), allowed],
  ['200 with a trashed page', page200({ ...extra, status: 'trashed' }), NOT_FOUND],
  ['200 with a draft', page200({ ...extra, status: 'draft' }), NOT_FOUND],
  ['200 with a historical version', page200({ ...extra, status: 'historical' }), NOT_FOUND],
  ['200 with a deleted page', page200({ ...extra, status: 'deleted' }), NOT_FOUND],
  ['200 with an unknown status', page200({ ...extra, status: 'Current' }), NOT_FOUND],
  ['200 with another page', page200({ ...extra, id: '164001' }), FAILED],
  ['200 with an id that is a number', page200({ ...extra, id: 164002 }), FAILED],
  ['200 without an id', page200({ ...extra, id: undefined }), FAILED],
  ['200 without a status', page200({ ...extra, status: undefined }), FAILED],
  ['200 without a space', page200({ ...extra, spaceId: undefined }), FAILED],
  ['200 with an empty space', page200({ ...extra, spaceId: '' }), FAILED],
  ['200 with a space that is a number', page200({ ...extra, spaceId: 98306 }), FAILED],
  ['200 without a version', page200({ ...extra, version: undefined }), FAILED],
  ...NO_ANSWERS,
  ...CLIENT_ERRORS.map((status): Verdict => [String(status), { status }, NOT_FOUND]),
];

const AS_CREATOR: readonly Verdict[] = [
  ['200 with update', page200(UPDATABLE), ALLOWED],
  ['200 without update', page200({ operations: included(operation('read')) }), NOT_EDITABLE],
  ['200 with no operation at all', page200({ operations: included() }), NOT_EDITABLE],
  ['200 with update of comments', page200({ operations: included(operation('update', 'comment')) }), NOT_EDITABLE],
  ['200 with UPDATE', page200({ operations: included(operation('UPDATE')) }), NOT_EDITABLE],
  ['200 without operations', page200({}), FAILED],
  ['200 with operations that are null', page200({ operations: null }), FAILED],
  ['200 with operations that are a list', page200({ operations: [operation('update')] }), FAILED],
  ['200 with operations of another form', page200({ operations: included('update') }), FAILED],
  ['200 with an operation without a target', page200({ operations: included({ operation: 'update' }) }), FAILED],
  ...pageVerdicts(UPDATABLE, ALLOWED),
];

const AS_APP = pageVerdicts({}, ALLOWED);

const permission = (body: unknown): Order => ({ status: 200, body: JSON.stringify(body) });
const permissionVerdicts = (denied: Expected): readonly Verdict[] => [
  ['200 true', permission({ hasPermission: true }), ALLOWED],
  ['200 true with errors', permission({ hasPermission: true, errors: [{ translation: 'x', args: [] }] }), ALLOWED],
  ['200 false', permission({ hasPermission: false, errors: [] }), denied],
  ['200 "true"', permission({ hasPermission: 'true' }), FAILED],
  ['200 1', permission({ hasPermission: 1 }), FAILED],
  ['200 null', permission({ hasPermission: null }), FAILED],
  ['200 without hasPermission', permission({ errors: [] }), FAILED],
  ['204', { status: 204 }, denied],
  ...CLIENT_ERRORS.map((status): Verdict => [String(status), { status }, denied]),
  ...NO_ANSWERS,
];

const USE = operation('use', 'application');
const user = (body: Readonly<Record<string, unknown>>): Order => ({
  status: 200,
  body: JSON.stringify({ type: 'known', accountId: ADMIN.accountId, ...body }),
});
const USER: readonly Verdict[] = [
  ['200 with use', user({ operations: [USE] }), ALLOWED],
  ['200 without use', user({ operations: [operation('administer', 'application')] }), INACTIVE],
  ['200 without any operation', user({ operations: [] }), INACTIVE],
  ['200 with use of something else', user({ operations: [operation('use', 'space')] }), INACTIVE],
  ['404', { status: 404 }, INACTIVE],
  ['410', { status: 410 }, INACTIVE],
  ['200 with operations that are null', user({ operations: null }), FAILED],
  ['200 with another account', user({ accountId: 'another', operations: [USE] }), FAILED],
  ['400', { status: 400 }, FAILED],
  ...NO_ANSWERS,
];

const PROXY_ERRORS: readonly Order[] = [
  { status: 403, headers: { 'forge-proxy-error': 'AUTH_TYPE_UNAVAILABLE' } },
  { status: 401, headers: { 'forge-proxy-error': 'NEEDS_AUTHENTICATION_ERR' } },
  { status: 502, headers: { 'forge-proxy-error': 'UPSTREAM_FAILURE' } },
];

/** The app repeats a call twice if Confluence limits the rate and names no time. */
function callsUntil({ status, headers = {} }: Order): number {
  return status === 429 && !/^[1-9]\d{0,8}$/.test(headers['retry-after'] ?? '') ? 3 : 1;
}

/** One site for all responses of a mode; every response has its own page. */
function useSite(options: SiteOptions) {
  let site: Site;
  let key: string;
  beforeAll(async () => {
    site = openSite(options);
    ({ key } = await site.createKey());
  });
  afterEach(() => site.host.faults.add({ target: 'confluence', times: 0 }));
  afterAll(() => site.close());

  /**
   * Sets another level on a classified page, with the given responses for Confluence's matching calls.
   * @param concurrent the number of calls that match at the same time, if all of them are repeated
   */
  const setWith = async (match: string, order: Order, skip = 0, concurrent = 1): Promise<RestAnswer> => {
    const pageId = await aPage(site);
    const body = { pageId, levelId: levelNamed(site, 'Internal').levelId };
    expect((await site.rest('POST', '/v1/page-level', { key, body })).status).toBe(201);
    const before = storedButKeyUse(site);
    if (skip > 0) site.host.faults.add({ target: 'confluence', match, delayMs: 0, times: skip });
    const answer = order.body?.replace(PAGE_ID, pageId);
    site.host.faults.add({
      target: 'confluence',
      match,
      ...order,
      ...(answer === undefined ? {} : { body: answer }),
      times: callsUntil(order) === 1 ? 1 : callsUntil(order) * concurrent,
    });
    const restricted = { ...body, levelId: levelNamed(site, 'Restricted').levelId };
    const response = await site.rest('POST', '/v1/page-level', { key, body: restricted });
    // Every injected response was used.
    expect(site.host.faults.pending).toEqual([]);
    if (response.status !== 201) expect(storedButKeyUse(site)).toEqual(before);
    else expect(storedButKeyUse(site)).not.toEqual(before);
    return response;
  };
  return { setWith, site: () => site, key: () => key };
}

function expectVerdict(response: RestAnswer, { status, code, retryAfter }: Expected): void {
  expect({ status: response.status, code: response.body.code }).toEqual({ status, code });
  expect(response.header('retry-after')).toBe(retryAfter);
}

describe('the page as the creator of the key', () => {
  const { setWith } = useSite({});

  /** A refusal to act for the creator has these statuses, too, so a second call decides which of both it is. */
  const callsOf = new Map([
    [403, 2],
    // No page has the id, so the app looks for a blog post.
    [404, 3],
  ]);

  it.each(AS_CREATOR.filter(([, { status }]) => status !== 401))('%s', async (_name, order, expected) => {
    const response = await setWith('/pages/', order);
    expectVerdict(response, expected);
    const calls = callsOf.get(order.status ?? 0) ?? callsUntil(order);
    expect(response.calls.filter(({ target }) => target === 'confluence')).toHaveLength(calls);
  });

  it.each([{ status: 401 }, ...PROXY_ERRORS])(
    'is read as the app if the platform refuses impersonation: %j',
    async (order) => {
      const response = await setWith('/pages/', order);
      expect(response.status).toBe(201);
      expect(response.calls.filter(({ target }) => target === 'confluence')).toHaveLength(5);
    },
  );
});

describe('without impersonation', () => {
  const { setWith } = useSite({ impersonation: false });
  const proxyRefusals = PROXY_ERRORS.map((order): Verdict => [`refused: ${JSON.stringify(order)}`, order, FAILED]);

  // The first call for the page is the one with impersonation, which the platform refuses.
  it.each([...AS_APP, ...proxyRefusals])('the page as the app: %s', async (_name, order, expected) =>
    expectVerdict(await setWith('/pages/', order, 1), expected),
  );

  it.each([...permissionVerdicts(NOT_FOUND), ...proxyRefusals])(
    "the creator's permission to read: %s",
    async (_name, order, expected) => expectVerdict(await setWith('/permission/check', order, 0, 2), expected),
  );

  it.each([...permissionVerdicts(NOT_EDITABLE), ...proxyRefusals])(
    "the creator's permission to update: %s",
    async (_name, order, expected) => expectVerdict(await setWith('/permission/check', order, 1), expected),
  );

  it.each([...USER, ...proxyRefusals])("the creator's access to Confluence: %s", async (_name, order, expected) =>
    expectVerdict(await setWith('/rest/api/user', order), expected),
  );
});

/** The app asks again, in the name of the person. */
const NOT_SHOWN: readonly (readonly [string, Order])[] = [
  ['403', { status: 403 }],
  ['200 without operations', user({})],
];
const REFUSED: Expected = { status: 422, code: 'CANNOT_ACT_AS_PERSON' };

describe('the access to Confluence that it does not show to the app', () => {
  const alone = useSite({ impersonation: false });
  it.each(NOT_SHOWN)('is refused without impersonation: %s', async (_name, order) =>
    expectVerdict(await alone.setWith('/rest/api/user', order), REFUSED),
  );

  it('does not keep GET /v1/health and GET /v1/key from answering', async () => {
    alone.site().host.faults.add({ target: 'confluence', match: '/rest/api/user', status: 403, times: 4 });
    expectVerdict(await alone.site().rest('GET', '/v1/health', { key: alone.key() }), { status: 200 });
    const ofKey = await alone.site().rest('GET', '/v1/key', { key: alone.key() });
    expectVerdict(ofKey, { status: 200 });
    expect(Object.values(ofKey.body.effective)).toEqual([false, false, false, false]);
  });

  const shared = useSite({});
  it.each(NOT_SHOWN)('is read as the person: %s', async (_name, order) => {
    const fault = { target: 'confluence', match: '/rest/api/user', ...order, times: 1 } as const;
    shared.site().host.faults.add(fault);
    expectVerdict(await shared.site().rest('GET', '/v1/level', { key: shared.key() }), { status: 200 });
  });
});

describe('a route without a page', () => {
  const { site, key } = useSite({});

  it.each(USER)("the creator's access to Confluence: %s", async (_name, order, expected) => {
    site().host.faults.add({ target: 'confluence', match: '/rest/api/user', ...order, times: callsUntil(order) });
    const response = await site().rest('GET', '/v1/level', { key: key() });
    expectVerdict(response, expected === ALLOWED ? { status: 200 } : expected);
  });
});

describe.each([true, false])('a response that is too late, impersonation %s', (impersonation) => {
  const { site, key } = useSite({ impersonation, hostLimitMs: 50 });
  const slow = impersonation ? ['/pages/'] : ['/pages/', '/permission/check', '/rest/api/user'];

  it.each(slow)('of %s is a 504 and nothing is written', async (match) => {
    const before = storedButKeyUse(site());
    site().host.faults.add({ target: 'confluence', match, delayMs: 5_000, times: 10 });
    const body = { pageId: '164002', levelId: levelNamed(site(), 'Internal').levelId };
    const responses = await Promise.all([
      site().rest('POST', '/v1/page-level', { key: key(), body }),
      site().rest('GET', '/v1/page-level/by-page/164002', { key: key() }),
      site().rest('GET', '/v1/page-level/by-page/164002/levels', { key: key() }),
    ]);
    for (const response of responses) expectVerdict(response, TIMED_OUT);
    expect(storedButKeyUse(site())).toEqual(before);
  });

  it('of the account is a 504 on a route without a page', async () => {
    site().host.faults.add({ target: 'confluence', match: '/rest/api/user', delayMs: 5_000, times: 1 });
    expectVerdict(await site().rest('GET', '/v1/level', { key: key() }), TIMED_OUT);
  });
});

describe.each([true, false])('the reads of a page, impersonation %s', (impersonation) => {
  const { site, key } = useSite({ impersonation });
  const match = impersonation ? '/pages/' : '/permission/check';

  it.each(NO_ANSWERS)('reveal no level on %s', async (_name, order, expected) => {
    for (const path of ['/v1/page-level/by-page/164002', '/v1/page-level/by-page/164002/levels']) {
      site().host.faults.add({ target: 'confluence', match, ...order, times: 10 });
      expectVerdict(await site().rest('GET', path, { key: key() }), expected);
      site().host.faults.add({ target: 'confluence', times: 0 });
    }
  });

  it.each(CLIENT_ERRORS)('find no page on %s', async (status) => {
    for (const path of ['/v1/page-level/by-page/164002', '/v1/page-level/by-page/164002/levels']) {
      site().host.faults.add({ target: 'confluence', match, status, times: 10 });
      expectVerdict(await site().rest('GET', path, { key: key() }), NOT_FOUND);
      site().host.faults.add({ target: 'confluence', times: 0 });
    }
  });
});
