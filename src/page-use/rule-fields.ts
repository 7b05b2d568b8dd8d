import * as z from 'zod';
import { PURPOSES } from '../configuration/governance';

/** The fields of a rule in requests. Messages follow the field's name. */

export const purpose = z.enum(PURPOSES, { error: `must be one of ${PURPOSES.join(', ')}` }).meta({
  description:
    '`ai-read`: give the page to a model, for example in a prompt. `ai-index`: store it in an index for search. `ai-train`: train a model with it. `guest`, `public`: show it to guests, or to anyone. `export`: take it out of Confluence.',
});

const purposes = z
  .array(purpose, { error: 'must be a list of purposes' })
  .max(PURPOSES.length, { error: `must have at most ${PURPOSES.length} entries` });

export const ruleFields = {
  ask: purposes.meta({ description: 'Purposes for which a person must be asked first.' }),
  deny: purposes.meta({ description: 'Purposes that are not allowed, also if they are in `ask`.' }),
};
