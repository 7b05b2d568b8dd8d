import { type KeyUse, type RefusedCalls, refusedLately } from './key-use';
import type { KeyUses, StoredKeyUse } from './key-use-store';
import { definedOf } from '../platform/defined-of';

/** The use of a key, as any site admin may see it. */

/**
 * When a key was last used. If neither field is set, no use is recorded. A use is kept for a year after the last call.
 */
export interface LastUse {
  /** Accurate to the minute, because a use within a minute of the previous one is not recorded. */
  readonly lastUsedAt?: string;
  /** The use could not be read, which does not mean that the key was never used. */
  readonly lastUsedUnknown?: true;
}

export interface KeyUseView {
  readonly firstUsedAt?: string;
  /** Accurate to the minute. */
  readonly lastUsedAt?: string;
  /** The method and the route template of the last use, for example `GET /v1/level`. */
  readonly lastRoute?: string;
  /** Within the last 24 hours, the most frequent problem first. */
  readonly refused: readonly RefusedCalls[];
}

export function lastUseIn({ byKeyId, isComplete }: KeyUses, keyId: string): LastUse {
  return lastUseOf(byKeyId.get(keyId) ?? (isComplete ? undefined : 'unreadable'));
}

export function lastUseOf(use: StoredKeyUse): LastUse {
  if (use === 'unreadable') return { lastUsedUnknown: true };
  return use?.lastUsedAt === undefined ? {} : { lastUsedAt: use.lastUsedAt };
}

export function viewKeyUse(use: KeyUse | undefined, now: Date): KeyUseView {
  return {
    ...definedOf({ firstUsedAt: use?.firstUsedAt, lastUsedAt: use?.lastUsedAt, lastRoute: use?.lastRoute }),
    refused: refusedLately(use, now),
  };
}
