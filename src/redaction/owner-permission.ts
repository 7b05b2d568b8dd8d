import { decide } from '../access/decide';
import type { Scope } from '../access/scope';
import { readSettings } from '../classification/level-store';
import { isOffIn, surfaceSettingsOf } from '../classification/settings';
import { rightsOf } from '../keys/key-rights';
import { readRunOwner } from '../runs/run-owner';
import type { RedactionRun } from './run-model';

/** The owner's current permission for pages, read again at each call. */
export interface OwnerPermission {
  /** @throws StorageUnavailableError, HostError */
  readonly isAllowed: (spaceId: string, levelId: string | null) => Promise<boolean>;
  /** The code of the problem, if a call found that the owner no longer has any permission. */
  readonly stoppedBy: () => string | undefined;
}

export function ownerPermission(
  context: Parameters<typeof readRunOwner>[0],
  { record }: RedactionRun,
): OwnerPermission {
  const required: Scope = record.data.cleanHistory === true ? 'detection::manage' : 'detection::write';
  const isOnPage = record.data.startPageId !== undefined;
  let stoppedBy: string | undefined;
  return {
    stoppedBy: () => stoppedBy,
    isAllowed: async (spaceId, levelId) => {
      const owner = await readRunOwner(context, record, required, isOnPage ? 'user' : 'site-admin');
      if (typeof owner === 'string') {
        stoppedBy = owner;
        return false;
      }
      if (owner.kind === 'person') {
        if (!isOnPage) return true;
        const settings = await readSettings(context.storage);
        if (surfaceSettingsOf(settings).peopleMayRedact && !isOffIn(settings, spaceId)) return true;
        stoppedBy = 'NOT_ENABLED';
        return false;
      }
      const page = { spaceId, mayUpdate: true };
      return decide({ required, key: rightsOf(owner.key.record), page, currentLevelId: levelId }).allow;
    },
  };
}
