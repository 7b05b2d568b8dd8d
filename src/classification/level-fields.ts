import * as z from 'zod';
import { plainName, plainText } from '../keys/plain-text';
import { isReservedKey, LEVEL_KEY, MAX_LEVEL_KEY, RESERVED_KEYS, SUB_LEVEL_KEY } from './level-key';
import { LANGUAGE, LEVEL_COLORS, LEVEL_TEXT_LIMITS, MAX_TRANSLATIONS } from './model';

/**
 * Validates what a person enters for levels, sub-levels and schemes, in the API and in the admin area. Messages follow
 * the field's name.
 */

const { name: nameLimit, description: descriptionLimit, guideline: guidelineLimit } = LEVEL_TEXT_LIMITS;

export const name = plainName(nameLimit).meta({ minLength: 1, maxLength: nameLimit });
export const description = plainText(descriptionLimit).meta({ maxLength: descriptionLimit });
export const guideline = plainText(guidelineLimit).meta({ maxLength: guidelineLimit });
export const color = z.enum(LEVEL_COLORS, { error: `must be one of ${LEVEL_COLORS.join(', ')}` });

const { bannerText, bannerContact } = LEVEL_TEXT_LIMITS;

/** An empty text removes the banner. */
export const banner = z
  .strictObject({
    text: plainText(bannerText).meta({
      description: 'The message for readers of the page. Empty = no banner.',
      maxLength: bannerText,
    }),
    contact: plainName(bannerContact).optional().meta({
      description: 'The team or person that readers can ask, for example an email address.',
      minLength: 1,
      maxLength: bannerContact,
    }),
  })
  .refine(({ text, contact }) => text !== '' || contact === undefined, {
    path: ['text'],
    error: 'must not be empty if there is a contact',
  })
  .meta({ id: 'LevelBanner' });

const translated = (limit: number) =>
  plainText(limit)
    .refine((text) => text !== '', { error: 'must not be empty' })
    .meta({ minLength: 1, maxLength: limit })
    .optional();

const ofSubLevel = { name: name.optional(), description: translated(descriptionLimit) };

export const translations = byLanguage('LevelTranslation', {
  ...ofSubLevel,
  guideline: translated(guidelineLimit),
  bannerText: translated(bannerText),
});

export const subLevelTranslations = byLanguage('SubLevelTranslation', ofSubLevel);

/** @param id of the texts in one language, in the OpenAPI document */
function byLanguage<Shape extends z.ZodRawShape>(id: string, shape: Shape) {
  const texts = z
    .strictObject(shape)
    .refine((given) => Object.keys(given).length > 0, { error: 'must have a text' })
    .meta({ id, description: 'Texts in one language. Without a text, people see the original.' });
  return z
    .record(z.string().regex(LANGUAGE).meta({ maxLength: 6 }), texts, {
      error: ({ code }) =>
        code === 'invalid_key' ? 'must be a language, such as de or pt-BR' : 'must be an object of texts by language',
    })
    .refine((languages) => Object.keys(languages).length <= MAX_TRANSLATIONS, {
      error: `must have at most ${MAX_TRANSLATIONS} languages`,
    });
}

const RESERVED = `is reserved: ${RESERVED_KEYS.join(', ')} and UUIDs cannot be keys`;

export const key = z
  .string({ error: 'must be text' })
  .max(MAX_LEVEL_KEY, { error: `must have at most ${MAX_LEVEL_KEY} characters` })
  .regex(LEVEL_KEY, { error: 'must be letters and digits separated by hyphens, such as top-secret-2' })
  .refine((text) => !isReservedKey(text.toLowerCase()), { error: RESERVED })
  .transform((text) => text.toLowerCase());

/** As in responses, `restricted/finance`, or without the key of its level. */
export const subLevelKey = z
  .string({ error: 'must be text' })
  .max(2 * MAX_LEVEL_KEY + 1, {
    error: `must have at most ${MAX_LEVEL_KEY} characters, after the key of its level`,
  })
  .regex(SUB_LEVEL_KEY, { error: 'must be letters and digits separated by hyphens, such as top-secret-2' })
  .refine((text) => !isReservedKey(text.slice(text.indexOf('/') + 1).toLowerCase()), { error: RESERVED })
  .meta({
    description: '`finance`, or with the key of its level, `restricted/finance`.',
    examples: ['finance', 'restricted/finance'],
  })
  .transform((text) => text.toLowerCase());
