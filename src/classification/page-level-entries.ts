import * as z from 'zod';
import { EARLIEST, listNewestFirst, type ListedRows, periodOf, type Position } from '../platform/rows-by-time';
import type { Storage } from '../platform/storage';
import { clearedPageRecord, type PageLevelRecord, pageLevelRecord } from './model';

/** The recorded level of every page, last classified first. Eventually consistent, like all lists. */

export type PageLevelEntry = PageLevelRecord & { readonly pageId: string };

interface EntriesQuestion {
  readonly now: Date;
  readonly after: Position | undefined;
  readonly limit: number;
}

/** Known even if another version of the app wrote the row. */
const timeOnly = z.object({ classificationDate: z.iso.datetime({ precision: 3 }) });

/** A row that this version cannot read is `unreadable`, so that no export looks complete although a row is missing. */
export function listPageLevelEntries(
  storage: Pick<Storage, 'list'>,
  { now, after, limit }: EntriesQuestion,
): Promise<ListedRows<PageLevelEntry | 'unreadable'>> {
  return listNewestFirst<PageLevelEntry | 'unreadable'>(storage, {
    entity: 'page-level',
    sources: [{ index: 'by-date', from: EARLIEST }],
    ...periodOf(now),
    after,
    limit,
    timeOf: (value) => timeOnly.safeParse(value).data?.classificationDate,
    pick: (pageId, value) => {
      if (clearedPageRecord.safeParse(value).success) return undefined;
      const parsed = pageLevelRecord.safeParse(value);
      return parsed.success ? { pageId, ...parsed.data } : 'unreadable';
    },
  });
}
