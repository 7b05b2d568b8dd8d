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
    message: `Another user changed the levels or the settings (now at revision ${revision} or later). Reload them, then decide.`,
  });
}

function refusalOf(reason: ConfigurationRefusal, where: readonly string[]): Refusal {
  if (reason === 'NAME_TAKEN') {
    return invalidInput([{ field: 'name', message: 'is the name of another one that is not archived' }]);
  }
  if (reason === 'KEY_TAKEN') {
    return invalidInput([{ field: 'key', message: 'is that of another one, archived or not, or has another meaning' }]);
  }
  return new Refusal({ code: reason, message: MESSAGES[reason], ...(where.length === 0 ? {} : { places: where }) });
}

const MESSAGES: Readonly<Record<Exclude<ConfigurationRefusal, 'NAME_TAKEN' | 'KEY_TAKEN'>, string>> = {
  LEVEL_NOT_FOUND: 'No level on this site has this id.',
  SUBLEVEL_NOT_FOUND: 'The level has no sub-level with this id.',
  TOO_MANY_LEVELS: 'A site can have 50 levels that are not archived. Archive one first.',
  TOO_MANY_SUBLEVELS: 'A level can have 50 sub-levels that are not archived. Archive one first.',
  NOT_THE_WHOLE_ORDER: 'The new order must name each of them once, archived ones too.',
  CONFIGURATION_TOO_LARGE:
    'All levels and settings together are more than can be kept (200 KiB). Shorten a description or a guideline, or let spaces go without settings of their own.',
  LEVEL_IN_SETTINGS: 'It is a default level, or in a level scheme. Change the settings first.',
  LEVEL_NOT_SETTABLE: 'A default or a scheme names a level or a sub-level that is archived or not there.',
  SCHEME_NOT_FOUND: 'There is no level scheme with this id.',
  SCHEME_IN_USE: 'The site or a space uses this level scheme. Give them another one first.',
  DEFAULT_OUTSIDE_SCHEME: 'A default level would not be in the level scheme of its space. Change either.',
  TOO_MANY_SCHEMES: 'A site can have 50 level schemes. Remove one first.',
};
