import * as z from 'zod';
import { LABEL_PREFIX } from '../configuration/governance';

/** The fields of the labels in requests. */

export const labelFields = {
  enabled: z.boolean().meta({ description: 'Whether pages have the label of their level.' }),
  prefix: z.string().regex(LABEL_PREFIX).meta({
    maxLength: 32,
    description:
      'The start of each label: 2 to 32 lowercase letters, digits, hyphens and underscores, the first a letter. Example: `classification-`.',
  }),
};
