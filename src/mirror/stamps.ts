import * as z from 'zod';
import { EARLIEST, type FollowedRows, listOldestFirst, type Position } from '../platform/rows-by-time';
import { nextRevision, type Revision, type Row, type RowWrite, type Storage } from '../platform/storage';

/** The last property that the app wrote for each page, so that unchanged pages cost no call to Confluence. */

const instant = z.iso.datetime({ precision: 3 });

/** Entity `page-mirror`, row key = the page's id. */
const stampRecord = z.strictObject({
  v: z.literal(1),
  rev: z.int().min(1),
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
    /** When the audit log last recorded a repair. */
    repairedAt: instant.optional(),
  }),
});

type StampRecord = z.infer<typeof stampRecord>;

/** A row as the app wants it. */
export type Stamp = StampRecord['data'] & { readonly spaceId: string | undefined };

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

/** A row that cannot be read counts as absent: the property is then compared and written. */
export function parseStamp({ revision, value }: Row): StoredStamp {
  const parsed = stampRecord.safeParse(value).data;
  if (parsed === undefined) return { revision, stamp: undefined };
  return { revision, stamp: { ...parsed.data, spaceId: parsed.spaceId } };
}

/** @throws StorageUnavailableError */
export async function readStamps(
  storage: Pick<Storage, 'readMany'>,
  pageIds: readonly string[],
): Promise<readonly StoredStamp[]> {
  return (await storage.readMany(pageIds.map((key) => ({ entity: 'page-mirror', key })))).map(parseStamp);
}

/**
 * The first write of a row has no condition: a lost one costs only a conflict with the version of the property.
 * The row of a page that is neither classified nor visible to the app expires.
 */
export function stampWrite(
  pageId: string,
  { revision }: Pick<StoredStamp, 'revision'>,
  { spaceId, ...data }: Stamp,
  checkedAt: Date,
): RowWrite {
  const value: StampRecord = {
    v: 1,
    rev: nextRevision(revision),
    ...(spaceId === undefined || spaceId === '' ? {} : { spaceId }),
    checkedAt: checkedAt.toISOString(),
    data,
  };
  const isGone = data.hash === undefined && !data.isClassified;
  return {
    entity: 'page-mirror',
    key: pageId,
    value,
    ...(revision === 'absent' || revision < 0 ? {} : { expected: revision }),
    ...(isGone ? { keepDays: GONE_AFTER_DAYS } : {}),
  };
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

export interface StampedProperty {
  readonly pageId: string;
  readonly propertyId: string;
}

/** Lists the properties that the app knows, in the same order. */
export function listProperties(
  storage: Pick<Storage, 'list'>,
  query: LeastRecentQuery,
): Promise<FollowedRows<StampedProperty>> {
  return listRows(storage, query, (pageId, value) => {
    const propertyId = stampRecord.safeParse(value).data?.data.property?.id;
    return propertyId === undefined ? undefined : { pageId, propertyId };
  });
}
