import type { LoweringRule } from '../../../../src/access/decide';
import type { LevelOfPage, OwnSettings } from '../../../../src/classification/model';
import type { SpaceSettingsView } from '../../../../src/surfaces/space/contract';
import { settingsTexts as t } from './texts';

/** The settings as they are edited. */
export interface Draft {
  /** `site`, `none`, the id of a level, or of a level and its sub-level. */
  readonly defaultLevel: string;
  /** undefined = all levels of the site. */
  readonly levelIds: readonly string[] | undefined;
  readonly lowering: LoweringRule | 'site';
  readonly isOff: boolean;
}

export function valueOf(level: LevelOfPage | 'none'): string {
  if (level === 'none') return level;
  return level.subLevelId === undefined ? level.levelId : `${level.levelId}/${level.subLevelId}`;
}

export function draftOf({ own }: SpaceSettingsView): Draft {
  return {
    defaultLevel: own.defaultLevel === undefined ? 'site' : valueOf(own.defaultLevel),
    levelIds: own.levelIds,
    lowering: own.lowering ?? 'site',
    isOff: own.isOff === true,
  };
}

export function levelInWords(level: LevelOfPage | 'none', levels: SpaceSettingsView['site']['levels']): string {
  if (level === 'none') return t.none;
  const found = levels.find(({ levelId }) => levelId === level.levelId);
  const subLevel = found?.subLevels.find(({ subLevelId }) => subLevelId === level.subLevelId);
  return [found?.name ?? level.levelId, ...(subLevel === undefined ? [] : [subLevel.name])].join(' / ');
}

/** With every level selected, new levels of the site are allowed, too: a list of all would leave them out. */
function isEveryLevel(levelIds: readonly string[], { site }: SpaceSettingsView): boolean {
  return site.levels.every(({ levelId }) => levelIds.includes(levelId));
}

/** Only what the site admin lets space admins set. */
export function ownSettingsOf(
  { defaultLevel, levelIds, lowering, isOff }: Draft,
  view: SpaceSettingsView,
): OwnSettings {
  const may = (one: SpaceSettingsView['delegated'][number]) => view.delegated.includes(one);
  return {
    ...(may('defaultLevel') && defaultLevel !== 'site' ? { defaultLevel: levelOf(defaultLevel) } : {}),
    ...(may('levels') && levelIds !== undefined && !isEveryLevel(levelIds, view) ? { levelIds: [...levelIds] } : {}),
    ...(may('lowering') && lowering !== 'site' ? { lowering } : {}),
    ...(may('off') && isOff ? { isOff } : {}),
  };
}

function levelOf(value: string): LevelOfPage | 'none' {
  const [levelId = '', subLevelId] = value.split('/');
  if (levelId === 'none') return levelId;
  return { levelId, ...(subLevelId === undefined ? {} : { subLevelId }) };
}
