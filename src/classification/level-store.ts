import type { Storage } from '../platform/storage';
import { readConfiguration } from '../configuration/read-configuration';
import { defaultLevels } from './default-levels';
import { keyFor } from './level-key';
import { type Level, levelsRecord, type Settings, type StoredLevel } from './model';
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
  const stored = await readConfiguration(storage, 'levels', levelsRecord);
  if (stored === undefined) return { revision: 0, all: defaultLevels(installationId), settings: NO_SETTINGS };
  const { levels, settings = NO_SETTINGS } = stored.value;
  return { revision: stored.revision, all: withKeys([...levels].sort((a, b) => a.order - b.order)), settings };
}

/** The settings alone. @throws StorageUnavailableError, CorruptRecordError */
export async function readSettings(storage: Pick<Storage, 'read'>): Promise<Settings> {
  return (await readConfiguration(storage, 'levels', levelsRecord))?.value.settings ?? NO_SETTINGS;
}

/** Gives keys to levels without one: always the same keys, until the next edit stores them. */
function withKeys(levels: readonly StoredLevel[]): readonly Level[] {
  const taken = levels.flatMap(({ levelKey }) => levelKey ?? []);
  return levels.map((level) => {
    const levelKey = level.levelKey ?? keyFor(level.name, taken, 'level');
    taken.push(levelKey);
    const takenHere = level.subLevels.flatMap(({ subLevelKey }) => subLevelKey ?? []);
    const subLevels = level.subLevels.map((subLevel) => {
      const subLevelKey = subLevel.subLevelKey ?? keyFor(subLevel.name, takenHere, 'sub-level');
      takenHere.push(subLevelKey);
      return { ...subLevel, subLevelKey };
    });
    return { ...level, levelKey, subLevels };
  });
}

export function findLevel(levels: Levels, levelId: string): Level | undefined {
  return levels.all.find((level) => level.levelId === levelId);
}
