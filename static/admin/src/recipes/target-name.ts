import type { Level } from '../../../../src/classification/model';
import { texts } from '../texts';
import type { Target } from './web-request';

export function targetName({ levelId, subLevelId }: Target, levels: readonly Level[]): string {
  const level = levels.find((each) => each.levelId === levelId);
  const subLevel = level?.subLevels.find((each) => each.subLevelId === subLevelId);
  if (level === undefined) return levelId;
  return subLevel === undefined ? level.name : texts.recipes.subLevel(level.name, subLevel.name);
}
