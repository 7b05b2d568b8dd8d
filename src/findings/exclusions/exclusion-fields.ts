import * as z from 'zod';
import { pageId } from '../../classification/page-level-fields';
import { hasNoKey, NO_KEY, plainText } from '../../keys/plain-text';
import { LOCATION_KINDS } from '../../detection/text/flat-text';
import { FIELDS } from '../model';
import { instantInput } from '../../platform/instant';
import { EXCLUSION_LIMITS } from './model';

/** The input fields of an exclusion, for REST and for the admin page. Messages follow the name of the field. */

const LIMITS = EXCLUSION_LIMITS;

/** The maximum number of findings in one request. */
const MAX_NAMED_FINDINGS = 100;

const detectorId = z
  .string({ error: 'must be text' })
  .regex(/^[a-z0-9][a-z0-9:-]{0,99}$/, { error: 'must be a detector ID, such as card-pan' })
  .meta({ maxLength: 100, examples: ['card-pan'] });

const ofDetector = detectorId
  .optional()
  .meta({ description: 'Only findings of this detector. Default: every detector.' });

const fingerprint = z
  .string({ error: 'must be text' })
  .regex(/^[A-Za-z0-9_-]{16,100}$/, { error: 'must be the fingerprint of a finding' })
  .refine(hasNoKey, { error: NO_KEY })
  .meta({ maxLength: 100, examples: ['q1c3m0Zb3xv0w4cJm6xX0q5H6Wq8m1m2b3n4v5c6x7A'] });

const pattern = z
  .string({ error: 'must be text' })
  .min(1, { error: 'must not be empty' })
  .max(LIMITS.patternCharacters, { error: `must have at most ${LIMITS.patternCharacters} characters` })
  .refine((text) => !/[\p{Cc}\p{Surrogate}]/u.test(text), { error: 'must not contain control characters' })
  .refine(hasNoKey, { error: NO_KEY })
  .meta({
    description: 'An RE2 pattern that matches a part of the value. `^` and `$` match the ends of the value.',
    examples: ['^4000 ?0000'],
  });

export const domain = z
  .string({ error: 'must be text' })
  .max(LIMITS.domainCharacters, { error: `must have at most ${LIMITS.domainCharacters} characters` })
  .regex(/^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+$/u, { error: 'must be a domain, such as example.com' })
  .meta({ description: 'Includes its subdomains.', examples: ['example.com'] })
  .transform((text) => text.toLowerCase());

function oneOf<const T extends readonly string[]>(values: T) {
  return z.enum(values, { error: `must be one of ${values.join(', ')}` });
}

/** Selects the findings to exclude. */
export const matchInput = z.discriminatedUnion(
  'by',
  [
    z.strictObject({
      by: z.literal('fingerprint'),
      fingerprints: z
        .array(fingerprint, { error: 'must be a list of fingerprints' })
        .min(1, { error: 'must not be empty' })
        .max(LIMITS.values, { error: `must have at most ${LIMITS.values} entries` }),
    }),
    z.strictObject({ by: z.literal('detector'), detectorId }),
    z.strictObject({ by: z.literal('pattern'), pattern, detectorId: ofDetector }),
    z.strictObject({ by: z.literal('domain'), domain }),
    z
      .strictObject({
        by: z.literal('location'),
        field: oneOf(FIELDS).optional().meta({ description: 'The part of the page.' }),
        kind: oneOf(LOCATION_KINDS).optional().meta({ description: 'The kind of content that contains it.' }),
        detectorId: ofDetector,
      })
      .refine(({ field, kind }) => field !== undefined || kind !== undefined, {
        error: 'or field is required',
        path: ['kind'],
      }),
  ],
  { error: 'must be one of fingerprint, detector, pattern, domain, location, with the members it requires' },
);

const spaceId = z
  .string({ error: 'must be a numeric space ID' })
  .regex(/^[1-9][0-9]{0,18}$/, { error: 'must be a numeric space ID' })
  .meta({ maxLength: 19, examples: ['98306'] });

export const label = z
  .string({ error: 'must be text' })
  .min(1, { error: 'must not be empty' })
  .max(LIMITS.labelCharacters, { error: `must have at most ${LIMITS.labelCharacters} characters` })
  .regex(/^[^\s\p{Cc}\p{Surrogate}]*$/u, { error: 'must be a label without spaces' })
  .refine(hasNoKey, { error: NO_KEY })
  .meta({ examples: ['test-data'] })
  .transform((text) => text.toLowerCase());

/** The scope of an exclusion. `levelId`: the schema of a level, which differs between the APIs. */
export function scopeInput<T extends z.ZodType<string>>(levelId: T) {
  return z.discriminatedUnion(
    'of',
    [
      z.strictObject({ of: z.literal('site') }),
      z.strictObject({ of: z.literal('space'), spaceId: spaceId.optional() }),
      z.strictObject({ of: z.literal('page'), pageId: pageId.optional() }),
      z.strictObject({ of: z.literal('label'), label }),
      z.strictObject({ of: z.literal('level'), levelId }),
    ],
    { error: 'must be one of site, space, page, label, level, with the members it requires' },
  );
}

export const reason = plainText(LIMITS.reasonCharacters)
  .pipe(z.string().min(1, { error: 'must not be empty' }))
  .meta({
    description: 'The reason. It must not contain a detected value.',
    minLength: 1,
    maxLength: LIMITS.reasonCharacters,
    examples: ['Numbers of the test system.'],
  });

export const expiresAt = instantInput.meta({
  description: 'When the exclusion expires. Default: never.',
});

export const findingIds = z
  .array(
    z.uuid({ error: 'must be a finding ID' }).transform((id) => id.toLowerCase()),
    { error: 'must be a list of IDs' },
  )
  .min(1, { error: 'must not be empty' })
  .max(MAX_NAMED_FINDINGS, { error: `must have at most ${MAX_NAMED_FINDINGS} entries` });
