import type { EntityName, Storage } from './storage';

/**
 * Lists of rows by their time, the newest first; of those of the same time, the greater key first.
 *
 * By queries, so eventually consistent: a row of the last seconds may be missing, and is there when the list is read
 * again from its beginning. Storage promises no order among rows of one time, so they are put in order here, all
 * together; that is what makes a place in the list mean the same at every reading, without a cursor of storage, which
 * may not be kept.
 */

export interface Position {
  readonly time: string;
  /** The key of a row; empty = all rows of this time have been seen. */
  readonly key: string;
}

/** One partition of an index, whose range is the time. */
export interface Source {
  readonly index: string;
  /** Left out where the index has none. */
  readonly partition?: string;
  /** Everything down to here has been seen once the source is at its end. */
  readonly from: string;
}

export interface NewestFirst<T> {
  readonly entity: EntityName;
  /** One after the other, the newest first: every row of one is newer than those of the next. */
  readonly sources: readonly Source[];
  /** Bounds of the time, both included: ISO 8601 in UTC with milliseconds. */
  readonly from: string;
  readonly to: string;
  /** After which row; undefined = from the newest. */
  readonly after: Position | undefined;
  readonly limit: number;
  /** The time of a row; undefined = it cannot be read. */
  readonly timeOf: (value: unknown) => string | undefined;
  /** What is listed of a row; undefined = it is left out. */
  readonly pick: (key: string, value: unknown) => T | undefined;
}

/** The app is younger, so no row is older. */
export const EARLIEST = '2026-01-01T00:00:00.000Z';
const DAY_MS = 86_400_000;

/** What is asked for of the time in which there can be rows: a clock may be a little ahead of ours, but not by a day. */
export function periodOf(
  now: Date,
  { from = EARLIEST, to }: { readonly from?: string | undefined; readonly to?: string | undefined } = {},
): { readonly from: string; readonly to: string } {
  const latest = new Date(now.getTime() + DAY_MS).toISOString();
  return { from: from > EARLIEST ? from : EARLIEST, to: to !== undefined && to < latest ? to : latest };
}

export interface ListedRows<T> {
  readonly items: readonly T[];
  /** Where to go on; undefined = there is nothing more. */
  readonly next: Position | undefined;
}

const READ_AT_ONCE = 100;
/** After so many reads a list may be short, or empty, and say where to go on. Most of one is found in one. */
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
  /** Down to where everything has been seen. */
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
