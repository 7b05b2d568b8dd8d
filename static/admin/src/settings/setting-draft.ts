import type { LevelList } from '../../../../src/admin/levels/change-levels';
import type { LoweringRule } from '../../../../src/access/decide';
import type { LevelOfPage, Settings } from '../../../../src/classification/model';
import { schemeInWords } from '../configuration/setting-words';
import type { DraftErrors } from '../configuration/use-draft';
import { levelOfValue, levelPath, levelValue, settableLevels } from '../level-path';
import { texts } from '../texts';

/** The settings in a form, as the values of selects. */

export interface SpaceDraft {
  /** `site`, `none`, or the value of a level. */
  readonly defaultLevel: string;
  /** `site`, `none`, or the ID of a scheme. */
  readonly schemeId: string;
}

export interface SiteDraft extends SpaceDraft {
  readonly lowering: LoweringRule;
}

export function siteDraftOf({ lowering, defaultLevel, schemeId = 'none' }: Settings): SiteDraft {
  return { lowering, defaultLevel: valueOf(defaultLevel ?? 'none'), schemeId };
}

export function spaceDraftOf({ spaces }: Settings, spaceId: string): SpaceDraft {
  const { defaultLevel, schemeId = 'site' } = spaces[spaceId] ?? {};
  return { defaultLevel: defaultLevel === undefined ? 'site' : valueOf(defaultLevel), schemeId };
}

const valueOf = (level: LevelOfPage | 'none') => (level === 'none' ? level : levelValue(level));

/** The value for the resolver. undefined is omitted. */
export function sentLevel(value: string): LevelOfPage | 'none' | undefined {
  if (value === 'site') return undefined;
  return value === 'none' ? value : levelOfValue(value);
}

/** @returns undefined if it is the same as the site */
export function sentScheme(value: string): string | undefined {
  return value === 'site' ? undefined : value;
}

/** Checks the draft without the resolver, which also checks other spaces. */
export function checkSettings(list: LevelList, { defaultLevel, schemeId }: SpaceDraft): DraftErrors<SpaceDraft> {
  const { errors } = texts.settings;
  const { settings, levels } = list;
  const isNamed = (value: string) => value !== 'site' && value !== 'none';
  const settable = settableLevels(levels).map(levelValue);
  const found: DraftErrors<SpaceDraft> = {
    ...(isNamed(defaultLevel) && !settable.includes(defaultLevel) ? { defaultLevel: errors.levelNotFound } : {}),
    ...(isNamed(schemeId) && !settings.schemes.some((one) => one.schemeId === schemeId)
      ? { schemeId: errors.schemeNotFound }
      : {}),
  };
  if (Object.keys(found).length > 0) return found;
  const site = siteDraftOf(settings);
  const level = defaultLevel === 'site' ? site.defaultLevel : defaultLevel;
  const scheme = settings.schemes.find((one) => one.schemeId === (schemeId === 'site' ? site.schemeId : schemeId));
  const target = levelOfValue(level);
  if (level === 'none' || scheme === undefined || scheme.levelIds.includes(target.levelId)) return {};
  return { defaultLevel: errors.outside(levelPath(target, levels), schemeInWords(list, scheme.schemeId)) };
}
