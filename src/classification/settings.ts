import { findScheme } from '../configuration/schemes';
import { definedOf } from '../platform/defined-of';
import { LOWERING_RULES, type LoweringRule } from '../access/decide';
import {
  DELEGABLE,
  type Delegable,
  type Level,
  type LevelOfPage,
  type LevelScheme,
  type OwnSettings,
  type Settings,
  type SurfaceSettings,
} from './model';

/**
 * Evaluates the settings of a site and of its spaces. The choices of space admins apply within those of the site, and
 * only while they are delegated (ADR 49). Pure.
 */

/** The levels in their order, and the settings. */
interface SiteLevels {
  readonly all: readonly Level[];
  readonly settings: Settings;
}

export const NO_SETTINGS: Settings = { lowering: 'allowed', schemes: [], spaces: {} };

/** People see the level on every page, and change nothing but levels. */
export const NO_SURFACE_SETTINGS: SurfaceSettings = {
  byline: true,
  banner: true,
  menus: true,
  bylineNames: 'site',
  peopleMayExclude: false,
  peopleMayRedact: false,
  offSpaceIds: [],
};

export function surfaceSettingsOf({ surfaces = NO_SURFACE_SETTINGS }: Settings): SurfaceSettings {
  return surfaces;
}

/** True if people in this space see no levels and cannot set them on pages. API keys and jobs are not affected. */
export function isOffIn(settings: Settings, spaceId: string): boolean {
  return surfaceSettingsOf(settings).offSpaceIds.includes(spaceId) || ownSettingsIn(settings, spaceId).isOff === true;
}

/** The spaces where classification is off on pages. */
export function offSpaceIdsOf(settings: Settings): readonly string[] {
  const ownOff = Object.keys(settings.ownSpaces ?? {}).filter((spaceId) => isOffIn(settings, spaceId));
  return [...new Set([...surfaceSettingsOf(settings).offSpaceIds, ...ownOff])].sort();
}

export function isDelegated({ delegated = [] }: Settings, one: Delegable): boolean {
  return delegated.includes(one);
}

/** The settings of the admins of a space that are delegated. */
export function ownSettingsIn(settings: Settings, spaceId: string): OwnSettings {
  const { defaultLevel, levelIds, lowering, isOff } = settings.ownSpaces?.[spaceId] ?? {};
  const ifDelegated = <T>(one: Delegable, own: T) => (isDelegated(settings, one) ? own : undefined);
  return definedOf({
    defaultLevel: ifDelegated('defaultLevel', defaultLevel),
    levelIds: ifDelegated('levels', levelIds),
    lowering: ifDelegated('lowering', lowering),
    isOff: ifDelegated('off', isOff),
  });
}

/** The rule for lowering levels in this space, which is the stricter one of the site's and its own. */
export function loweringIn(settings: Settings, spaceId: string | undefined): LoweringRule {
  const own = spaceId === undefined ? undefined : ownSettingsIn(settings, spaceId).lowering;
  return own !== undefined && isStricter(own, settings.lowering) ? own : settings.lowering;
}

/** The different rules for lowering levels on this site. */
export function loweringRulesIn(settings: Settings): readonly LoweringRule[] {
  const own = Object.keys(settings.ownSpaces ?? {}).map((spaceId) => loweringIn(settings, spaceId));
  return [...new Set([settings.lowering, ...own])];
}

export function isStricter(one: LoweringRule, than: LoweringRule): boolean {
  return LOWERING_RULES.indexOf(one) > LOWERING_RULES.indexOf(than);
}

/** The default level that the site has for this space. */
export function siteDefaultIn(settings: Settings, spaceId: string): LevelOfPage | 'none' {
  return settings.spaces[spaceId]?.defaultLevel ?? settings.defaultLevel ?? 'none';
}

/** True if the site lets the admins of this space choose this default level. Unknown floors count as the most sensitive. */
export function mayBeDefault({ all, settings }: SiteLevels, spaceId: string, chosen: LevelOfPage | 'none'): boolean {
  const siteDefault = siteDefaultIn(settings, spaceId);
  const floor = settings.defaultFloor ?? (siteDefault === 'none' ? siteDefault : siteDefault.levelId);
  return floor === 'none' || !isLowering(all, floor, chosen);
}

/** The default level for pages of this space. The levels that space admins allow never make it less sensitive. */
export function defaultIn(levels: SiteLevels, spaceId: string): LevelOfPage | 'none' {
  const { settings } = levels;
  const own = ownSettingsIn(settings, spaceId);
  const ownDefault = own.defaultLevel && mayBeDefault(levels, spaceId, own.defaultLevel) ? own.defaultLevel : undefined;
  if (ownDefault === 'none') return 'none';
  const chosen = ownDefault && nearestLevel(levels, ownDefault, isAllowedIn(levels, spaceId));
  if (chosen !== undefined) return chosen;
  const wanted = siteDefaultIn(settings, spaceId);
  if (wanted === 'none' || own.levelIds === undefined) return wanted;
  return usableFor(levels, spaceId, wanted) ?? 'none';
}

/**
 * The level that the app sets where the site requires this one. It is the level itself if the space may use it, else
 * the nearest more sensitive one. If space admins allow no level that is sensitive enough, it is one that the site lets
 * the space use, so that their choice never makes pages less protected. A sub-level that cannot be set is omitted.
 * Undefined for an unknown level, and if the site lets the space use no such level.
 */
export function usableFor(levels: SiteLevels, spaceId: string, wanted: LevelOfPage): LevelOfPage | undefined {
  return (
    nearestLevel(levels, wanted, isAllowedIn(levels, spaceId)) ??
    nearestLevel(levels, wanted, ({ levelId }) => isInScheme(levels.settings, spaceId, levelId))
  );
}

function isAllowedIn(levels: SiteLevels, spaceId: string): (level: Level) => boolean {
  return ({ levelId }) => isUsableIn(levels, spaceId, levelId);
}

/** The published level itself if it is allowed, else the nearest more sensitive one; never a less sensitive one. */
function nearestLevel(
  { all }: SiteLevels,
  { levelId, subLevelId }: LevelOfPage,
  isAllowed: (level: Level) => boolean,
): LevelOfPage | undefined {
  const isSettable = (level: Level) => level.status === 'PUBLISHED' && isAllowed(level);
  const own = all.find((level) => level.levelId === levelId);
  if (own === undefined) return undefined;
  if (isSettable(own)) {
    const subLevel = own.subLevels.find((one) => one.subLevelId === subLevelId && one.status === 'PUBLISHED');
    return { levelId, ...(subLevel === undefined ? {} : { subLevelId: subLevel.subLevelId }) };
  }
  const nearest = all.slice(0, all.indexOf(own)).findLast(isSettable);
  return nearest && { levelId: nearest.levelId };
}

/** @returns undefined if the space may use every level */
function schemeOf(settings: Settings, spaceId: string): LevelScheme | undefined {
  const schemeId = settings.spaces[spaceId]?.schemeId ?? settings.schemeId;
  return findScheme(settings.schemes, schemeId);
}

/** True if the site lets this space use the level. */
export function isInScheme(settings: Settings, spaceId: string, levelId: string): boolean {
  return schemeOf(settings, spaceId)?.levelIds.includes(levelId) ?? true;
}

/** True if the level can be set in a space, as far as the site decides. */
export function isOffered({ settings }: SiteLevels, spaceId: string, { levelId, status }: Level): boolean {
  return status === 'PUBLISHED' && isInScheme(settings, spaceId, levelId);
}

/**
 * True if the settings let this space use the level. If the site has archived or no longer allows all levels that space
 * admins have chosen, the space follows the site.
 */
export function isUsableIn(levels: SiteLevels, spaceId: string, levelId: string): boolean {
  const { all, settings } = levels;
  if (!isInScheme(settings, spaceId, levelId)) return false;
  const { levelIds } = ownSettingsIn(settings, spaceId);
  if (levelIds === undefined || levelIds.includes(levelId)) return true;
  return !all.some((level) => levelIds.includes(level.levelId) && isOffered(levels, spaceId, level));
}

/**
 * True if the change makes a page less protected. An unknown current level counts as the most sensitive. All sub-levels
 * of a level are equally sensitive.
 * @param from undefined = the page has no level
 */
export function isLowering(levels: readonly Level[], from: string | undefined, to: LevelOfPage | 'none'): boolean {
  if (from === undefined) return false;
  if (to === 'none') return true;
  const orderOf = (levelId: string) => levels.find((level) => level.levelId === levelId)?.order ?? 0;
  return to.levelId !== from && orderOf(to.levelId) > orderOf(from);
}

/**
 * True if a page keeps its level where levels are only raised, because it has the level, with or without a sub-level,
 * or a more sensitive one. Every change that only raises a level asks this.
 * @param current undefined = the page has no level
 */
export function keepsLevel(
  levels: readonly Level[],
  current: LevelOfPage | undefined,
  wanted: LevelOfPage | 'none',
): boolean {
  if (current === undefined) return false;
  return wanted === 'none' || wanted.levelId === current.levelId || isLowering(levels, current.levelId, wanted);
}

/**
 * The settings with which the admins of this space protect its pages less than the site would: a less sensitive default level,
 * no use of the most sensitive level, or classification turned off. The only definition of a weakened space.
 */
export function weakeningsIn(levels: SiteLevels, spaceId: string): readonly Delegable[] {
  const { all, settings } = levels;
  const siteDefault = siteDefaultIn(settings, spaceId);
  const mostSensitive = all.find((level) => isOffered(levels, spaceId, level));
  const isWeaker: Readonly<Record<Delegable, boolean>> = {
    defaultLevel: siteDefault !== 'none' && isLowering(all, siteDefault.levelId, defaultIn(levels, spaceId)),
    levels: mostSensitive !== undefined && !isUsableIn(levels, spaceId, mostSensitive.levelId),
    lowering: isStricter(settings.lowering, loweringIn(settings, spaceId)),
    off: isOffIn(settings, spaceId) && !surfaceSettingsOf(settings).offSpaceIds.includes(spaceId),
  };
  return DELEGABLE.filter((one) => isWeaker[one]);
}

/** The places where the settings use a level: as a default, with or without a sub-level, and in schemes. */
export interface SettingsUse {
  readonly isSiteDefault: boolean;
  readonly spaceIds: readonly string[];
  readonly schemeNames: readonly string[];
}

export function findSettingsUse({ defaultLevel, spaces, schemes }: Settings, levelId: string): SettingsUse {
  const isIt = (level: LevelOfPage | 'none' | undefined) => typeof level === 'object' && level.levelId === levelId;
  return {
    isSiteDefault: isIt(defaultLevel),
    spaceIds: Object.keys(spaces).filter((spaceId) => isIt(spaces[spaceId]?.defaultLevel)),
    schemeNames: schemes.filter(({ levelIds }) => levelIds.includes(levelId)).map(({ name }) => name),
  };
}
