import type { Level, LevelOfPage, SubLevel } from '../../../../src/classification/model';

/** Finds the level of a cell by UUID, by key (`restricted`, `restricted/finance`), or by name. */

export type LevelProblem =
  'no-level' | 'unknown-level' | 'archived-level' | 'unknown-sub-level' | 'archived-sub-level' | 'two-sub-levels';

export type MatchedLevel =
  { readonly outcome: 'level'; readonly level: LevelOfPage } | { readonly outcome: LevelProblem };

/** @param subLevelText empty: none, unless the text of the level contains one: `restricted/finance` */
export function matchLevel(levels: readonly Level[], levelText: string, subLevelText: string): MatchedLevel {
  if (levelText === '') return { outcome: 'no-level' };
  const whole = findIn(levels, levelText, keysOfLevel);
  const [head = '', ...tail] = levelText.split('/');
  const level = whole ?? findIn(levels, head, keysOfLevel);
  if (level === undefined) return { outcome: 'unknown-level' };
  if (level.status === 'ARCHIVED') return { outcome: 'archived-level' };

  const inLevel = whole === undefined ? tail.join('/').trim() : '';
  const texts = [inLevel, subLevelText].filter((text) => text !== '');
  const subLevels = texts.map((text) => findIn(level.subLevels, text, (one) => keysOfSubLevel(level, one)));
  const [subLevel, other] = subLevels;
  if (subLevels.includes(undefined)) return { outcome: 'unknown-sub-level' };
  if (other !== undefined && other !== subLevel) return { outcome: 'two-sub-levels' };
  if (subLevel === undefined) return { outcome: 'level', level: { levelId: level.levelId } };
  if (subLevel.status === 'ARCHIVED') return { outcome: 'archived-sub-level' };
  return { outcome: 'level', level: { levelId: level.levelId, subLevelId: subLevel.subLevelId } };
}

const keysOfLevel = ({ levelId, levelKey }: Level) => [levelId, levelKey];
const keysOfSubLevel = ({ levelKey }: Level, { subLevelId, subLevelKey }: SubLevel) => [
  subLevelId,
  subLevelKey,
  `${levelKey}/${subLevelKey}`,
];

/** Names are unique among active levels, IDs and keys among all levels. Active levels come first. */
function findIn<T extends { readonly name: string; readonly status: Level['status'] }>(
  all: readonly T[],
  text: string,
  keysOf: (one: T) => readonly string[],
): T | undefined {
  const wanted = comparable(text);
  const matching = [
    ...all.filter((one) => keysOf(one).includes(wanted)),
    ...all.filter(({ name }) => comparable(name) === wanted),
  ];
  return matching.find(({ status }) => status === 'PUBLISHED') ?? matching[0];
}

/** Compares names like the app. */
function comparable(name: string): string {
  return name.normalize('NFC').toUpperCase().toLowerCase().normalize('NFC').replaceAll(/\s+/g, ' ').trim();
}
