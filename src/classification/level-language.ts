import type { Levels } from './level-store';
import type { Level } from './model';
import { surfaceSettingsOf } from './settings';

/**
 * The levels with their texts in the language of a viewer, where they have them and the site shows them. For what people
 * see only: the mirror, the API and the rules for pages use the texts that the admin entered.
 * @param locale for example `de-DE`; undefined = not known
 */
export function inLanguage(levels: Levels, locale: string | undefined): Levels {
  if (locale === undefined || surfaceSettingsOf(levels.settings).bylineNames !== 'viewer') return levels;
  const [language = '', region] = locale.split(/[-_]/);
  const base = language.toLowerCase();
  const exact = region === undefined ? base : `${base}-${region.toUpperCase()}`;
  return { ...levels, all: levels.all.map((level) => translated(level, [exact, base])) };
}

/** The names in other languages by the name of the site, for an agent, which does not know the language of its user. */
export function translatedNames({ all, settings }: Levels): Readonly<Record<string, Readonly<Record<string, string>>>> {
  if (surfaceSettingsOf(settings).bylineNames !== 'viewer') return {};
  return Object.fromEntries(
    all.flatMap(({ name: original, translations = {} }) => {
      const names = Object.entries(translations).flatMap(([language, { name }]) => (name ? [[language, name]] : []));
      return names.length === 0 ? [] : [[original, Object.fromEntries(names)]];
    }),
  );
}

/** @param languages the first one that has a text is used */
function translated(level: Level, languages: readonly string[]): Level {
  const { banner, translations = {} } = level;
  const texts = new Map(Object.entries(translations));
  const all = languages.flatMap((language) => texts.get(language) ?? []);
  const textOf = (field: keyof (typeof all)[number]) => all.map((one) => one[field]).find((text) => text !== undefined);
  return {
    ...level,
    name: textOf('name') ?? level.name,
    description: textOf('description') ?? level.description,
    guideline: textOf('guideline') ?? level.guideline,
    ...(banner === undefined ? {} : { banner: { ...banner, text: textOf('bannerText') ?? banner.text } }),
  };
}
