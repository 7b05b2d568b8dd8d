import { isSameName } from './edit-levels';
import type { Level, LevelOfPage, SubLevel } from './model';
import { findNamed, findSubLevelNamed } from './resolve-level';

/**
 * Finds the level that a text refers to: by id, by key or by name, with or without a sub-level, such as
 * `Restricted / Finance` or `restricted/finance`. Names match without regard to case, also in other languages. A level
 * that can be set is preferred to an archived one of the same name.
 * @returns undefined if there is no such level or sub-level, or if the text fits more than one
 */
export function findLevelByText(levels: readonly Level[], text: string): LevelOfPage | undefined {
  const level = findOne(levels, text);
  if (level !== undefined) return { levelId: level.levelId };
  // Names can have slashes.
  const found = [...text.matchAll(/\//g)].flatMap(({ index }) => {
    const ofLevel = findOne(levels, text.slice(0, index).trim());
    const subLevel = ofLevel && findSubLevel(ofLevel, text.slice(index + 1).trim());
    return ofLevel && subLevel ? [{ levelId: ofLevel.levelId, subLevelId: subLevel.subLevelId }] : [];
  });
  return found.length === 1 ? found[0] : undefined;
}

function findOne(levels: readonly Level[], text: string): Level | undefined {
  return findNamed(levels, text.toLowerCase()) ?? onlyOne(levels, (one) => hasName(one, text));
}

function findSubLevel(level: Level, text: string): SubLevel | undefined {
  return findSubLevelNamed(level, text.toLowerCase()) ?? onlyOne(level.subLevels, (one) => hasName(one, text));
}

function hasName({ name, translations = {} }: Pick<Level, 'name' | 'translations'>, text: string): boolean {
  return [name, ...Object.values(translations).map((one) => one.name ?? name)].some((one) => isSameName(one, text));
}

function onlyOne<T extends Pick<Level, 'status'>>(all: readonly T[], fits: (one: T) => boolean): T | undefined {
  const fitting = all.filter(fits);
  const published = fitting.filter(({ status }) => status === 'PUBLISHED');
  const [first, second] = published.length > 0 ? published : fitting;
  return second === undefined ? first : undefined;
}
