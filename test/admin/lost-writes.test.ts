import type { Fault } from '../../local/forge/faults';
import { auditOf, storedKey } from '../keys/key-records';
import { everythingStored, rowsOf } from '../support/stored-rows';
import { openSite, type Site } from '../support/site';
import { aNewKey, ask, type CreatedKey, done, edit, use } from './ask';

/** Storage that fails, loses its reply or is contended while keys are created, edited and revoked (T18). */

let site: Site;
beforeEach(() => {
  site = openSite();
});
afterEach(() => {
  expectWhole(site);
  site.close();
});

/** Every revision of every key has exactly one audit event, and no other audit event exists. */
function expectWhole(of: Site): void {
  const keys = rowsOf(of, 'api-key').filter(({ value }) => value.rev !== 0);
  const audited = keys.map(({ key, value }) => ({ key, rev: value.rev, rows: auditOf(of, key).length }));
  expect(audited).toEqual(audited.map((key) => ({ ...key, rows: key.rev })));
  expect(rowsOf(of, 'audit')).toHaveLength(audited.reduce((sum, { rows }) => sum + rows, 0));
}

/** Waits for an effect in the background. @throws if it never happens */
async function until(condition: () => boolean): Promise<void> {
  const endsAt = performance.now() + 10_000;
  while (!condition()) {
    if (performance.now() > endsAt) throw new Error('it never happened');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

type KvsFault = Omit<Fault, 'target' | 'times'>;
const fail = (fault: KvsFault, times = 1) =>
  site.host.faults.add({ target: 'kvs', match: '/transaction', ...fault, times });

const make = (overrides: Readonly<Record<string, unknown>> = {}) =>
  done<CreatedKey>(site, 'createKey', aNewKey({ classificationScope: 'manage', ...overrides }));
const conditionFailed: KvsFault = {
  status: 400,
  body: JSON.stringify({ code: 'CONDITIONAL_CHECK_FAILED', message: 'x' }),
};

describe('a change that storage refuses', () => {
  const refusals: [string, KvsFault][] = [
    ['500', { status: 500 }],
    ['503', { status: 503 }],
    ['429', { status: 429 }],
    ['403', { status: 403 }],
    ['400 with another code', { status: 400, body: JSON.stringify({ code: 'MAX_SIZE', message: 'x' }) }],
    ['an error page', { status: 502, body: '<html>Bad gateway</html>' }],
  ];

  it.each(refusals)('leaves no trace of a key, an edit or a revocation: %s', async (_what, fault) => {
    const { key, keyId } = await make();
    const before = everythingStored(site);
    fail(fault, 3);
    const results = [
      await ask(site, 'createKey', aNewKey()),
      await edit(site, keyId, { name: 'New' }),
      await ask(site, 'revokeKey', { keyId }),
    ];
    for (const result of results) expect(result).toMatchObject({ ok: false, error: { code: 'STORAGE_UNAVAILABLE' } });
    expect(everythingStored(site)).toEqual(before);
    expect(await use(site, key)).toBe('200');
    expect(site.host.faults.pending).toEqual([]);
  });

  it.each([
    ['/entity/get', { status: 500 }],
    ['/entity/get', { status: 429 }],
    ['/entity/get', { after: true }],
    ['/entity/query', { status: 500 }],
    ['/entity/query', { status: 429 }],
    ['/entity/query', { status: 200, body: '<html>' }],
  ])('writes nothing if a read fails: %s %j', async (match, fault) => {
    const { keyId, rev } = await make();
    const before = everythingStored(site);
    const calls: [string, unknown][] = [
      ['createKey', aNewKey()],
      ...(match === '/entity/query'
        ? ([['listKeys', {}]] as [string, unknown][])
        : ([
            ['editKey', { keyId, rev, changes: { name: 'New' } }],
            ['revokeKey', { keyId }],
          ] as [string, unknown][])),
    ];
    for (const [operation, payload] of calls) {
      site.host.faults.add({ target: 'kvs', match, ...fault, times: 1 });
      expect(await ask(site, operation, payload)).toMatchObject({ ok: false, error: { code: 'STORAGE_UNAVAILABLE' } });
    }
    expect(everythingStored(site)).toEqual(before);
  });
});

describe('a lost reply', () => {
  const losses: [string, KvsFault][] = [
    ['the connection breaks', { after: true }],
    ['500 although it was done', { after: true, status: 500 }],
    ['504 although it was done', { after: true, status: 504 }],
  ];

  it.each(losses)('is recognized when a key is created: it works, once: %s', async (_what, fault) => {
    fail(fault);
    const { key, keyId } = await make();
    expect(await use(site, key)).toBe('200');
    expect(rowsOf(site, 'api-key').map((row) => row.key)).toEqual([keyId]);
    expect(auditOf(site, keyId)).toHaveLength(1);
  });

  it.each(losses)('is recognized when a key is edited: %s', async (_what, fault) => {
    const { keyId } = await make();
    fail(fault);
    expect(await edit(site, keyId, { name: 'New' })).toMatchObject({ ok: true, value: { name: 'New', rev: 2 } });
    expect(await storedKey(site, keyId)).toMatchObject({ name: 'New', rev: 2 });
    expect(auditOf(site, keyId)).toHaveLength(2);
  });

  it.each(losses)('is recognized when a key is revoked: %s', async (_what, fault) => {
    const { key, keyId } = await make();
    fail(fault);
    expect(await ask(site, 'revokeKey', { keyId })).toMatchObject({ ok: true, value: { status: 'revoked', rev: 2 } });
    expect(await use(site, key)).toBe('401 API_KEY_REVOKED');
    expect(auditOf(site, keyId)).toHaveLength(2);
  });

  it.each([429, 500])('is reported as unknown, not as failed, if the check fails too: %i', async (status) => {
    const { keyId, rev } = await make();
    /** The number of reads before the write of each operation. */
    const calls: [string, object, number][] = [
      ['createKey', aNewKey(), 1],
      ['editKey', { keyId, rev, changes: { name: 'New' } }, 2],
      ['revokeKey', { keyId }, 1],
    ];
    for (const [operation, payload, reads] of calls) {
      fail({ after: true });
      site.host.faults.add({ target: 'kvs', match: '/entity/get', delayMs: 0, times: reads });
      site.host.faults.add({ target: 'kvs', match: '/entity/get', status, times: 1 });
      const result = await ask(site, operation, payload);
      expect(site.host.faults.pending).toEqual([]);
      expect(result).toMatchObject({ ok: false, error: { code: 'STORAGE_UNAVAILABLE' } });
      expect(JSON.stringify(result)).not.toMatch(/nothing was changed/i);
    }
    expect(await storedKey(site, keyId)).toMatchObject({ rev: 3, name: 'New' });
  });

  it('is not awaited beyond the timeout of the operation, and a later effect is complete', async () => {
    const slow = openSite({ operationLimitMs: 2_000 });
    try {
      slow.host.faults.add({ target: 'kvs', match: '/transaction', delayMs: 2_500, times: 1 });
      const result = await ask(slow, 'createKey', aNewKey());
      expect(result).toMatchObject({ ok: false, error: { code: 'STORAGE_UNAVAILABLE' } });
      expect(JSON.stringify(result)).not.toMatch(/nothing was changed/i);
      await until(() => rowsOf(slow, 'api-key').length > 0);
      expectWhole(slow);
    } finally {
      slow.close();
    }
  });
});

describe('a write that lost a race', () => {
  const conflicts: [string, KvsFault][] = [
    ['400 CONDITIONAL_CHECK_FAILED', conditionFailed],
    ['409', { status: 409 }],
    ['412', { status: 412 }],
  ];

  it.each(conflicts)('does not prevent a new key: %s', async (_what, fault) => {
    fail(fault);
    const { key, keyId } = await make();
    expect(await use(site, key)).toBe('200');
    expect(auditOf(site, keyId)).toHaveLength(1);
  });

  it.each(conflicts)('creates no key after repeated conflicts: %s', async (_what, fault) => {
    fail(fault, 10);
    expect(await ask(site, 'createKey', aNewKey())).toMatchObject({ ok: false, error: { code: 'INTERNAL_ERROR' } });
    expect(await ask(site, 'listKeys', {})).toEqual({ ok: true, value: { keys: [] } });
  });

  it.each(conflicts)('is reported for an edit: %s', async (_what, fault) => {
    const { keyId } = await make();
    const before = everythingStored(site);
    fail(fault);
    expect(await edit(site, keyId, { name: 'New' })).toMatchObject({ ok: false, error: { code: 'KEY_CHANGED' } });
    expect(everythingStored(site)).toEqual(before);
  });

  it.each(conflicts)('is retried up to eight times for a revocation: %s', async (_what, fault) => {
    const { key, keyId } = await make();
    fail(fault, 8);
    expect(await ask(site, 'revokeKey', { keyId })).toMatchObject({ ok: false, error: { code: 'KEY_CHANGED' } });
    expect(await use(site, key)).toBe('200');
    fail(fault, 7);
    expect(await ask(site, 'revokeKey', { keyId })).toMatchObject({ ok: true, value: { status: 'revoked' } });
    expect(await use(site, key)).toBe('401 API_KEY_REVOKED');
  });
});

describe('a platform on which NOT_EXISTS fails for a missing row', () => {
  let other: Site;
  beforeEach(() => {
    other = openSite({ notExistsHoldsForAbsentRow: false });
  });
  afterEach(() => {
    expectWhole(other);
    other.close();
  });
  const makeThere = () => done<CreatedKey>(other, 'createKey', aNewKey({ classificationScope: 'manage' }));

  it('creates working keys, and lists, edits and revokes them', async () => {
    const { key, keyId } = await makeThere();
    expect(await use(other, key)).toBe('200');
    expect(await edit(other, keyId, { name: 'New' })).toMatchObject({ ok: true, value: { rev: 2 } });
    const { keys } = await done<{ keys: { keyId: string }[] }>(other, 'listKeys', {});
    expect(keys.map((one) => one.keyId)).toEqual([keyId]);
    expect(await ask(other, 'revokeKey', { keyId })).toMatchObject({ ok: true });
    expect(await use(other, key)).toBe('401 API_KEY_REVOKED');
  });

  it.each([
    ['the placeholder cannot be written', '/entity/set', { status: 500 }],
    ['the reply to the placeholder gets lost', '/entity/set', { after: true }],
  ])('creates no key if %s, and none without an audit event', async (_what, match, fault) => {
    other.host.faults.add({ target: 'kvs', match, ...fault, times: 1 });
    expect(await ask(other, 'createKey', aNewKey())).toMatchObject({
      ok: false,
      error: { code: 'STORAGE_UNAVAILABLE' },
    });
    expect(await ask(other, 'listKeys', {})).toEqual({ ok: true, value: { keys: [] } });
  });

  it('recognizes a lost reply to the write after the placeholder', async () => {
    other.host.faults.add({ target: 'kvs', match: '/transaction', delayMs: 0, times: 1 });
    other.host.faults.add({ target: 'kvs', match: '/transaction', after: true, times: 1 });
    const { key } = await makeThere();
    expect(other.host.faults.pending).toEqual([]);
    expect(await use(other, key)).toBe('200');
  });

  it('does not treat a placeholder as a key', async () => {
    other.host.faults.add({ target: 'kvs', match: '/transaction', ...conditionFailed, times: 10 });
    await ask(other, 'createKey', aNewKey());
    other.host.faults.add({ target: 'kvs', times: 0 });
    const placeholders = rowsOf(other, 'api-key');
    expect(placeholders.map(({ value }) => value.rev)).toEqual([0, 0]);
    for (const { key: keyId } of placeholders) {
      for (const [operation, payload] of [
        ['editKey', { keyId, rev: 1, changes: { name: 'New' } }],
        ['revokeKey', { keyId }],
      ] as const) {
        expect(await ask(other, operation, payload)).toMatchObject({ ok: false, error: { code: 'KEY_NOT_FOUND' } });
      }
    }
  });
});
