import * as z from 'zod';
import { hasNoKey, NO_KEY, plainName, plainText } from '../../keys/plain-text';
import { CATEGORIES, SEVERITIES } from '../detector';
import { FILE_KINDS, MAX_FILE_MEGABYTES } from '../../files/file-kinds';
import { confluenceId } from '../../platform/confluence-id';
import { DETECTION_LIMITS, NO_ATTACHMENT_CONTENTS, SCHEDULES } from './model';

/** Request fields of the detection settings, for every API. Error messages follow the name of the field. */

const LIMITS = DETECTION_LIMITS;

function oneOf<const T extends readonly string[]>(values: T) {
  return z.enum(values, { error: `must be one of ${values.join(', ')}` });
}

export const category = oneOf(CATEGORIES);
export const severity = oneOf(SEVERITIES);

const FRACTION = { error: 'must be a number from 0 to 1' };
export const confidence = z.number(FRACTION).min(0, FRACTION).max(1, FRACTION);

export const detectionName = plainName(LIMITS.nameCharacters).meta({
  minLength: 1,
  maxLength: LIMITS.nameCharacters,
});

export const enabled = z.boolean({ error: 'must be true or false' });

const region = z
  .string({ error: 'must be text' })
  .regex(/^[A-Z]{2}$/, { error: 'must be an ISO 3166-1 country code in uppercase, such as GB', abort: true })
  .refine(isCountry, { error: 'must be an ISO 3166-1 country code; the United Kingdom, for example, is GB' })
  .meta({ maxLength: 2, examples: ['GB'] });

export const regions = z
  .array(region, { error: 'must be a list of countries' })
  .max(250, { error: 'must have at most 250 entries' });

/** False for obsolete and alias codes, such as UK. */
function isCountry(code: string): boolean {
  const { region: canonical } = new Intl.Locale(`und-${code}`);
  return canonical === code && NAMES.of(code) !== undefined && !['EU', 'EZ', 'UN', 'ZZ', 'QO'].includes(code);
}

const NAMES = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });

const pattern = z
  .string({ error: 'must be text' })
  .pipe(
    z
      .string()
      .min(1, { error: 'must not be empty' })
      .max(LIMITS.patternCharacters, { error: `must have at most ${LIMITS.patternCharacters} characters` })
      .refine((text) => !/[\p{Cc}\p{Surrogate}]/u.test(text), { error: 'must not contain control characters' })
      .refine(hasNoKey, { error: NO_KEY }),
  )
  .meta({
    description:
      'An RE2 pattern. The value is the group named `value`, or the whole match. `^` and `$` match the ends of a line.',
    minLength: 1,
    maxLength: LIMITS.patternCharacters,
    examples: ['PRJ-[0-9]{6}'],
  });

const sample = plainText(LIMITS.sampleCharacters)
  .pipe(z.string().min(1, { error: 'must not be empty' }))
  .meta({ minLength: 1, maxLength: LIMITS.sampleCharacters });

const samples = (description: string) =>
  z
    .array(sample, { error: 'must be a list of strings' })
    .min(1, { error: 'must not be empty' })
    .max(LIMITS.samples, { error: `must have at most ${LIMITS.samples} entries` })
    .meta({ description });

const keyword = plainName(LIMITS.keywordCharacters).meta({ minLength: 1, maxLength: LIMITS.keywordCharacters });

const DISTANCE = { error: `must be a whole number from 1 to ${LIMITS.proximity}` };

/** The fields of a custom detector without its id. */
export const customDetectorFields = {
  name: detectionName,
  category,
  severity,
  pattern,
  keywords: z
    .array(keyword, { error: 'must be a list of words' })
    .max(LIMITS.keywords, { error: `must have at most ${LIMITS.keywords} entries` })
    .optional()
    .meta({ description: 'If given, one of them must be near the match, as a whole word in any letter case.' }),
  proximity: z
    .int(DISTANCE)
    .min(1, DISTANCE)
    .max(LIMITS.proximity, DISTANCE)
    .optional()
    .meta({ description: 'The maximum distance of a keyword, in characters. Default: 50.' }),
  confidence: confidence.optional().meta({
    description:
      'The confidence of its findings. Findings below the applicable `minConfidence` are ignored. Default: 0.8.',
  }),
  samples: z
    .strictObject(
      {
        match: samples('Texts that must give a finding.'),
        noMatch: samples('Texts that must not give a finding.'),
      },
      { error: 'must be an object with match and noMatch' },
    )
    .meta({ description: 'Tested before the detector is saved. Samples are stored: use invented values.' }),
};

type CustomInput = z.output<z.ZodObject<typeof customDetectorFields>>;

/** Fills in the defaults of omitted fields. */
export function withDefaults({ keywords = [], proximity = 50, confidence: sure = 0.8, ...detector }: CustomInput) {
  return { ...detector, keywords: [...new Set(keywords)], proximity, confidence: sure };
}

const WRONG_MEGABYTES = `must be a whole number from 1 to ${MAX_FILE_MEGABYTES}`;

export const targets = z.strictObject(
  { title: enabled, body: enabled, comments: enabled, attachmentNames: enabled },
  { error: 'must be an object with title, body, comments and attachmentNames' },
);

export const triggers = z.strictObject(
  { onPublish: enabled, schedule: oneOf(SCHEDULES) },
  { error: 'must be an object with onPublish and schedule' },
);

/** The files of attachments to scan. Omitted members have their defaults. */
export const attachmentContents = z.strictObject(
  {
    enabled,
    maxMegabytes: z
      .int({ error: WRONG_MEGABYTES })
      .min(1, { error: WRONG_MEGABYTES })
      .max(MAX_FILE_MEGABYTES, { error: WRONG_MEGABYTES })
      .default(NO_ATTACHMENT_CONTENTS.maxMegabytes),
    kinds: z
      .array(oneOf(FILE_KINDS), { error: 'must be a list of kinds of files' })
      .min(1, { error: 'must have at least one kind of files' })
      .max(FILE_KINDS.length, { error: 'must name each kind of files once' })
      .transform((kinds) => FILE_KINDS.filter((kind) => kinds.includes(kind)))
      .default([...FILE_KINDS]),
    spaceIds: z
      .array(confluenceId, { error: 'must be a list of space ids' })
      .max(DETECTION_LIMITS.spacesOfFiles, { error: `must have at most ${DETECTION_LIMITS.spacesOfFiles} entries` })
      .transform((ids) => [...new Set(ids)].sort())
      .default([]),
  },
  { error: 'must be an object with enabled, maxMegabytes, kinds and spaceIds' },
);

export const redaction = z.strictObject({ guard: enabled }, { error: 'must be an object with guard' });

/** One rule per severity. */
export const MAX_RULES = SEVERITIES.length;
