import { type AuditFields, difference } from '../audit/details';
import type { ConfigurationEdit, ConfigurationKind } from '../configuration/change-configuration';
import { definedOf } from '../platform/defined-of';
import { LEVELS } from './change-levels';
import { isSettable } from './edit-settings';
import type { Levels } from './level-store';
import { DELEGABLE, type Delegable, type OwnSettings } from './model';
import { isDelegated, isOffered, isStricter, mayBeDefault, ownSettingsIn, siteDefaultIn } from './settings';

/** Changes what the admins of a space have set, within what the site admin lets them set (ADR 49). Pure. */

export type OwnRefusal =
  /** The site admin does not let space admins set this. */
  | 'NOT_DELEGATED'
  /** A level that the site does not let the space use, or that is archived. */
  | 'LEVEL_NOT_OFFERED'
  /** The default level is not one of the levels of the space, or it is archived. */
  | 'DEFAULT_NOT_ALLOWED'
  /** The default level is less sensitive than the site allows. */
  | 'DEFAULT_BELOW_FLOOR'
  /** The site has a stricter rule for lowering levels. */
  | 'LOWERING_LOOSER'
  /** The settings of all spaces together are too large. */
  | 'TOO_MANY_OWN_SETTINGS';

/** The same row as the levels. The frame of the space settings has the texts of its refusals. */
export const OWN_SETTINGS: Omit<ConfigurationKind<Levels, OwnRefusal>, 'refusals'> = {
  rowKey: LEVELS.rowKey,
  read: LEVELS.read,
  valueOf: LEVELS.valueOf,
  event: LEVELS.event,
  tooLarge: 'TOO_MANY_OWN_SETTINGS',
};

/** Bytes of JSON. Spaces cannot use up the room that site admins need for levels and settings. */
const MAX_OWN_BYTES = 96 * 1024;

const MEMBER_OF = {
  defaultLevel: 'defaultLevel',
  levels: 'levelIds',
  lowering: 'lowering',
  off: 'isOff',
} as const satisfies Record<Delegable, keyof OwnSettings>;

/** @param wanted everything that is delegated; omitted = as the site. Settings that are not delegated stay stored. */
export function changeOwnSettings(
  levels: Levels,
  spaceId: string,
  wanted: OwnSettings,
): ConfigurationEdit<Levels, OwnRefusal> {
  const { settings } = levels;
  const refused = refusalOf(levels, spaceId, wanted);
  if (refused !== undefined) return { outcome: 'refused', reason: refused };
  const stored = settings.ownSpaces?.[spaceId] ?? {};
  const { defaultLevel, levelIds, lowering, isOff }: OwnSettings = {
    ...Object.fromEntries(
      DELEGABLE.filter((one) => !isDelegated(settings, one)).map((one) => [MEMBER_OF[one], stored[MEMBER_OF[one]]]),
    ),
    ...wanted,
  };
  const inOrder = levelIds && levels.all.map(({ levelId }) => levelId).filter((levelId) => levelIds.includes(levelId));
  const own: OwnSettings = definedOf({ defaultLevel, levelIds: inOrder, lowering, isOff });
  const differs = difference(auditFieldsOf(stored), auditFieldsOf(own));
  if (differs === undefined) return { outcome: 'unchanged' };
  const { [spaceId]: _before, ...others } = settings.ownSpaces ?? {};
  const ownSpaces = Object.keys(own).length === 0 ? others : { ...others, [spaceId]: own };
  if (bytesOf(ownSpaces) > MAX_OWN_BYTES && bytesOf(ownSpaces) > bytesOf(settings.ownSpaces ?? {}))
    return { outcome: 'refused', reason: 'TOO_MANY_OWN_SETTINGS' };
  return { outcome: 'changed', next: { ...levels, settings: { ...settings, ownSpaces } }, ...differs };
}

function refusalOf(levels: Levels, spaceId: string, wanted: OwnSettings): OwnRefusal | undefined {
  const { all, settings } = levels;
  if (DELEGABLE.some((one) => wanted[MEMBER_OF[one]] !== undefined && !isDelegated(settings, one)))
    return 'NOT_DELEGATED';
  const { defaultLevel, levelIds, lowering } = wanted;
  const offered = new Set(all.filter((level) => isOffered(levels, spaceId, level)).map(({ levelId }) => levelId));
  if (levelIds?.some((levelId) => !offered.has(levelId)) === true) return 'LEVEL_NOT_OFFERED';
  if (typeof defaultLevel === 'object') {
    const isAllowed = offered.has(defaultLevel.levelId) && levelIds?.includes(defaultLevel.levelId) !== false;
    if (!isAllowed || !isSettable(all, defaultLevel)) return 'DEFAULT_NOT_ALLOWED';
  }
  if (defaultLevel !== undefined && !mayBeDefault(levels, spaceId, defaultLevel)) return 'DEFAULT_BELOW_FLOOR';
  return lowering !== undefined && isStricter(settings.lowering, lowering) ? 'LOWERING_LOOSER' : undefined;
}

/**
 * Everything that a space admin decides on, as text. A change is based on it, so that changes of other spaces and of other
 * settings are no conflict.
 */
export function basisOf(levels: Levels, spaceId: string): string {
  const { all, settings } = levels;
  return JSON.stringify([
    settings.ownSpaces?.[spaceId] ?? {},
    DELEGABLE.filter((one) => isDelegated(settings, one)),
    settings.lowering,
    siteDefaultIn(settings, spaceId),
    settings.defaultFloor,
    all
      .filter((level) => isOffered(levels, spaceId, level))
      .map(({ levelId, subLevels }) => [levelId, subLevels.map(({ subLevelId, status }) => [subLevelId, status])]),
    ownSettingsIn(settings, spaceId),
  ]);
}

function auditFieldsOf({ defaultLevel, levelIds, lowering, isOff }: OwnSettings): AuditFields {
  const { levelId, subLevelId } =
    typeof defaultLevel === 'object' ? defaultLevel : { levelId: defaultLevel, subLevelId: undefined };
  return {
    defaultLevelId: levelId,
    defaultSubLevelId: subLevelId,
    allowedLevelIds: levelIds,
    lowering,
    isOff,
  };
}

function bytesOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}
