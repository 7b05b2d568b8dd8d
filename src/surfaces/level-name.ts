import { findLevel, type Levels } from '../classification/level-store';
import type { LevelName } from './contract';

/** Levels can be deleted once no page has them. The history of pages can still contain them. */
const DELETED: LevelName = { name: 'Deleted level', color: 'GREY' };

/** The name and color of a level, and the name of its sub-level: `Restricted / Finance`. */
export function levelNameOf(levels: Levels, levelId: string, subLevelId: string | undefined): LevelName {
  const level = findLevel(levels, levelId);
  if (level === undefined) return DELETED;
  const subLevel = level.subLevels.find((one) => one.subLevelId === subLevelId);
  return { name: [level.name, ...(subLevel === undefined ? [] : [subLevel.name])].join(' / '), color: level.color };
}
