import * as z from 'zod';
import { type Actor, type Confluence, HostError, route } from '../platform/confluence';
import { confluenceId } from '../platform/confluence-id';
import { parse } from './page-lookup';

/** The direct children of a page, as the app or a person sees them. Pages in a folder below the page are not listed. */

export interface ChildPages {
  readonly pages: readonly { readonly pageId: string; readonly spaceId: string }[];
  /** The position where Confluence continues; undefined = there are no more. */
  readonly cursor: string | undefined;
}

/** The maximum number of pages in one part of the list. */
export const MAX_CHILDREN_AT_ONCE = 100;

const childrenBody = z.object({
  results: z.array(z.object({ id: confluenceId, spaceId: z.string() })),
  _links: z.object({ next: z.string().optional() }).optional(),
});

/**
 * @param limit at most MAX_CHILDREN_AT_ONCE
 * @returns the status of the response if Confluence returns no list. 404: the page does not exist, or is hidden
 * @throws HostError, ImpersonationRefusedError
 */
export async function listChildPages(
  confluence: Confluence,
  actor: Actor,
  { pageId, cursor, limit = MAX_CHILDREN_AT_ONCE }: ChildPagesQuestion,
): Promise<ChildPages | { readonly status: number }> {
  const query = new URLSearchParams({ limit: String(limit), ...(cursor === undefined ? {} : { cursor }) });
  const answer = await confluence.get(actor, route`/wiki/api/v2/pages/${pageId}/children?${query}`);
  if (answer.status !== 200) return { status: answer.status };
  const { results, _links } = parse(childrenBody, answer.body);
  // Only the cursor is taken from the URL of the next part: Confluence's response must not decide which URL the app
  // calls.
  const next = new URLSearchParams(_links?.next?.split('?')[1]).get('cursor') ?? undefined;
  if (_links?.next !== undefined && next === undefined)
    throw new HostError('failure', 'Confluence returned a list of child pages without its cursor');
  return { pages: results.map(({ id, spaceId }) => ({ pageId: id, spaceId })), cursor: next };
}

interface ChildPagesQuestion {
  readonly pageId: string;
  readonly cursor: string | undefined;
  readonly limit?: number;
}
