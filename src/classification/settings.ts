import { findScheme } from '../configuration/schemes';
import type { Level, LevelOfPage, LevelScheme, Settings, SurfaceSettings } from './model';

/** Evaluates the settings of a site. Pure. */

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
  return surfaceSettingsOf(settings).offSpaceIds.includes(spaceId);
}

/** The default level for pages of this space. */
export function defaultIn(settings: Settings, spaceId: string): LevelOfPage | 'none' {
  return settings.spaces[spaceId]?.defaultLevel ?? settings.defaultLevel ?? 'none';
}

/** @returns undefined if the space may use every level */
function schemeOf(settings: Settings, spaceId: string): LevelScheme | undefined {
  const schemeId = settings.spaces[spaceId]?.schemeId ?? settings.schemeId;
  return findScheme(settings.schemes, schemeId);
}

export function isUsableIn(settings: Settings, spaceId: string, levelId: string): boolean {
  return schemeOf(settings, spaceId)?.levelIds.includes(levelId) ?? true;
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
