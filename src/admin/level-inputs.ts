import * as z from 'zod';
import {
  banner,
  color,
  description,
  guideline,
  key,
  name,
  subLevelTranslations,
  translations,
} from '../classification/level-fields';
import { id, rev } from './input';

/** The inputs of the operations on levels. */

/** Far above the number that can be stored, so that an order of all levels fits. */
const ids = z.array(id).max(1_000);

export const oneLevelInput = z.strictObject({ levelId: id });

export const createLevelInput = z.strictObject({
  rev,
  name,
  levelKey: key.optional(),
  color,
  description: description.default(''),
  guideline: guideline.default(''),
  banner: banner.optional(),
  translations: translations.optional(),
});
export const editLevelInput = z.strictObject({
  rev,
  levelId: id,
  changes: z.strictObject({ name, levelKey: key, description, guideline, color, banner, translations }).partial(),
});
export const archiveLevelInput = z.strictObject({
  rev,
  levelId: id,
  /** Required if pages have the level or keys are limited to it. */
  confirmed: z.boolean().default(false),
});
export const restoreLevelInput = z.strictObject({ rev, levelId: id });
export const reorderLevelsInput = z.strictObject({ rev, levelIds: ids });

export const createSubLevelInput = z.strictObject({
  rev,
  levelId: id,
  name,
  subLevelKey: key.optional(),
  description: description.default(''),
  translations: subLevelTranslations.optional(),
});
export const editSubLevelInput = z.strictObject({
  rev,
  levelId: id,
  subLevelId: id,
  changes: z.strictObject({ name, subLevelKey: key, description, translations: subLevelTranslations }).partial(),
});
export const oneSubLevelInput = z.strictObject({ rev, levelId: id, subLevelId: id });
export const reorderSubLevelsInput = z.strictObject({ rev, levelId: id, subLevelIds: ids });

/** One text a line in a file: `de: Geheim` for the name, `de (guideline): …` for the others, with line breaks as `\\n`. */
const translationLines = z.string().transform((text): z.input<typeof translations> => {
  const texts = new Map<string, Record<string, string>>();
  for (const line of text.split(/\r?\n/).filter((one) => one.trim() !== '')) {
    // A line without a language has the whole line as its language, which is refused.
    const [, language = line, field = 'name', value = ''] = /^\s*([^:(]*?)\s*(?:\((\w+)\))?\s*:(.*)$/.exec(line) ?? [];
    const unescaped = value.replace(/\\([\\n])/g, (_, one) => (one === 'n' ? '\n' : '\\'));
    texts.set(language.trim(), { ...texts.get(language.trim()), [field]: unescaped });
  }
  return Object.fromEntries(texts);
});

/** A level in a file. */
export const levelRow = z
  .strictObject({
    name,
    key: key.optional(),
    color,
    description: description.default(''),
    guideline: guideline.default(''),
    bannerText: banner.shape.text.default(''),
    bannerContact: banner.shape.contact,
    translations: translationLines.pipe(translations).optional(),
  })
  .refine(({ bannerText, bannerContact }) => bannerText !== '' || bannerContact === undefined, {
    path: ['bannerText'],
    error: 'must not be empty if there is a contact',
  });
/** A sub-level in a file. It has the key or the name of its level. */
export const subLevelRow = z.strictObject({
  name,
  key: key.optional(),
  parent: name,
  description: description.default(''),
  translations: translationLines.pipe(subLevelTranslations).optional(),
});
