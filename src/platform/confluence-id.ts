import * as z from 'zod';

/** The id of a page, a space or another content of Confluence. */
export const confluenceId = z
  .string()
  .regex(/^[1-9][0-9]{0,18}$/)
  .meta({ maxLength: 19 });

/** The value of a parameter with several ids, each once: Confluence does not document what it does with an id that repeats. */
export function joinIds(ids: readonly string[], separator = ','): string {
  return [...new Set(ids)].join(separator);
}
