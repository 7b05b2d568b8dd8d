import { FIRST, LAST, listByPage, type ListedRows, listNewestFirst, type Position } from '../platform/rows-by-time';
import type { Storage } from '../platform/storage';
import { isListed, type ListedContent } from './content-type';
import { type PageLevelRecord, pageLevelRecord } from './model';

/**
 * The pages that have a level, by id. Within a period, the last classified page comes first. A page that is classified
 * again leaves the period in which the list started. Eventually consistent, so read the records before showing them.
 */

interface FilterRule {
  readonly name: string;
  /** True if a record matches the filter. */
  readonly matches: (record: PageLevelRecord, wanted: string) => boolean;
  /** The index that is partitioned by the value. Omitted: no index. */
  readonly index?: string;
}

/**
 * The filters of the list. A list reads by the index of the first filter here that is set, because that index most
 * likely leaves the fewest rows to read.
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
export type PageLevelFilter = { readonly [Name in PageLevelFilterName]?: string | undefined } & {
  /**
   * A record must also match one of these, for several levels. They choose no index: the list reads the rows of another
   * filter, or all rows, in the order of pages, so that it needs no merge and a position is exact.
   */
  readonly anyOf?: readonly PageLevelFilter[];
};

export interface ListedPageLevel {
  readonly pageId: string;
  /** The level when the row was listed. */
  readonly levelId: string;
  readonly at: Position;
}

interface PageLevelQuestion extends ListedContent {
  readonly filter: PageLevelFilter;
  /** Reads by the index of this filter. Omitted: the first one. */
  readonly by?: 'levelId';
  /** True: the page that was classified last comes first, as within a period. */
  readonly isByDate?: boolean;
  /** An additional condition on a record; checked before its page is looked up. */
  readonly isWanted: (record: PageLevelRecord) => boolean;
  readonly after: Position | undefined;
  readonly limit: number;
}

/** @throws StorageUnavailableError */
export function listPageLevels(
  storage: Pick<Storage, 'list'>,
  { contentType, filter, by, isByDate = false, isWanted, after, limit }: PageLevelQuestion,
): Promise<ListedRows<ListedPageLevel>> {
  const pick = (pageId: string, record: PageLevelRecord, at: Position) =>
    isListed(record, contentType) && matchesFilter(record, filter) && isWanted(record)
      ? { pageId, levelId: record.levelId, at }
      : undefined;
  const query = { entity: 'page-level', schema: pageLevelRecord, after, limit, pick } as const;
  const { from, to, spaceId } = filter;
  if (from === undefined && to === undefined && !isByDate)
    return listByPage(storage, { ...query, ...sourceOf(by === undefined ? filter : { [by]: filter[by] }) });
  const period = { from: from ?? FIRST, to: to ?? LAST };
  const source = spaceId === undefined ? { index: 'by-date' } : { index: 'by-space-date', partition: spaceId };
  return listNewestFirst(storage, {
    ...{ ...query, ...period, sources: [{ ...source, from: period.from }] },
    time: 'classificationDate',
  });
}

export function matchesFilter(record: PageLevelRecord, filter: PageLevelFilter): boolean {
  const isMatch = FILTERS.every(({ name, matches }) => {
    const wanted = filter[name];
    return wanted === undefined || matches(record, wanted);
  });
  return isMatch && filter.anyOf?.some((one) => matchesFilter(record, one)) !== false;
}

function sourceOf(filter: PageLevelFilter): { readonly index: string; readonly partition?: string } {
  for (const rule of FILTERS) {
    const partition = filter[rule.name];
    if ('index' in rule && partition !== undefined) return { index: rule.index, partition };
  }
  return { index: 'by-id' };
}
