import type { Position } from './newest-first';
import type { EntityName, Storage } from './storage';

/**
 * Lists rows by time, oldest first, for clients that follow new rows. Rows of the same time are sorted by key, ascending.
 * Otherwise like newest-first.ts. There is always a position to continue from, also at the end.
 */

interface OldestFirst<T> {
  readonly entity: EntityName;
  /** An index without a partition that has the time as its range. */
  readonly index: string;
  /** Lists rows after this position. An empty key means before all rows of this time. */
  readonly after: Position;
  /** Inclusive bound: ISO 8601 in UTC with milliseconds. */
  readonly to: string;
  readonly limit: number;
  /** The time of a row. Undefined: the row cannot be read. */
  readonly timeOf: (value: unknown) => string | undefined;
  /** The list item of a row. Undefined: the row is skipped. */
  readonly pick: (key: string, value: unknown) => T | undefined;
}

export interface FollowedRows<T> {
  readonly items: readonly T[];
  /** The position to continue from. */
  readonly next: Position;
  /** False if there are no more rows up to the bound. */
  readonly hasMore: boolean;
}

const READ_AT_ONCE = 100;
/** After this many reads a list returns early, possibly short or empty, with a position. */
const MAX_READS = 20;

interface Row {
  readonly key: string;
  readonly value: unknown;
}

/** @throws StorageUnavailableError */
export async function listOldestFirst<T>(
  storage: Pick<Storage, 'list'>,
  { entity, index, after, to, limit, timeOf, pick }: OldestFirst<T>,
): Promise<FollowedRows<T>> {
  const found: { readonly item: T; readonly at: Position }[] = [];
  const all = () => found.map(({ item }) => item);
  const firstOfThem = () => {
    const shown = found.slice(0, limit);
    return { items: shown.map(({ item }) => item), next: shown.at(-1)?.at ?? after, hasMore: true };
  };
  /** All rows up to this time have been listed. */
  let seen = after;
  const take = (rows: readonly Row[], time: string) => {
    for (const { key, value } of rows.toSorted((a, b) => (a.key < b.key ? -1 : 1))) {
      if (!isAfter({ time, key }, after)) continue;
      seen = { time, key };
      const item = pick(key, value);
      if (item !== undefined) found.push({ item, at: seen });
    }
  };

  if (after.time > to) return { items: [], next: after, hasMore: false };
  let group: Row[] = [];
  let groupTime: string | undefined;
  let cursor: string | undefined;
  let reads = 0;
  do {
    if (reads >= MAX_READS && seen !== after) return { items: all(), next: seen, hasMore: true };
    const page = await storage.list({
      entity,
      index,
      between: [after.time, to],
      sort: 'ASC',
      limit: READ_AT_ONCE,
      ...(cursor === undefined ? {} : { cursor }),
    });
    reads += 1;
    for (const row of page.rows) {
      const time = timeOf(row.value) ?? groupTime ?? after.time;
      if (groupTime !== undefined && time !== groupTime) {
        take(group, groupTime);
        group = [];
        if (found.length > limit) return firstOfThem();
      }
      groupTime = time;
      group.push(row);
    }
    cursor = page.cursor;
  } while (cursor !== undefined);
  if (groupTime !== undefined) take(group, groupTime);
  if (found.length > limit) return firstOfThem();
  return { items: all(), next: seen, hasMore: false };
}

function isAfter({ time, key }: Position, after: Position): boolean {
  return time > after.time || (time === after.time && key > after.key);
}
