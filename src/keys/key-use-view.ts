import { type KeyUse, type RefusedCalls, refusedLately } from './key-use';
import type { KeyUses, StoredKeyUse } from './key-use-store';

/** What may be shown of how a key is used, to any site admin. */

/** When a key was last used. Neither = never, as far as it is recorded: for a year after its last call. */
export interface LastUse {
  /** To the minute: a use within a minute of the one before is not written down. */
  readonly lastUsedAt?: string;
  /** Whether it was ever used could not be read, which is not the same as never. */
  readonly lastUsedUnknown?: true;
}

export interface KeyUseView {
  readonly firstUsedAt?: string;
  /** To the minute. */
  readonly lastUsedAt?: string;
  /** Where it was used then: the method and the template of the route, for example `GET /v1/level`. */
  readonly lastRoute?: string;
  /** Within the last 24 hours; what was refused most comes first. */
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
    ...(use?.firstUsedAt === undefined ? {} : { firstUsedAt: use.firstUsedAt }),
    ...(use?.lastUsedAt === undefined ? {} : { lastUsedAt: use.lastUsedAt }),
    ...(use?.lastRoute === undefined ? {} : { lastRoute: use.lastRoute }),
    refused: refusedLately(use, now),
  };
}
