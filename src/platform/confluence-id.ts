import * as z from 'zod';

/** The id of a page, a space or another content of Confluence. */
export const confluenceId = z.string().regex(/^[1-9][0-9]{0,18}$/);
