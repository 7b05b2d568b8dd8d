import { Filter, FilterConditions, Sort, WhereConditions } from '@forge/kvs';
import fc from 'fast-check';
import { aStorage, kvs } from './harness';

/** Queries through @forge/kvs, compared with a full search of a list in memory. */

interface Ticket {
  space?: string;
  title?: string;
  rank?: number;
  score?: number;
  open?: boolean;
}

const text = fc.oneof(
  fc.constantFrom('a', 'ab', 'abc', 'b', 'B', 'é', '\u{10000}', '\uffff', 'a\u0000', 'a b'),
  fc.string({ minLength: 1, maxLength: 4, unit: 'grapheme' }).filter((each) => each.trim() !== ''),
);
const rank = fc.oneof(fc.integer({ min: -3, max: 3 }), fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }));
const score = fc.oneof(
  fc.constantFrom(0, -0, 0.5, -0.5, 1e-130, -1e125),
  fc.double({ noNaN: true, min: -1e100, max: 1e100 }).filter((each) => each === 0 || Math.abs(each) > 1e-130),
);
const ticket: fc.Arbitrary<Ticket> = fc.record(
  { space: fc.constantFrom('S', 'T'), title: text, rank, score, open: fc.boolean() },
  { requiredKeys: [] },
);
const rows = fc.dictionary(fc.stringMatching(/^[abAB:-]{1,3}$/), ticket, { maxKeys: 25 });

type Scalar = string | number;
const before = (left: Scalar, right: Scalar): boolean => compare(left, right) < 0;
function compare(left: Scalar, right: Scalar): number {
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  return Buffer.compare(Buffer.from(String(left)), Buffer.from(String(right)));
}

/** A condition of @forge/kvs with its meaning. */
const conditions = <T extends Scalar>(values: fc.Arbitrary<T>) =>
  fc.tuple(values, values).chain(([value, other]) => {
    const [low, high] = before(other, value) ? [other, value] : [value, other];
    return fc.constantFrom(
      { clause: WhereConditions.equalTo(value), holds: (each: Scalar) => compare(each, value) === 0 },
      { clause: WhereConditions.greaterThan(value), holds: (each: Scalar) => before(value, each) },
      { clause: WhereConditions.greaterThanEqualTo(value), holds: (each: Scalar) => !before(each, value) },
      { clause: WhereConditions.lessThan(value), holds: (each: Scalar) => before(each, value) },
      { clause: WhereConditions.lessThanEqualTo(value), holds: (each: Scalar) => !before(value, each) },
      {
        clause: WhereConditions.between(low, high),
        holds: (each: Scalar) => !before(each, low) && !before(high, each),
      },
    );
  });

const prefix = text.map((value) => ({
  clause: WhereConditions.beginsWith(value),
  holds: (each: Scalar) => String(each).startsWith(value),
}));

type Read = (value: Ticket, key: string) => Scalar | undefined;
const shape = fc.oneof(
  fc.record({ index: fc.constant('rank'), read: fc.constant<Read>((t) => t.rank), where: fc.option(conditions(rank)) }),
  fc.record({
    index: fc.constant('by-title'),
    read: fc.constant<Read>((t) => t.title),
    where: fc.option(fc.oneof(conditions(text), prefix)),
  }),
  fc.record({
    index: fc.constant('by-key'),
    read: fc.constant<Read>((_t, key) => key),
    where: fc.option(fc.oneof(conditions(fc.constantFrom('a', 'ab', 'B', ':')), prefix)),
  }),
  fc.record({
    index: fc.constant('by-space'),
    partition: fc.constantFrom(['S'], ['T'], ['U']),
    read: fc.constant<Read>((t) => t.rank),
    where: fc.option(conditions(rank)),
  }),
  fc.record({
    index: fc.constant('by-space-open'),
    partition: fc.constantFrom(['S', true], ['S', false], ['T', true]),
    read: fc.constant<Read>((t) => t.score),
    where: fc.option(conditions(score)),
  }),
);

const filter = fc.constantFrom(
  { clause: new Filter<Ticket>().and('open', FilterConditions.equalTo(true)), holds: (t: Ticket) => t.open === true },
  {
    clause: new Filter<Ticket>().and('open', FilterConditions.notEqualTo(true)),
    holds: (t: Ticket) => t.open !== true,
  },
  {
    clause: new Filter<Ticket>().and('title', FilterConditions.notExists()),
    holds: (t: Ticket) => t.title === undefined,
  },
  {
    clause: new Filter<Ticket>().and('rank', FilterConditions.exists()).and('title', FilterConditions.contains('a')),
    holds: (t: Ticket) => t.rank !== undefined && t.title !== undefined && t.title.includes('a'),
  },
  {
    clause: new Filter<Ticket>()
      .or('rank', FilterConditions.lessThan(0))
      .or('title', FilterConditions.notContains('b')),
    holds: (t: Ticket) => (t.rank !== undefined && t.rank < 0) || t.title === undefined || !t.title.includes('b'),
  },
);

const sort = fc.constantFrom(Sort.ASC, Sort.DESC);

const query = fc.record({ shape, filter: fc.option(filter), sort, limit: fc.integer({ min: 1, max: 7 }) });
type Query = typeof query extends fc.Arbitrary<infer Each> ? Each : never;

function expected(stored: Record<string, Ticket>, { shape: each, filter: filters, sort: order }: Query): string[] {
  const partition: readonly (string | boolean)[] = 'partition' in each ? each.partition : [];
  const found = Object.entries(stored).flatMap(([key, value]) => {
    const at = each.read(value, key);
    if (at === undefined || (each.where && !each.where.holds(at))) return [];
    if ([value.space, value.open].slice(0, partition.length).some((member, n) => member !== partition[n])) return [];
    return filters && !filters.holds(value) ? [] : [{ key, at }];
  });
  const keys = found
    .sort((left, right) => compare(left.at, right.at) || compare(left.key, right.key))
    .map(({ key }) => key);
  return order === Sort.DESC ? keys.reverse() : keys;
}

async function readPages({ shape: each, filter: filters, sort: order, limit }: Query): Promise<string[][]> {
  const pages: string[][] = [];
  let cursor: string | undefined;
  do {
    const builder = kvs
      .entity<Ticket>('ticket')
      .query()
      .index(each.index, 'partition' in each ? { partition: [...each.partition] } : {})
      .sort(order)
      .limit(limit);
    if (each.where) builder.where(each.where.clause);
    if (filters) builder.filters(filters.clause);
    if (cursor !== undefined) builder.cursor(cursor);
    const page = await builder.getMany();
    pages.push(page.results.map(({ key }) => key));
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return pages;
}

test('the pages of any query together are the selected rows, in order', async () => {
  const { app, storage } = aStorage();
  await fc.assert(
    fc.asyncProperty(rows, rows, fc.array(query, { minLength: 1, maxLength: 5 }), async (first, second, queries) => {
      storage.reset();
      await app(async () => {
        const entity = kvs.entity<Ticket>('ticket');
        for (const [key, value] of Object.entries(first)) await entity.set(key, value);
        const deleted = Object.keys(first).filter((_key, n) => n % 3 === 0);
        for (const key of deleted) await entity.delete(key);
        for (const [key, value] of Object.entries(second)) await entity.set(key, value);
        const kept = Object.fromEntries(Object.entries(first).filter(([key]) => !deleted.includes(key)));
        const stored = { ...kept, ...second };
        for (const each of queries) {
          const pages = await readPages(each);
          expect(pages.flat()).toEqual(expected(stored, each));
          for (const page of pages) expect(page.length).toBeLessThanOrEqual(each.limit);
        }
      });
    }),
    { numRuns: 120 },
  );
});

test('after any writes at any times, a query sees each row as it was within the lag, and never an older one again', async () => {
  const queryLagMs = 50;
  const write = fc.record({
    key: fc.constantFrom('a', 'b', 'c'),
    isDeleted: fc.boolean(),
    pauseMs: fc.integer({ min: 0, max: 40 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(write, { maxLength: 30 }), async (writes) => {
      const { app, advance, nowMs } = aStorage({ queryLagMs });
      const history: { at: number; key: string; value: number | undefined }[] = [];
      const isSeen = new Map<string, number>();
      await app(async () => {
        for (const [serial, { key, isDeleted, pauseMs }] of writes.entries()) {
          await (isDeleted ? kvs.delete(key) : kvs.set(key, serial));
          history.push({ at: nowMs(), key, value: isDeleted ? undefined : serial });
          advance(pauseMs);
          const { results } = await kvs.query().getMany<number>();
          for (const one of ['a', 'b', 'c']) {
            const versions = [{ at: 0, value: undefined }, ...history.filter((change) => change.key === one)];
            const oldest = versions.findLastIndex(({ at }) => at <= nowMs() - queryLagMs);
            const value = results.find((row) => row.key === one)?.value;
            const from = Math.max(oldest, isSeen.get(one) ?? 0);
            const seen = versions.findIndex((version, at) => at >= from && version.value === value);
            expect({ one, value, seen }).toEqual({ one, value, seen: Math.max(seen, from) });
            isSeen.set(one, seen);
          }
        }
      });
    }),
    { numRuns: 50 },
  );
});
