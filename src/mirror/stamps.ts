import * as z from 'zod';
import { type OfContent, ofContent, storedContentType } from '../classification/content-type';
import { instant } from '../platform/instant';
import { EARLIEST, type FollowedRows, listOldestFirst, type Position } from '../platform/rows-by-time';
import type { Revision, Row, RowWrite, Storage } from '../platform/storage';
import { storedRecord, storedRows } from '../platform/stored-rows';

/** The last property that the app wrote for each page, so that unchanged pages cost no call to Confluence. */

/** Entity `page-mirror`, row key = the page's id. */
const stampRecord = storedRecord({
  /** Omitted if it is unknown. */
  spaceId: z.string().optional(),
  /** When the property was last written or compared. For a page that failed, see overdueAt. */
  checkedAt: instant,
  data: z.strictObject({
    /** The written value (hashOf). Omitted: the app could not write, and does not know the property. */
    hash: z.string().optional(),
    /** The property in Confluence. Omitted if it is unknown. */
    property: z.strictObject({ id: z.string(), version: z.int() }).optional(),
    /** The revision of the page's level that was written, or tried. */
    pageRev: z.int().min(0),
    isClassified: z.boolean(),
    contentType: storedContentType,
    /** When the audit log last recorded a repair. */
    repairedAt: instant.optional(),
    /** The label that follows the level (docs/adr/0133). Omitted: the app has left none on the page. */
    label: z.string().optional(),
  }),
});

const ROWS = storedRows('page-mirror', stampRecord);

export const stampName = ROWS.name;

/** A row as the app wants it. */
export type Stamp = z.infer<typeof stampRecord>['data'] & { readonly spaceId: string | undefined };

export interface StoredStamp {
  readonly revision: Revision;
  /** undefined = the app never wrote the property of this page, or cannot read the row. */
  readonly stamp: Stamp | undefined;
}

const GONE_AFTER_DAYS = 30;

/** Failed pages keep their order, on a scale that ends days after EARLIEST even if the failure is years later. */
const OVERDUE_SCALE = 1_000;

/**
 * A page that failed counts as compared at the given time, before every other page, so the daily check takes it first
 * and the sweep finds it.
 */
export function overdueAt(failedAt: Date): Date {
  const startMs = Date.parse(EARLIEST);
  return new Date(startMs + (failedAt.getTime() - startMs) / OVERDUE_SCALE);
}

/** A row that cannot be read counts as absent, so the property is then compared and written. */
export function parseStamp(row: Row): StoredStamp {
  const parsed = ROWS.find(row);
  return { revision: row.revision, stamp: parsed && { ...parsed.data, spaceId: parsed.spaceId } };
}

/** A page that the app cannot write is tried again after this time, even if many people open it. */
const RETRY_AFTER_MS = 600_000;

/** True if the app tried to write the property a short time ago and could not. Then a popup need not ask for it again. */
export function hasFailedRecently(row: Row, now: Date): boolean {
  const parsed = ROWS.find(row);
  if (parsed === undefined) return false;
  const [startMs, checkedMs] = [Date.parse(EARLIEST), Date.parse(parsed.checkedAt)];
  const isOverdue = checkedMs < overdueAt(now).getTime() + 1;
  if (!isOverdue && parsed.data.hash !== undefined) return false;
  const triedMs = isOverdue ? startMs + (checkedMs - startMs) * OVERDUE_SCALE : checkedMs;
  return now.getTime() - triedMs < RETRY_AFTER_MS;
}

/** @throws StorageUnavailableError */
export async function readStamps(
  storage: Pick<Storage, 'readMany'>,
  pageIds: readonly string[],
): Promise<readonly StoredStamp[]> {
  return (await storage.readMany(pageIds.map(ROWS.name))).map(parseStamp);
}

/**
 * The first write of a row has no condition, unless `isFirst`: the row must then be absent. A lost one costs only a conflict
 * with the version of the property. The row of a page that is neither classified nor visible to the app expires.
 */
export function stampWrite(
  pageId: string,
  { revision }: Pick<StoredStamp, 'revision'>,
  { spaceId, ...data }: Stamp,
  checkedAt: Date,
  { isFirst = false } = {},
): RowWrite {
  const members = { ...(spaceId && { spaceId }), checkedAt: checkedAt.toISOString(), data };
  const isGone = data.hash === undefined && !data.isClassified;
  const { expected, ...write } = ROWS.write(pageId, revision, members, isGone ? GONE_AFTER_DAYS : undefined);
  return (expected === 'absent' && !isFirst) || expected === undefined ? write : { ...write, expected };
}

interface LeastRecentQuery {
  readonly after: Position;
  readonly to: Date;
  readonly limit: number;
}

/** Lists the rows that were not compared since `to`, those first that were not compared for the longest time. */
function listRows<Item>(
  storage: Pick<Storage, 'list'>,
  { to, ...query }: LeastRecentQuery,
  pick: (pageId: string, value: unknown) => Item | undefined,
): Promise<FollowedRows<Item>> {
  return listOldestFirst(storage, {
    ...query,
    entity: 'page-mirror',
    index: 'by-date',
    to: to.toISOString(),
    time: 'checkedAt',
    schema: z.unknown(),
    pick,
  });
}

/** Lists the pages, the least recently compared first. */
export function listLeastRecent(storage: Storage, query: LeastRecentQuery): Promise<FollowedRows<string>> {
  return listRows(storage, query, (pageId) => pageId);
}

export interface StampedProperty extends OfContent {
  readonly pageId: string;
  readonly propertyId: string;
  readonly label: string | undefined;
}

/** Lists the properties that the app knows, in the same order. */
export function listProperties(
  storage: Pick<Storage, 'list'>,
  query: LeastRecentQuery,
): Promise<FollowedRows<StampedProperty>> {
  return listRows(storage, query, (pageId, value) => {
    const { property, label, contentType } = ROWS.find({ value })?.data ?? {};
    return property && { pageId, propertyId: property.id, label, ...ofContent(contentType) };
  });
}
