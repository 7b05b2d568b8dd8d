import { DEMO_PAGES, DEMO_SPACES } from '../../local/demo';
import type { Intercept } from '../../local/forge/platform-calls';
import { readExchange } from '../../src/rest/exchange';
import { readIdempotencyKey } from '../../src/rest/middleware/idempotency-key';
import { routes } from '../../src/rest/routes';
import { aStoredKey, PEPPER } from '../keys/key-records';
import { createFaultInjector, faultNamed, FAULTS } from '../support/fault-injection';
import { levelNamed } from '../support/levels';
import { expectWhole, truthOf } from '../support/page-truth';
import { sample } from '../support/sample';
import { openSite, type RestAnswer, type Site, type SiteOptions } from '../support/site';
import { everythingStored, putRow, rowsOf } from '../support/stored-rows';
import { ADMIN_AND_APP, aPage, restrict } from '../support/wiki-pages';
import { placesOf } from './route-requests';
import { anEvent } from './web-trigger-event';

/** T11: a request that is retried with its Idempotency-Key runs once, and gets the first response again. */

const TOKEN = '8e03978e-40d5-43e8-bc93-6894a57f9324';
const HOUR_MS = 3_600_000;

let now: Date;
let intercept: Intercept;
let site: Site;
const open: Site[] = [];
function newSite(options: SiteOptions = {}): Site {
  // Without the meter of storage, because 50 copies of a request run in one instant.
  const opened = openSite({
    meter: 'off',
    now: () => now,
    peppers: () => [PEPPER],
    rateLimits: () => '{"key":10000,"key-write":10000,"site":10000,"host":100000}',
    intercept: (call, proceed) => intercept(call, proceed),
    ...options,
  });
  open.push(opened);
  return opened;
}
beforeEach(() => {
  now = new Date('2026-06-15T12:00:00.000Z');
  intercept = (_call, proceed) => proceed();
  site = newSite();
});
afterEach(() => open.splice(0).forEach((opened) => opened.close()));

const later = (ms: number) => (now = new Date(now.getTime() + ms));
const levelId = (name: Parameters<typeof levelNamed>[1] = 'Internal') => levelNamed(site, name).levelId;
const NO_LEVEL = '00000000-0000-4000-8000-00000000dead';

interface Sent {
  readonly key: string;
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
}
const withToken = ({ token = TOKEN, headers = {} }: Sent) => ({ 'Idempotency-Key': token, ...headers });
const set = (sent: Sent, pageId: string, level = levelId(), more: object = {}) =>
  site.rest('POST', '/v1/page-level', {
    key: sent.key,
    headers: withToken(sent),
    body: { pageId, levelId: level, ...more },
  });
const clear = (sent: Sent, pageId: string) =>
  site.rest('DELETE', `/v1/page-level/by-page/${pageId}`, { key: sent.key, headers: withToken(sent) });
const bulk = (sent: Sent, pageIds: readonly string[]) =>
  site.rest('POST', '/v1/page-level/bulk', {
    key: sent.key,
    headers: withToken(sent),
    body: { items: pageIds.map((pageId) => ({ pageId, levelId: levelId() })) },
  });

const isReplay = (answer: RestAnswer) => answer.header('Idempotent-Replayed') === 'true';
const outcome = (answer: RestAnswer) =>
  [answer.status, answer.body?.code, isReplay(answer) ? 'replayed' : undefined].filter(Boolean).join(' ');
/** The relevant parts of a response; the request's id and the remaining quota differ. */
const relevantParts = ({ status, body, header, requestId }: RestAnswer) => ({
  status,
  etag: header('ETag'),
  location: header('Location'),
  text: JSON.stringify(body ?? null).replaceAll(requestId, '{id}'),
});
const historyOf = (pageId: string) => truthOf(site.host, pageId).history.length;

describe('a retried request', () => {
  it('gets the first response and has no effect: a level that is set', async () => {
    const { key } = await aStoredKey(site);
    const pageId = await aPage(site);
    const first = await set({ key }, pageId);
    expect([outcome(first), first.body.changed, historyOf(pageId)]).toEqual(['201', true, 1]);
    later(HOUR_MS);
    // Another user changes the page in the meantime.
    const { key: other } = await aStoredKey(site);
    await set({ key: other, token: 'other' }, pageId, levelId('Restricted'));
    const again = await set({ key }, pageId);
    expect(outcome(again)).toBe('201 replayed');
    expect(relevantParts(again)).toEqual(relevantParts(first));
    expect(historyOf(pageId)).toBe(2);
    expectWhole(truthOf(site.host, pageId));
  });

  it('gets the first response for twenty-four hours: a level that is cleared', async () => {
    const { key } = await aStoredKey(site);
    const pageId = await aPage(site);
    await set({ key }, pageId);
    expect(outcome(await clear({ key }, pageId))).toBe('204');
    later(24 * HOUR_MS - 1);
    await set({ key, token: 'again' }, pageId);
    expect(outcome(await clear({ key }, pageId))).toBe('204 replayed');
    expect(truthOf(site.host, pageId).record?.levelId).toBe(levelId());
    // The platform still has the row, which has expired.
    later(1);
    expect(outcome(await clear({ key }, pageId))).toBe('204');
    expect(truthOf(site.host, pageId).record?.levelId).toBeUndefined();
    expect(historyOf(pageId)).toBe(4);
  });

  it('gets the first response and has no effect: several pages', async () => {
    const { key } = await aStoredKey(site);
    const pageIds = [await aPage(site), '9999999', await aPage(site)];
    const first = await bulk({ key }, pageIds);
    expect(first.body.summary).toEqual({ ok: 2, failed: 1 });
    const again = await bulk({ key }, pageIds);
    expect([outcome(again), relevantParts(again)]).toEqual(['207 replayed', relevantParts(first)]);
    expect(pageIds.map(historyOf)).toEqual([1, 0, 1]);
  });

  it('gets the first response if nothing had to change', async () => {
    const { key } = await aStoredKey(site);
    const pageId = await aPage(site);
    await set({ key, token: 'first' }, pageId);
    const second = await set({ key }, pageId);
    expect(second.body.changed).toBe(false);
    expect(relevantParts(await set({ key }, pageId))).toEqual(relevantParts(second));
  });

  it('is recognized with other member orders, quotes around the value, and null members', async () => {
    const { key } = await aStoredKey(site);
    const pageId = await aPage(site);
    const first = await set({ key }, pageId);
    for (const [token, body] of [
      [TOKEN, `{ "levelId":"${levelId()}",  "pageId":"${pageId}" }`],
      [`"${TOKEN}"`, `{"pageId":"${pageId}","levelId":"${levelId()}"}`],
    ] as const) {
      const again = await site.rest('POST', '/v1/page-level', {
        key,
        body,
        headers: { 'Idempotency-Key': token, 'Content-Type': 'application/json', 'User-Agent': 'another' },
      });
      expect([outcome(again), relevantParts(again)]).toEqual(['201 replayed', relevantParts(first)]);
    }
  });

  it('has one effect and one audit event for 50 concurrent copies', async () => {
    const { key } = await aStoredKey(site);
    for (let round = 0; round < 3; round += 1) {
      const pageId = await aPage(site);
      const answers = await Promise.all(
        Array.from({ length: 50 }, () => set({ key, token: `round-${round}` }, pageId)),
      );
      const first = answers.filter((answer) => outcome(answer) === '201');
      expect(first).toHaveLength(1);
      const others = new Set(answers.map(outcome).filter((one) => one !== '201'));
      for (const other of others) {
        // With this many concurrent requests, some may not be counted.
        expect(['201 replayed', '409 IDEMPOTENCY_IN_PROGRESS', '429 RATE_LIMITED']).toContain(other);
      }
      for (const answer of answers.filter(({ status }) => status === 409))
        expect(answer.header('Retry-After')).toBe('1');
      expect(relevantParts(await set({ key, token: `round-${round}` }, pageId))).toEqual(first.map(relevantParts)[0]);
      const { history, audit } = truthOf(site.host, pageId);
      expect([history.length, audit.length]).toEqual([1, 1]);
    }
  });
});

describe('the same value', () => {
  it('with a different request is refused, for any difference, and changes nothing', async () => {
    const { key } = await aStoredKey(site);
    const [pageId, otherPage] = [await aPage(site), await aPage(site)];
    await set({ key }, pageId);
    const different = [
      () => set({ key }, otherPage),
      () => set({ key }, pageId, levelId('Restricted')),
      () => set({ key }, pageId, levelId(), { justification: 'Because.' }),
      () => set({ key, headers: { 'If-Match': '"p1"' } }, pageId),
      () => set({ key, headers: { 'If-None-Match': '*' } }, pageId),
    ];
    for (const ask of different) expect(outcome(await ask())).toBe('422 IDEMPOTENCY_KEY_REUSED');
    expect([historyOf(pageId), historyOf(otherPage)]).toEqual([1, 0]);
    expect(outcome(await set({ key }, pageId))).toBe('201 replayed');
  });

  it('is independent for another API key and for another operation', async () => {
    const [{ key }, { key: other }] = [await aStoredKey(site), await aStoredKey(site)];
    const pageId = await aPage(site);
    expect(outcome(await set({ key }, pageId))).toBe('201');
    expect(outcome(await set({ key: other }, pageId, levelId('Restricted')))).toBe('201');
    expect(outcome(await clear({ key }, pageId))).toBe('204');
    expect(outcome(await bulk({ key }, [pageId]))).toBe('207');
    expect(historyOf(pageId)).toBe(4);
  });

  it('has no effect on reads, and no row is stored without a value', async () => {
    const { key } = await aStoredKey(site);
    const get = await site.rest('GET', '/v1/level', { key, headers: { 'Idempotency-Key': 'two words' } });
    expect(get.status).toBe(200);
    const pageId = await aPage(site);
    const plain = () => site.rest('POST', '/v1/page-level', { key, body: { pageId, levelId: levelId() } });
    expect([(await plain()).body.changed, (await plain()).body.changed]).toEqual([true, false]);
    expect(rowsOf(site, 'idempotency')).toEqual([]);
  });

  it('is stored as a hash, and the response without the members of a single request', async () => {
    const { key } = await aStoredKey(site);
    const value = 'order-4711-of-somebody';
    await set({ key, token: value }, await aPage(site));
    const refused = await set({ key, token: 'another' }, '9999999');
    const stored = JSON.stringify(everythingStored(site));
    expect(rowsOf(site, 'idempotency')).toHaveLength(2);
    for (const secret of [value, key, key.slice(23)]) expect(stored).not.toContain(secret);
    const kept = rowsOf(site, 'idempotency').map((row) => String(row.value.answer));
    expect(kept.join()).not.toMatch(/ratelimit|retry-after|x-api-key|requestId/i);
    expect(kept.join()).not.toContain(refused.requestId);
  });
});

describe('a refusal', () => {
  it.each<readonly [string, (sent: Sent) => Promise<RestAnswer>]>([
    ['404 PAGE_NOT_FOUND', (sent) => set(sent, '9999999')],
    ['422 LEVEL_NOT_FOUND', async (sent) => set(sent, await page('level'), NO_LEVEL)],
    ['412 PRECONDITION_FAILED', async (sent) => set({ ...sent, headers: { 'If-Match': '"p9"' } }, await page('match'))],
  ])('that a retry would repeat is stored: %s', async (expected, ask) => {
    const { key } = await aStoredKey(site);
    remembered.clear();
    const first = await ask({ key });
    expect(outcome(first)).toBe(expected);
    const again = await ask({ key });
    expect([outcome(again), relevantParts(again)]).toEqual([`${expected} replayed`, relevantParts(first)]);
    expect(again.body.requestId).toBe(again.requestId);
  });

  it('of a malformed request is not stored', async () => {
    const { key } = await aStoredKey(site);
    expect(outcome(await set({ key }, 'nonsense'))).toBe('400 INVALID_FIELD');
    const pageId = await aPage(site);
    expect(outcome(await set({ key }, pageId))).toBe('201');
  });

  it.each([
    ['confluence', 429, '429 HOST_QUOTA'],
    ['confluence', 500, '502 HOST_ERROR'],
  ] as const)('that is temporary is not stored, and the retry runs: %s %d', async (target, status, expected) => {
    const { key } = await aStoredKey(site);
    const pageId = await aPage(site);
    site.host.faults.add({ target, status, headers: { 'Retry-After': '7' }, times: 1 });
    expect(outcome(await set({ key }, pageId))).toBe(expected);
    expect(outcome(await set({ key }, pageId))).toBe('201');
    // The value is free again, also for another request.
    expect(outcome(await set({ key }, pageId))).toBe('201 replayed');
  });

  it('for too many requests stores no row', async () => {
    const limited = newSite({ rateLimits: () => '{"key":1}' });
    const { key } = await aStoredKey(limited);
    await limited.rest('GET', '/v1/key', { key });
    const body = { pageId: DEMO_PAGES.officeGuide, levelId: levelNamed(limited, 'Internal').levelId };
    const answer = await limited.rest('POST', '/v1/page-level', { key, body, headers: withToken({ key }) });
    expect([outcome(answer), rowsOf(limited, 'idempotency')]).toEqual(['429 RATE_LIMITED', []]);
  });
});

const remembered = new Map<string, string>();
/** The same page for every request of a test. */
async function page(name: string): Promise<string> {
  const pageId = remembered.get(name) ?? (await aPage(site));
  remembered.set(name, pageId);
  return pageId;
}

describe('a stored response', () => {
  it('is withheld from a key that is revoked, expired, or has lost the scope', async () => {
    const issued = await aStoredKey(site);
    const pageId = await aPage(site);
    await set(issued, pageId);
    const asStored = async (change: object) => {
      await putRow(site, 'api-key', issued.keyId, { ...issued.record, rev: 2, ...change });
      return outcome(await set(issued, pageId));
    };
    expect(await asStored({ revokedAt: '2026-06-01T00:00:00.000Z' })).toBe('401 API_KEY_REVOKED');
    expect(await asStored({ classificationScope: 'read' })).toBe('403 INSUFFICIENT_SCOPE');
    expect(await asStored({})).toBe('201 replayed');
  });

  it.each([true, false])(
    'is withheld for a page that the creator can no longer see, with impersonation %s',
    async (impersonation) => {
      site = newSite({ impersonation });
      const { key } = await aStoredKey(site);
      const pageId = await aPage(site, { by: 'admin2@example.com' });
      const refused = await aPage(site, { by: 'admin2@example.com' });
      expect(outcome(await set({ key }, pageId))).toBe('201');
      expect(outcome(await clear({ key }, pageId))).toBe('204');
      expect(outcome(await set({ key, token: 'r', headers: { 'If-Match': '"p9"' } }, refused))).toBe(
        '412 PRECONDITION_FAILED',
      );
      for (const one of [pageId, refused])
        await restrict(site, one, 'read', [ADMIN_AND_APP[1] ?? ''], 'admin2@example.com');
      const hidden = await set({ key, token: 'fresh' }, '9999999');
      const hiddenInPath = await clear({ key, token: 'fresh' }, '9999999');
      for (const [ask, missing] of [
        [() => set({ key }, pageId), hidden],
        [() => clear({ key }, pageId), hiddenInPath],
        [() => set({ key, token: 'r', headers: { 'If-Match': '"p9"' } }, refused), hidden],
      ] as const) {
        const answer = await ask();
        expect(answer.body.code).toBe('PAGE_NOT_FOUND');
        expect(relevantParts(answer)).toEqual(relevantParts(missing));
      }
    },
  );

  it('is withheld for a page that has left the space limit of the key', async () => {
    const issued = await aStoredKey(site, { spaceLimit: [DEMO_SPACES.OPEN] });
    const pageId = await aPage(site, { spaceId: DEMO_SPACES.OPEN });
    expect(outcome(await set(issued, pageId))).toBe('201');
    await putRow(site, 'api-key', issued.keyId, { ...issued.record, rev: 2, spaceLimit: [DEMO_SPACES.HR] });
    expect((await set(issued, pageId)).body.code).toBe('PAGE_NOT_FOUND');
  });

  it('is withheld for a page whose level has left the page access limit of the key', async () => {
    const { key, keyId, record } = await aStoredKey(site, { levelLimit: ['unclassified', levelId()] });
    const pageId = await aPage(site);
    const first = await set({ key }, pageId);
    expect(relevantParts(await set({ key }, pageId))).toEqual(relevantParts(first));
    await putRow(site, 'api-key', keyId, { ...record, rev: 2, levelLimit: ['unclassified'] });
    expect(relevantParts(await set({ key }, pageId))).toEqual(
      relevantParts(await set({ key, token: 'fresh' }, '9999999')),
    );
  });

  it('for several pages omits those that the creator can no longer see', async () => {
    const { key } = await aStoredKey(site);
    const [kept, hidden] = [await aPage(site), await aPage(site, { by: 'admin2@example.com' })];
    const first = await bulk({ key }, [kept, hidden, '9999999']);
    expect(first.body.summary).toEqual({ ok: 2, failed: 1 });
    await restrict(site, hidden, 'read', [ADMIN_AND_APP[1] ?? ''], 'admin2@example.com');
    const again = await bulk({ key }, [kept, hidden, '9999999']);
    const { body } = again;
    const [one, two, three] = first.body.results;
    expect(isReplay(again)).toBe(true);
    const error = { ...three.error, pointer: '#/items/1/pageId' };
    expect(body.results).toEqual([one, { ...three, index: 1, pageId: hidden, error }, three]);
    expect(two.status).toBe(201);
    expect(body.summary).toEqual({ ok: 1, failed: 2 });
  });

  it('that is unreadable is not returned, and the request has no effect', async () => {
    const { key } = await aStoredKey(site);
    const pageId = await aPage(site);
    await set({ key }, pageId);
    const [row] = rowsOf(site, 'idempotency');
    for (const change of [{ v: 2 }, { answer: '{"status":"201"}' }, { answer: '{"problem":"NOTHING"}' }, { at: 'x' }]) {
      await putRow(site, 'idempotency', row?.key ?? '', { ...row?.value, ...change });
      expect(outcome(await set({ key }, pageId))).toBe('500 INTERNAL_ERROR');
    }
    expect(historyOf(pageId)).toBe(1);
  });
});

describe('a request whose process dies', () => {
  /** From this call on, no platform call of the app takes effect, as if its process had died. */
  const dieAt = (place: number, side: 'before' | 'after'): Intercept => {
    let calls = -1;
    return async (_call, proceed) => {
      calls += 1;
      if (calls < place) return proceed();
      if (calls === place && side === 'after') await proceed();
      throw new TypeError('fetch failed');
    };
  };

  it.each([true, false])(
    'at any call has one effect after the retry, with the usual response (NOT_EXISTS holds: %s)',
    async (notExistsHoldsForAbsentRow) => {
      site = newSite({ notExistsHoldsForAbsentRow });
      const { key } = await aStoredKey(site);
      const probe = await set({ key, token: 'probe' }, await aPage(site));
      expect(probe.status).toBe(201);
      const outcomes = new Set<string>();
      for (let place = 0; place < probe.calls.length; place += 1) {
        for (const side of ['before', 'after'] as const) {
          const at = `${side} call ${place}`;
          const pageId = await aPage(site);
          const token = `${side}-${place}`;
          intercept = dieAt(place, side);
          const dead = await set({ key, token }, pageId);
          intercept = (_call, proceed) => proceed();
          expect({ at, isError: dead.status >= 500 || dead.status === 201 }).toEqual({ at, isError: true });
          later(1_000);
          const soon = await set({ key, token }, pageId);
          outcomes.add(outcome(soon));
          expect({ at, soon: ['201', '201 replayed', '409 IDEMPOTENCY_IN_PROGRESS'].includes(outcome(soon)) }).toEqual({
            at,
            soon: true,
          });
          later(59_000);
          const final = await set({ key, token }, pageId);
          expect({ at, status: final.status, changed: final.body.changed }).toEqual({ at, status: 201, changed: true });
          const { history, audit } = truthOf(site.host, pageId);
          expect({ at, effects: [history.length, audit.length] }).toEqual({ at, effects: [1, 1] });
        }
      }
      expect([...outcomes].sort()).toEqual(['201', '201 replayed', '409 IDEMPOTENCY_IN_PROGRESS']);
    },
  );

  it('between pages is completed by the retry, each page once', async () => {
    const { key } = await aStoredKey(site);
    const probe = await bulk({ key, token: 'probe' }, await Promise.all([aPage(site), aPage(site), aPage(site)]));
    for (let place = 6; place < probe.calls.length; place += 1) {
      const pageIds = await Promise.all([aPage(site), aPage(site), aPage(site)]);
      intercept = dieAt(place, 'after');
      await bulk({ key, token: `at-${place}` }, pageIds);
      intercept = (_call, proceed) => proceed();
      later(60_000);
      const again = await bulk({ key, token: `at-${place}` }, pageIds);
      expect([place, again.status, again.body.summary]).toEqual([place, 207, { ok: 3, failed: 0 }]);
      expect([place, pageIds.map(historyOf)]).toEqual([place, [1, 1, 1]]);
    }
  });

  it('holds its row for exactly a minute', async () => {
    const { key } = await aStoredKey(site);
    const pageId = await aPage(site);
    const probe = await set({ key, token: 'probe' }, await aPage(site));
    intercept = dieAt(probe.calls.length - 2, 'after');
    await set({ key }, pageId);
    intercept = (_call, proceed) => proceed();
    later(59_999);
    const running = await set({ key }, pageId);
    expect(outcome(running)).toBe('409 IDEMPOTENCY_IN_PROGRESS');
    expect(placesOf(running)).toEqual(['IDEMPOTENCY_IN_PROGRESS Idempotency-Key']);
    expect(outcome(await set({ key }, pageId, levelId('Restricted')))).toBe('422 IDEMPOTENCY_KEY_REUSED');
    later(1);
    expect(outcome(await set({ key }, pageId))).toBe('201');
  });
});

it('a request whose row another request took over loses its own effect, and not that of the other request', async () => {
  const { key } = await aStoredKey(site);
  const pageId = await aPage(site);
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  let reach: () => void = () => undefined;
  const reached = new Promise<void>((resolve) => (reach = resolve));
  intercept = async (call, proceed) => {
    if (call.path !== '/api/v1/transaction' || call.body?.includes('"page-level"') !== true) return proceed();
    intercept = (_call, go) => go();
    reach();
    await held;
    return proceed();
  };
  const slow = set({ key }, pageId);
  await reached;
  later(60_000);
  const other = await set({ key }, pageId);
  expect([outcome(other), other.body.changed]).toEqual(['201', true]);
  release();
  // The retry finds that the level is already set.
  expect((await slow).body.changed).toBe(false);
  expect(historyOf(pageId)).toBe(1);
  expect(relevantParts(await set({ key }, pageId))).toEqual(relevantParts(other));
});

describe('faults of storage', () => {
  it.each(
    sample(
      FAULTS.filter(({ response }) => response !== 'timeout'),
      6,
    ),
  )('$name: at most one effect, and the same response in the end', async (fault) => {
    const injector = createFaultInjector();
    intercept = injector.intercept;
    const { key } = await aStoredKey(site);
    const probePage = await aPage(site);
    injector.arm();
    expect((await set({ key, token: 'probe' }, probePage)).status).toBe(201);
    const calls = [...injector.calls];
    for (const [place, { target, path }] of calls.entries()) {
      if (target !== 'kvs' || (path.endsWith('/transaction') && fault.response === 'garbage' && !fault.effect))
        continue;
      const pageId = await aPage(site);
      const token = `t${place}`;
      injector.arm([place, fault]);
      const answer = await set({ key, token }, pageId);
      injector.arm();
      const at = `${fault.name} at call ${place} ${path}`;
      expect({ at, is: [201, 409, 429, 503].includes(answer.status) }).toEqual({ at, is: true });
      later(60_000);
      const again = await set({ key, token }, pageId);
      expect({ at, status: again.status, changed: again.body.changed }).toEqual({ at, status: 201, changed: true });
      expect({ at, effects: historyOf(pageId) }).toEqual({ at, effects: 1 });
    }
  });

  it('do not withhold a response that could not be stored', async () => {
    const injector = createFaultInjector();
    intercept = injector.intercept;
    const { key } = await aStoredKey(site);
    injector.arm();
    await set({ key, token: 'probe' }, '9999999');
    const last = injector.calls.length - 1;
    injector.arm([last, faultNamed('503, before the effect')]);
    expect(outcome(await set({ key }, '9999999'))).toBe('404 PAGE_NOT_FOUND');
  });
});

it('a request takes one more call and stage only with an Idempotency-Key', async () => {
  const { key } = await aStoredKey(site);
  const stages = ({ calls }: RestAnswer) => Math.max(...calls.map(({ stage }) => stage));
  await set({ key, token: 'first' }, await aPage(site));
  const kept = await set({ key }, await aPage(site));
  expect([kept.calls.length, stages(kept)]).toEqual([10, 4]);
  const pageId = await aPage(site);
  const plain = await site.rest('POST', '/v1/page-level', { key, body: { pageId, levelId: levelId() } });
  expect([plain.calls.length, stages(plain)]).toEqual([9, 3]);
  const again = await set({ key, token: 'first' }, await aPage(site));
  // The last one records that it was refused.
  expect([outcome(again), again.calls.length]).toEqual(['422 IDEMPOTENCY_KEY_REUSED', 3 + 1 + 1]);
});

describe('a value', () => {
  const route = routes.find(({ operationId }) => operationId === 'setPageLevel');
  const read = (values: readonly string[], idempotency: 'optional' | 'required' = 'optional') => {
    const exchange = readExchange(
      anEvent({ headers: { 'idempotency-KEY': [...values] } }),
      { installContext: 'ari:cloud:confluence::site/x' },
      'r',
    );
    if (route === undefined || exchange === undefined) throw new Error('no route, no exchange');
    return readIdempotencyKey(exchange, { ...route, idempotency }, 'k'.repeat(16));
  };

  it.each(['a', '!', '~', TOKEN, 'x'.repeat(64), '"a"', `"${'x'.repeat(64)}"`, '"a\\"b"', '"a\\\\b"', 'a"b', "'a'"])(
    'of the form %s is valid',
    (text) => {
      expect(read([text])?.rowKey).toMatch(/^k{16}:setPageLevel:[0-9a-f]{64}$/);
    },
  );

  it.each([
    '',
    ' ',
    ' a',
    'a b',
    'a, b',
    'a\tb',
    'ä',
    '\u{1f600}',
    'x'.repeat(65),
    '""',
    '"a b"',
    '"a',
    '"',
    'a\n',
    '"a\\b"',
    '"a"b"',
    '"a";x=1',
    `"${'x'.repeat(65)}"`,
  ])('of the form %p is invalid', (text) => {
    expect(() => read([text])).toThrow(expect.objectContaining({ code: 'INVALID_IDEMPOTENCY_KEY' }));
  });

  it('is the same with and without quotes', () => {
    expect(read(['"a\\"b"'])).toEqual(read(['a"b']));
    expect(read(['a'])).toEqual(read(['"a"']));
    expect(read(['a'])?.rowKey).not.toBe(read(['A'])?.rowKey);
  });

  it('is refused if it is repeated, or missing where it is required', () => {
    expect(() => read(['a', 'a'])).toThrow(expect.objectContaining({ code: 'INVALID_IDEMPOTENCY_KEY' }));
    expect(read([])).toBeUndefined();
    expect(() => read([], 'required')).toThrow(expect.objectContaining({ code: 'INVALID_IDEMPOTENCY_KEY' }));
    expect(read(['a'], 'required')).toEqual(read(['a']));
  });
});
