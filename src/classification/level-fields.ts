import * as z from 'zod';
import { plainName, plainText } from '../keys/plain-text';
import { LEVEL_KEY, MAX_LEVEL_KEY, SUB_LEVEL_KEY } from './level-key';
import { LEVEL_COLORS, LEVEL_TEXT_LIMITS } from './model';

/** What a person writes about levels, sub-levels and schemes, through whichever door. Messages follow the field's name. */

const { name: nameLimit, description: descriptionLimit, guideline: guidelineLimit } = LEVEL_TEXT_LIMITS;

export const name = plainName(nameLimit).meta({ minLength: 1, maxLength: nameLimit });
export const description = plainText(descriptionLimit).meta({ maxLength: descriptionLimit });
export const guideline = plainText(guidelineLimit).meta({ maxLength: guidelineLimit });
export const color = z.enum(LEVEL_COLORS, { error: `must be one of ${LEVEL_COLORS.join(', ')}` });
export const key = z
  .string({ error: 'must be text' })
  .max(MAX_LEVEL_KEY, { error: `may have ${MAX_LEVEL_KEY} characters at most` })
  .regex(LEVEL_KEY, { error: 'must be words and numbers with hyphens between, such as top-secret-2' })
  .transform((text) => text.toLowerCase());

/** As answers have it, `restricted/finance`, or without the key of its level. */
export const subLevelKey = z
  .string({ error: 'must be text' })
  .max(2 * MAX_LEVEL_KEY + 1, {
    error: `may have ${MAX_LEVEL_KEY} characters at most, and the key of its level before it`,
  })
  .regex(SUB_LEVEL_KEY, { error: 'must be words and numbers with hyphens between, such as top-secret-2' })
  .meta({
    description: 'Alone, `finance`, or with the key of its level, `restricted/finance`.',
    examples: ['finance', 'restricted/finance'],
  })
  .transform((text) => text.toLowerCase());
