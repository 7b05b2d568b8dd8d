import { ADMIN, ADMIN2, DEMO_PAGES } from '../../local/demo';
import type { Intercept, PlatformCall } from '../../local/forge/platform-calls';
import { keyUseRecord } from '../../src/keys/key-use';
import { formatKey } from '../../src/keys/key-format';
import { systemRandom } from '../../src/platform/random';
import type { ValueWrite } from '../../src/platform/storage';
import { createRest } from '../../src/rest/app';
import { recordRefusal } from '../../src/rest/middleware/key-use';
import { Problem, type ProblemCode, PROBLEMS } from '../../src/rest/problem';
import { aStoredKey, PEPPER, storedKey } from '../keys/key-records';
import { withoutWaiting } from '../support/fault-injection';
import { createGate } from '../support/gate';
import { isKeyUseCall, putKeyUse, storedKeyUse } from '../support/key-use';
import { archiveLevels, levelNamed } from '../support/levels';
import { openSite, type RestAnswer, type RestOptions, type Site, type SiteOptions } from '../support/site';
import { everythingStored } from '../support/stored-rows';
import { aPage, restrict, storeLevel } from '../support/wiki-pages';
import {
  firstLevel,
  isReadRequest,
  makeSampleFinding,
  PAGE_ID,
  parameterNames,
  requestOptions,
  restoreFor,
  type RouteRequest,
  routeRequests,
  type SampleLevel,
} from './route-requests';

/** The recorded use of a key has accepted requests, refused ones, and no others. */

const MINUTE_MS = 60_000;
const pageId = DEMO_PAGES.officeGuide;
const record = `/v1/page-level/by-page/${pageId}`;

let now: Date;
let site: Site;
let log: { readonly event: string; readonly reason?: unknown }[];
/** The interceptor of a test between the app and the platform. */
let intercept: Intercept;
const gate = createGate();

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
const internal = () => levelNamed(site, 'Internal').levelId;
const noted = (keyId: string) => storedKeyUse(site, keyId);
const writes = ({ calls }: RestAnswer) => calls.filter(({ path }) => path === '/api/v1/set').length;
const pathsOf = ({ calls }: RestAnswer) => calls.filter(isKeyUseCall).map(({ path }) => path);
const logged = (event: string) => log.filter((line) => line.event === event);

interface Refusals {
  readonly [code: string]: { readonly lastAt: string; readonly lastRoute: string; readonly byHour: readonly number[] };
}
const refusedOf = (keyId: string) => (noted(keyId)?.refused ?? {}) as Refusals;
const timesRefused = (keyId: string, code: string) =>
  (refusedOf(keyId)[code]?.byHour ?? []).reduce((sum, count) => sum + count, 0);

describe('a valid key', () => {
  // Reading a job, a scan or a finding requires one that was created before.
  const needed = ['jobId', 'scanId', 'redactionId', 'detectionId'];
  const firstCalls = routeRequests().filter(
    ({ route }) => !parameterNames(route).some((name) => needed.includes(name)),
  );
  async function checkRecord(request: RouteRequest, level: SampleLevel): Promise<void> {
    await restoreFor(site, request);
    if (request.path === '/v1/exclusion') await makeSampleFinding(site);
    const { key, keyId } = await aStoredKey(site, { detectionScope: 'manage' });
    const answer = await site.rest(request.method, request.path, { key, ...requestOptions(request, level) });
    expect([request.name, answer.status < 300]).toEqual([request.name, true]);
    expect(noted(keyId)).toEqual({
      v: 1,
      firstUsedAt: now.toISOString(),
      lastUsedAt: now.toISOString(),
      lastRoute: `${request.method} ${request.route.path.replace(/:(\w+)/g, '{$1}')}`,
      refused: {},
    });
    expect(JSON.stringify(noted(keyId))).not.toContain(PAGE_ID);
  }

  async function levelOnPage(): Promise<SampleLevel> {
    const level = await firstLevel(site, (await aStoredKey(site)).key);
    await storeLevel(site, PAGE_ID, level.levelId);
    return level;
  }

  it('is recorded as used by each read, with the template of the route and without the page', async () => {
    const level = await levelOnPage();
    for (const request of firstCalls.filter(isReadRequest)) await checkRecord(request, level);
  });

  it.each(firstCalls.filter((request) => !isReadRequest(request)))(
    'is recorded as used by $name, with the template of the route and without the page',
    async (request) => checkRecord(request, await levelOnPage()),
  );

  it('is recorded for HEAD like for GET', async () => {
    const { key, keyId } = await aStoredKey(site);
    await site.rest('HEAD', '/v1/level', { key });
    expect(noted(keyId)?.lastRoute).toBe('GET /v1/level');
  });

  it('is written once a minute, regardless of the number of requests', async () => {
    const { key, keyId } = await aStoredKey(site);
    const written: number[] = [];
    for (const ms of [0, 0, 1, 30_000, 29_998, 1, 59_999, 1]) {
      later(ms);
      written.push(writes(await site.rest('GET', '/v1/level', { key })));
    }
    expect(written).toEqual([1, 0, 0, 0, 0, 1, 0, 1]);
    expect(noted(keyId)?.lastUsedAt).toBe(now.toISOString());
  });

  it('in its grace period is recorded like any other', async () => {
    const { key, keyId } = await aStoredKey(site, { graceUntil: '2026-06-16T00:00:00.000Z' });
    await site.rest('GET', '/v1/level', { key });
    expect(noted(keyId)).toMatchObject({ lastUsedAt: now.toISOString(), refused: {} });
  });

  it('never changes its own row', async () => {
    const { key, keyId } = await aStoredKey(site);
    const before = await storedKey(site, keyId);
    await site.rest('GET', '/v1/level', { key });
    await site.rest('GET', '/v1/level?x=1', { key });
    expect(await storedKey(site, keyId)).toEqual(before);
  });
});

describe('a refusal', () => {
  interface Case {
    readonly name: string;
    readonly refusal: string;
    readonly key?: () => Readonly<Record<string, unknown>>;
    readonly method?: 'GET' | 'POST';
    readonly path?: string;
    readonly options?: () => RestOptions;
    readonly before?: () => Promise<void>;
    /** Revoked or expired keys are refused, and their use is not recorded. */
    readonly isDead?: true;
  }

  const past = '2026-06-15T00:00:00.000Z';
  const set = (levelId: () => string) => ({
    method: 'POST' as const,
    path: '/v1/page-level',
    options: () => ({ body: { pageId, levelId: levelId() } }),
  });

  const CASES: readonly Case[] = [
    {
      name: 'of a revoked key',
      refusal: '401 API_KEY_REVOKED',
      key: () => ({ revokedAt: past, revokedBy: ADMIN.accountId, revokeReason: 'user' }),
      isDead: true,
    },
    { name: 'of an expired key', refusal: '401 API_KEY_EXPIRED', key: () => ({ expiresAt: past }), isDead: true },
    {
      name: 'of a rotated key after its grace',
      refusal: '401 API_KEY_EXPIRED',
      key: () => ({ graceUntil: past }),
      isDead: true,
    },
    {
      name: 'because the creator is inactive',
      refusal: '401 API_KEY_OWNER_INACTIVE',
      path: '/v1/level',
      before: () => site.setUser('admin@example.com', { active: false }),
    },
    {
      name: 'for want of a scope',
      refusal: '403 INSUFFICIENT_SCOPE',
      key: () => ({ classificationScope: 'read' }),
      path: '/v1/level',
    },
    {
      name: 'of a level outside the limit of the key',
      refusal: '403 LEVEL_OUTSIDE_KEY_LIMIT',
      key: () => ({ levelLimit: ['unclassified'] }),
      ...set(internal),
    },
    {
      name: 'because the creator may not edit the page',
      refusal: '403 PAGE_NOT_EDITABLE',
      before: () => restrict(site, pageId, 'update', [ADMIN2.accountId]),
      ...set(internal),
    },
    { name: 'of a hidden page', refusal: '404 PAGE_NOT_FOUND', key: () => ({ spaceLimit: ['1'] }) },
    { name: 'of a page without a level', refusal: '404 PAGE_NOT_CLASSIFIED' },
    { name: 'of a parameter', refusal: '400 INVALID_PARAMETER', path: '/v1/page-level/by-page/0x10' },
    { name: 'of a query', refusal: '400 UNKNOWN_PARAMETER', path: `${record}?level=x` },
    {
      name: 'of a body that is not JSON',
      refusal: '400 INVALID_JSON',
      ...set(internal),
      options: () => ({ body: '{', headers: { 'content-type': 'application/json' } }),
    },
    { name: 'of a field', refusal: '400 INVALID_FIELD', ...set(() => 'no level') },
    { name: 'of an Accept', refusal: '406 NOT_ACCEPTABLE', options: () => ({ headers: { accept: 'text/html' } }) },
    { name: 'of a type', refusal: '415 UNSUPPORTED_MEDIA_TYPE', ...set(internal), options: () => ({ body: '{}' }) },
    { name: 'of a level that is not', refusal: '422 LEVEL_NOT_FOUND', ...set(() => crypto.randomUUID()) },
    {
      name: 'of an archived level',
      refusal: '422 LEVEL_ARCHIVED',
      before: () => archiveLevels(site, ['Internal']),
      ...set(internal),
    },
  ];

  it.each(CASES)('$name is counted as $refusal', async ({ refusal, key: overrides, isDead, before, ...request }) => {
    const { key, keyId } = await aStoredKey(site, overrides?.() ?? {});
    await before?.();
    const { method = 'GET', path = record, options } = request;
    const ask = () => site.rest(method, path, { key, ...options?.() });
    const first = await ask();
    const [status, code] = [first.status, first.body.code as string];
    expect(`${status} ${code}`).toBe(refusal);
    later(1_000);
    expect((await ask()).body.code).toBe(code);

    const template = `${method} ${method === 'POST' || path === '/v1/level' ? path : '/v1/page-level/by-page/{pageId}'}`;
    expect(refusedOf(keyId)).toEqual({ [code]: { lastAt: now.toISOString(), lastRoute: template, byHour: [2] } });
    const usedAt = new Date(now.getTime() - 1_000).toISOString();
    const used = { firstUsedAt: usedAt, lastUsedAt: usedAt, lastRoute: template };
    expect(noted(keyId)).toEqual({ ...noted(keyId), ...(isDead ? {} : used) });
    expect(noted(keyId)?.lastUsedAt).toBe(isDead ? undefined : usedAt);
    expect(JSON.stringify(noted(keyId))).not.toContain(pageId);
  });

  it.each([
    ['confluence', 429, 'HOST_QUOTA'],
    ['confluence', 500, 'HOST_ERROR'],
  ] as const)('is not counted for an error of %s with the status %d: %s', async (target, status, code) => {
    const { key, keyId } = await aStoredKey(site);
    site.host.faults.add({ target, status, headers: { 'Retry-After': '7' }, times: 1 });
    expect((await site.rest('GET', record, { key })).body.code).toBe(code);
    expect(noted(keyId)).toMatchObject({ lastUsedAt: now.toISOString(), refused: {} });
  });

  it('is not counted for a key that could not be read', async () => {
    const { key, keyId } = await aStoredKey(site);
    site.host.faults.add({ target: 'kvs', status: 500, times: 1 });
    const answer = await site.rest('GET', record, { key });
    expect([answer.body.code, pathsOf(answer), noted(keyId)]).toEqual([
      'STORAGE_UNAVAILABLE',
      ['/api/v1/batch/get'],
      undefined,
    ]);
  });

  it('of a key that was revoked during the request is counted as revoked', async () => {
    const { key, keyId } = await aStoredKey(site);
    intercept = async (call, proceed) => {
      if (call.path.endsWith('/transaction') && call.body?.includes('page-level') === true) {
        intercept = (_call, go) => go();
        expect(await site.admin('revokeKey', { keyId })).toMatchObject({ ok: true });
      }
      return proceed();
    };
    const answer = await site.rest('POST', '/v1/page-level', { key, body: { pageId, levelId: internal() } });
    expect(answer.body.code).toBe('API_KEY_REVOKED');
    expect(timesRefused(keyId, 'API_KEY_REVOKED')).toBe(1);
  });

  it('is written at most ten times a minute for each key, and read every time', async () => {
    const { key, keyId } = await aStoredKey(site, { expiresAt: past });
    const { key: other, keyId: otherId } = await aStoredKey(site, { expiresAt: past });
    const written: number[] = [];
    for (let count = 0; count < 15; count += 1) {
      later(1_000);
      const answer = await site.rest('GET', record, { key });
      expect(answer.body.code).toBe('API_KEY_EXPIRED');
      written.push(writes(answer));
    }
    expect(written).toEqual([...Array<number>(10).fill(1), ...Array<number>(5).fill(0)]);
    expect(timesRefused(keyId, 'API_KEY_EXPIRED')).toBe(10);
    await site.rest('GET', record, { key: other });
    expect(timesRefused(otherId, 'API_KEY_EXPIRED')).toBe(1);
    later(MINUTE_MS);
    expect(writes(await site.rest('GET', record, { key }))).toBe(1);
    expect(timesRefused(keyId, 'API_KEY_EXPIRED')).toBe(11);
  });

  it('of an expired or revoked key costs a write after the usual reads', async () => {
    const { key } = await aStoredKey(site, { expiresAt: past });
    const { calls } = await site.rest('GET', record, { key });
    const shape = calls.map(({ stage, target, path }) => `${stage} ${target} ${path}`);
    const read = '1 kvs /api/v1/entity/get';
    expect(shape).toEqual([read, read, '1 kvs /api/v1/batch/get', '2 kvs /api/v1/set']);
  });

  it('of several concurrent calls is counted at least once, and never more often than it occurred', async () => {
    const { key, keyId } = await aStoredKey(site, { expiresAt: past });
    await Promise.all(Array.from({ length: 8 }, () => site.rest('GET', record, { key })));
    const count = timesRefused(keyId, 'API_KEY_EXPIRED');
    expect(count).toBeGreaterThanOrEqual(1);
    expect(count).toBeLessThanOrEqual(8);
  });

  it('is counted for every problem caused by the caller or the key, and no other', async () => {
    const call = { keyId: '0'.repeat(16), now, route: 'GET /v1/level', requestId: 'r' };
    const lines: string[] = [];
    for (const [code, { status }] of Object.entries(PROBLEMS)) {
      const rows = new Map<string, unknown>();
      const storage = {
        writeValue: ({ key, value }: ValueWrite) => Promise.resolve(void rows.set(key, value)),
      };
      const problem = new Problem(code as ProblemCode);
      await recordRefusal(call, undefined, problem, { storage, log: (event) => lines.push(event) });
      const [stored] = [...rows.values()].map((value) => keyUseRecord.parse(value));
      const isCounted = status < 500 && status !== 429;
      expect([code, Object.keys(stored?.refused ?? {})]).toEqual([code, isCounted ? [code] : []]);
    }
    expect(lines).toEqual([]);
  });
});

describe('only the holder of a key', () => {
  const wrong = (text: string) => text.slice(0, -1) + (text.endsWith('0') ? '1' : '0');

  const one = ['/api/v1/batch/get'];

  it.each<readonly [string, readonly string[], (key: { key: string; keyId: string }) => string | undefined]>([
    ['no key', [], () => undefined],
    ['another format', [], ({ key }) => key.slice(1)],
    ['a wrong checksum', [], ({ key }) => wrong(key)],
    ['a wrong secret', one, ({ key, keyId }) => formatKey(keyId, wrong(key.slice(23, 66)))],
    ['an unknown id', one, ({ key }) => key],
  ])('causes a write, or more than the usual reads: %s', async (name, reads, change) => {
    const issued = await aStoredKey(site, { expiresAt: '2026-06-15T00:00:00.000Z' });
    if (name === 'an unknown id') {
      await site.host.storage.handleUncounted(site.host.installation.installationId, '/api/v1/entity/delete', {
        entityName: 'api-key',
        key: issued.keyId,
      });
    }
    const before = everythingStored(site);
    const key = change(issued);
    for (const path of [record, '/v1/level', '/v1/page-level/by-page/nonsense']) {
      const answer = await site.rest('GET', path, key === undefined ? {} : { key });
      expect([answer.status, pathsOf(answer)]).toEqual([401, reads]);
    }
    expect(everythingStored(site)).toEqual(before);
  });

  it('is recorded, and only if the request reaches the key: not for another method, another path, a key in the URL', async () => {
    const { key, keyId } = await aStoredKey(site);
    for (const [method, path] of [
      ['PATCH', '/v1/level'],
      ['GET', '/v1/nowhere'],
      ['GET', `/v1/level?key=${key}`],
      ['OPTIONS', '/v1/level'],
      ['GET', '/v1/openapi.json'],
    ] as const) {
      expect((await site.rest(method, path, { key })).calls).toEqual([]);
    }
    expect(noted(keyId)).toBeUndefined();
  });
});

describe('a use that is written late', () => {
  it('cannot restore a key that was revoked between its verification and the write', async () => {
    for (const side of ['before', 'after'] as const) {
      const { key, keyId } = await aStoredKey(site);
      intercept = (call, proceed) => (call.path === '/api/v1/set' ? gate.intercept(call, proceed) : proceed());
      const held = gate.hold(0, side);
      const running = site.rest('GET', '/v1/level', { key });
      await held.reached;
      expect(await site.admin('revokeKey', { keyId })).toMatchObject({ ok: true, value: { status: 'revoked' } });
      const revoked = await storedKey(site, keyId);
      held.release();
      // It was valid when the request arrived.
      expect((await running).status).toBe(200);
      expect(await storedKey(site, keyId)).toEqual(revoked);
      expect((await site.rest('GET', '/v1/level', { key })).body.code).toBe('API_KEY_REVOKED');
      expect(await site.admin('getKey', { keyId })).toMatchObject({ value: { status: 'revoked' } });
    }
  });

  it('cannot undo an edit of the key', async () => {
    const { key, keyId, rev } = await site.createKey();
    intercept = (call, proceed) => (call.path === '/api/v1/set' ? gate.intercept(call, proceed) : proceed());
    const held = gate.hold(0, 'before');
    const running = site.rest('GET', '/v1/level', { key });
    await held.reached;
    const changes = { classificationScope: 'read' };
    expect(await site.admin('editKey', { keyId, rev, changes })).toMatchObject({ ok: true });
    held.release();
    expect((await running).status).toBe(200);
    expect((await site.rest('GET', '/v1/level', { key })).body.code).toBe('INSUFFICIENT_SCOPE');
  });
});

describe('the response', () => {
  const isRead = (call: PlatformCall) => isKeyUseCall(call) && call.path === '/api/v1/batch/get';
  const isWrite = ({ path }: PlatformCall) => path === '/api/v1/set';

  it('waits for all calls, because the platform freezes unfinished ones', async () => {
    const { key } = await aStoredKey(site);
    for (const [isHeld, path] of [
      [isRead, '/v1/level'],
      [isWrite, '/v1/level'],
      [isWrite, '/v1/level?refused=1'],
    ] as const) {
      later(MINUTE_MS);
      intercept = (call, proceed) => (isHeld(call) ? gate.intercept(call, proceed) : proceed());
      const held = gate.hold(path.includes('refused') ? 1 : 0, 'after');
      let isAnswered = false;
      const running = site.rest('GET', path, { key }).finally(() => (isAnswered = true));
      await held.reached;
      for (let turn = 0; turn < 50; turn += 1) await new Promise(setImmediate);
      expect(isAnswered).toBe(false);
      held.release();
      const { calls } = await running;
      expect(calls.filter(({ status }) => status === 0)).toEqual([]);
    }
  });

  const FAULTS: readonly (readonly [string, Intercept])[] = [
    ['fails', () => Promise.resolve(Response.json({ code: 'INTERNAL_SERVER_ERROR' }, { status: 500 }))],
    ['is limited', () => Promise.resolve(Response.json({ code: 'RATE_LIMIT_EXCEEDED' }, { status: 429 }))],
    ['breaks', () => Promise.reject(new TypeError('fetch failed'))],
    ['says nothing sensible', () => Promise.resolve(new Response('<!doctype html>'))],
    ['never answers', () => new Promise<never>(() => undefined)],
    [
      'does it and does not say so',
      async (_call, proceed) => {
        await proceed();
        throw new TypeError('fetch failed');
      },
    ],
  ];

  describe.each(FAULTS)('if storage %s', (name, fault) => {
    it.each([
      ['a read', 'GET', '/v1/level', 200],
      ['a change', 'POST', '/v1/page-level', 201],
      ['a refusal', 'GET', record, 404],
      ['an early refusal', 'GET', '/v1/level?refused=1', 400],
    ] as const)('is the same for %s, and the failure is logged once', async (_what, method, path, status) => {
      for (const isBroken of [isRead, isWrite]) {
        const { key } = await aStoredKey(site);
        const body = method === 'POST' ? { body: { pageId: await aPage(site), levelId: internal() } } : {};
        const linesBefore = log.length;
        const send = () => site.rest(method, path, { key, ...body });
        intercept = (call, proceed) => (isBroken(call) ? fault(call, proceed) : proceed());
        const answer = await (name === 'never answers' ? withoutWaiting(send) : send());
        intercept = (_call, proceed) => proceed();
        expect(answer.status).toBe(status);
        const lines = log.slice(linesBefore).filter(({ event }) => event === 'key-use.failed');
        expect(lines).toHaveLength(1);
        expect(lines[0]).toMatchObject({ requestId: answer.requestId, reason: expect.stringMatching(/^storage: /) });
      }
    });
  });

  it('waits for storage no longer than for an optional call', async () => {
    site.close();
    const dependencies = {
      clock: () => now,
      random: systemRandom,
      log: () => undefined,
      peppers: () => [PEPPER] as const,
      rateLimits: () => 'off',
    };
    const limits = { requestLimitMs: 20_000, hostLimitMs: 8_000 };
    const app = { rest: createRest({ ...dependencies, ...limits }), admin: () => Promise.resolve(undefined) };
    open({ app });
    const { key } = await aStoredKey(site);
    intercept = (call, proceed) => (isRead(call) ? new Promise<never>(() => undefined) : proceed());
    const started = performance.now();
    expect((await site.rest('GET', '/v1/level', { key })).status).toBe(200);
    // Above its own timeout of one second, and below the five seconds of any other call.
    expect(performance.now() - started).toBeLessThan(4_000);
  });

  it.each<readonly [string, unknown]>([
    ['a later version', { v: 2, refused: {} }],
    ['no required member', { v: 1 }],
    ['an unknown member', { v: 1, refused: {}, extra: 1 }],
    ['an invalid date', { v: 1, refused: {}, lastUsedAt: 'yesterday' }],
    ['text', 'used'],
    ['a list', []],
    ['a count below zero', { v: 1, refused: { X: { lastAt: 'x', lastRoute: 'GET /v1/x', byHour: [-1] } } }],
  ])('is the same if the record holds %s, and a new record replaces it', async (_what, value) => {
    const { key, keyId } = await aStoredKey(site);
    await putKeyUse(site, keyId, value);
    expect((await site.rest('GET', '/v1/level', { key })).status).toBe(200);
    expect(logged('key-use.unreadable')).toHaveLength(1);
    expect(noted(keyId)).toMatchObject({ v: 1, lastUsedAt: now.toISOString() });
    later(MINUTE_MS);
    expect((await site.rest('GET', '/v1/level?refused=1', { key })).status).toBe(400);
    expect(timesRefused(keyId, 'UNKNOWN_PARAMETER')).toBe(1);
    expect(logged('key-use.unreadable')).toHaveLength(1);
  });
});
