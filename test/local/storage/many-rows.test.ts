import { Filter, FilterConditions } from '@forge/kvs';
import * as z from 'zod';
import { aStorage, kvs, outcome } from './harness';

const items = (count: number) => Array.from({ length: count }, (_, n) => ({ key: `k${n}`, value: n }));
const large = 'x'.repeat(200 * 1024);

describe('a batch', () => {
  test('sets, gets and deletes rows of both stores, and reports each', async () => {
    const { app } = aStorage();
    await app(async () => {
      const set = await kvs.batchSet<unknown>([
        { key: 'a', value: 1, options: { ttl: { value: 1, unit: 'HOURS' } } },
        { key: 'a', entityName: 'note', value: { text: 'b' } },
        { key: 'b', entityName: 'note', value: { text: 1 } },
        { key: 'c/d', value: 1 },
        { key: 'e', entityName: 'nothing', value: {} },
      ]);
      expect(set.successfulKeys).toEqual([{ key: 'a' }, { key: 'a', entityName: 'note' }]);
      expect(set.failedKeys.map(({ key, entityName, error }) => [key, entityName, error.code])).toEqual([
        ['b', 'note', 'INCORRECT_PROPERTY_TYPE'],
        ['c/d', undefined, 'INVALID_KEY'],
        ['e', 'nothing', 'SCHEMA_NOT_FOUND'],
      ]);
      expect(await kvs.get('a', { metadataFields: [] })).toEqual({ key: 'a', value: 1 });

      const keys = [{ key: 'a' }, { key: 'a', entityName: 'note' }, { key: 'missing' }];
      const got = await kvs.batchGet(keys);
      expect(got.successfulKeys).toEqual([
        { key: 'a', value: 1 },
        { key: 'a', entityName: 'note', value: { text: 'b' } },
      ]);
      expect(got.failedKeys).toMatchObject([{ key: 'missing', error: { code: 'KEY_NOT_FOUND' } }]);

      const deleted = await kvs.batchDelete(keys);
      expect(deleted.successfulKeys).toEqual([{ key: 'a' }, { key: 'a', entityName: 'note' }]);
      expect(deleted.failedKeys).toMatchObject([{ key: 'missing', error: { code: 'KEY_NOT_FOUND' } }]);
      expect([await kvs.get('a'), await kvs.entity('note').get('a')]).toEqual([undefined, undefined]);
    });
  });

  test('has 1 to 25 items', async () => {
    const { app } = aStorage();
    const run = (batch: () => Promise<unknown>) => app(() => outcome(batch));
    expect(await run(() => kvs.batchSet(items(25)))).toBe('ok');
    expect(await run(() => kvs.batchSet(items(26)))).toBe('400 TOO_MANY_BATCH_ENTITIES');
    expect(await run(() => kvs.batchGet(items(26).map(({ key }) => ({ key }))))).toBe('400 TOO_MANY_BATCH_ENTITIES');
    expect(await run(() => kvs.batchDelete(items(26).map(({ key }) => ({ key }))))).toBe('400 TOO_MANY_BATCH_ENTITIES');
    expect(await run(() => kvs.batchSet([]))).toBe('400 BAD_REQUEST');
  });

  test('fails as a whole for a duplicate or an empty key, and stores nothing', async () => {
    const { app } = aStorage();
    await app(async () => {
      const good = { key: 'good', value: 1 };
      expect(await outcome(() => kvs.batchSet([good, { key: 'a', value: 1 }, { key: 'a', value: 2 }]))).toBe(
        '400 KEY_DUPLICATION_ERROR',
      );
      expect(await outcome(() => kvs.batchSet([good, { key: '', value: 1 }]))).toBe('400 KEY_TOO_SHORT');
      expect(await outcome(() => kvs.batchSet<unknown>([good, { key: '', entityName: 'note', value: {} }]))).toBe(
        '400 EMPTY_KEY',
      );
      expect(await outcome(() => kvs.batchDelete([{ key: 'a' }, { key: 'a' }]))).toBe('400 KEY_DUPLICATION_ERROR');
      expect(await outcome(() => kvs.batchGet([{ key: 'a' }, { key: 'a' }]))).toBe('400 KEY_DUPLICATION_ERROR');
      expect(await kvs.get('good')).toBeUndefined();
    });
  });

  test('contains at most 4 MB', async () => {
    const { app } = aStorage();
    const batch = (count: number) => items(count).map(({ key }) => ({ key, value: large }));
    expect(await app(() => outcome(() => kvs.batchSet(batch(19))))).toBe('ok');
    expect(await app(() => outcome(() => kvs.batchSet(batch(20))))).toBe('400 MAX_SIZE');
  });
});

describe('a transaction', () => {
  const rev = (n: number) => new Filter<{ rev: number }>().and('rev', FilterConditions.equalTo(n));
  const absent = () => new Filter<{ rev: number }>().and('rev', FilterConditions.notExists());

  test('writes to both stores at once', async () => {
    const { app } = aStorage();
    await app(async () => {
      await kvs.set('old', 1);
      await kvs
        .transact()
        .set('a', 1)
        .set('a', { rev: 1 }, { entityName: 'ticket' })
        .delete('old')
        .delete('never-there')
        .execute();
      expect([await kvs.get('a'), await kvs.entity('ticket').get('a'), await kvs.get('old')]).toEqual([
        1,
        { rev: 1 },
        undefined,
      ]);
    });
  });

  test('compares and sets: the first of two writers wins, and the loser changes nothing', async () => {
    const { app } = aStorage();
    await app(() => kvs.entity('ticket').set('t', { rev: 1 }));
    const write = (title: string) =>
      app(() =>
        outcome(() =>
          kvs
            .transact()
            .set(`log-${title}`, title)
            .set('t', { rev: 2, title }, { entityName: 'ticket', conditions: rev(1) })
            .execute(),
        ),
      );
    expect(await Promise.all([write('first'), write('second')])).toEqual(['ok', '400 CONDITIONAL_CHECK_FAILED']);
    await app(async () => {
      expect(await kvs.entity('ticket').get('t')).toEqual({ rev: 2, title: 'first' });
      expect([await kvs.get('log-first'), await kvs.get('log-second')]).toEqual(['first', undefined]);
    });
  });

  test('evaluates the conditions of set, delete and check on the state before the transaction', async () => {
    const { app } = aStorage();
    await app(async () => {
      const entityName = 'ticket';
      await kvs.entity(entityName).set('t', { rev: 1 });
      const failing = [
        kvs
          .transact()
          .set('x', 1)
          .set('t', { rev: 2 }, { entityName, conditions: rev(2) }),
        kvs
          .transact()
          .set('x', 1)
          .delete('t', { entityName, conditions: rev(2) }),
        kvs
          .transact()
          .set('x', 1)
          .check('t', { entityName, conditions: rev(2) }),
        kvs.transact().set('x', 1).check('t', { entityName, conditions: absent() }),
      ];
      for (const transaction of failing) {
        expect(await outcome(() => transaction.execute())).toBe('400 CONDITIONAL_CHECK_FAILED');
      }
      expect([await kvs.get('x'), await kvs.entity(entityName).get('t')]).toEqual([undefined, { rev: 1 }]);

      await kvs
        .transact()
        .set('x', 1)
        .check('t', { entityName, conditions: rev(1) })
        .execute();
      await kvs
        .transact()
        .delete('t', { entityName, conditions: rev(1) })
        .execute();
      expect([await kvs.get('x'), await kvs.entity(entityName).get('t')]).toEqual([1, undefined]);
    });
  });

  test('rolls back its writes if a later value is refused', async () => {
    const { app } = aStorage();
    await app(async () => {
      const transaction = kvs.transact().set('a', 1).set('t', { rank: 'x' }, { entityName: 'ticket' });
      expect(await outcome(() => transaction.execute())).toBe('400 INCORRECT_PROPERTY_TYPE');
      expect(await kvs.get('a')).toBeUndefined();
    });
  });

  const conditions = {
    'equal to 1': [FilterConditions.equalTo(1), false],
    'not equal to 1': [FilterConditions.notEqualTo(1), false],
    exists: [FilterConditions.exists(), false],
    'not exists': [FilterConditions.notExists(), true],
    'less than 1': [FilterConditions.lessThan(1), false],
    between: [FilterConditions.between(0, 1), false],
  } as const;
  test.each(Object.entries(conditions))('on a missing row, the condition "%s"', async (_name, [condition, holds]) => {
    const { app } = aStorage();
    const entity = { entityName: 'ticket', conditions: new Filter<{ rev: number }>().and('rev', condition) };
    expect(await app(() => outcome(() => kvs.transact().set('t', { rev: 1 }, entity).execute()))).toBe(
      holds ? 'ok' : '400 CONDITIONAL_CHECK_FAILED',
    );
  });

  test('on a missing row, an or is met by its NOT_EXISTS', async () => {
    const { app } = aStorage();
    const either = new Filter<{ rev: number }>()
      .or('rev', FilterConditions.equalTo(1))
      .or('rev', FilterConditions.notExists());
    const both = new Filter<{ rev: number }>()
      .and('rev', FilterConditions.equalTo(1))
      .and('rev', FilterConditions.notExists());
    const check = (filter: typeof either | typeof both) =>
      app(() => outcome(() => kvs.transact().check('t', { entityName: 'ticket', conditions: filter }).execute()));
    expect([await check(either), await check(both)]).toEqual(['ok', '400 CONDITIONAL_CHECK_FAILED']);
  });

  test('NOT_EXISTS can be set to fail on a missing row, and is still met by a missing attribute', async () => {
    const { app } = aStorage({ notExistsHoldsForAbsentRow: false });
    const create = () => kvs.transact().set('t', { rev: 1 }, { entityName: 'ticket', conditions: absent() }).execute();
    await app(async () => {
      expect(await outcome(create)).toBe('400 CONDITIONAL_CHECK_FAILED');
      await kvs.entity('ticket').set('t', { rank: 1 });
      expect(await outcome(create)).toBe('ok');
    });
  });

  test('has 1 to 25 operations, including checks', async () => {
    const { app } = aStorage();
    const ofSize = (size: number) => {
      const transaction = kvs.transact();
      for (let n = 0; n < size - 2; n += 1) transaction.set(`k${n}`, n);
      return transaction.delete('d').check('t', { entityName: 'ticket', conditions: absent() });
    };
    expect(await app(() => outcome(() => ofSize(25).execute()))).toBe('ok');
    expect(await app(() => outcome(() => ofSize(26).execute()))).toBe('422 UNPROCESSABLE_ENTITY');
    expect(await app(() => outcome(() => kvs.transact().execute()))).toBe('400 BAD_REQUEST');
  });

  test('contains each row once', async () => {
    const { app } = aStorage();
    const entity = { entityName: 'ticket', conditions: absent() };
    const run = (transaction: { execute(): Promise<void> }) => app(() => outcome(() => transaction.execute()));
    expect(await run(kvs.transact().set('a', 1).delete('a'))).toBe('400 KEY_DUPLICATION_ERROR');
    expect(await run(kvs.transact().set('a', { rev: 1 }, entity).check('a', entity))).toBe('400 KEY_DUPLICATION_ERROR');
    expect(await run(kvs.transact().set('a', 1).check('a', entity))).toBe('ok');
  });

  test('contains at most 4 MB', async () => {
    const { app } = aStorage();
    const ofSize = (size: number) =>
      items(size).reduce((transaction, { key }) => transaction.set(key, large), kvs.transact());
    expect(await app(() => outcome(() => ofSize(19).execute()))).toBe('ok');
    expect(await app(() => outcome(() => ofSize(20).execute()))).toBe('400 MAX_SIZE');
  });

  test('accepts conditions on entities only', async () => {
    const { storage } = aStorage();
    const conditions = { and: [{ property: 'rev', condition: 'EXISTS', values: [true] }] };
    const response = await storage.handle('i', '/api/v1/transaction', { set: [{ key: 'a', value: 1, conditions }] });
    expect(response.status).toBe(400);
  });

  test('applies a time to live in the fourth argument; one in the third is ignored', async () => {
    const { app, advance } = aStorage();
    await app(async () => {
      await kvs
        .transact()
        .set('a', 1, undefined, { ttl: { value: 1, unit: 'HOURS' } })
        .execute();
      // As in the platform's documentation: @forge/kvs reads it as the entity.
      const misplaced = z.custom<{ entityName: string }>().parse({ ttl: { value: 1, unit: 'HOURS' } });
      await kvs.transact().set('b', 1, misplaced).execute();
      advance(3_600_000);
      expect([await kvs.get('a'), await kvs.get('b')]).toEqual([undefined, 1]);
    });
  });

  test('evaluates the conditions on an expired row while it can be read', async () => {
    const { app, advance } = aStorage({ expiryLagMs: 1000 });
    await app(async () => {
      await kvs.entity('ticket').set('t', { rev: 1 }, { ttl: { value: 1, unit: 'SECONDS' } });
      const check = () =>
        outcome(() =>
          kvs
            .transact()
            .check('t', { entityName: 'ticket', conditions: rev(1) })
            .execute(),
        );
      advance(1999);
      expect(await check()).toBe('ok');
      advance(1);
      expect(await check()).toBe('400 CONDITIONAL_CHECK_FAILED');
    });
  });
});
