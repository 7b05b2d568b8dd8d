import type { Level } from './model';

/** The name of a level, with the one of its sub-level: `Restricted / Finance`. */
export function levelWithSubLevel(
  { name, subLevels }: Pick<Level, 'name' | 'subLevels'>,
  subLevelId: string | undefined,
): string {
  const subLevel = subLevels.find((one) => one.subLevelId === subLevelId);
  return subLevel === undefined ? name : `${name} / ${subLevel.name}`;
}
