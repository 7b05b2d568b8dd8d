import { countPages } from '../classification/level-use';
import { findNamed } from '../classification/resolve-level';
import { findSettingsUse } from '../classification/settings';
import { isSameName, spacesWith } from '../configuration/schemes';
import { listKeys } from '../keys/key-store';
import { keyStatus } from '../keys/key-lifetime';
import { rightsOf } from '../keys/key-rights';
import { awaitAll } from '../platform/await-all';
import type { Storage } from '../platform/storage';
import type { PlanEntry } from './plan';
import type { PolicyState } from './state';

/** Finds what an edit affects besides the configuration. */

export interface Effect {
  /** With the level, at most 100; 100 means 100 or more. */
  readonly pages: number;
  /** Active keys that are limited to the level. */
  readonly keys: number;
  readonly spaces: number;
}

interface Reader {
  readonly storage: Pick<Storage, 'list' | 'readValue' | 'readMany'> & Storage;
  readonly now: Date;
}

/**
 * Reads nothing, except for levels that are archived: their pages, and once all keys.
 * @returns undefined for an edit that only changes the configuration
 * @throws StorageUnavailableError
 */
export async function findEffects(
  entries: readonly PlanEntry[],
  state: PolicyState,
  { storage, now }: Reader,
): Promise<readonly (Effect | undefined)[]> {
  const isArchive = ({ kind }: PlanEntry) => kind === 'level.archive';
  const keys = entries.some(isArchive) ? await listKeys(storage) : [];
  return awaitAll(
    entries.map(async (entry) => {
      const name = entry.path.split('/').slice(2).join('/');
      const level = isArchive(entry) ? findNamed(state.levels.all, name) : undefined;
      if (level === undefined) return ofSpaces(entry, name, state);
      const { levelId } = level;
      const limited = keys.filter(
        ({ record }) => keyStatus(record, now) === 'active' && rightsOf(record).levelLimit.includes(levelId),
      );
      const { count: pages } = await countPages(storage, levelId);
      return { pages, keys: limited.length, spaces: findSettingsUse(state.levels.settings, levelId).spaceIds.length };
    }),
  );
}

function ofSpaces({ kind }: PlanEntry, name: string, { levels, detection }: PolicyState): Effect | undefined {
  const { settings } = levels;
  const { config } = detection;
  const schemeIn = (all: readonly { readonly schemeId: string; readonly name: string }[]) =>
    all.find((one) => isSameName(one.name, name))?.schemeId ?? '';
  if (kind === 'level-scheme.change')
    return {
      ...NO_PAGES,
      spaces: spacesWith(settings.spaces, schemeIn(settings.schemes), (one) => one.schemeId).length,
    };
  if (kind === 'detector-scheme.change')
    return { ...NO_PAGES, spaces: spacesWith(config.spaces, schemeIn(config.schemes), (one) => one).length };
  return kind === 'space.change' || kind === 'space-detection.change' ? { ...NO_PAGES, spaces: 1 } : undefined;
}

const NO_PAGES = { pages: 0, keys: 0 };
