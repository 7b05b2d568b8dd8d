import type { Level, LevelOfPage, SubLevel } from './model';

/** A level and a sub-level as a caller refers to them, each by UUID or key. */
export interface NamedLevel {
  /** `restricted/finance` identifies both. */
  readonly levelId: string;
  /** `finance`, or `restricted/finance`. */
  readonly subLevelId?: string | undefined;
}

/**
 * Resolves references to UUIDs. A reference that matches nothing is returned unchanged. It is no valid id, so the code
 * that decides about the change reports it as unknown, in the order of its own checks.
 */
export function resolveLevel(levels: readonly Level[], { levelId, subLevelId }: NamedLevel): LevelOfPage {
  const [levelName = '', ofLevel] = levelId.split('/');
  const level = findNamed(levels, levelName);
  const id = level?.levelId ?? levelName;
  const named = [ofLevel, subLevelId].flatMap((name) => (name === undefined ? [] : [subLevelOf(level, name)]));
  const [subLevel, other] = named;
  if (subLevel === undefined) return { levelId: id };
  return { levelId: id, subLevelId: other === undefined || other === subLevel ? subLevel : `${subLevel} ${other}` };
}

export function findNamed(levels: readonly Level[], name: string): Level | undefined {
  return levels.find(({ levelId, levelKey }) => levelId === name || levelKey === name);
}

export function findSubLevelNamed({ levelKey, subLevels }: Level, name: string): SubLevel | undefined {
  return subLevels.find(({ subLevelId, subLevelKey }) =>
    [subLevelId, subLevelKey, `${levelKey}/${subLevelKey}`].includes(name),
  );
}

function subLevelOf(level: Level | undefined, name: string): string {
  return (level && findSubLevelNamed(level, name)?.subLevelId) ?? name;
}
