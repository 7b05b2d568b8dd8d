import { LEVELS, type LevelsChange, planLevels } from '../classification/change-levels';
import type { Levels } from '../classification/level-store';
import type { Level, Settings } from '../classification/model';
import { changeAsAdmin } from './change-as-admin';
import type { AdminRequest } from './operation';

/** The result of every edit of the levels and the settings. */

export interface LevelList {
  /** The revision for the next edit. */
  readonly rev: number;
  /** All levels in order, including archived ones. */
  readonly levels: readonly Level[];
  readonly settings: Settings;
}

export function toLevelList({ revision, all, settings }: Levels): LevelList {
  return { rev: revision, levels: all, settings };
}

/**
 * @param rev the revision that the edit is based on
 * @returns all levels and settings after the edit
 * @throws Refusal, StorageUnavailableError, CorruptRecordError
 */
export async function changeLevels(request: AdminRequest, rev: number, change: LevelsChange): Promise<LevelList> {
  return toLevelList(await changeAsAdmin(request, LEVELS, rev, planLevels(change)));
}
