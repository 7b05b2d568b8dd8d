import * as z from 'zod';
import { EARLIEST, listNewestFirst, type ListedRows, periodOf, type Position } from '../platform/rows-by-time';
import type { Storage } from '../platform/storage';
import { levelChangeRecord } from './model';
import type { LevelChangeEntry } from './page-history';

/** Every change of every page's level, newest first. Eventually consistent, like all lists. */

interface EntriesQuestion {
  readonly now: Date;
  readonly after: Position | undefined;
  readonly limit: number;
}

/** Known even if another version of the app wrote the row. */
const timeOnly = z.object({ changedAt: z.iso.datetime({ precision: 3 }) });

/** A row that this version cannot read is `unreadable`, so that no export looks complete although a row is missing. */
export function listLevelChangeEntries(
  storage: Pick<Storage, 'list'>,
  { now, after, limit }: EntriesQuestion,
): Promise<ListedRows<LevelChangeEntry | 'unreadable'>> {
  return listNewestFirst<LevelChangeEntry | 'unreadable'>(storage, {
    entity: 'level-change',
    sources: [{ index: 'by-date', from: EARLIEST }],
    ...periodOf(now),
    after,
    limit,
    timeOf: (value) => timeOnly.safeParse(value).data?.changedAt,
    pick: (changeId, value) => {
      const parsed = levelChangeRecord.safeParse(value);
      return parsed.success ? { changeId, ...parsed.data } : 'unreadable';
    },
  });
}
