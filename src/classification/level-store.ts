import type { Storage } from '../platform/storage';
import { readConfiguration } from '../configuration/read-configuration';
import { defaultLevels } from './default-levels';
import { type Level, LEVELS_ROW, type Settings } from './model';
import { NO_SETTINGS } from './settings';

/** The levels and the classification settings of a site. */
export interface Levels {
  /** The revision of the configuration; 0 = never edited. */
  readonly revision: number;
  /** In their order, including archived ones. */
  readonly all: readonly Level[];
  readonly settings: Settings;
}

/** @throws StorageUnavailableError, CorruptRecordError */
export async function readLevels(storage: Pick<Storage, 'read'>, installationId: string): Promise<Levels> {
  const stored = await readConfiguration(storage, LEVELS_ROW);
  if (stored === undefined) return { revision: 0, all: defaultLevels(installationId), settings: NO_SETTINGS };
  const { levels, settings = NO_SETTINGS } = stored.value;
  return { revision: stored.revision, all: [...levels].sort((a, b) => a.order - b.order), settings };
}

/** The settings alone. @throws StorageUnavailableError, CorruptRecordError */
export async function readSettings(storage: Pick<Storage, 'read'>): Promise<Settings> {
  return (await readConfiguration(storage, LEVELS_ROW))?.value.settings ?? NO_SETTINGS;
}

export function findLevel(levels: Levels, levelId: string): Level | undefined {
  return levels.all.find((level) => level.levelId === levelId);
}
