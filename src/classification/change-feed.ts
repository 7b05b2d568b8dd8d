import { EARLIEST, type FollowedRows, listOldestFirst, type Position } from '../platform/rows-by-time';
import type { Storage } from '../platform/storage';
import { isListed, type ListedContent } from './content-type';
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

/** A change must match every filter that is set. */
export interface ChangeFilter {
  /** The level before or after the change is one of these. */
  readonly levelIds?: readonly string[] | undefined;
  readonly pageId?: string | undefined;
}

interface FeedQuestion extends ChangeFilter, ListedContent {
  readonly now: Date;
  readonly after: Position;
  readonly limit: number;
}

/**
 * Skips changes that do not match, and those that this version cannot read. The changes of one page have an index.
 * @throws StorageUnavailableError
 */
export function readChanges(
  storage: Pick<Storage, 'list'>,
  { contentType, levelIds, pageId, now, after, limit }: FeedQuestion,
): Promise<FollowedRows<FollowedChange>> {
  return listOldestFirst(storage, {
    ...LEVEL_CHANGES,
    ...(pageId === undefined ? { index: 'by-date' } : { index: 'by-page', partition: pageId }),
    after,
    to: new Date(now.getTime() - FEED_TRAILS_MS - 1).toISOString(),
    limit,
    pick: (changeId, change, at) =>
      !isListed(change, contentType) ||
      levelIds?.some((id) => id === change.levelId || id === change.previousLevelId) === false
        ? undefined
        : { pageId: change.pageId, at, entry: { changeId, ...change } },
  });
}
