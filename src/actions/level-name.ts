import { levelWithSubLevel } from '../classification/level-name';
import { findLevel, type Levels } from '../classification/level-store';
import type { LevelOfPage } from '../classification/model';

/** The name of a level with its sub-level. null = no level, or one that no longer exists. */
export function nameOf(levels: Levels, current: LevelOfPage | undefined): string | null {
  const level = current && findLevel(levels, current.levelId);
  return level === undefined ? null : levelWithSubLevel(level, current?.subLevelId);
}
