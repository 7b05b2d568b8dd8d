import * as z from 'zod';
import { EARLIEST, listNewestFirst, type ListedRows, periodOf, type Position } from '../platform/rows-by-time';
import type { Storage } from '../platform/storage';
import { type LevelChangeRecord, levelChangeRecord } from './model';

/** The history of a page's level, newest first. Eventually consistent. */

export type LevelChangeEntry = LevelChangeRecord & { readonly changeId: string };

/** Known even if another version of the app wrote the row. */
const timeOnly = z.object({ changedAt: z.iso.datetime({ precision: 3 }) });

interface HistoryQuestion {
  readonly pageId: string;
  /** True if a change is listed. Default: every change. */
  readonly isWanted?: (change: LevelChangeRecord) => boolean;
  readonly now: Date;
  readonly after: Position | undefined;
  readonly limit: number;
}

/** Skips changes that this version cannot read. @throws StorageUnavailableError */
export function readPageHistory(
  storage: Pick<Storage, 'list'>,
  { pageId, isWanted = () => true, now, after, limit }: HistoryQuestion,
): Promise<ListedRows<LevelChangeEntry>> {
  return listNewestFirst(storage, {
    entity: 'level-change',
    sources: [{ index: 'by-page', partition: pageId, from: EARLIEST }],
    ...periodOf(now),
    after,
    limit,
    timeOf: (value) => timeOnly.safeParse(value).data?.changedAt,
    pick: (changeId, value) => {
      const parsed = levelChangeRecord.safeParse(value);
      return parsed.success && isWanted(parsed.data) ? { changeId, ...parsed.data } : undefined;
    },
  });
}
