import type { Level, LevelOfPage } from '../../../src/classification/model';
import { texts } from './texts';

/** A level or sub-level with its name, its key and its value in a select. */

interface LevelTarget {
  readonly levelId: string;
  readonly subLevelId?: string;
}

/** The active levels in order, each followed by its sub-levels. */
export function settableLevels(levels: readonly Level[]): LevelTarget[] {
  return levels
    .filter(({ status }) => status === 'PUBLISHED')
    .flatMap(({ levelId, subLevels }) => [
      { levelId },
      ...subLevels.filter(({ status }) => status === 'PUBLISHED').map(({ subLevelId }) => ({ levelId, subLevelId })),
    ]);
}

/** `Restricted › Finance` */
export function levelPath({ levelId, subLevelId }: LevelOfPage, levels: readonly Level[]): string {
  const { level, subLevel } = find(levels, { levelId, subLevelId });
  if (level === undefined) return levelId;
  return subLevel === undefined ? level.name : texts.subLevelPath(level.name, subLevel.name);
}

/** `Restricted › Finance (restricted/finance)`, because scripts and rules use the key. */
export function levelWithKey(target: LevelOfPage, levels: readonly Level[]): string {
  const { level, subLevel } = find(levels, target);
  if (level === undefined) return target.levelId;
  const key = subLevel === undefined ? level.levelKey : `${level.levelKey}/${subLevel.subLevelKey}`;
  return `${levelPath(target, levels)} (${key})`;
}

/** Unique for each level and sub-level. */
export function levelValue({ levelId, subLevelId }: LevelOfPage): string {
  return subLevelId === undefined ? levelId : `${levelId}/${subLevelId}`;
}

export function levelOfValue(value: string): LevelTarget {
  const [levelId = '', subLevelId] = value.split('/');
  return { levelId, ...(subLevelId === undefined ? {} : { subLevelId }) };
}

function find(levels: readonly Level[], { levelId, subLevelId }: LevelOfPage) {
  const level = levels.find((each) => each.levelId === levelId);
  return { level, subLevel: level?.subLevels.find((each) => each.subLevelId === subLevelId) };
}
