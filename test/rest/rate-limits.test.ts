import fc from 'fast-check';
import { parseList } from 'structured-headers';
import { DEMO_PAGES } from '../../local/demo';
import type { Intercept, PlatformCall } from '../../local/forge/platform-calls';
import { formatKey } from '../../src/keys/key-format';
import { type Pause, systemPause } from '../../src/platform/pause';
import { mostOf, QUOTA_NAMES, quotaOf } from '../../src/quota/policies';
import { rateLimitHeaders } from '../../src/rest/middleware/rate-limits';
import { aStoredKey, PEPPER } from '../keys/key-records';
import { createGate } from '../support/gate';
import { levelNamed } from '../support/levels';
import { truthOf } from '../support/page-truth';
import { sample } from '../support/sample';
import { openSite, type RestAnswer, type RestOptions, type Site } from '../support/site';
import { answer304, everythingStored, putRow, rowsOf } from '../support/stored-rows';
import { aPage } from '../support/wiki-pages';
import { CREATOR_CHECKS } from './call-budgets';
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

/** Rate limits from the caller's point of view. */

const pageId = DEMO_PAGES.officeGuide;
const record = `/v1/page-level/by-page/${pageId}`;

let now: Date;
let limits: string | undefined;
let log: { readonly event: string }[];
let intercept: Intercept;
let pause: Pause;
let site: Site;
beforeEach(() => {
  now = new Date('2026-06-15T12:00:10.000Z');
  limits = undefined;
  log = [];
  intercept = (_call, proceed) => proceed();
  pause = () => Promise.resolve();
  site = openSite({
    now: () => now,
    peppers: () => [PEPPER],
    rateLimits: () => limits,
    log: (event) => log.push({ event }),
    intercept: (call, proceed) => intercept(call, proceed),
    restPause: (milliseconds) => pause(milliseconds),
  });
});
afterEach(() => site.close());

const later = (seconds: number) => (now = new Date(now.getTime() + seconds * 1_000));
const quotas = (some: object) => (limits = JSON.stringify(some));
const internal = () => levelNamed(site, 'Internal').levelId;
const get = (key: string, path = record) => site.rest('GET', path, { key });
const set = (key: string, page: string = pageId) =>
  site.rest('POST', '/v1/page-level', { key, body: { pageId: page, levelId: internal() } });
const isLimited = ({ status, body }: RestAnswer) => status === 429 && body?.code === 'RATE_LIMITED';

/** The name and parameters of each entry in a header of the draft. */
function listIn(header: string | undefined): ReadonlyMap<string, ReadonlyMap<string, unknown>> {
  const items = parseList(header ?? '');
  return new Map(
    items.map(([name, parameters]) => {
      if (typeof name !== 'string') throw new Error('not a string');
      return [name, parameters];
    }),
  );
}
const left = (answer: RestAnswer, policy = 'key') => listIn(answer.header('RateLimit')).get(policy)?.get('r');

describe('every response to a valid key', () => {
  // Reading a job or a scan requires an earlier request that created it.
  const firstCalls = routeRequests().filter(
    ({ route }) => !parameterNames(route).some((name) => ['jobId', 'scanId', 'redactionId'].includes(name)),
  );
  const changes = firstCalls.filter((request) => !isReadRequest(request));
  it.each(sample(changes, changes.length / 2))('contains the remaining quota: $name', async (request) =>
    checkQuota(request, await sampleLevel()),
  );

  it('contains the remaining quota: each read', async () => {
    const level = await sampleLevel();
    for (const request of firstCalls.filter(isReadRequest)) {
      await checkQuota(request, level);
      later(60);
    }
  });

  async function sampleLevel(): Promise<SampleLevel> {
    const { key } = await aStoredKey(site);
    await set(key, PAGE_ID);
    await makeSampleFinding(site);
    return firstLevel(site, key);
  }

  async function checkQuota(request: RouteRequest, level: SampleLevel): Promise<void> {
    await restoreFor(site, request);
    const { key } = await aStoredKey(site, { detectionScope: 'manage' });
    const answer = await site.rest(request.method, request.path, { key, ...requestOptions(request, level) });
    expect([request.name, answer.status < 300]).toEqual([request.name, true]);
    expect(answer.header('RateLimit-Policy')).toBe(
      '"key";q=120;w=60, "key-write";q=60;w=60, "key-check";q=1000;w=3600, "site";q=600;w=60, "host";q=13000;w=3600, "host-share";q=5200;w=3600',
    );
    const write = isReadRequest(request) ? '' : ', "key-write";r=59;t=50';
    const untilNextHour = 3600 - ((now.getTime() / 1_000) % 3600);
    const check = CREATOR_CHECKS.includes(request.route.operationId) ? `, "key-check";r=999;t=${untilNextHour}` : '';
    expect(answer.header('RateLimit')).toBe(`"key";r=119;t=50${write}${check}`);
    const isAccepted = answer.status === 202;
    const waiting = Object.keys(answer.headers).filter((name) => /^(retry-after|ratelimit-reason)$/i.test(name));
    expect(waiting).toEqual(isAccepted ? ['Retry-After'] : []);
  }

  it.each<{ name: string; status: number; path: string; options?: RestOptions; method?: 'HEAD' | 'POST' }>([
    { name: 'HEAD', status: 404, path: record, method: 'HEAD' },
    { name: 'not found', status: 404, path: record },
    { name: 'a bad parameter', status: 400, path: '/v1/page-level/by-page/0x10' },
    { name: 'a bad query', status: 400, path: `${record}?x=1` },
    { name: 'no scope', status: 403, path: '/v1/level' },
    { name: 'a bad Accept', status: 406, path: record, options: { headers: { accept: 'text/html' } } },
    { name: 'a bad body', status: 400, path: '/v1/page-level', options: { body: {} }, method: 'POST' },
    { name: 'a bad type', status: 415, path: '/v1/page-level', options: { body: '{}' }, method: 'POST' },
  ])('is counted, also if it is a refusal: $name', async ({ status, path, options, method = 'GET' }) => {
    const { key } = await aStoredKey(site, { classificationScope: method === 'POST' ? 'write' : 'read' });
    const ask = () => site.rest(method, path, { key, ...options });
    const answers = [await ask(), await ask()];
    expect(answers.map((answer) => [answer.status, left(answer)])).toEqual([
      [status, 119],
      [status, 118],
    ]);
  });

  it('is counted and contains the quota if Confluence or storage fails afterwards', async () => {
    const { key } = await aStoredKey(site);
    site.host.faults.add({ target: 'confluence', status: 500, times: 1 });
    const failed = await get(key);
    expect([failed.status, left(failed), failed.header('Retry-After')]).toEqual([502, 119, '5']);
    intercept = ({ path, body }, proceed) =>
      path === '/api/v1/entity/get' && body?.includes('page-level') === true
        ? Promise.resolve(Response.json({ code: 'INTERNAL' }, { status: 500 }))
        : proceed();
    const unavailable = await get(key);
    expect([unavailable.status, left(unavailable)]).toEqual([503, 118]);
  });

  it('contains the remaining quota with the status 304', async () => {
    const { key } = await aStoredKey(site);
    await answer304(site, 'works');
    const { headers } = await get(key, '/v1/level');
    const again = await site.rest('GET', '/v1/level', { key, headers: { 'if-none-match': headers.ETag?.[0] ?? '' } });
    expect([again.status, left(again)]).toEqual([304, 118]);
  });

  it('contains no quota without rate limits, and is not counted', async () => {
    limits = 'off';
    const { key } = await aStoredKey(site);
    const before = rowsOf(site, 'rate-limit');
    const answer = await get(key, '/v1/level');
    expect(Object.keys(answer.headers).filter((name) => /^ratelimit/i.test(name))).toEqual([]);
    expect(rowsOf(site, 'rate-limit')).toEqual(before);
  });

  it('contains the configured quotas; if they are unreadable, the defaults apply and the log reports it', async () => {
    const { key } = await aStoredKey(site);
    quotas({ key: 5, site: 7 });
    expect((await get(key)).header('RateLimit-Policy')).toBe(
      '"key";q=5;w=60, "key-write";q=60;w=60, "key-check";q=1000;w=3600, "site";q=7;w=60, "host";q=13000;w=3600, "host-share";q=5200;w=3600',
    );
    expect(log.map(({ event }) => event)).not.toContain('rate-limits.unreadable');
    limits = '{"key":5';
    expect((await get(key)).header('RateLimit-Policy')).toContain('"key";q=120;w=60');
    expect(log.filter(({ event }) => event === 'rate-limits.unreadable')).toHaveLength(1);
  });

  it('has headers that are structured fields of the draft, for any numbers', () => {
    const amount = fc.integer({ min: 1, max: 1_000_000 });
    const quotasDrawn = fc.record({
      key: amount,
      'key-write': amount,
      'key-check': amount,
      site: amount,
      host: amount,
      'page-event': amount,
      'mirror-event': amount,
    });
    // Events never refuse a request.
    const policy = fc.constantFrom(...QUOTA_NAMES.filter((name) => !name.endsWith('-event')));
    fc.assert(
      fc.property(
        quotasDrawn,
        fc.nat(1_000_000),
        fc.integer({ min: 1, max: 7_200 }),
        policy,
        (drawn, r, t, exceeded) => {
          const quotaStates = QUOTA_NAMES.map((name) => ({
            policy: name,
            quota: quotaOf(name, drawn),
            remaining: r,
            resetSeconds: t,
          }));
          const headers = rateLimitHeaders(drawn, quotaStates, { key: 1, 'key-write': 1 }, exceeded);
          const policies = listIn(headers['RateLimit-Policy']);
          expect([...policies].map(([name, parameters]) => [name, parameters.get('q')])).toEqual([
            ...Object.entries(drawn).filter(([name]) => !name.endsWith('-event')),
            ['host-share', mostOf('requests', drawn.host)],
          ]);
          for (const parameters of policies.values()) expect([60, 3_600]).toContain(parameters.get('w'));
          const limits = listIn(headers.RateLimit);
          expect([...limits.keys()]).toEqual([...new Set(['key', 'key-write', exceeded])]);
          for (const parameters of limits.values())
            expect([...parameters]).toEqual([
              ['r', r],
              ['t', t],
            ]);
        },
      ),
    );
  });
});

describe('a key that has used up its quota', () => {
  it('gets 429 with the time to retry, and then succeeds', async () => {
    quotas({ key: 3 });
    const { key } = await aStoredKey(site);
    for (const r of [2, 1, 0]) expect(left(await get(key, '/v1/level'))).toBe(r);
    later(7.5);
    const before = everythingStored(site);
    const limited = await get(key, '/v1/level');
    expect(isLimited(limited)).toBe(true);
    expect(limited.body).toMatchObject({
      title: 'Too many requests',
      detail: expect.stringContaining('3 requests of'),
    });
    expect(limited.header('Retry-After')).toBe('43');
    expect(limited.header('RateLimit-Reason')).toBe('key-quota');
    expect(limited.header('RateLimit')).toBe('"key";r=0;t=43, "key-check";r=997;t=3583');
    expect(limited.header('RateLimit-Policy')).toContain('"key";q=3;w=60');
    expect(everythingStored(site)).toEqual(before);
    later(Number(limited.header('Retry-After')));
    expect([(await get(key, '/v1/level')).status, left(await get(key, '/v1/level'))]).toEqual([200, 1]);
  });

  it('causes only the reads of any request', async () => {
    quotas({ key: 1 });
    const { key } = await aStoredKey(site);
    await get(key);
    const limited = await set(key);
    expect(isLimited(limited)).toBe(true);
    expect(limited.calls.map(({ stage, path }) => `${stage} ${path}`)).toEqual([
      '1 /api/v1/entity/get',
      '1 /api/v1/entity/get',
      '1 /api/v1/batch/get',
    ]);
    expect(truthOf(site.host, pageId).history).toEqual([]);
  });

  it('is refused before its scope, its body or its page is checked', async () => {
    quotas({ key: 1 });
    const { key } = await aStoredKey(site, { classificationScope: 'none' });
    expect((await get(key, '/v1/level')).status).toBe(403);
    expect(isLimited(await get(key, '/v1/level'))).toBe(true);
    expect(isLimited(await site.rest('POST', '/v1/page-level', { key, body: '{' }))).toBe(true);
  });

  it('delays no other key', async () => {
    quotas({ key: 1 });
    const [{ key }, { key: other }] = [await aStoredKey(site), await aStoredKey(site)];
    await get(key, '/v1/level');
    expect(isLimited(await get(key, '/v1/level'))).toBe(true);
    expect((await get(other, '/v1/level')).status).toBe(200);
  });

  it('for writes can still read', async () => {
    quotas({ 'key-write': 1 });
    const { key } = await aStoredKey(site);
    expect([(await set(key)).status, left(await get(key), 'key-write')]).toEqual([201, undefined]);
    const limited = await set(key);
    expect([isLimited(limited), limited.header('RateLimit-Reason')]).toEqual([true, 'key-write-quota']);
    expect(left(limited, 'key-write')).toBe(0);
    expect((await get(key)).status).toBe(200);
  });
});

it('a key shares the quota of its site with the other keys', async () => {
  quotas({ site: 4 });
  const keys = [await aStoredKey(site), await aStoredKey(site)];
  const answers: RestAnswer[] = [];
  for (let index = 0; index < 6; index += 1) answers.push(await get(keys[index % 2]?.key ?? '', '/v1/level'));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 429, 429]);
  expect(answers[5]?.header('RateLimit-Reason')).toBe('site-quota');
  expect(answers[5]?.header('RateLimit')).toBe('"key";r=118;t=50, "key-check";r=998;t=3590, "site";r=0;t=50');
});

it("a key uses no more Confluence points in an hour than the site's share", async () => {
  quotas({ host: 9 });
  const [{ key }, { key: other }] = [await aStoredKey(site), await aStoredKey(site)];
  const statuses: unknown[] = [];
  // 2 points, 3 of the key's own, none for requests that do not reach Confluence; then half of the rest is
  // insufficient.
  for (const path of [record, '/v1/level', `${record}?x=1`, record]) statuses.push((await get(key, path)).status);
  expect(statuses).toEqual([404, 200, 400, 429]);
  const limited = await get(key);
  expect([limited.header('RateLimit-Reason'), limited.header('Retry-After')]).toEqual(['host-share-quota', '2391']);
  expect((await get(other)).status).toBe(404);
  expect((await set(other)).header('RateLimit-Reason')).toBe('host-share-quota');
  const audit = await aStoredKey(site);
  const tooMuch = await site.rest('POST', '/v1/page-level/bulk', {
    key: audit.key,
    body: { items: ['1', '2', '3'].map((page) => ({ pageId: page, levelId: internal() })) },
  });
  expect(tooMuch.header('RateLimit-Reason')).toBe('host-quota');
  later(3_590);
  expect((await get(key)).status).toBe(404);
});

it('a key pays for the additional calls without impersonation', async () => {
  const other = openSite({ impersonation: false, peppers: () => [PEPPER], now: () => now, rateLimits: () => limits });
  try {
    const { key } = await aStoredKey(other);
    const spent = () =>
      rowsOf(other, 'rate-limit').reduce((sum, { value }) => sum + (hostOf(value.used)?.count ?? 0), 0);
    expect((await other.rest('GET', record, { key })).status).toBe(404);
    // The creator 3, the page 2, the permission 1.
    expect(spent()).toBe(6);
    const body = { pageId, levelId: levelNamed(other, 'Internal').levelId };
    expect((await other.rest('POST', '/v1/page-level', { key, body })).status).toBe(201);
    // Includes the permission to update.
    expect(spent()).toBe(6 + 7);
    quotas({ host: 44 });
    const limited = await other.rest('POST', '/v1/page-level', {
      key,
      body: { ...body, levelId: levelNamed(other, 'Public').levelId },
    });
    expect([isLimited(limited), limited.header('RateLimit-Reason')]).toEqual([true, 'host-share-quota']);
    expect(truthOf(other.host, pageId).history).toHaveLength(1);
  } finally {
    other.close();
  }
});

const hostOf = (used: unknown) => (used as { readonly host?: { readonly count: number } } | undefined)?.host;

it('the API returns a 429 of Confluence as such, with the time to retry, an hour at most', async () => {
  const { key } = await aStoredKey(site);
  for (const [said, returned] of [
    ['17', '17'],
    ['86400', '3600'],
  ] as const) {
    site.host.faults.add({ target: 'confluence', status: 429, headers: { 'Retry-After': said }, times: 1 });
    const answer = await get(key);
    expect([answer.status, answer.body.code, answer.header('Retry-After')]).toEqual([429, 'HOST_QUOTA', returned]);
    expect(answer.header('RateLimit-Reason')).toBeUndefined();
    expect(left(answer)).toEqual(expect.any(Number));
  }
});

describe('several pages', () => {
  const bulk = (key: string, pages: number) =>
    site.rest('POST', '/v1/page-level/bulk', {
      key,
      body: {
        items: Array.from({ length: pages }, (_, index) => ({
          pageId: String(9_000_000 + index),
          levelId: internal(),
        })),
      },
    });

  it('are charged as a whole before the first is changed', async () => {
    quotas({ 'key-write': 30 });
    const { key } = await aStoredKey(site);
    const first = await bulk(key, 25);
    expect([first.status, left(first), left(first, 'key-write')]).toEqual([207, 119, 5]);
    const second = await bulk(key, 6);
    expect([isLimited(second), left(second, 'key-write'), second.calls.length]).toEqual([true, 5, 3]);
    const third = await bulk(key, 5);
    expect([third.status, left(third, 'key-write')]).toEqual([207, 0]);
  });

  it('beyond the quota of one request are refused with the advice to send smaller parts', async () => {
    quotas({ 'key-write': 10 });
    const { key } = await aStoredKey(site);
    const answer = await bulk(key, 11);
    expect(isLimited(answer)).toBe(true);
    expect(answer.body.detail).toContain('This request alone takes 11');
  });
});

describe('a caller without the secret', () => {
  const wrongSecretOf = ({ key, keyId }: { key: string; keyId: string }) =>
    formatKey(keyId, key.slice(23, 65) + (key[65] === '0' ? '1' : '0'));

  it('cannot use up the quota of a key by its public id, and learns nothing about it', async () => {
    quotas({ key: 2, site: 3 });
    const issued = await aStoredKey(site);
    const before = everythingStored(site);
    for (let count = 0; count < 10; count += 1) {
      const answer = await site.rest('GET', record, { key: wrongSecretOf(issued) });
      expect(answer.body.code).toBe('API_KEY_INVALID');
      expect(Object.keys(answer.headers).filter((name) => /^ratelimit/i.test(name))).toEqual([]);
    }
    expect(everythingStored(site)).toEqual(before);
    expect((await get(issued.key, '/v1/level')).status).toBe(200);
    expect((await get(issued.key, '/v1/level')).status).toBe(200);
    // Even while the key itself exceeds its quota.
    expect(isLimited(await get(issued.key))).toBe(true);
    expect((await site.rest('GET', record, { key: wrongSecretOf(issued) })).status).toBe(401);
  });

  it.each([
    ['revoked', { revokedAt: '2026-02-01T00:00:00.000Z' }],
    ['expired', { expiresAt: '2026-03-01T00:00:00.000Z' }],
  ])('with a key that is %s uses no quota either', async (_what, change) => {
    quotas({ site: 1 });
    const { key } = await aStoredKey(site, change);
    for (let count = 0; count < 3; count += 1) {
      const answer = await get(key);
      expect([answer.status, answer.header('RateLimit')]).toEqual([401, undefined]);
    }
    expect(rowsOf(site, 'rate-limit').filter(({ value }) => value.used !== undefined)).toEqual([]);
  });
});

describe('many concurrent requests', () => {
  it('of one rule, 20 page changes with the default quotas, all succeed', async () => {
    const { key } = await aStoredKey(site);
    const pages = await Promise.all(Array.from({ length: 20 }, () => aPage(site)));
    const answers = await Promise.all(pages.map((page) => set(key, page)));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(201));
    expect(rowsOf(site, 'level-change')).toHaveLength(20);
  });

  it('never exceed the quota, and every accepted request took effect', async () => {
    quotas({ key: 30, 'key-write': 1_000 });
    // Without pauses between its attempts, a request can fail at all of them.
    pause = systemPause;
    const { key } = await aStoredKey(site);
    const pages = await Promise.all(Array.from({ length: 40 }, () => aPage(site)));
    const answers = await Promise.all(pages.map((page) => set(key, page)));
    const done = answers.filter(({ status }) => status === 201).length;
    expect(done).toBeLessThanOrEqual(30);
    expect(answers.filter(isLimited)).toHaveLength(40 - done);
    expect(rowsOf(site, 'level-change')).toHaveLength(done);
    expect(rowsOf(site, 'audit').filter(({ value }) => value.type === 'page.level.set')).toHaveLength(done);
  });

  it('that cannot all be counted are refused with a retry after a second', async () => {
    const { key } = await aStoredKey(site);
    intercept = (call, proceed) =>
      isCount(call)
        ? Promise.resolve(Response.json({ code: 'CONDITIONAL_CHECK_FAILED', message: '' }, { status: 409 }))
        : proceed();
    const answer = await set(key);
    expect([isLimited(answer), answer.header('Retry-After'), answer.header('RateLimit-Reason')]).toEqual([
      true,
      '1',
      'contention',
    ]);
    expect(answer.calls.filter(({ path }) => path === '/api/v1/transaction')).toHaveLength(10);
    expect(truthOf(site.host, pageId).history).toEqual([]);
  });
});

const isCount = ({ path, body }: PlatformCall) =>
  path === '/api/v1/transaction' && body?.includes('"rate-limit"') === true;

describe('a change', () => {
  it('waits for the count, although its page is read concurrently', async () => {
    const { key } = await aStoredKey(site);
    const gate = createGate(isCount);
    const seen: string[] = [];
    intercept = (call, proceed) => {
      seen.push(call.path.replace(/\?.*/, ''));
      return gate.intercept(call, proceed);
    };
    const held = gate.hold(0, 'after');
    const running = set(key);
    await held.reached;
    for (let turn = 0; turn < 50; turn += 1) await new Promise(setImmediate);
    expect(seen.filter((path) => path.startsWith('/wiki/api/v2/pages/'))).toHaveLength(1);
    expect(seen.filter((path) => path === '/api/v1/transaction')).toHaveLength(1);
    held.release();
    expect((await running).status).toBe(201);
  });

  it.each([
    ['fails', () => Promise.resolve(Response.json({ code: 'INTERNAL' }, { status: 500 }))],
    ['is limited', () => Promise.resolve(Response.json({ code: 'RATE_LIMIT_EXCEEDED' }, { status: 429 }))],
    ['breaks', () => Promise.reject(new TypeError('fetch failed'))],
    [
      'does it and does not say so',
      async (_call: PlatformCall, proceed: () => Promise<Response>) => {
        await proceed();
        throw new TypeError('fetch failed');
      },
    ],
  ] as const)('does not happen, and no data is returned, if storage %s', async (_what, fault) => {
    const { key } = await aStoredKey(site);
    for (const isBroken of [isCount, ({ path }: PlatformCall) => path === '/api/v1/batch/get']) {
      intercept = (call, proceed) => (isBroken(call) ? fault(call, proceed) : proceed());
      for (const answer of [await set(key), await get(key), await get(key, '/v1/level?x=1')]) {
        expect([answer.status, answer.body.code, answer.header('Retry-After')]).toEqual([
          503,
          'STORAGE_UNAVAILABLE',
          '5',
        ]);
      }
    }
    expect(truthOf(site.host, pageId).history).toEqual([]);
  });

  it.each([
    ['an error page', '<!doctype html>'],
    ['an empty object', '{}'],
    ['an array', '[]'],
    [
      'a failure of one row',
      '{"successfulKeys":[],"failedKeys":[{"key":"site:0","entityName":"rate-limit","error":{"code":"INTERNAL","message":""}}]}',
    ],
  ])('does not happen if the counters come back as %s', async (_what, text) => {
    const { key } = await aStoredKey(site);
    intercept = (call, proceed) =>
      call.path === '/api/v1/batch/get' ? Promise.resolve(new Response(text)) : proceed();
    const answer = await set(key);
    expect([answer.status, answer.body.code]).toEqual([503, 'STORAGE_UNAVAILABLE']);
    expect(truthOf(site.host, pageId).history).toEqual([]);
  });
});

it('a request is counted on top of expired rows that the platform still returns', async () => {
  quotas({ key: 2 });
  const { key } = await aStoredKey(site);
  await get(key);
  await get(key);
  expect(isLimited(await get(key))).toBe(true);
  later(30 * 3_600);
  expect(left(await get(key))).toBe(1);
});

it('a request is counted if a row has another version', async () => {
  const { key, keyId } = await aStoredKey(site);
  for (let part = 0; part < 10; part += 1) {
    await putRow(site, 'rate-limit', `key:${keyId}:${part}`, { v: 2, rev: 3, used: { other: 1 } });
  }
  expect(left(await get(key))).toBe(119);
  expect(left(await get(key))).toBe(118);
});

it('the API records the use of a key in the transaction that counts it', async () => {
  const { key, keyId } = await aStoredKey(site);
  const { calls } = await get(key, '/v1/level');
  expect(calls.map(({ stage, path }) => `${stage} ${path.replace(/\?.*/, '')}`).sort()).toEqual([
    '1 /api/v1/batch/get',
    '1 /api/v1/entity/get',
    '1 /api/v1/entity/get',
    '2 /api/v1/transaction',
    '2 /wiki/rest/api/user',
  ]);
  const use = everythingStored(site).find(({ key: name }) => name === `api-key-use#${keyId}`);
  expect(JSON.parse(use?.value ?? '{}')).toMatchObject({ lastUsedAt: now.toISOString(), lastRoute: 'GET /v1/level' });
});
