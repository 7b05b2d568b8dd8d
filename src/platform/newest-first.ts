import type { EntityName, Storage } from './storage';

/**
 * Lists rows by time, newest first. Rows of the same time are sorted by key, descending.
 *
 * The reads are queries and so eventually consistent: a row of the last seconds may be missing until the list is read again.
 * Storage does not define the order of rows with equal times. The list therefore reads all rows of one time and sorts them
 * itself, so that a position means the same at every read. Storage cursors are not used, because they must not be kept.
 */

export interface Position {
  readonly time: string;
  /** The key of a row. Empty: all rows of this time have been listed. */
  readonly key: string;
}

/** One partition of an index that has the time as its range. */
export interface Source {
  readonly index: string;
  /** Omitted if the index has no partition. */
  readonly partition?: string;
  /** The earliest time in this source. */
  readonly from: string;
}

export interface NewestFirst<T> {
  readonly entity: EntityName;
  /** In order: every row of a source is newer than the rows of the next one. */
  readonly sources: readonly Source[];
  /** Inclusive bounds: ISO 8601 in UTC with milliseconds. */
  readonly from: string;
  readonly to: string;
  /** Lists rows after this position. Undefined: starts with the newest. */
  readonly after: Position | undefined;
  readonly limit: number;
  /** The time of a row. Undefined: the row cannot be read. */
  readonly timeOf: (value: unknown) => string | undefined;
  /** The list item of a row. Undefined: the row is skipped. */
  readonly pick: (key: string, value: unknown) => T | undefined;
}

/** No row is older than this, because the app is not. */
export const EARLIEST = '2026-01-01T00:00:00.000Z';
const DAY_MS = 86_400_000;

/** Limits the requested period to times that rows can have. Clocks may be slightly ahead, but not by a day. */
export function periodOf(
  now: Date,
  { from = EARLIEST, to }: { readonly from?: string | undefined; readonly to?: string | undefined } = {},
): { readonly from: string; readonly to: string } {
  const latest = new Date(now.getTime() + DAY_MS).toISOString();
  return { from: from > EARLIEST ? from : EARLIEST, to: to !== undefined && to < latest ? to : latest };
}

export interface ListedRows<T> {
  readonly items: readonly T[];
  /** The position to continue from. Undefined: the end of the list. */
  readonly next: Position | undefined;
}

const READ_AT_ONCE = 100;
/** After this many reads a list returns early, possibly short or empty, with a position. Most lists need one read. */
const MAX_READS = 20;

interface Row {
  readonly key: string;
  readonly value: unknown;
}

/** @throws StorageUnavailableError */
export async function listNewestFirst<T>(
  storage: Pick<Storage, 'list'>,
  { entity, sources, from, to, after, limit, timeOf, pick }: NewestFirst<T>,
): Promise<ListedRows<T>> {
  const found: { readonly item: T; readonly at: Position }[] = [];
  let reads = 0;
  /** All rows down to this time have been listed. */
  let seen: Position | undefined;
  const take = (rows: readonly Row[], time: string) => {
    for (const { key, value } of rows.toSorted((a, b) => (a.key < b.key ? 1 : -1))) {
      if (!isAfter({ time, key }, after)) continue;
      const item = pick(key, value);
      if (item !== undefined) found.push({ item, at: { time, key } });
    }
  };
  const firstOfThem = () => {
    const shown = found.slice(0, limit);
    return { items: shown.map(({ item }) => item), next: shown.at(-1)?.at };
  };

  const newest = after !== undefined && after.time < to ? after.time : to;
  for (const source of from > newest ? [] : sources) {
    let group: Row[] = [];
    let groupTime: string | undefined;
    let cursor: string | undefined;
    do {
      if (reads >= MAX_READS && seen !== undefined) return { items: found.map(({ item }) => item), next: seen };
      const page = await storage.list({
        entity,
        index: source.index,
        ...(source.partition === undefined ? {} : { partition: [source.partition] }),
        between: [from, newest],
        sort: 'DESC',
        limit: READ_AT_ONCE,
        ...(cursor === undefined ? {} : { cursor }),
      });
      reads += 1;
      for (const row of page.rows) {
        const time = timeOf(row.value) ?? groupTime ?? newest;
        if (groupTime !== undefined && time !== groupTime) {
          take(group, groupTime);
          group = [];
          seen = { time: groupTime, key: '' };
          if (found.length > limit) return firstOfThem();
        }
        groupTime = time;
        group.push(row);
      }
      cursor = page.cursor;
    } while (cursor !== undefined);
    if (groupTime !== undefined) take(group, groupTime);
    if (found.length > limit) return firstOfThem();
    seen = { time: source.from, key: '' };
  }
  return { items: found.map(({ item }) => item), next: undefined };
}

function isAfter({ time, key }: Position, after: Position | undefined): boolean {
  return after === undefined || time < after.time || (time === after.time && key < after.key);
}
