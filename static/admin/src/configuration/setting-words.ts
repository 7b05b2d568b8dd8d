import type { LevelList } from '../../../../src/admin/levels/change-levels';
import type { LevelOfPage, LevelScheme } from '../../../../src/classification/model';
import { levelPath } from '../level-path';
import { texts } from '../texts';

/** @param level undefined: same as the site */
export function defaultInWords({ levels }: LevelList, level: LevelOfPage | 'none' | undefined): string {
  if (level === undefined) return texts.settings.sameAsSite;
  return level === 'none' ? texts.settings.noDefault : levelPath(level, levels);
}

/** @param schemeId undefined: same as the site */
export function schemeInWords({ settings }: LevelList, schemeId: string | undefined): string {
  if (schemeId === undefined) return texts.settings.sameAsSite;
  if (schemeId === 'none') return texts.settings.noScheme;
  return settings.schemes.find((scheme) => scheme.schemeId === schemeId)?.name ?? schemeId;
}

/** Formats the levels of a scheme in the order of the site's levels. */
export function schemeLevelsInWords({ levels }: LevelList, { levelIds }: LevelScheme): string {
  return levels
    .filter(({ levelId }) => levelIds.includes(levelId))
    .map(({ name }) => name)
    .join(', ');
}
