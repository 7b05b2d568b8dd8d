import { aStorage, kvs, outcome, startMs } from './harness';

const metadata = { metadataFields: ['CREATED_AT', 'UPDATED_AT', 'EXPIRE_TIME'] };

const stores = {
  'the Key-Value Store': {
    get: (key: string, options?: object) => (options ? kvs.get(key, options) : kvs.get(key)),
    set: (key: string, value: unknown, options?: object) => kvs.set(key, value, options),
    delete: (key: string) => kvs.delete(key),
  },
  'the secret store': {
    get: (key: string, options?: object) => (options ? kvs.getSecret(key, options) : kvs.getSecret(key)),
    set: (key: string, value: unknown, options?: object) => kvs.setSecret(key, value, options),
    delete: (key: string) => kvs.deleteSecret(key),
  },
  'an entity': {
    get: (key: string, options?: object) =>
      options ? kvs.entity('note').get(key, options) : kvs.entity('note').get(key),
    set: (key: string, value: unknown, options?: object) => kvs.entity('note').set(key, value, options),
    delete: (key: string) => kvs.entity('note').delete(key),
  },
};

describe.each(Object.entries(stores))('%s', (_name, store) => {
  const one = { text: 'one' };
  const two = { text: 'two' };

  test('returns the stored value, and nothing for a missing key', async () => {
    const { app } = aStorage();
    await app(async () => {
      expect(await store.get('a')).toBeUndefined();
      expect(await store.set('a', one)).toBeUndefined();
      expect(await store.get('a')).toEqual(one);
      await store.set('a', two);
      expect(await store.get('a')).toEqual(two);
      await store.delete('a');
      expect(await store.get('a')).toBeUndefined();
      await store.delete('a');
    });
  });

  test('returns 404 KEY_NOT_FOUND for a get and a delete of a missing key', async () => {
    const { storage } = aStorage();
    for (const path of ['/api/v1/get', '/api/v1/delete', '/api/v1/secret/get', '/api/v1/secret/delete']) {
      const response = await storage.handle('installation-1', path, { key: 'a' });
      expect([response.status, await response.json()]).toMatchObject([404, { code: 'KEY_NOT_FOUND' }]);
    }
  });

  test('keeps the time of creation and updates the time of the last write', async () => {
    const { app, advance } = aStorage();
    await app(async () => {
      await store.set('a', one);
      advance(1000);
      await store.set('a', two);
      expect(await store.get('a', metadata)).toEqual({
        key: 'a',
        value: two,
        createdAt: startMs,
        updatedAt: startMs + 1000,
        expireTime: undefined,
      });
      expect(await store.get('a', { metadataFields: ['CREATED_AT'] })).toEqual({
        key: 'a',
        value: two,
        createdAt: startMs,
      });
      await store.delete('a');
      await store.set('a', one);
      expect(await store.get('a', metadata)).toMatchObject({ createdAt: startMs + 1000 });
    });
  });

  test('creates once with FAIL_IF_EXISTS, and refuses with 409 afterwards', async () => {
    const { app } = aStorage();
    await app(async () => {
      const create = (value: unknown) => store.set('a', value, { keyPolicy: 'FAIL_IF_EXISTS' });
      expect(await outcome(() => create(one))).toBe('ok');
      expect(await outcome(() => create(two))).toBe('409 KEY_CONFLICT');
      expect(await store.get('a')).toEqual(one);
      await store.delete('a');
      expect(await outcome(() => create(two))).toBe('ok');
    });
  });

  test('lets exactly one of many concurrent creators win', async () => {
    const { app } = aStorage();
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        app(() => outcome(() => store.set('a', { text: `writer ${n}` }, { keyPolicy: 'FAIL_IF_EXISTS' }))),
      ),
    );
    expect(outcomes.filter((each) => each === 'ok')).toHaveLength(1);
    expect(outcomes.filter((each) => each === '409 KEY_CONFLICT')).toHaveLength(19);
  });

  test('returns the previous or the latest value of a write if requested', async () => {
    const { app, advance } = aStorage();
    await app(async () => {
      const previous = { keyPolicy: 'OVERRIDE', returnValue: 'PREVIOUS', returnMetadataFields: ['UPDATED_AT'] };
      expect(await store.set('a', one, previous)).toBeUndefined();
      advance(5);
      expect(await store.set('a', two, previous)).toEqual({ key: 'a', value: one, updatedAt: startMs });
      advance(5);
      expect(await store.set('a', one, { keyPolicy: 'OVERRIDE', returnValue: 'LATEST' })).toEqual({
        key: 'a',
        value: one,
      });
      const bad = { keyPolicy: 'FAIL_IF_EXISTS', returnValue: 'LATEST' };
      expect(await outcome(() => store.set('b', one, bad))).toBe('400 BAD_REQUEST');
    });
  });

  test('hides an expired row only after the delay, and then permanently', async () => {
    const expiryLagMs = 48 * 3_600_000;
    const { app, advance } = aStorage({ expiryLagMs });
    await app(async () => {
      await store.set('a', one, { ttl: { value: 2, unit: 'MINUTES' } });
      const expireTime = new Date(startMs + 120_000).toISOString();
      advance(120_000);
      expect(await store.get('a', { metadataFields: ['EXPIRE_TIME'] })).toEqual({ key: 'a', value: one, expireTime });
      expect(await outcome(() => store.set('a', two, { keyPolicy: 'FAIL_IF_EXISTS' }))).toBe('409 KEY_CONFLICT');
      advance(expiryLagMs - 1);
      expect(await store.get('a')).toEqual(one);
      advance(1);
      expect(await store.get('a')).toBeUndefined();
      expect(await outcome(() => store.set('a', two, { keyPolicy: 'FAIL_IF_EXISTS' }))).toBe('ok');
      expect(await store.get('a', metadata)).toMatchObject({ value: two, createdAt: startMs + 120_000 + expiryLagMs });
    });
  });

  test('drops the expiry if a later write has none', async () => {
    const { app, advance } = aStorage();
    await app(async () => {
      await store.set('a', one, { ttl: { value: 1, unit: 'SECONDS' } });
      await store.set('a', two);
      advance(10_000);
      expect(await store.get('a', metadata)).toMatchObject({ value: two, expireTime: undefined });
    });
  });

  test.each([
    [{ value: 1, unit: 'SECONDS' }, 1000],
    [{ value: 1, unit: 'MINUTES' }, 60_000],
    [{ value: 1, unit: 'HOURS' }, 3_600_000],
    [{ value: 365, unit: 'DAYS' }, 365 * 86_400_000],
  ])('accepts a time to live of %j', async (ttl, lifeMs) => {
    const { app } = aStorage();
    await app(async () => {
      await store.set('a', one, { ttl });
      const expireTime = new Date(startMs + lifeMs).toISOString();
      expect(await store.get('a', { metadataFields: ['EXPIRE_TIME'] })).toMatchObject({ expireTime });
    });
  });

  test.each([
    { value: 0, unit: 'SECONDS' },
    { value: -1, unit: 'SECONDS' },
    { value: 1.5, unit: 'HOURS' },
    { value: 366, unit: 'DAYS' },
    { value: 365 * 24 + 1, unit: 'HOURS' },
  ])('refuses a time to live of %j', async (ttl) => {
    const { app } = aStorage();
    expect(await app(() => outcome(() => store.set('a', one, { ttl })))).toBe('400 INVALID_TTL');
  });

  test('refuses a value that is null or missing', async () => {
    const { app } = aStorage();
    expect(await app(() => outcome(() => store.set('a', null)))).toMatch(/^400 (BAD_REQUEST|INVALID_ENTITY_VALUE)$/);
    expect(await app(() => outcome(() => store.set('a', undefined)))).toMatch(
      /^400 (BAD_REQUEST|INVALID_ENTITY_VALUE)$/,
    );
  });

  test.each([
    ['a', 'ok'],
    ['aZ09:._ -#', 'ok'],
    [' a', 'ok'],
    ['   ', '400 INVALID_KEY'],
    ['a/b', '400 INVALID_KEY'],
    ['a@b', '400 INVALID_KEY'],
    ['a|b', '400 INVALID_KEY'],
    ['a=b', '400 INVALID_KEY'],
    ['a+b', '400 INVALID_KEY'],
    ['a(b', '400 INVALID_KEY'],
    ["a'b", '400 INVALID_KEY'],
    ['é', '400 INVALID_KEY'],
  ])('validates the key %j: %s', async (key, expected) => {
    const { app } = aStorage();
    expect(await app(() => outcome(() => store.set(key, one)))).toBe(expected);
    if (expected !== 'ok') expect(await app(() => outcome(() => store.get(key)))).toBe(expected);
    if (expected !== 'ok') expect(await app(() => outcome(() => store.delete(key)))).toBe(expected);
  });
});

test('the emulator limits a key to 500 characters', async () => {
  const { app } = aStorage();
  expect(await app(() => outcome(() => kvs.set('x'.repeat(500), 1)))).toBe('ok');
  expect(await app(() => outcome(() => kvs.set('x'.repeat(501), 1)))).toBe('400 KEY_TOO_LONG');
  expect(await app(() => outcome(() => kvs.setSecret('x'.repeat(501), 1)))).toBe('400 KEY_TOO_LONG');
  expect(await app(() => outcome(() => kvs.entity('note').set('x'.repeat(500), {})))).toBe('ok');
  expect(await app(() => outcome(() => kvs.entity('note').set('x'.repeat(501), {})))).toBe('400 KEY_TOO_LONG');
});

test('the two stores refuse an empty key with different codes', async () => {
  const { app } = aStorage();
  expect(await app(() => outcome(() => kvs.get('')))).toBe('400 KEY_TOO_SHORT');
  expect(await app(() => outcome(() => kvs.getSecret('')))).toBe('400 KEY_TOO_SHORT');
  expect(await app(() => outcome(() => kvs.entity('note').get('')))).toBe('400 EMPTY_KEY');
});

test('one key identifies three different rows in the three stores, and one in each entity', async () => {
  const { app } = aStorage();
  await app(async () => {
    await kvs.set('a', 1);
    await kvs.setSecret('a', 2);
    await kvs.entity('note').set('a', { text: 'three' });
    await kvs.entity('ticket').set('a', { rank: 4 });
    expect([await kvs.get('a'), await kvs.getSecret('a')]).toEqual([1, 2]);
    expect([await kvs.entity('note').get('a'), await kvs.entity('ticket').get('a')]).toEqual([
      { text: 'three' },
      { rank: 4 },
    ]);
  });
});

test('any JSON value except null is returned unchanged', async () => {
  const { app } = aStorage();
  const values = [
    0,
    -0.5,
    1e300,
    '',
    'a\u0000b',
    'é 𝒳 \ud800',
    true,
    false,
    [],
    {},
    [null, { a: null }],
    { 'a/b': [[1]] },
  ];
  await app(async () => {
    for (const value of values) {
      await kvs.set('a', value);
      expect(await kvs.get('a')).toEqual(value);
    }
    await kvs.set('a', JSON.parse('{"__proto__":{"x":1},"constructor":2}'));
    expect(JSON.stringify(await kvs.get('a'))).toBe('{"__proto__":{"x":1},"constructor":2}');
  });
});

test.each([
  ['the Key-Value Store', 240 * 1024, (text: string) => kvs.set('a', text), 0],
  ['a secret', 128 * 1024, (text: string) => kvs.setSecret('a', text), 0],
  ['an entity', 240 * 1024, (text: string) => kvs.entity('note').set('a', { text }), '{"text":}'.length],
])('the emulator limits the bytes of a value of %s', async (_name, maximum, set, around) => {
  const { app } = aStorage();
  const ofBytes = (bytes: number) => 'é'.repeat(10) + 'x'.repeat(bytes - 20 - 2 - around);
  expect(await app(() => outcome(() => set(ofBytes(maximum))))).toBe('ok');
  expect(await app(() => outcome(() => set(ofBytes(maximum + 1))))).toBe('400 MAX_SIZE');
});

test('the emulator limits the depth of a value to 31, for any depth', async () => {
  const { app } = aStorage();
  const ofDepth = (depth: number): unknown =>
    depth === 0 ? 1 : depth % 2 ? [ofDepth(depth - 1)] : { a: ofDepth(depth - 1) };
  expect(await app(() => outcome(() => kvs.set('a', ofDepth(31))))).toBe('ok');
  expect(await app(() => outcome(() => kvs.set('a', ofDepth(32))))).toBe('400 MAX_DEPTH');
  expect(await app(() => outcome(() => kvs.set('a', ofDepth(2000))))).toBe('400 MAX_DEPTH');
  const extra = { extra: ofDepth(30) };
  expect(await app(() => outcome(() => kvs.entity('ticket').set('a', extra)))).toBe('ok');
  expect(await app(() => outcome(() => kvs.entity('ticket').set('a', { extra: ofDepth(31) })))).toBe('400 MAX_DEPTH');
});
