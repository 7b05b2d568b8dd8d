import { levelWithSubLevel } from '../classification/level-name';
import { findLevel, type Levels } from '../classification/level-store';
import type { Level } from '../classification/model';

/** The name of a level or a sub-level in a list; archived or removed levels keep their last known name. */
export interface LevelName {
  readonly name: string;
  readonly color: Level['color'];
}

/** Levels can be deleted once no page has them. The history of pages can still contain them. */
const DELETED: LevelName = { name: 'Deleted level', color: 'GREY' };

/** The name of a level with its sub-level, and its color. */
export function levelNameOf(levels: Levels, levelId: string, subLevelId: string | undefined): LevelName {
  const level = findLevel(levels, levelId);
  if (level === undefined) return DELETED;
  return { name: levelWithSubLevel(level, subLevelId), color: level.color };
}
