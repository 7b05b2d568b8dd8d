import { EARLIEST, type FollowedRows, listOldestFirst, type Position } from '../platform/rows-by-time';
import type { Storage } from '../platform/storage';
import { LEVEL_CHANGES, type LevelChangeRecord } from './model';

/**
 * Every change of every page's level, oldest first, for clients that follow the changes (docs/adr/0014).
 *
 * The feed lags: it omits changes that are younger than `FEED_TRAILS_MS`. A change gets its timestamp right before its
 * transaction, which ends or is abandoned within seconds (change-page-level.ts); queries show it a little later. If they do
 * within the minute, no change appears behind this horizon afterwards, so a client that continues after the last change that
 * it received misses none. The platform documents no maximum, so clients may also read the last days again.
 */

export const FEED_TRAILS_MS = 60_000;

/** The app is younger than this time, so no change is older. */
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

/** Skips changes that this version cannot read. @throws StorageUnavailableError */
export function readChanges(
  storage: Pick<Storage, 'list'>,
  { now, after, limit }: FeedQuestion,
): Promise<FollowedRows<FollowedChange>> {
  return listOldestFirst(storage, {
    ...LEVEL_CHANGES,
    index: 'by-date',
    after,
    to: new Date(now.getTime() - FEED_TRAILS_MS - 1).toISOString(),
    limit,
    pick: (changeId, change, at) => ({ pageId: change.pageId, at, entry: { changeId, ...change } }),
  });
}
