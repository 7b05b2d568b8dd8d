import * as z from 'zod';
import { EARLIEST, type Position } from '../platform/newest-first';
import { type FollowedRows, listOldestFirst } from '../platform/oldest-first';
import type { Storage } from '../platform/storage';
import { type LevelChangeRecord, levelChangeRecord } from './model';

/**
 * Every change of every page's level, the oldest first, for whoever follows them (docs/adr/0014).
 *
 * It trails: what is younger than `FEED_TRAILS_MS` is not told yet. A change is stamped right before its transaction,
 * which ends, or is given up, within seconds (change-page-level.ts); queries show it a little later. So behind the
 * horizon nothing appears any more, and who goes on from the last change that they were told skips none.
 */

export const FEED_TRAILS_MS = 60_000;

/** The app is younger, so no change is older. */
export const BEFORE_ALL_CHANGES: Position = { time: EARLIEST, key: '' };

export interface FollowedChange {
  readonly pageId: string;
  readonly at: Position;
  readonly entry: LevelChangeRecord & { readonly changeId: string };
}

interface FeedQuestion {
  readonly now: Date;
  readonly after: Position;
  readonly limit: number;
}

/** Also of a row that another version of the app wrote. */
const timeOnly = z.object({ changedAt: z.iso.datetime({ precision: 3 }) });

/** A change that this version cannot read is left out. @throws StorageUnavailableError */
export function readChanges(
  storage: Pick<Storage, 'list'>,
  { now, after, limit }: FeedQuestion,
): Promise<FollowedRows<FollowedChange>> {
  return listOldestFirst(storage, {
    entity: 'level-change',
    index: 'by-date',
    after,
    to: new Date(now.getTime() - FEED_TRAILS_MS - 1).toISOString(),
    limit,
    timeOf: (value) => timeOnly.safeParse(value).data?.changedAt,
    pick: (changeId, value) => {
      const parsed = levelChangeRecord.safeParse(value);
      if (!parsed.success) return undefined;
      const { pageId, changedAt } = parsed.data;
      return { pageId, at: { time: changedAt, key: changeId }, entry: { changeId, ...parsed.data } };
    },
  });
}
