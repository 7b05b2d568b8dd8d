import * as z from 'zod';
import { listNewestFirst, type ListedRows, type Position } from '../platform/newest-first';
import type { Storage } from '../platform/storage';
import { clearedPageRecord, type PageLevelRecord, pageLevelRecord } from './model';

/** The level of every page, as it is recorded, the last classified first. Eventually consistent, as all lists are. */

export type PageLevelEntry = PageLevelRecord & { readonly pageId: string };

interface EntriesQuestion {
  readonly now: Date;
  readonly after: Position | undefined;
  readonly limit: number;
}

/** The app is younger, so nothing was classified before. */
const EARLIEST = '2026-01-01T00:00:00.000Z';
const DAY_MS = 86_400_000;
/** Also of a row that another version of the app wrote. */
const timeOnly = z.object({ classificationDate: z.iso.datetime({ precision: 3 }) });

/** A row that this version cannot read is `unreadable`: nobody may take a file for all that there is. */
export function listPageLevelEntries(
  storage: Pick<Storage, 'list'>,
  { now, after, limit }: EntriesQuestion,
): Promise<ListedRows<PageLevelEntry | 'unreadable'>> {
  return listNewestFirst<PageLevelEntry | 'unreadable'>(storage, {
    entity: 'page-level',
    sources: [{ index: 'by-date', from: EARLIEST }],
    from: EARLIEST,
    // A clock may be a little ahead of ours; nothing is later than tomorrow.
    to: new Date(now.getTime() + DAY_MS).toISOString(),
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
