import * as z from 'zod';
import { justificationText, pageId } from '../classification/page-level-fields';
import { ActionError } from './action';

/** Validates the inputs of actions. Smart values of rules are texts, and a model can send anything. */

/** The id of a page, which is a text of digits. Models also send a number. */
export const pageIdInput = z.union([z.string().trim().pipe(pageId), z.int().positive().transform(String)], {
  error: 'must be the ID of a page: digits only',
});

/** A smart value without content is an empty text. */
const EMPTY = z.literal('').transform(() => undefined);

/** Omitted: the page that is open in the chat. */
export const optionalPageIdInput = z
  .union([EMPTY, pageIdInput], { error: 'must be the ID of a page: digits only' })
  .nullish();

/** The name, the key or the id of a level. */
export const levelInput = z
  .string({ error: 'must be the name, key or ID of a level' })
  .trim()
  .min(1, { error: 'must not be empty' })
  .max(250, { error: 'is longer than any level' });

export const reasonInput = z
  .union([z.string().trim().pipe(EMPTY), justificationText], { error: 'must be at most 500 characters of plain text' })
  .nullish();

/** A smart value is a text. */
export const flagInput = z
  .union(
    [
      z.boolean(),
      z
        .string()
        .trim()
        .toLowerCase()
        .pipe(z.enum(['true', 'false', '']))
        .transform((text) => text === 'true'),
    ],
    { error: 'must be true or false' },
  )
  .nullish();

/** The place of a chat, which Rovo adds to the inputs. A claim: Confluence is asked about the page as the person. */
export const chatContext = z
  .object({ confluence: z.object({ contentId: pageIdInput }) })
  .optional()
  .catch(undefined);

interface PageInputs {
  readonly pageId?: string | null | undefined;
  readonly context?: z.output<typeof chatContext>;
}

/** The page of the inputs, or the page that is open in the chat. @throws ActionError */
export function requirePageId({ pageId, context }: PageInputs): string {
  const id = pageId ?? context?.confluence.contentId;
  if (id !== undefined) return id;
  throw new ActionError('INVALID_INPUT', 'The inputs aren’t valid: pageId is missing, and no page is open.');
}
