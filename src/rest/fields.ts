import * as z from 'zod';
import { JUSTIFICATION_MEANS, justificationText } from '../classification/page-level-fields';

/** The members and parameters that occur in more than one route. Messages follow the field's name. */

export { justificationText, levelName, pageId, subLevelName } from '../classification/page-level-fields';

export const justification = justificationText.optional().meta({ description: JUSTIFICATION_MEANS });

export const spaceId = z
  .string()
  .regex(/^[1-9][0-9]{0,18}$/, { error: 'must be the numeric id of a space', abort: true })
  .meta({ maxLength: 19 });

export const accountId = z
  .string()
  .regex(/^[0-9A-Za-z:-]{1,128}$/, { error: 'must be an accountId' })
  .meta({ maxLength: 128 });

/** In, any fraction of a second; out, milliseconds. */
export const instant = z.iso
  .datetime({ error: 'must be an instant in UTC, as 2026-11-21T09:30:00Z' })
  .meta({ examples: ['2026-11-21T09:30:00.000Z'] })
  .transform((text) => new Date(text).toISOString());

const DEFAULT_LIMIT = 25;
const COUNT = { error: 'must be a whole number from 1 to 250' };

/** How many at once, as Confluence's own API takes it. Decimal digits only, which `Number` alone would not ask for. */
export const limit = z
  .preprocess(
    (text) => (typeof text === 'string' && /^[0-9]{1,3}$/.test(text) ? Number(text) : text),
    z
      .int(COUNT)
      .min(1, COUNT)
      .max(250, COUNT)
      // The default is of what is read, so the document would not have it.
      .meta({ description: 'How many to list at most.', examples: [DEFAULT_LIMIT], default: DEFAULT_LIMIT }),
  )
  .default(DEFAULT_LIMIT);

export const cursor = z
  .string()
  .min(1, { error: 'must not be empty' })
  .max(512, { error: 'is longer than any cursor' })
  .optional()
  .meta({ description: 'Where to go on: from `_links.next` of the answer before.', examples: ['WzEsIjIwMjYiXQ'] });
