import type { KeyDetails } from '../../src/admin/audit/audit-log';
import type { KeyWithUse } from '../../src/admin/keys/keys';
import type { Intercept } from '../../local/forge/platform-calls';
import { DEMO_PAGES } from '../../local/demo';
import { aStoredKey, PEPPER } from '../keys/key-records';
import { putKeyUse } from '../support/key-use';
import { openSite, type Site, type SiteOptions } from '../support/site';
import { ask, done, refusal } from './ask';

/** The recorded use of a key for a site admin is unused, the last time, or unknown, and these are never confused. */

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const page = `/v1/page-level/by-page/${DEMO_PAGES.officeGuide}`;

let now: Date;
let site: Site;
let log: { readonly event: string }[];
let intercept: Intercept;
function open(options: SiteOptions = {}): void {
  now = new Date('2026-06-15T12:34:56.789Z');
  log = [];
  intercept = (_call, proceed) => proceed();
  site = openSite({
    now: () => now,
    peppers: () => [PEPPER],
    log: (event, fields) => log.push({ event, ...fields }),
    intercept: (call, proceed) => intercept(call, proceed),
    ...options,
  });
}
beforeEach(() => open());
afterEach(() => site.close());

const later = (ms: number) => (now = new Date(now.getTime() + ms));
const list = async () => (await done<{ keys: readonly KeyWithUse[] }>(site, 'listKeys', {})).keys;
const inList = async (keyId: string) => (await list()).find((one) => one.keyId === keyId);
const get = (keyId: string) => done<KeyWithUse>(site, 'getKey', { keyId });
const details = (keyId: string) => done<KeyDetails>(site, 'getKeyDetails', { keyId });
const lastUseOf = ({ lastUsedAt, lastUsedUnknown }: KeyWithUse) => ({ lastUsedAt, lastUsedUnknown });
const everyView = async (keyId: string) => [
  lastUseOf((await inList(keyId)) as KeyWithUse),
  lastUseOf(await get(keyId)),
  lastUseOf((await details(keyId)).key),
];

const NEVER = { lastUsedAt: undefined, lastUsedUnknown: undefined };
const UNKNOWN = { lastUsedAt: undefined, lastUsedUnknown: true };
const usedAt = (lastUsedAt: string) => ({ lastUsedAt, lastUsedUnknown: undefined });

describe('the last use of a key', () => {
  it('is null for an unused key, and the time of the last use for others, in every view', async () => {
    const [{ key, keyId }, other] = [await aStoredKey(site), await aStoredKey(site)];
    expect(await everyView(keyId)).toEqual([NEVER, NEVER, NEVER]);
    await site.rest('GET', '/v1/level', { key });
    const first = now.toISOString();
    expect(await everyView(keyId)).toEqual(Array(3).fill(usedAt(first)));
    later(5 * MINUTE_MS);
    await site.rest('GET', page, { key });
    expect(await everyView(keyId)).toEqual(Array(3).fill(usedAt(now.toISOString())));
    expect(await everyView(other.keyId)).toEqual([NEVER, NEVER, NEVER]);
    expect((await details(keyId)).use).toEqual({
      firstUsedAt: first,
      lastUsedAt: now.toISOString(),
      lastRoute: 'GET /v1/page-level/by-page/{pageId}',
      refused: [
        { code: 'PAGE_NOT_CLASSIFIED', countAtLeast: 1, lastAt: now.toISOString(), lastRoute: expect.any(String) },
      ],
    });
  });

  it('is null for a key with only refused calls, and the refusals show that it is still sent', async () => {
    const { key, keyId } = await aStoredKey(site);
    await site.rest('GET', '/v1/level', { key });
    const used = now.toISOString();
    await done(site, 'revokeKey', { keyId });
    later(HOUR_MS);
    await site.rest('GET', '/v1/level', { key });
    expect(await everyView(keyId)).toEqual(Array(3).fill(usedAt(used)));
    expect((await details(keyId)).use?.refused).toEqual([
      { code: 'API_KEY_REVOKED', countAtLeast: 1, lastAt: now.toISOString(), lastRoute: 'GET /v1/level' },
    ]);
  });

  it('is kept for as long as a key can live', async () => {
    const { key, keyId } = await aStoredKey(site);
    await site.rest('GET', '/v1/level', { key });
    const used = now.toISOString();
    later(365 * 24 * HOUR_MS - 1);
    expect(await everyView(keyId)).toEqual(Array(3).fill(usedAt(used)));
  });

  it('is not part of the response to a change, which does not read it', async () => {
    const { key, keyId, rev } = await site.createKey();
    await site.rest('GET', '/v1/level', { key });
    const edited = await done<object>(site, 'editKey', { keyId, rev, changes: { name: 'New' } });
    for (const answer of [edited, await done<object>(site, 'revokeKey', { keyId })]) {
      expect(Object.keys(answer).filter((name) => name.startsWith('lastUsed'))).toEqual([]);
    }
  });

  it('is read with one query for a hundred keys, together with the keys', async () => {
    for (let count = 0; count < 130; count += 1) {
      const { keyId } = await aStoredKey(site);
      await putKeyUse(site, keyId, { v: 1, lastUsedAt: now.toISOString(), refused: {} });
    }
    const { result, requestId } = await site.host.invokeResolver(
      'listKeys',
      {},
      '712020:0f4c1c6e-5a0b-4d0e-9a34-6f0d1f2b7a01',
    );
    const { keys } = (result as { value: { keys: readonly KeyWithUse[] } }).value;
    expect(keys.map(lastUseOf)).toEqual(Array(130).fill(usedAt(now.toISOString())));
    const calls = site.host.traces
      .find(requestId)
      ?.calls.map(({ stage, path }) => `${stage} ${path.split('?')[0] ?? ''}`);
    expect(calls?.sort()).toEqual([
      '1 /wiki/rest/api/user',
      '2 /api/v1/entity/query',
      '2 /api/v1/query',
      '3 /api/v1/entity/query',
      '3 /api/v1/query',
      '4 /api/v1/get',
    ]);
  });

  it('is unknown, not null, beyond a limited number of calls', async () => {
    const { keyId } = await aStoredKey(site);
    const { keyId: known } = await aStoredKey(site);
    let queries = 0;
    // Records of deleted keys, without end.
    intercept = async ({ path }, proceed) => {
      if (path !== '/api/v1/query') return proceed();
      queries += 1;
      const value = { v: 1, lastUsedAt: now.toISOString(), refused: {} };
      const key = queries === 3 ? `api-key-use#${known}` : `api-key-use#${queries}`;
      return Response.json({ data: [{ key, value }], cursor: String(queries) });
    };
    expect(lastUseOf((await inList(keyId)) as KeyWithUse)).toEqual(UNKNOWN);
    expect(queries).toBe(20);
    queries = 0;
    expect(lastUseOf((await inList(known)) as KeyWithUse)).toEqual(usedAt(now.toISOString()));
  });
});

describe('if the use of keys is unreadable', () => {
  const isUse = (path: string) => path === '/api/v1/get' || path === '/api/v1/query';
  const FAULTS: readonly (readonly [string, Intercept])[] = [
    ['fails', () => Promise.resolve(Response.json({ code: 'INTERNAL_SERVER_ERROR' }, { status: 500 }))],
    ['is limited', () => Promise.resolve(Response.json({ code: 'RATE_LIMIT_EXCEEDED' }, { status: 429 }))],
    ['breaks', () => Promise.reject(new TypeError('fetch failed'))],
    ['says nothing sensible', () => Promise.resolve(new Response('<!doctype html>'))],
    ['answers with an empty object', () => Promise.resolve(Response.json({}))],
  ];

  it.each(FAULTS)('because storage %s, the keys are shown with unknown use', async (_name, fault) => {
    const { key, keyId } = await aStoredKey(site);
    await site.rest('GET', '/v1/level', { key });
    const before = await details(keyId);
    log.length = 0;
    intercept = (call, proceed) => (isUse(call.path) ? fault(call, proceed) : proceed());
    expect(await everyView(keyId)).toEqual([UNKNOWN, UNKNOWN, UNKNOWN]);
    const { key: view, use, audit } = await details(keyId);
    expect([use, audit]).toEqual([undefined, before.audit]);
    expect({ ...view, lastUsedUnknown: undefined, lastUsedAt: before.key.lastUsedAt }).toEqual({
      ...before.key,
      lastUsedUnknown: undefined,
    });
    expect(log.map(({ event }) => event)).toEqual(['key-use.incomplete', ...Array<string>(3).fill('key-use.failed')]);
  });

  it('for one key because of a corrupt record, only its use is unknown', async () => {
    const [broken, fine] = [await aStoredKey(site), await aStoredKey(site)];
    await site.rest('GET', '/v1/level', { key: fine.key });
    await putKeyUse(site, broken.keyId, { v: 2 });
    expect(await everyView(broken.keyId)).toEqual([UNKNOWN, UNKNOWN, UNKNOWN]);
    expect((await details(broken.keyId)).use).toBeUndefined();
    expect(await everyView(fine.keyId)).toEqual(Array(3).fill(usedAt(now.toISOString())));
  });

  it('an unknown key is still not found, and keys that cannot be listed are still not listed', async () => {
    for (const operation of ['getKey', 'getKeyDetails']) {
      expect((await refusal(site, operation, { keyId: '0'.repeat(16) })).code).toBe('KEY_NOT_FOUND');
    }
    intercept = ({ path }, proceed) =>
      path === '/api/v1/entity/query' ? Promise.resolve(new Response('', { status: 500 })) : proceed();
    expect(await ask(site, 'listKeys', {})).toMatchObject({ ok: false, error: { code: 'STORAGE_UNAVAILABLE' } });
  });
});

describe('refused calls', () => {
  it('are those of the last 24 hours, most frequent first', async () => {
    const { key, keyId } = await aStoredKey(site);
    await site.rest('GET', '/v1/level?x=1', { key });
    later(2 * HOUR_MS);
    for (let count = 0; count < 3; count += 1) await site.rest('GET', page, { key });
    const refused = async () =>
      (await details(keyId)).use?.refused.map(({ code, countAtLeast }) => `${code} ${countAtLeast}`);
    expect(await refused()).toEqual(['PAGE_NOT_CLASSIFIED 3', 'UNKNOWN_PARAMETER 1']);
    later(22 * HOUR_MS);
    expect(await refused()).toEqual(['PAGE_NOT_CLASSIFIED 3']);
    later(2 * HOUR_MS);
    expect(await refused()).toEqual([]);
    expect((await details(keyId)).use?.lastUsedAt).toBeDefined();
  });
});
