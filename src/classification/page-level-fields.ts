import * as z from 'zod';
import { plainText } from '../keys/plain-text';
import { LEVEL_IN_PATH, LEVEL_NAMED, MAX_LEVEL_KEY } from './level-key';

/**
 * Validates references to a page and to its level, in the API and in the admin area. Messages follow the field's name.
 */

const MAX_INT64 = 9_223_372_036_854_775_807n;

export const pageId = z
  .string({ error: 'must be a string of digits' })
  .regex(/^[1-9][0-9]{0,18}$/, { error: 'must be a string of 1 to 19 digits, without a leading zero', abort: true })
  .refine((digits) => BigInt(digits) <= MAX_INT64, { error: 'is larger than any page ID' })
  .meta({
    description: 'The id of a page, as a string of digits, because it can exceed the range of JSON numbers.',
    examples: ['164001'],
    maxLength: 19,
  });

/** A UUID of any version, or a key; accepts any case, returns lower case. `resolveLevel` finds the level. */
const named = z
  .string({ error: 'must be a UUID or a key' })
  .max(2 * MAX_LEVEL_KEY + 1, { error: 'is longer than any key' })
  .regex(LEVEL_NAMED, {
    error: 'must be a UUID in the form xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx, or a key like restricted',
  })
  // Stands before the transformation, because the schema describes the input.
  .meta({ examples: ['4bf1e9a2-1c59-5d2e-9c39-0a3a2b6c7d81', 'restricted'] })
  .transform((text) => text.toLowerCase());

/** The same as a path parameter, which cannot contain a slash. */
const inPath = z
  .string()
  .max(MAX_LEVEL_KEY, { error: 'is longer than any key', abort: true })
  .regex(LEVEL_IN_PATH, {
    error: 'must be a UUID in the form xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx, or a key alone like restricted',
  })
  .meta({ examples: ['4bf1e9a2-1c59-5d2e-9c39-0a3a2b6c7d81', 'restricted'] })
  .transform((text) => text.toLowerCase());

export const levelInPath = inPath.meta({ description: 'The UUID or the key of the level.' });

export const subLevelInPath = inPath.meta({
  description: "The UUID of the sub-level, or its key without the level's key: `finance`.",
});

export const levelName = named.meta({
  description: 'The UUID or the key of a level. `restricted/finance` selects a sub-level.',
});

export const subLevelName = named.meta({
  description: 'The UUID or the key of one of the sub-levels of the level.',
});

export const JUSTIFICATION_MEANS =
  'The reason, stored in the history of the page and in the audit log. May be required to lower a level. Must not contain a secret, financial data, health data or an ID number.';

/** The reason for a change of the level, in the words of its author. */
export const justificationText = plainText(500)
  .pipe(z.string().min(1, { error: 'must not be empty' }))
  .meta({
    description: JUSTIFICATION_MEANS,
    minLength: 1,
    maxLength: 500,
    examples: ['Published on our website on 20 November.'],
  });
