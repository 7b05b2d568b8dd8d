import type { LevelList } from '../../../../src/admin/levels/change-levels';
import type { Level, SubLevel } from '../../../../src/classification/model';
import { readSpaces } from '../names';
import { texts } from '../texts';
import type { Change } from '../ui/changes-table';
import { newOne, wordDifferences, type Words } from './word-differences';
import { namedSpaces, settingsDifferences } from './settings-differences';

/** Describes another admin's changes to levels and settings. Never rejects. */
export async function readDifferences(before: LevelList, now: LevelList): Promise<Change[]> {
  const spaces = await readSpaces(namedSpaces(before.settings, now.settings));
  return [...ofLevels(before.levels, now.levels), ...settingsDifferences(before, now, spaces)];
}

/** Level IDs are never deleted, so none can be missing. */
function ofLevels(before: readonly Level[], now: readonly Level[]): Change[] {
  const t = texts.configuration.changes;
  const known = before.map(({ levelId }) => levelId);
  return [
    ...now.flatMap((level) => {
      const old = before.find(({ levelId }) => levelId === level.levelId);
      return old === undefined ? [newOne(level.name)] : ofLevel(old, level);
    }),
    ...reordered(
      t.order,
      before,
      now.filter(({ levelId }) => known.includes(levelId)),
    ),
  ];
}

function ofLevel(old: Level, level: Level): Change[] {
  const t = texts.configuration.changes;
  const known = old.subLevels.map(({ subLevelId }) => subLevelId);
  return [
    ...wordDifferences(level.name, wordsOf(old), wordsOf(level)),
    ...level.subLevels.flatMap((subLevel) => {
      const title = t.subLevel(level.name, subLevel.name);
      const oldSubLevel = old.subLevels.find(({ subLevelId }) => subLevelId === subLevel.subLevelId);
      return oldSubLevel === undefined
        ? [newOne(title)]
        : wordDifferences(title, subLevelWords(oldSubLevel), subLevelWords(subLevel));
    }),
    ...reordered(
      t.subLevelOrder(level.name),
      old.subLevels,
      level.subLevels.filter(({ subLevelId }) => known.includes(subLevelId)),
    ),
  ];
}

const languagesOf = (translations: Level['translations'] = {}): string =>
  Object.entries(translations)
    .map(([language, translated]) => `${language}: ${Object.values(translated).join(' · ')}`)
    .sort()
    .join(', ');

const subLevelWords = ({ name, description, status, translations }: SubLevel): Words => ({
  [texts.levels.form.name]: name,
  [texts.levels.form.description]: description,
  [texts.levels.translations.title]: languagesOf(translations),
  [texts.configuration.changes.status]: texts.levels.statuses[status],
});

const wordsOf = ({ name, description, guideline, color, status, banner, translations }: Level): Words => ({
  [texts.levels.form.name]: name,
  [texts.levels.form.description]: description,
  [texts.levels.form.guideline]: guideline,
  [texts.levels.form.color]: texts.levels.colors[color],
  [texts.levels.banner.title]: [banner?.text, banner?.contact].filter((part) => part !== undefined).join(' · '),
  [texts.levels.translations.title]: languagesOf(translations),
  [texts.configuration.changes.status]: texts.levels.statuses[status],
});

type Named = Pick<Level, 'name' | 'status'> & ({ readonly levelId: string } | { readonly subLevelId: string });

/** Only for levels that existed before, with their current names. */
function reordered(what: string, before: readonly Named[], now: readonly Named[]): Change[] {
  const id = (one: Named) => ('levelId' in one ? one.levelId : one.subLevelId);
  if (before.every((one, index) => now[index] !== undefined && id(one) === id(now[index]))) return [];
  const nameNow = (one: Named) => now.find((other) => id(other) === id(one))?.name ?? one.name;
  const list = (all: readonly Named[]) => all.map(nameNow).join(', ');
  return [{ what, before: list(before), now: list(now) }];
}
