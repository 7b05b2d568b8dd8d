import { levelWithSubLevel } from './level-name';
import type { Levels } from './level-store';

/**
 * A level in a file: its key and its name. A level that no longer exists has no key, so its id replaces the key. No
 * import accepts the id or confuses it with another level. No level = empty.
 */
export function namesInFile(
  levels: Levels,
  { levelId, subLevelId }: { readonly levelId?: string | undefined; readonly subLevelId?: string | undefined },
): { readonly key: string; readonly shownAs: string } {
  if (levelId === undefined) return { key: '', shownAs: '' };
  const level = levels.all.find((one) => one.levelId === levelId);
  const subLevel = level?.subLevels.find((one) => one.subLevelId === subLevelId);
  const key = level?.levelKey ?? levelId;
  const subLevelKey = subLevel?.subLevelKey ?? subLevelId;
  return {
    key: subLevelKey === undefined ? key : `${key}/${subLevelKey}`,
    shownAs: level === undefined ? '' : levelWithSubLevel(level, subLevelId),
  };
}
