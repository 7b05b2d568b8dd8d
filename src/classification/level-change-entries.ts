import * as z from 'zod';
import { EARLIEST, listNewestFirst, type ListedRows, periodOf, type Position } from '../platform/newest-first';
import type { Storage } from '../platform/storage';
import { levelChangeRecord } from './model';
import type { LevelChangeEntry } from './page-history';

/** Every change of every page's level, the newest first. Eventually consistent, as all lists are. */

interface EntriesQuestion {
  readonly now: Date;
  readonly after: Position | undefined;
  readonly limit: number;
}

/** Also of a row that another version of the app wrote. */
const timeOnly = z.object({ changedAt: z.iso.datetime({ precision: 3 }) });

/** A row that this version cannot read is `unreadable`: nobody may take a file for all that there is. */
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
