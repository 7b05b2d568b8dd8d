import { aStorage, kvs, outcome, type Harness } from './harness';

const metered = () => aStorage({ meter: 'on' });

/** Uses units without the SDK in between: 4,000 calls are made quickly. */
async function use(
  { storage, advance }: Harness,
  count: number,
  path: string,
  body: unknown,
  aSecond = 900,
): Promise<void> {
  for (let n = 0; n < count; n += 1) {
    if (n % aSecond === aSecond - 1) advance(1000);
    await storage.handle('installation-1', path, body);
  }
  advance(1000);
}

test('the meter refuses a read after 4,000 units in a minute, even of missing rows, until the next minute', async () => {
  const harness = metered();
  const { app, advance } = harness;
  await use(harness, 3999, '/api/v1/get', { key: 'missing' });
  expect(await app(() => outcome(() => kvs.get('missing')))).toBe('ok');
  expect(await app(() => outcome(() => kvs.get('missing')))).toBe('429 RATE_LIMIT_EXCEEDED');
  expect(await app(() => outcome(() => kvs.query().getMany()))).toBe('429 RATE_LIMIT_EXCEEDED');
  expect(await app(() => outcome(() => kvs.set('a', 1)))).toBe('ok');
  expect(await app(() => outcome(() => kvs.get('a')), 'installation-2')).toBe('ok');
  advance(60_000);
  expect(await app(() => outcome(() => kvs.get('a')))).toBe('ok');
});

test('the meter refuses a write after 4,000 units in a minute, and stores none of it', async () => {
  const harness = metered();
  const { app, advance } = harness;
  await use(harness, 4000, '/api/v1/set', { key: 'a', value: 1 });
  expect(await app(() => outcome(() => kvs.set('b', 1)))).toBe('429 RATE_LIMIT_EXCEEDED');
  expect(await app(() => kvs.get('b'))).toBeUndefined();
  advance(60_000);
  expect(await app(() => outcome(() => kvs.set('b', 1)))).toBe('ok');
});

test('a unit is 10 KB, rounded up for each request, so a batch of small values is one', async () => {
  const harness = metered();
  const { app } = harness;
  const value = 'x'.repeat(200_000); // 21 units with its key and braces
  // A key takes 1 MB of writes and 12 MB of reads a second.
  await use(harness, 190, '/api/v1/set', { key: 'a', value }, 4);
  const small = Array.from({ length: 25 }, (_, n) => ({ key: `k${n}`, value: 1 }));
  for (let n = 0; n < 10; n += 1) expect(await app(() => outcome(() => kvs.batchSet(small)))).toBe('ok');
  expect(await app(() => outcome(() => kvs.set('b', 1)))).toBe('429 RATE_LIMIT_EXCEEDED');

  await use(harness, 190, '/api/v1/get', { key: 'a' }, 50);
  for (let n = 0; n < 10; n += 1) expect(await app(() => outcome(() => kvs.get('k1')))).toBe('ok');
  expect(await app(() => outcome(() => kvs.get('k1')))).toBe('429 RATE_LIMIT_EXCEEDED');
});

test('the meter refuses the 1,001st request in a second', async () => {
  const { storage, app, advance } = metered();
  for (let n = 0; n < 1000; n += 1) await storage.handle('installation-1', '/api/v1/get', { key: 'missing' });
  expect(await app(() => outcome(() => kvs.get('missing')))).toBe('429 RATE_LIMIT_EXCEEDED');
  advance(1000);
  expect(await app(() => outcome(() => kvs.get('missing')))).toBe('ok');
});

test('a key takes 1 MB of writes and 12 MB of reads a second, and other keys are not affected', async () => {
  const { app, advance } = metered();
  const value = 'x'.repeat(200_000);
  const write = (...keys: string[]) => app(() => outcome(() => kvs.batchSet(keys.map((key) => ({ key, value })))));
  for (let n = 0; n < 4; n += 1) expect(await write('a', 'b')).toBe('ok');
  expect(await write('a', 'c')).toBe('429 RATE_LIMIT_EXCEEDED');
  expect(await app(() => kvs.get('c'))).toBeUndefined();
  expect(await write('c')).toBe('ok');
  advance(1_000);
  expect(await write('a')).toBe('ok');

  const read = (key: string) => app(() => outcome(() => kvs.get(key)));
  for (let n = 0; n < 60; n += 1) expect(await read('a')).toBe('ok');
  expect(await read('a')).toBe('429 RATE_LIMIT_EXCEEDED');
  expect(await read('b')).toBe('ok');
  advance(1_000);
  expect(await read('a')).toBe('ok');
});

test('a row of an entity is not the value of the Key-Value Store with its key', async () => {
  const { app } = aStorage({ meter: { keyWriteBytesPerSecond: 150 } });
  const note = kvs.entity<{ text: string }>('note');
  expect(await app(() => outcome(() => note.set('a', { text: 'x'.repeat(50) })))).toBe('ok');
  expect(await app(() => outcome(() => note.set('a', { text: 'x'.repeat(50) })))).toBe('429 RATE_LIMIT_EXCEEDED');
  expect(await app(() => outcome(() => kvs.set('a', 'x'.repeat(50))))).toBe('ok');
});
