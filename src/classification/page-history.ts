import * as z from 'zod';
import { EARLIEST, listNewestFirst, type ListedRows, periodOf, type Position } from '../platform/newest-first';
import type { Storage } from '../platform/storage';
import { type LevelChangeRecord, levelChangeRecord } from './model';

/** What became of the level of a page, the newest first. Eventually consistent. */

export type LevelChangeEntry = LevelChangeRecord & { readonly changeId: string };

/** Also of a row that another version of the app wrote. */
const timeOnly = z.object({ changedAt: z.iso.datetime({ precision: 3 }) });

interface HistoryQuestion {
  readonly pageId: string;
  /** True if a change is listed. Default: every change. */
  readonly isWanted?: (change: LevelChangeRecord) => boolean;
  readonly now: Date;
  readonly after: Position | undefined;
  readonly limit: number;
}

/** A change that this version cannot read is left out. @throws StorageUnavailableError */
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
