import { Filter, FilterConditions, MetadataField, Sort, WhereConditions } from '@forge/kvs';
import * as z from 'zod';
import type { PlatformSwitch } from '../../../local/forge/assumptions';
import { aStorage, kvs, outcome, type Harness } from './harness';

interface Ticket {
  space?: string;
  state?: string;
  title?: string;
  rank?: number;
  score?: number;
  open?: boolean;
  extra?: unknown;
}

const tickets = () => kvs.entity<Ticket>('ticket');
const store = (rows: Record<string, Ticket>) =>
  Promise.all(Object.entries(rows).map(([key, ticket]) => tickets().set(key, ticket)));
const keysOf = ({ results }: { results: readonly { key: string }[] }) => results.map(({ key }) => key);

/** Sends a body that @forge/kvs would not build. */
async function send({ storage }: Harness, path: string, body: unknown): Promise<string> {
  const response = await storage.handle('installation-1', path, body);
  const text = await response.text();
  const { code } = z.object({ code: z.string().optional() }).parse(text ? JSON.parse(text) : {});
  return code === undefined ? 'ok' : `${response.status} ${code}`;
}

describe('a query of the Key-Value Store', () => {
  test('lists rows in the order of their keys, without secrets and entities', async () => {
    const { app } = aStorage();
    await app(async () => {
      for (const key of ['b', 'a:2', 'a', 'B', 'a:10', 'a-1']) await kvs.set(key, key);
      await kvs.setSecret('a:secret', 1);
      await tickets().set('a:ticket', { rank: 1 });
      const page = await kvs.query().getMany<string>();
      expect(keysOf(page)).toEqual(['B', 'a', 'a-1', 'a:10', 'a:2', 'b']);
      expect(page.nextCursor).toBeUndefined();
      expect(page.results[1]).toEqual({ key: 'a', value: 'a' });
      expect(keysOf(await kvs.query().where('key', WhereConditions.beginsWith('a:')).getMany())).toEqual([
        'a:10',
        'a:2',
      ]);
      expect((await kvs.query().where('key', WhereConditions.beginsWith('a:')).getOne())?.key).toBe('a:10');
      expect(await kvs.query().where('key', WhereConditions.beginsWith('z')).getOne()).toBeUndefined();
    });
  });

  test('returns the requested metadata', async () => {
    const { app, nowMs } = aStorage();
    await app(async () => {
      await kvs.set('a', 1, { ttl: { value: 1, unit: 'HOURS' } });
      const fields = [MetadataField.CREATED_AT, MetadataField.UPDATED_AT, MetadataField.EXPIRE_TIME];
      const expireTime = new Date(nowMs() + 3_600_000).toISOString();
      const { results } = await kvs.query({ metadataFields: fields }).getMany();
      expect(results).toEqual([{ key: 'a', value: 1, createdAt: nowMs(), updatedAt: nowMs(), expireTime }]);
    });
  });

  test('has pages of 10 by default, and of 100 at most', async () => {
    const { app } = aStorage();
    await app(async () => {
      const keys = Array.from({ length: 120 }, (_, n) => `k${String(n).padStart(3, '0')}`);
      for (const key of keys) await kvs.set(key, 1);
      expect(keysOf(await kvs.query().getMany())).toEqual(keys.slice(0, 10));
      expect(keysOf(await kvs.query().limit(100).getMany())).toEqual(keys.slice(0, 100));
      for (const limit of [0, -1, 101, 1.5]) {
        expect(await outcome(() => kvs.query().limit(limit).getMany())).toBe('400 LIST_QUERY_LIMIT_EXCEEDED');
      }
    });
  });

  test.each([
    [[{ property: 'value', condition: 'BEGINS_WITH', values: ['a'] }], '400 QUERY_WHERE_FIELD_INVALID'],
    [[{ property: 'key', condition: 'EQUAL_TO', values: ['a'] }], '400 INVALID_FILTER_CONDITION'],
    [[{ property: 'key', condition: 'BEGINS_WITH', values: [1] }], '400 INVALID_FILTER_VALUES'],
    [[{ property: 'key', condition: 'BEGINS_WITH', values: ['a', 'b'] }], '400 INVALID_FILTER_VALUES'],
    [[{ property: 'key', condition: 'BEGINS_WITH', values: [] }], '400 INSUFFICIENT_FILTER_VALUES'],
    [Array(2).fill({ property: 'key', condition: 'BEGINS_WITH', values: ['a'] }), '400 QUERY_WHERE_INVALID'],
  ])('refuses the condition %j: %s', async (where, expected) => {
    expect(await send(aStorage(), '/api/v1/query', { where })).toBe(expected);
  });
});

describe('a query of an entity', () => {
  const rows: Record<string, Ticket> = {
    a: { space: 'S', rank: 3, title: 'cat', open: true, score: 0.5, state: 'new' },
    b: { space: 'S', rank: -1, title: 'car', open: true, score: -2 },
    c: { space: 'T', rank: 10, title: 'Dog', open: false },
    d: { space: 'S', rank: 3 },
    e: { title: 'é', space: 'S' },
    f: { rank: 2 },
  };

  test('reads an index in order, and only the rows that have all of its attributes', async () => {
    const { app } = aStorage();
    await app(async () => {
      await store(rows);
      expect(keysOf(await tickets().query().index('by-key').getMany())).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
      expect(keysOf(await tickets().query().index('rank').getMany())).toEqual(['b', 'f', 'a', 'd', 'c']);
      expect(keysOf(await tickets().query().index('rank').sort(Sort.DESC).getMany())).toEqual([
        'c',
        'd',
        'a',
        'f',
        'b',
      ]);
      expect(keysOf(await tickets().query().index('by-title').getMany())).toEqual(['c', 'b', 'a', 'e']);
      const inSpace = tickets()
        .query()
        .index('by-space', { partition: ['S'] });
      expect(keysOf(await inSpace.getMany())).toEqual(['b', 'a', 'd']);
      const open = tickets()
        .query()
        .index('by-space-open', { partition: ['S', true] });
      expect(keysOf(await open.getMany())).toEqual(['b', 'a']);
    });
  });

  test.each<
    [string, Parameters<ReturnType<ReturnType<ReturnType<typeof tickets>['query']>['index']>['where']>[0], string[]]
  >([
    ['rank', WhereConditions.equalTo(3), ['a', 'd']],
    ['rank', WhereConditions.greaterThan(2), ['a', 'd', 'c']],
    ['rank', WhereConditions.greaterThanEqualTo(2), ['f', 'a', 'd', 'c']],
    ['rank', WhereConditions.lessThan(3), ['b', 'f']],
    ['rank', WhereConditions.lessThanEqualTo(3), ['b', 'f', 'a', 'd']],
    ['rank', WhereConditions.between(-1, 2), ['b', 'f']],
    ['by-title', WhereConditions.beginsWith('ca'), ['b', 'a']],
    ['by-title', WhereConditions.greaterThan('ca'), ['b', 'a', 'e']],
    ['by-title', WhereConditions.equalTo('ca'), []],
    ['by-key', WhereConditions.between('b', 'd'), ['b', 'c', 'd']],
    ['by-key', WhereConditions.beginsWith('c'), ['c']],
  ])('on %s, %j selects %j', async (index, condition, expected) => {
    const { app } = aStorage();
    await app(async () => {
      await store(rows);
      expect(keysOf(await tickets().query().index(index).where(condition).getMany())).toEqual(expected);
    });
  });

  test('finds a row by its latest value, and not by an earlier one', async () => {
    const { app } = aStorage();
    await app(async () => {
      const inSpace = async (space: string) =>
        keysOf(
          await tickets()
            .query()
            .index('by-space', { partition: [space] })
            .getMany(),
        );
      await tickets().set('a', { space: 'S', rank: 1 });
      await tickets().set('a', { space: 'T', rank: 1 });
      expect([await inSpace('S'), await inSpace('T')]).toEqual([[], ['a']]);
      await tickets().set('a', { space: 'T' });
      expect(await inSpace('T')).toEqual([]);
      await tickets().set('a', { space: 'T', rank: 2 });
      await tickets().delete('a');
      expect(await inSpace('T')).toEqual([]);
    });
  });

  test('filters the rows of a page: pages can be empty and still have a cursor', async () => {
    const { app } = aStorage();
    await app(async () => {
      await store({ a: { rank: 1 }, b: { rank: 2 }, c: { rank: 3, state: 'new' }, d: { rank: 4 }, e: { rank: 5 } });
      const query = (cursor?: string) => {
        const filter = new Filter<Ticket>().and('state', FilterConditions.exists());
        const page = tickets().query().index('rank').filters(filter).limit(2);
        return (cursor === undefined ? page : page.cursor(cursor)).getMany();
      };
      const first = await query();
      expect([keysOf(first), typeof first.nextCursor]).toEqual([[], 'string']);
      const second = await query(first.nextCursor);
      expect([keysOf(second), typeof second.nextCursor]).toEqual([['c'], 'string']);
      const third = await query(second.nextCursor);
      expect([keysOf(third), third.nextCursor]).toEqual([[], undefined]);
    });
  });

  test('has a cursor to an empty page after a page that is exactly full', async () => {
    const { app } = aStorage();
    await app(async () => {
      await store({ a: { rank: 1 }, b: { rank: 1 } });
      const page = await tickets().query().index('rank').limit(2).getMany();
      expect(keysOf(page)).toEqual(['a', 'b']);
      const last = await tickets()
        .query()
        .index('rank')
        .limit(2)
        .cursor(page.nextCursor ?? '')
        .getMany();
      expect(last).toEqual({ results: [], nextCursor: undefined });
    });
  });

  test('has cursors that no other query accepts', async () => {
    const harness = aStorage();
    const { app } = harness;
    await app(async () => {
      await store({ a: { rank: 1, space: 'S' }, b: { rank: 2, space: 'S' } });
      const cursor = (await tickets().query().index('rank').limit(1).getMany()).nextCursor ?? '';
      const others = [
        tickets().query().index('rank').limit(2),
        tickets().query().index('rank').limit(1).sort(Sort.DESC),
        tickets().query().index('rank').limit(1).where(WhereConditions.greaterThan(0)),
        tickets().query().index('rank').limit(1).filters(new Filter<Ticket>().and('rank', FilterConditions.exists())),
        tickets().query().index('by-key').limit(1),
        tickets()
          .query()
          .index('by-space', { partition: ['S'] })
          .limit(1),
      ];
      for (const query of others)
        expect(await outcome(() => query.cursor(cursor).getMany())).toBe('400 INVALID_CURSOR');
      expect(await outcome(() => kvs.query().limit(1).cursor(cursor).getMany())).toBe('400 INVALID_CURSOR');
      expect(await outcome(() => kvs.query().cursor('nonsense').getMany())).toBe('400 INVALID_CURSOR');
      expect(await outcome(() => tickets().query().index('rank').limit(1).cursor(cursor).getMany())).toBe('ok');
    });
  });

  const query = (members: object) => ({ entityName: 'ticket', indexName: 'rank', ...members });
  const filter = (property: string, condition: string, ...values: unknown[]) => ({
    filters: { and: [{ property, condition, values }] },
  });
  const bySpace = { indexName: 'by-space' };
  const bySpaceOpen = { indexName: 'by-space-open' };
  test.each<[object, string]>([
    [{ limit: 1 }, 'ok'],
    [{ limit: 100 }, 'ok'],
    [{ limit: 0 }, '400 COMPLEX_QUERY_PAGE_LIMIT_NOT_IN_RANGE'],
    [{ limit: 101 }, '400 COMPLEX_QUERY_PAGE_LIMIT_NOT_IN_RANGE'],
    [{ limit: 1.5 }, '400 COMPLEX_QUERY_PAGE_LIMIT_NOT_IN_RANGE'],
    [{ limit: '5' }, '400 BAD_REQUEST'],
    [{ indexName: 'by-nothing' }, '400 INVALID_ENTITY_INDEX'],
    [{ indexName: 'score' }, '400 INVALID_ENTITY_INDEX'],
    [{ indexName: 'title' }, '400 INVALID_ENTITY_INDEX'],
    // partitions
    [{ ...bySpace, partition: ['S'] }, 'ok'],
    [bySpace, '400 INVALID_ENTITY_INDEX'],
    [{ ...bySpace, partition: [] }, '400 INVALID_ENTITY_INDEX'],
    [{ ...bySpace, partition: ['S', 1] }, '400 INVALID_ENTITY_INDEX'],
    [{ partition: ['S'] }, '400 INVALID_ENTITY_INDEX'],
    [{ ...bySpace, partition: [1] }, '400 INVALID_FILTER_VALUES'],
    [{ ...bySpaceOpen, partition: ['S', true] }, 'ok'],
    [{ ...bySpaceOpen, partition: ['S'] }, '400 INVALID_ENTITY_INDEX'],
    [{ ...bySpaceOpen, partition: [true, 'S'] }, '400 INVALID_FILTER_VALUES'],
    // the condition on the range
    [{ range: { condition: 'BETWEEN', values: [1, 1] } }, 'ok'],
    [{ range: { condition: 'BETWEEN', values: [2, 1] } }, '400 INVALID_FILTER_VALUES'],
    [{ range: { condition: 'BETWEEN', values: [1] } }, '400 INSUFFICIENT_FILTER_VALUES'],
    [{ range: { condition: 'BETWEEN', values: [1, 2, 3] } }, '400 INVALID_FILTER_VALUES'],
    [{ range: { condition: 'EQUAL_TO', values: [] } }, '400 INSUFFICIENT_FILTER_VALUES'],
    [{ range: { condition: 'EQUAL_TO', values: ['1'] } }, '400 INVALID_FILTER_VALUES'],
    [{ range: { condition: 'EQUAL_TO', values: [1, 2] } }, '400 INVALID_FILTER_VALUES'],
    [{ range: { condition: 'BEGINS_WITH', values: [1] } }, '400 INVALID_FILTER_CONDITION'],
    [{ range: { condition: 'NOT_EQUAL_TO', values: [1] } }, '400 INVALID_FILTER_CONDITION'],
    [{ range: { condition: 'EXISTS', values: [true] } }, '400 INVALID_FILTER_CONDITION'],
    [{ range: { condition: 'LIKE', values: [1] } }, '400 INVALID_FILTER_CONDITION'],
    [{ range: { property: 'score', condition: 'EQUAL_TO', values: [1] } }, '400 BAD_REQUEST'],
    // filters
    [filter('score', 'LESS_THAN', 1), 'ok'],
    [filter('open', 'EQUAL_TO', true), 'ok'],
    [filter('nothing', 'EQUAL_TO', 1), '400 INVALID_ENTITY_ATTRIBUTE'],
    [filter('constructor', 'EXISTS', true), '400 INVALID_ENTITY_ATTRIBUTE'],
    [filter('extra', 'EQUAL_TO', 1), '422 UNPROCESSABLE_ENTITY'],
    [filter('extra', 'EXISTS', true), '422 UNPROCESSABLE_ENTITY'],
    [filter('rank', 'LIKE', 1), '400 INVALID_FILTER_CONDITION'],
    [filter('rank', 'CONTAINS', 1), '400 INVALID_FILTER_CONDITION'],
    [filter('open', 'LESS_THAN', true), '400 INVALID_FILTER_CONDITION'],
    [filter('rank', 'EQUAL_TO', '1'), '400 INVALID_FILTER_VALUES'],
    [filter('rank', 'EQUAL_TO', null), '400 INVALID_FILTER_VALUES'],
    [filter('title', 'CONTAINS', ' '), '400 INVALID_FILTER_VALUES'],
    [filter('rank', 'EXISTS', false), '400 INVALID_FILTER_VALUES'],
    [filter('rank', 'BETWEEN', 1), '400 INSUFFICIENT_FILTER_VALUES'],
    [{ filters: { and: [] } }, '400 EMPTY_FILTER_OPERATOR'],
    [{ filters: {} }, '400 EMPTY_FILTER_OPERATOR'],
    [{ filters: { and: [], or: [] } }, '400 INVALID_FILTER_OPERATORS_COMBINATION'],
    [{ sort: 'UP' }, '400 BAD_REQUEST'],
    [{ offset: 1 }, '400 BAD_REQUEST'],
  ])('evaluates %j: %s', async (members, expected) => {
    expect(await send(aStorage(), '/api/v1/entity/query', query(members))).toBe(expected);
  });

  test('accepts 100 conditions, including the one on the range', async () => {
    const harness = aStorage();
    const condition = { property: 'rank', condition: 'EXISTS', values: [true] };
    const range = { condition: 'GREATER_THAN', values: [0] };
    const ofCount = (count: number, members: object = {}) =>
      send(harness, '/api/v1/entity/query', query({ filters: { or: Array(count).fill(condition) }, ...members }));
    expect([await ofCount(100), await ofCount(101)]).toEqual(['ok', '400 INVALID_FILTER_CONDITION']);
    expect([await ofCount(99, { range }), await ofCount(100, { range })]).toEqual([
      'ok',
      '400 INVALID_FILTER_CONDITION',
    ]);
  });
});

describe('queries are eventually consistent', () => {
  const keys = async () => [
    keysOf(await kvs.query().getMany()),
    keysOf(await tickets().query().index('rank').getMany()),
  ];

  test('a query misses writes within the lag; a get never does', async () => {
    const { app, advance } = aStorage({ queryLagMs: 1000 });
    await app(async () => {
      await kvs.set('a', 1);
      await tickets().set('a', { rank: 1 });
      expect(await keys()).toEqual([[], []]);
      expect([await kvs.get('a'), await tickets().get('a')]).toEqual([1, { rank: 1 }]);
      advance(1000);
      expect(await keys()).toEqual([['a'], ['a']]);
    });
  });

  test('each row has its own delay in each index, so later writes may appear first', async () => {
    const { app, advance } = aStorage({ queryLagMs: 1000 });
    await app(async () => {
      const all = Array.from({ length: 30 }, (_, n) => `row-${n + 10}`);
      for (const [rank, key] of all.entries()) await tickets().set(key, { rank, title: key });
      const listed = async (index: string) => keysOf(await tickets().query().index(index).limit(30).getMany());
      advance(500);
      const early = await listed('rank');
      expect(early.length).toBeGreaterThan(0);
      expect(early).not.toEqual(all.slice(0, early.length));
      expect(await listed('by-title')).not.toEqual(early);
      expect(await listed('rank')).toEqual(early);
      advance(500);
      expect([await listed('rank'), await listed('by-title')]).toEqual([all, all]);
    });
  });

  test('pages contain each row once while rows appear, and a full page has a cursor', async () => {
    const { app, advance } = aStorage({ queryLagMs: 1000 });
    await app(async () => {
      const all = Array.from({ length: 30 }, (_, n) => `row-${n + 10}`);
      for (const [rank, key] of all.entries()) {
        await tickets().set(key, { rank });
        if (rank === 14) advance(1000);
      }
      for (const [rank, key] of all.slice(0, 5).entries()) await tickets().set(key, { rank: rank + 100 });
      advance(500);
      for (const sort of [Sort.ASC, Sort.DESC]) {
        const whole = keysOf(await tickets().query().index('rank').sort(sort).limit(100).getMany());
        const pages: string[][] = [];
        let cursor: string | undefined;
        do {
          const query = tickets().query().index('rank').sort(sort).limit(4);
          if (cursor !== undefined) query.cursor(cursor);
          const page = await query.getMany();
          pages.push(keysOf(page));
          cursor = page.nextCursor;
        } while (cursor !== undefined);
        expect(pages.flat()).toEqual(whole);
        expect(new Set(whole).size).toBe(whole.length);
        expect(pages.slice(0, -1).every((page) => page.length === 4)).toBe(true);
      }
    });
  });

  test('a query shows earlier values, and deleted rows, until at most the end of the lag', async () => {
    const { app, advance } = aStorage({ queryLagMs: 1000 });
    await app(async () => {
      const rank = async () => (await tickets().query().index('rank').getMany()).results.map(({ value }) => value.rank);
      await tickets().set('a', { rank: 1 });
      advance(1000);
      await tickets().set('a', { rank: 2 });
      expect(await rank()).toEqual([1]);
      advance(1000);
      await tickets().delete('a');
      expect(await rank()).toEqual([2]);
      advance(1000);
      expect(await rank()).toEqual([]);
    });
  });

  test('with stale-batches, a batch misses writes of the last second; without, it never does', async () => {
    const assumptions = new Set<PlatformSwitch>();
    const { app, advance } = aStorage({ assumptions });
    const values = async () =>
      (await kvs.batchGet<Ticket>([{ key: 'a', entityName: 'ticket' }, { key: 'b' }])).successfulKeys.map(
        ({ value }) => value,
      );
    await app(async () => {
      await tickets().set('a', { rank: 1 });
      expect(await values()).toEqual([{ rank: 1 }]);
      advance(1000);
      assumptions.add('stale-batches');
      await tickets().set('a', { rank: 2 });
      await kvs.set('b', { rank: 3 });
      expect(await values()).toEqual([{ rank: 1 }]);
      expect([await tickets().get('a'), await kvs.get('b')]).toEqual([{ rank: 2 }, { rank: 3 }]);
      // Queries have a lag of their own.
      expect(await keys()).toEqual([['b'], ['a']]);
      advance(1000);
      expect(await values()).toEqual([{ rank: 2 }, { rank: 3 }]);
      await tickets().delete('a');
      expect(await values()).toEqual([{ rank: 2 }, { rank: 3 }]);
      assumptions.delete('stale-batches');
      expect(await values()).toEqual([{ rank: 3 }]);
    });
  });

  test('a condition is evaluated on the row, not on the lagging copy of queries', async () => {
    const { app } = aStorage({ queryLagMs: 60_000 });
    await app(async () => {
      await tickets().set('a', { rank: 1 });
      const conditions = new Filter<Ticket>().and('rank', FilterConditions.equalTo(1));
      await kvs.transact().set<Ticket>('a', { rank: 2 }, { entityName: 'ticket', conditions }).execute();
      expect(await tickets().get('a')).toEqual({ rank: 2 });
      expect(await keys()).toEqual([[], []]);
    });
  });

  test('expired rows are listed until they are deleted', async () => {
    const { app, advance } = aStorage({ expiryLagMs: 1000 });
    await app(async () => {
      await kvs.set('a', 1, { ttl: { value: 1, unit: 'SECONDS' } });
      await tickets().set('a', { rank: 1 }, { ttl: { value: 1, unit: 'SECONDS' } });
      advance(1999);
      expect(await keys()).toEqual([['a'], ['a']]);
      advance(1);
      expect(await keys()).toEqual([[], []]);
    });
  });
});
