import { actorOf } from '../audit/event';
import {
  changeConfiguration,
  type ConfigurationChange,
  type ConfigurationRefusal,
} from '../classification/change-configuration';
import { type Levels, readLevels } from '../classification/level-store';
import type { Level, Settings } from '../classification/model';
import type { AdminRequest } from './operation';
import { invalidInput, Refusal } from './result';

/** The result and the errors of every edit of the levels and the settings. */

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
export async function changeLevels(
  request: AdminRequest,
  rev: number,
  change: ConfigurationChange,
): Promise<LevelList> {
  const { storage, installationId, random, now, requestId } = request;
  const before = await readLevels(storage, installationId);
  if (before.revision !== rev) throw levelsChanged(before.revision);
  const actor = actorOf(request);
  const done = await changeConfiguration({ storage, random, now, requestId, actor, before }, change);
  switch (done.outcome) {
    case 'conflict':
      throw levelsChanged(before.revision);
    case 'refused':
      throw refusalOf(done.reason, done.where);
    case 'changed':
    case 'unchanged':
      return toLevelList(done.levels);
  }
}

function levelsChanged(revision: number): Refusal {
  return new Refusal({
    code: 'LEVELS_CHANGED',
    message: `Another admin changed the levels or settings (now at revision ${revision} or later). Reload the page, then try again.`,
  });
}

function refusalOf(reason: ConfigurationRefusal, where: readonly string[]): Refusal {
  if (reason === 'NAME_TAKEN') {
    return invalidInput([{ field: 'name', message: 'must be unique: this name is already in use' }]);
  }
  if (reason === 'KEY_TAKEN') {
    return invalidInput([
      {
        field: 'key',
        message: 'must be unique: this key is reserved or already in use, possibly by an archived level',
      },
    ]);
  }
  return new Refusal({ code: reason, message: MESSAGES[reason], ...(where.length === 0 ? {} : { places: where }) });
}

const MESSAGES: Readonly<Record<Exclude<ConfigurationRefusal, 'NAME_TAKEN' | 'KEY_TAKEN'>, string>> = {
  LEVEL_NOT_FOUND: 'This level doesn’t exist.',
  SUBLEVEL_NOT_FOUND: 'This sub-level doesn’t exist.',
  TOO_MANY_LEVELS: 'A site can have up to 50 active levels. Archive one first.',
  TOO_MANY_SUBLEVELS: 'A level can have up to 50 active sub-levels. Archive one first.',
  NOT_THE_WHOLE_ORDER: 'The order must include each level or sub-level once, including archived ones.',
  CONFIGURATION_TOO_LARGE:
    'The levels and settings are larger than 200 KiB. Shorten a description or a guideline, or remove the settings of some spaces.',
  LEVEL_IN_SETTINGS: 'This level is a default level or is in a level scheme. Change the settings first.',
  LEVEL_NOT_SETTABLE:
    'A default level or a scheme has a level or sub-level that is archived or doesn’t exist. Choose another level.',
  SCHEME_NOT_FOUND: 'This level scheme doesn’t exist. Another admin may have removed it.',
  SCHEME_IN_USE: 'The site or a space uses this level scheme. Choose another scheme there first.',
  DEFAULT_OUTSIDE_SCHEME: 'The default level must be in the level scheme of its space. Change one of them.',
  TOO_MANY_SCHEMES: 'A site can have up to 50 level schemes. Remove one first.',
};
