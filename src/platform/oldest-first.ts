import type { Position } from './newest-first';
import type { EntityName, Storage } from './storage';

/**
 * Rows by their time, the oldest first; of those of the same time, the lesser key first: the other direction of
 * newest-first.ts, for whoever follows what is added. There is always a place to go on from, also at the end.
 */

interface OldestFirst<T> {
  readonly entity: EntityName;
  /** An index without a partition, whose range is the time. */
  readonly index: string;
  /** After which row. An empty key = before all rows of this time. */
  readonly after: Position;
  /** Bound of the time, included: ISO 8601 in UTC with milliseconds. */
  readonly to: string;
  readonly limit: number;
  /** The time of a row; undefined = it cannot be read. */
  readonly timeOf: (value: unknown) => string | undefined;
  /** What is listed of a row; undefined = it is left out. */
  readonly pick: (key: string, value: unknown) => T | undefined;
}

export interface FollowedRows<T> {
  readonly items: readonly T[];
  /** After which row to go on. */
  readonly next: Position;
  /** false: there was nothing more up to the bound. */
  readonly hasMore: boolean;
}

const READ_AT_ONCE = 100;
/** After so many reads a list may be short, or empty, and say where to go on. */
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
  /** Up to where everything has been seen. */
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
