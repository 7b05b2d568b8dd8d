import * as z from 'zod';
import { CONTENT_TYPES } from '../classification/content-type';
import { JUSTIFICATION_MEANS, justificationText, levelName } from '../classification/page-level-fields';

/** Members and parameters that several routes share. Messages follow the field's name. */

export {
  justificationText,
  levelInPath,
  levelName,
  pageId,
  subLevelInPath,
  subLevelName,
} from '../classification/page-level-fields';

export const justification = justificationText.optional().meta({ description: JUSTIFICATION_MEANS });

export const spaceId = z
  .string()
  .regex(/^[1-9][0-9]{0,18}$/, { error: 'must be a numeric space ID', abort: true })
  .meta({ maxLength: 19 });

/** The route table resolves it to a `spaceId` (middleware/space-key.ts). */
export const spaceKey = z
  .string()
  .regex(/^(?:[A-Za-z0-9]{1,255}|~[A-Za-z0-9._:@-]{1,254})$/, { error: 'must be the key of a space' })
  .optional()
  .meta({
    description: 'The key of the space, instead of `spaceId`. A key of a space that does not exist is like such an id.',
    examples: ['ENG'],
    maxLength: 255,
  });

/** The filter of lists by the type of the content. */
export const contentTypes = z
  .enum([...CONTENT_TYPES, 'all'], { error: `must be one of ${CONTENT_TYPES.join(', ')}, all` })
  .optional()
  .meta({ description: 'The content to list: pages, blog posts or both. Default: `page`.', examples: ['all'] });

const MAX_LEVELS = 10;

/** A filter by levels, of which one must match. */
export function levelFilter(description: string) {
  return (
    z
      // Without the transformation of `levelName`, because the schema describes the input.
      .array(levelName.in.toLowerCase())
      .max(MAX_LEVELS, { error: `can be given ${MAX_LEVELS} times at most` })
      .optional()
      .meta({
        description: `${description}, given as UUID or key. Repeat the parameter for any of up to ${MAX_LEVELS} levels.`,
        examples: [['restricted']],
      })
  );
}

/** For a list whose entries must be distinct. A duplicate is an error at the pointer of each entry that repeats it. */
export function eachOnce<N extends string>(member: N) {
  return (items: readonly Readonly<Record<N, string>>[], context: z.RefinementCtx): void => {
    const counts = new Map<string, number>();
    for (const item of items) counts.set(item[member], (counts.get(item[member]) ?? 0) + 1);
    items.forEach((item, index) => {
      if ((counts.get(item[member]) ?? 0) < 2) return;
      context.addIssue({ code: 'custom', path: [index, member], message: 'is in the list more than once' });
    });
  };
}

export const accountId = z
  .string()
  .regex(/^[0-9A-Za-z:-]{1,128}$/, { error: 'must be an accountId' })
  .meta({ maxLength: 128 });

export { instantInput as instant } from '../platform/instant';

const DEFAULT_LIMIT = 25;
const COUNT = { error: 'must be a whole number from 1 to 250' };

/** The number of items, as in Confluence's own API. Decimal digits only; `Number` alone would accept other forms. */
export const limit = z
  .preprocess(
    (text) =>
      typeof text === 'string' && /^[0-9]+$/.test(text) ? Math.min(Number(text), Number.MAX_SAFE_INTEGER) : text,
    z
      .int(COUNT)
      .min(1, COUNT)
      .max(250, COUNT)
      // zod's default applies to the parsed value, so the document would omit it.
      .meta({
        description: 'The maximum number of items to return.',
        examples: [DEFAULT_LIMIT],
        default: DEFAULT_LIMIT,
      }),
  )
  .default(DEFAULT_LIMIT);

export const cursor = z
  .string()
  .min(1, { error: 'must not be empty' })
  .max(512, { error: 'is longer than any cursor' })
  .optional()
  .meta({
    description: 'The position of the next page, from `_links.next` of the previous response.',
    examples: ['WzEsIjIwMjYiXQ'],
  });

/** The names of the members that the entries of a list can have. */
function membersOf(entry: unknown): readonly string[] {
  if (entry instanceof z.ZodUnion) return entry.options.flatMap(membersOf);
  return entry instanceof z.ZodObject ? Object.keys(entry.shape) : [];
}

/**
 * Selects members of the entries of a list. The response is reduced when it is sent (response.ts), so a route only declares it.
 * @param list the schema of a page of the list
 */
export function entryFields(list: z.ZodType) {
  const results: unknown = list instanceof z.ZodObject ? list.shape['results'] : undefined;
  const names = [...new Set(membersOf(results instanceof z.ZodArray ? results.element : undefined))];
  return z
    .array(z.enum(names, { error: `must be one of ${names.join(', ')}` }))
    .max(names.length, { error: `can be given ${names.length} times at most` })
    .optional()
    .meta({
      description:
        'The members of each entry of `results` to return. Repeat the parameter, or separate the names with commas. Members that are not selected are absent, also required ones. The value may differ between the pages of a list. Omitted: all members.',
      examples: [names.slice(0, 2)],
    });
}

/** For responses. */
export const pageTitle = z
  .string()
  .meta({ description: 'The current title of the page, as Confluence shows it to the creator of the key.' });
