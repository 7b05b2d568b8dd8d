import * as z from 'zod';
import type { Storage } from './storage';
import type { StoredRows } from './stored-rows';

/**
 * Lists rows by time, or in a fixed order. Rows of the same time are sorted by key, in the same direction.
 *
 * A list that people and clients walk through must have an order that never changes for a row. Otherwise a row that
 * moves to a part that was read already is missing, although it stays in the list (docs/adr/0084).
 *
 * The reads are queries and so eventually consistent. A row of the last seconds may be missing until the list is read
 * again. Storage does not define the order of rows with equal times. The list therefore reads all rows of one time and
 * sorts them itself, so that a position means the same at every read. Storage cursors are not used, because they must
 * not be kept.
 */

export interface Position {
  /** In a list in the order of pages: the id of the page. */
  readonly time: string;
  /** The key of a row. Empty: after all rows of this time if the newest are first, before them if the oldest are. */
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

/** @typeParam R a row */
interface RowsByTime<R, T> extends Pick<StoredRows<R>, 'entity' | 'schema'> {
  /** The member of a row that has its time, also if the rest of the row cannot be read. Omitted: the key is the time. */
  readonly time?: string;
  /** Inclusive bounds: ISO 8601 in UTC with milliseconds. */
  readonly from: string;
  readonly to: string;
  readonly limit: number;
  /** The list item of a row. Undefined: the row is skipped. */
  readonly pick: (key: string, row: R, at: Position) => T | undefined;
  /** The list item of a row that the schema refuses. Omitted: the row is skipped. */
  readonly unreadable?: NoInfer<T>;
}

interface NewestFirst<R, T> extends RowsByTime<R, T> {
  /** In order: every row of a source is newer than the rows of the next one. */
  readonly sources: readonly Source[];
  /** Lists rows after this position. Undefined: starts with the newest. */
  readonly after: Position | undefined;
}

export interface ListedRows<T> {
  readonly items: readonly T[];
  /** The position to continue from. Undefined: the end of the list. */
  readonly next: Position | undefined;
}

/** @throws StorageUnavailableError */
export async function listNewestFirst<R, T>(
  storage: Pick<Storage, 'list'>,
  { after, to, ...query }: NewestFirst<R, T>,
): Promise<ListedRows<T>> {
  const start = after !== undefined && after.time < to ? after.time : to;
  const { items, last, hasMore } = await readRows(storage, { ...query, sort: 'DESC', start, end: query.from, after });
  return { items, next: hasMore ? last : undefined };
}

interface OldestFirst<R, T> extends Omit<RowsByTime<R, T>, 'from'> {
  /** An index that has the time as its range. */
  readonly index: string;
  /** Omitted if the index has no partition. */
  readonly partition?: string | undefined;
  /** Lists rows after this position. */
  readonly after: Position;
}

export interface FollowedRows<T> {
  readonly items: readonly T[];
  /** The position to continue from, also at the end of the list. */
  readonly next: Position;
  /** False if there are no more rows up to the bound. */
  readonly hasMore: boolean;
}

/** Also for clients that follow new rows. @throws StorageUnavailableError */
export async function listOldestFirst<R, T>(
  storage: Pick<Storage, 'list'>,
  { index, partition, after, to, ...query }: OldestFirst<R, T>,
): Promise<FollowedRows<T>> {
  const sources = [{ index, ...(partition === undefined ? {} : { partition }), from: after.time }];
  const rows = await readRows(storage, { ...query, sources, sort: 'ASC', start: after.time, end: to, after });
  return { items: rows.items, next: rows.last ?? after, hasMore: rows.hasMore };
}

/** Before and after every time and every id of a page. */
export const FIRST = '0';
export const LAST = '~';

/** Rows whose key is the id of their page. */
interface RowsByPage<R, T> extends Pick<NewestFirst<R, T>, 'schema' | 'after' | 'limit' | 'pick' | 'unreadable'> {
  readonly entity: 'page-level' | 'page-scan' | 'native-level';
  /** An index that has `pageId` as its range. */
  readonly index: string;
  readonly partition?: string | undefined;
}

/** Lists rows in the order of the ids of their pages, which are compared as text: mostly the newest page first. @throws StorageUnavailableError */
export async function listByPage<R, T>(
  storage: Pick<Storage, 'list'>,
  { index, partition, after, ...query }: RowsByPage<R, T>,
): Promise<ListedRows<T>> {
  const sources = [{ index, ...(partition === undefined ? {} : { partition }), from: FIRST }];
  const order = { sort: 'DESC', start: after?.time ?? LAST, end: FIRST } as const;
  const { items, last, hasMore } = await readRows(storage, { ...query, ...order, sources, after });
  return { items, next: hasMore ? last : undefined };
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

const READ_AT_ONCE = 100;
/** After this many reads a list returns early, possibly short or empty, with a position. Most lists need one read. */
const MAX_READS = 20;

interface Query<R, T> extends Omit<NewestFirst<R, T>, 'from' | 'to'> {
  readonly sort: 'ASC' | 'DESC';
  /** Inclusive bounds, in the direction of the list. */
  readonly start: string;
  readonly end: string;
}

interface ReadRows<T> {
  readonly items: readonly T[];
  /** All rows up to this position have been read. Undefined: none after the start. */
  readonly last: Position | undefined;
  readonly hasMore: boolean;
}

interface Row {
  readonly key: string;
  readonly value: unknown;
}

async function readRows<R, T>(
  storage: Pick<Storage, 'list'>,
  { entity, schema, time: member, sources, sort, start, end, after, limit, pick, unreadable }: Query<R, T>,
): Promise<ReadRows<T>> {
  const isAfter = (one: Position, other: Position | undefined) =>
    other === undefined || (sort === 'ASC' ? isLater(one, other) : isLater(other, one));
  const between: [string, string] = sort === 'ASC' ? [start, end] : [end, start];
  const found: { readonly item: T; readonly at: Position }[] = [];
  let last: Position | undefined;
  const take = (rows: readonly Row[], time: string) => {
    const sorted = rows.toSorted((a, b) => (isAfter({ time, key: a.key }, { time, key: b.key }) ? 1 : -1));
    for (const { key, value } of sorted) {
      const at = { time, key };
      if (!isAfter(at, after)) continue;
      last = at;
      const parsed = schema.safeParse(value);
      const item = parsed.success ? pick(key, parsed.data, at) : unreadable;
      if (item !== undefined) found.push({ item, at });
    }
  };
  const all = (hasMore: boolean): ReadRows<T> => ({ items: found.map(({ item }) => item), last, hasMore });
  const firstOfThem = (): ReadRows<T> => {
    const shown = found.slice(0, limit);
    return { items: shown.map(({ item }) => item), last: shown.at(-1)?.at, hasMore: true };
  };

  const timed = member === undefined ? undefined : z.object({ [member]: z.string() });
  const timeOf = ({ key, value }: Row) => (timed === undefined ? key : timed.safeParse(value).data?.[member ?? '']);
  let reads = 0;
  for (const [index, source] of (between[0] > between[1] ? [] : sources).entries()) {
    let group: Row[] = [];
    let groupTime: string | undefined;
    let cursor: string | undefined;
    do {
      if (reads >= MAX_READS && last !== undefined) return all(true);
      const page = await storage.list({
        entity,
        index: source.index,
        ...(source.partition === undefined ? {} : { partition: [source.partition] }),
        between,
        sort,
        limit: READ_AT_ONCE,
        ...(cursor === undefined ? {} : { cursor }),
      });
      reads += 1;
      for (const row of page.rows) {
        const time = timeOf(row) ?? groupTime ?? start;
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
    const sourceEnd = { time: source.from, key: '' };
    if (index < sources.length - 1 && isAfter(sourceEnd, after)) last = sourceEnd;
  }
  return all(false);
}

function isLater(one: Position, other: Position): boolean {
  return one.time > other.time || (one.time === other.time && one.key > other.key);
}
