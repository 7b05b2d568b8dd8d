import * as z from 'zod';
import { type ListedRows, listNewestFirst, periodOf, type Position, type Source } from '../platform/rows-by-time';
import type { Storage } from '../platform/storage';
import { type PageLevelRecord, pageLevelRecord } from './model';

/** The pages that have a level, last classified first. Eventually consistent: read the records before showing them. */

interface FilterRule {
  readonly name: string;
  /** True if a record matches the filter. */
  readonly matches: (record: PageLevelRecord, wanted: string) => boolean;
  /** The index that is partitioned by the value. Omitted: no index. */
  readonly index?: string;
}

/**
 * The filters of the list. A list reads by the index of the first filter here that is set: the first index most likely
 * leaves the fewest rows to read.
 */
const FILTERS = [
  { name: 'spaceId', matches: ({ spaceId }, wanted) => spaceId === wanted, index: 'by-space' },
  { name: 'levelId', matches: ({ levelId }, wanted) => levelId === wanted, index: 'by-level' },
  { name: 'classifierId', matches: ({ classifierId }, wanted) => classifierId === wanted, index: 'by-classifier' },
  { name: 'method', matches: ({ method }, wanted) => method === wanted, index: 'by-method' },
  { name: 'subLevelId', matches: ({ subLevelId }, wanted) => subLevelId === wanted },
  { name: 'from', matches: ({ classificationDate }, wanted) => classificationDate >= wanted },
  { name: 'to', matches: ({ classificationDate }, wanted) => classificationDate <= wanted },
] as const satisfies readonly FilterRule[];

export type PageLevelFilterName = (typeof FILTERS)[number]['name'];

/** A record must match every filter that is set. The space is the one in the record; `from` and `to` are inclusive. */
export type PageLevelFilter = { readonly [Name in PageLevelFilterName]?: string | undefined };

export interface ListedPageLevel {
  readonly pageId: string;
  /** The level when the row was listed. */
  readonly levelId: string;
  readonly at: Position;
}

interface PageLevelQuestion {
  readonly filter: PageLevelFilter;
  /** Reads by the index of this filter. Omitted: the first one. */
  readonly by?: 'levelId';
  /** An additional condition on a record; checked before its page is looked up. */
  readonly isWanted: (record: PageLevelRecord) => boolean;
  readonly now: Date;
  readonly after: Position | undefined;
  readonly limit: number;
}

const timeOnly = z.object({ classificationDate: z.iso.datetime({ precision: 3 }) });

/** @throws StorageUnavailableError */
export function listPageLevels(
  storage: Pick<Storage, 'list'>,
  { filter, by, isWanted, now, after, limit }: PageLevelQuestion,
): Promise<ListedRows<ListedPageLevel>> {
  const { from, to } = periodOf(now, filter);
  return listNewestFirst(storage, {
    entity: 'page-level',
    sources: [sourceOf(by === undefined ? filter : { [by]: filter[by] }, from)],
    from,
    to,
    after,
    limit,
    timeOf: (value) => timeOnly.safeParse(value).data?.classificationDate,
    pick: (pageId, value) => {
      const parsed = pageLevelRecord.safeParse(value);
      if (!parsed.success || !matchesFilter(parsed.data, filter) || !isWanted(parsed.data)) return undefined;
      return { pageId, levelId: parsed.data.levelId, at: { time: parsed.data.classificationDate, key: pageId } };
    },
  });
}

export function matchesFilter(record: PageLevelRecord, filter: PageLevelFilter): boolean {
  return FILTERS.every(({ name, matches }) => {
    const wanted = filter[name];
    return wanted === undefined || matches(record, wanted);
  });
}

function sourceOf(filter: PageLevelFilter, from: string): Source {
  for (const rule of FILTERS) {
    const partition = filter[rule.name];
    if ('index' in rule && partition !== undefined) return { index: rule.index, partition, from };
  }
  return { index: 'by-date', from };
}
