import fc from 'fast-check';
import * as z from 'zod';
import { listNewestFirst, listOldestFirst, type Position, type Source } from '../../src/platform/rows-by-time';
import type { ListPage, ListQuery } from '../../src/platform/storage';

/** A list that is read in parts has every row once, in order, however many rows storage returns at a time. */

interface TestRow {
  readonly key: string;
  readonly time: string;
  /** Only such rows are listed. */
  readonly isWanted: boolean;
}

const MIDDLE = '2026-06-01T00:00:10.000Z';
const END = '2026-06-01T00:00:59.000Z';
const START = '2026-06-01T00:00:00.000Z';
/** The rows from `MIDDLE` on are in a partition of their own. */
const PARTITIONS: readonly Source[] = [
  { index: 'by-date', partition: 'later', from: MIDDLE },
  { index: 'by-date', partition: 'earlier', from: START },
];

/** There are few different times, so storage takes many reads to return all rows of one time. */
const seconds = fc.constantFrom([0, 20], [0, 10, 20], [...Array(21).keys()]);
const tables = seconds
  .chain((times) =>
    fc.array(fc.record({ second: fc.constantFrom(...times), isWanted: fc.boolean() }), { maxLength: 60, size: 'max' }),
  )
  .map((rows) =>
    rows.map(({ second, isWanted }, n): TestRow => {
      // Rows of the same time are not sorted by key.
      const key = `row-${String((n * 37) % 61).padStart(2, '0')}`;
      return { key, time: new Date(Date.parse(START) + second * 1_000).toISOString(), isWanted };
    }),
  );
const cases = [tables, fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 4 })] as const;

/** Storage that returns few rows at a time. */
function storageOf(rows: readonly TestRow[], rowsAtOnce: number) {
  return {
    list: ({ partition, between: [from, to] = [START, END], sort, cursor = '0' }: ListQuery): Promise<ListPage> => {
      const isIn = ({ time }: TestRow) =>
        partition === undefined || (partition[0] === 'later' ? time >= MIDDLE : time < MIDDLE);
      const found = rows.filter((row) => isIn(row) && row.time >= from && row.time <= to);
      const sorted = found.toSorted((a, b) => Math.sign(Date.parse(a.time) - Date.parse(b.time)));
      const inOrder = sort === 'ASC' ? sorted : sorted.toReversed();
      const start = Number(cursor);
      const end = start + rowsAtOnce;
      const page = inOrder.slice(start, end).map((row) => ({ key: row.key, value: row }));
      return Promise.resolve({ rows: page, cursor: end < inOrder.length ? String(end) : undefined });
    },
  };
}

function listOf(limit: number) {
  return {
    entity: 'audit' as const,
    time: 'time',
    schema: z.object({ isWanted: z.literal(true) }),
    limit,
    pick: (key: string) => key,
  };
}

/** The keys of the wanted rows, oldest first. */
const wantedIn = (rows: readonly TestRow[]) =>
  rows
    .filter(({ isWanted }) => isWanted)
    .toSorted((a, b) => (`${a.time} ${a.key}` < `${b.time} ${b.key}` ? -1 : 1))
    .map(({ key }) => key);

/** More parts than any list of these tests has. */
const MAX_PARTS = 200;

it.each([
  ['one partition', [{ index: 'by-date', from: START }]],
  ['two partitions', PARTITIONS],
])('a query lists the newest rows of %s first', async (_name, sources) => {
  await fc.assert(
    fc.asyncProperty(...cases, async (rows, rowsAtOnce, limit) => {
      const storage = storageOf(rows, rowsAtOnce);
      const keys: string[] = [];
      let after: Position | undefined;
      for (let parts = 0; parts < MAX_PARTS; parts += 1) {
        const query = { ...listOf(limit), sources, from: START, to: END, after };
        const { items, next } = await listNewestFirst(storage, query);
        keys.push(...items);
        after = next;
        if (after === undefined) break;
      }
      expect(keys).toEqual(wantedIn(rows).toReversed());
    }),
  );
});

it('a query lists the oldest rows first, and returns a position at the end, after which only new rows follow', async () => {
  await fc.assert(
    fc.asyncProperty(...cases, async (rows, rowsAtOnce, limit) => {
      const storage = storageOf(rows, rowsAtOnce);
      const keys: string[] = [];
      let after: Position = { time: START, key: '' };
      for (let parts = 0; parts < MAX_PARTS; parts += 1) {
        const { items, next, hasMore } = await listOldestFirst(storage, {
          ...listOf(limit),
          index: 'by-date',
          after,
          to: END,
        });
        keys.push(...items);
        after = next;
        if (!hasMore) break;
      }
      expect(keys).toEqual(wantedIn(rows));
      const again = await listOldestFirst(storage, { ...listOf(limit), index: 'by-date', after, to: END });
      expect(again).toEqual({ items: [], next: after, hasMore: false });
    }),
  );
});
