import type { Position } from '../platform/rows-by-time';
import type { Storage } from '../platform/storage';
import type { LevelOfPage, PageLevelRecord } from './model';
import { type LevelChangeEntry, readPageHistory } from './level-history';

/**
 * The level that a page had before a key first changed it, if no other user or key has changed it since. A revert of
 * the key restores this level.
 */
export interface BeforeKey {
  readonly level: LevelOfPage | 'none';
  /** True if the stored level is still the result of the key's change. */
  readonly isStill: (current: PageLevelRecord | undefined) => boolean;
}

interface KeyQuestion {
  readonly pageId: string;
  readonly keyId: string;
  /** Earlier changes are ignored. */
  readonly from?: string | undefined;
  readonly now: Date;
}

const READ_AT_ONCE = 50;

/** @returns undefined if others have changed the page since. @throws StorageUnavailableError */
export async function findLevelBeforeKey(
  storage: Pick<Storage, 'list'>,
  { pageId, keyId, from = '', now }: KeyQuestion,
): Promise<BeforeKey | undefined> {
  let latest: LevelChangeEntry | undefined;
  let first: LevelChangeEntry | undefined;
  let after: Position | undefined;
  let isOfKey = true;
  do {
    const { items, next } = await readPageHistory(storage, { pageId, now, after, limit: READ_AT_ONCE });
    for (const entry of items) {
      // If a change is missing, its author is unknown.
      const follows = first === undefined || entry.pageRev === first.pageRev - 1;
      isOfKey &&= follows && entry.apiKeyId === keyId && entry.changedAt >= from;
      if (!isOfKey) break;
      latest ??= entry;
      first = entry;
    }
    after = next;
  } while (isOfKey && after !== undefined);
  if (latest === undefined || first === undefined) return undefined;
  const { levelId, pageRev } = latest;
  const { previousLevelId, previousSubLevelId: subLevelId } = first;
  return {
    level: previousLevelId === undefined ? 'none' : { levelId: previousLevelId, subLevelId },
    isStill: (current) => (current === undefined ? levelId === undefined : current.rev === pageRev),
  };
}
