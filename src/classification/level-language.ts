import { levelWithSubLevel } from './level-name';
import type { Levels } from './level-store';
import type { Level } from './model';
import { surfaceSettingsOf } from './settings';

/**
 * The levels with their texts in the language of a viewer, where they have them and the site shows them. Only for
 * people. The mirror, the API and the rules for pages use the texts that the admin entered.
 * @param locale for example `de-DE`; undefined = not known
 */
export function inLanguage(levels: Levels, locale: string | undefined): Levels {
  if (locale === undefined || surfaceSettingsOf(levels.settings).bylineNames !== 'viewer') return levels;
  const languages = languagesFor(locale);
  return { ...levels, all: levels.all.map((level) => translated(level, languages)) };
}

/** The most exact one first. */
function languagesFor(locale: string): readonly string[] {
  const [language = '', region] = locale.split(/[-_]/);
  const base = language.toLowerCase();
  return region === undefined ? [base] : [`${base}-${region.toUpperCase()}`, base];
}

/**
 * The names in other languages by the name of the site, for an agent, which does not know the language of its user. A sub-level
 * without a translation is omitted.
 */
export function translatedNames({ all, settings }: Levels): Readonly<Record<string, Readonly<Record<string, string>>>> {
  if (surfaceSettingsOf(settings).bylineNames !== 'viewer') return {};
  return Object.fromEntries(
    all.flatMap((level) =>
      [{ subLevelId: undefined, translations: level.translations }, ...level.subLevels].flatMap(
        ({ subLevelId, translations = {} }) => {
          const names = Object.entries(translations).flatMap(([language, { name }]) =>
            name ? [[language, levelWithSubLevel(translated(level, languagesFor(language)), subLevelId)]] : [],
          );
          return names.length === 0 ? [] : [[levelWithSubLevel(level, subLevelId), Object.fromEntries(names)]];
        },
      ),
    ),
  );
}

type Translations = Level['translations'];

/** @param languages the first one that has a text is used */
function translated(level: Level, languages: readonly string[]): Level {
  const { banner } = level;
  const textOf = (translations: Translations = {}, field: keyof NonNullable<Translations>[string]) => {
    const texts = new Map(Object.entries(translations));
    return languages.map((language) => texts.get(language)?.[field]).find((text) => text !== undefined);
  };
  const textsOf = ({ translations, name, description }: Pick<Level, 'translations' | 'name' | 'description'>) => ({
    name: textOf(translations, 'name') ?? name,
    description: textOf(translations, 'description') ?? description,
  });
  return {
    ...level,
    ...textsOf(level),
    guideline: textOf(level.translations, 'guideline') ?? level.guideline,
    ...(banner && { banner: { ...banner, text: textOf(level.translations, 'bannerText') ?? banner.text } }),
    subLevels: level.subLevels.map((one) => ({ ...one, ...textsOf(one) })),
  };
}
