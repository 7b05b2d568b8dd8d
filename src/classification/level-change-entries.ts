import * as z from 'zod';
import { listNewestFirst, type ListedRows, type Position } from '../platform/newest-first';
import type { Storage } from '../platform/storage';
import { levelChangeRecord } from './model';
import type { LevelChangeEntry } from './page-history';

/** Every change of every page's level, the newest first. Eventually consistent, as all lists are. */

interface EntriesQuestion {
  readonly now: Date;
  readonly after: Position | undefined;
  readonly limit: number;
}

/** The app is younger, so no change is older. */
const EARLIEST = '2026-01-01T00:00:00.000Z';
const DAY_MS = 86_400_000;
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
    from: EARLIEST,
    // A clock may be a little ahead of ours; nothing is later than tomorrow.
    to: new Date(now.getTime() + DAY_MS).toISOString(),
    after,
    limit,
    timeOf: (value) => timeOnly.safeParse(value).data?.changedAt,
    pick: (changeId, value) => {
      const parsed = levelChangeRecord.safeParse(value);
      return parsed.success ? { changeId, ...parsed.data } : 'unreadable';
    },
  });
}
