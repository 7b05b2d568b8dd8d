import type { ConfigurationChange, ConfigurationEdit, ConfigurationKind } from '../configuration/change-configuration';
import type { RefusalTexts } from '../configuration/refusal-text';
import { MAX_SCHEMES, type SchemeRefusal } from '../configuration/schemes';
import type { EditRefusal, LevelEdit } from './edit-levels';
import { MIRROR_QUEUE } from '../mirror/push-mirror';
import { type Fault, findFaults, type SettingsEdit } from './edit-settings';
import { type Levels, readLevels } from './level-store';
import type { Level, Settings } from './model';

/** The levels and the settings are one configuration, because an edit of either must leave both consistent. */

type LevelsRefusal = EditRefusal | SchemeRefusal | Fault['fault'] | 'LEVEL_IN_SETTINGS' | 'CONFIGURATION_TOO_LARGE';

export type LevelsChange = Pick<ConfigurationChange<Levels, LevelsRefusal>, 'type' | 'subject' | 'mayChange'> &
  (
    | { readonly editLevels: (levels: readonly Level[]) => LevelEdit }
    | { readonly editSettings: (settings: Settings) => SettingsEdit }
  );

const LISTS_LEVELS = 'GET /v1/level lists the levels with their UUIDs and keys.';

const LEVELS_REFUSALS = {
  CHANGED: {
    code: 'LEVELS_CHANGED',
    problem: 'PRECONDITION_FAILED',
    detail: 'Another admin changed the levels or settings. Reload the page, then try again.',
    apiDetail: 'The levels or settings do not match If-Match. Nothing was changed. Read them again, then decide.',
  },
  LEVEL_NOT_FOUND: {
    code: 'LEVEL_NOT_FOUND',
    problem: 'CONFIGURATION_NOT_FOUND',
    detail: 'The level was not found.',
    apiDetail: LISTS_LEVELS,
  },
  SUBLEVEL_NOT_FOUND: {
    code: 'SUBLEVEL_NOT_FOUND',
    problem: 'CONFIGURATION_NOT_FOUND',
    detail: 'The sub-level was not found.',
    apiDetail: LISTS_LEVELS,
    members: ['subLevelId'],
  },
  NAME_TAKEN: {
    field: 'name',
    message: 'must be unique: this name is already in use',
    problem: 'NAME_TAKEN',
    detail: 'Choose another name, or restore the one that has it.',
    members: ['name'],
  },
  KEY_TAKEN: {
    field: 'key',
    message: 'must be unique: this key is reserved or already in use, possibly by an archived level',
    problem: 'NAME_TAKEN',
    detail: 'Choose another key, or restore the one that has it.',
    // The key is derived from the name if it is omitted.
    members: ['levelKey', 'subLevelKey', 'name'],
  },
  NOT_THE_WHOLE_ORDER: {
    code: 'NOT_THE_WHOLE_ORDER',
    problem: 'INCOMPLETE_ORDER',
    detail: 'The order must include each level or sub-level once, including archived ones.',
  },
  LEVEL_IN_SETTINGS: {
    code: 'LEVEL_IN_SETTINGS',
    problem: 'LEVEL_IN_SETTINGS',
    detail: 'This level is a default level or one of the allowed levels of spaces. Change the settings first.',
  },
  TOO_MANY_LEVELS: {
    code: 'TOO_MANY_LEVELS',
    problem: 'CONFIGURATION_FULL',
    detail: 'A site can have up to 50 active levels. Archive one first.',
  },
  TOO_MANY_SUBLEVELS: {
    code: 'TOO_MANY_SUBLEVELS',
    problem: 'CONFIGURATION_FULL',
    detail: 'A level can have up to 50 active sub-levels. Archive one first.',
  },
  CONFIGURATION_TOO_LARGE: {
    code: 'CONFIGURATION_TOO_LARGE',
    problem: 'CONFIGURATION_FULL',
    detail:
      'The levels and settings are larger than 200 KiB. Shorten a description or a guideline, or remove the settings of some spaces.',
  },
  TOO_MANY_SCHEMES: {
    code: 'TOO_MANY_SCHEMES',
    problem: 'CONFIGURATION_FULL',
    detail: `A site can have up to ${MAX_SCHEMES} sets of allowed levels. Remove one first.`,
  },
  SCHEME_NOT_FOUND: {
    code: 'SCHEME_NOT_FOUND',
    problem: 'INVALID_SETTINGS',
    detail: 'The allowed levels were not found. Another admin may have removed them.',
    members: ['schemeId'],
  },
  SCHEME_IN_USE: {
    code: 'SCHEME_IN_USE',
    problem: 'INVALID_SETTINGS',
    detail: 'The site or a space uses these allowed levels. Choose others there first.',
  },
  LEVEL_NOT_SETTABLE: {
    code: 'LEVEL_NOT_SETTABLE',
    problem: 'INVALID_SETTINGS',
    detail:
      'A default level or a scheme has a level or sub-level that is archived or no longer exists. Choose another level.',
    members: ['defaultLevel', 'levelIds'],
  },
  FLOOR_NOT_FOUND: {
    code: 'LEVEL_NOT_SETTABLE',
    problem: 'INVALID_SETTINGS',
    detail: 'The least sensitive default level of spaces no longer exists. Choose another level.',
    members: ['defaultFloor'],
  },
  DEFAULT_OUTSIDE_SCHEME: {
    code: 'DEFAULT_OUTSIDE_SCHEME',
    problem: 'INVALID_SETTINGS',
    detail: 'The default level must be one of the allowed levels of its space. Change one of them.',
  },
} as const satisfies RefusalTexts<LevelsRefusal>;

export const LEVELS = {
  rowKey: 'levels',
  read: readLevels,
  valueOf: ({ all, settings }: Levels) => ({ levels: all, settings }),
  tooLarge: 'CONFIGURATION_TOO_LARGE',
  event: { queue: MIRROR_QUEUE, body: { task: 'configuration' } },
  refusals: LEVELS_REFUSALS,
} as const satisfies ConfigurationKind<Levels, LevelsRefusal>;

export function planLevels(change: LevelsChange): ConfigurationChange<Levels, LevelsRefusal> {
  const { type, subject, mayChange } = change;
  return { type, subject, mayChange, edit: (current) => apply(change, current) };
}

function apply(change: LevelsChange, current: Levels): ConfigurationEdit<Levels, LevelsRefusal> {
  const edited = 'editLevels' in change ? change.editLevels(current.all) : change.editSettings(current.settings);
  if (edited.outcome !== 'changed') return edited;
  const next = { ...current, ...('levels' in edited ? { all: edited.levels } : { settings: edited.settings }) };
  const faults = newFaults(current, next);
  const [first] = faults;
  if (first === undefined) return { ...edited, next };
  const reason = 'editLevels' in change ? 'LEVEL_IN_SETTINGS' : first.fault;
  return { outcome: 'refused', reason, where: [...new Set(faults.map(({ where }) => where))] };
}

/** Only the problems that the edit causes. Problems that another version of the app left must not block edits. */
function newFaults(before: Levels, after: Levels): readonly Fault[] {
  const old = findFaults(before.all, before.settings);
  return findFaults(after.all, after.settings).filter(
    ({ fault, where, id }) => !old.some((one) => one.fault === fault && one.where === where && one.id === id),
  );
}
