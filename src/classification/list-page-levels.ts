import * as z from 'zod';
import { type ListedRows, listNewestFirst, periodOf, type Position, type Source } from '../platform/newest-first';
import type { Storage } from '../platform/storage';
import { type Method, type PageLevelRecord, pageLevelRecord } from './model';

/** The pages that have a level, the last classified first. Eventually consistent: read the records before showing any. */

/** All that is given must be true of a record. */
export interface PageLevelFilter {
  readonly levelId?: string | undefined;
  readonly subLevelId?: string | undefined;
  /** The space that the record names. */
  readonly spaceId?: string | undefined;
  readonly method?: Method | undefined;
  readonly classifierId?: string | undefined;
  /** Bounds of the time of classification, both included. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

export interface ListedPageLevel {
  readonly pageId: string;
  readonly at: Position;
}

interface PageLevelQuestion {
  readonly filter: PageLevelFilter;
  /** What else a record must be for its page to be looked at. */
  readonly isWanted: (record: PageLevelRecord) => boolean;
  readonly now: Date;
  readonly after: Position | undefined;
  readonly limit: number;
}

const timeOnly = z.object({ classificationDate: z.iso.datetime({ precision: 3 }) });

/** @throws StorageUnavailableError */
export function listPageLevels(
  storage: Pick<Storage, 'list'>,
  { filter, isWanted, now, after, limit }: PageLevelQuestion,
): Promise<ListedRows<ListedPageLevel>> {
  const { from, to } = periodOf(now, filter);
  return listNewestFirst(storage, {
    entity: 'page-level',
    sources: [sourceOf(filter, from)],
    from,
    to,
    after,
    limit,
    timeOf: (value) => timeOnly.safeParse(value).data?.classificationDate,
    pick: (pageId, value) => {
      const parsed = pageLevelRecord.safeParse(value);
      if (!parsed.success || !matchesFilter(parsed.data, filter) || !isWanted(parsed.data)) return undefined;
      return { pageId, at: { time: parsed.data.classificationDate, key: pageId } };
    },
  });
}

export function matchesFilter(record: PageLevelRecord, filter: PageLevelFilter): boolean {
  const { levelId, subLevelId, spaceId, method, classifierId, from, to } = filter;
  return (
    (levelId === undefined || record.levelId === levelId) &&
    (subLevelId === undefined || record.subLevelId === subLevelId) &&
    (spaceId === undefined || record.spaceId === spaceId) &&
    (method === undefined || record.method === method) &&
    (classifierId === undefined || record.classifierId === classifierId) &&
    (from === undefined || record.classificationDate >= from) &&
    (to === undefined || record.classificationDate <= to)
  );
}

/** The index that most likely leaves the least to look through. */
function sourceOf({ spaceId, levelId, classifierId, method }: PageLevelFilter, from: string): Source {
  if (spaceId !== undefined) return { index: 'by-space', partition: spaceId, from };
  if (levelId !== undefined) return { index: 'by-level', partition: levelId, from };
  if (classifierId !== undefined) return { index: 'by-classifier', partition: classifierId, from };
  if (method !== undefined) return { index: 'by-method', partition: method, from };
  return { index: 'by-date', from };
}
