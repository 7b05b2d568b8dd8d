import * as z from 'zod';
import { type Actor, type Confluence, HostError, route } from '../platform/confluence';
import { confluenceId } from '../platform/confluence-id';
import { parse } from './page-lookup';

/**
 * The direct children of content of the page tree, as the app or a person sees them. Pages can also be below folders,
 * whiteboards, databases and smart links (`embed`).
 */

export interface Children {
  readonly pages: readonly { readonly pageId: string; readonly spaceId: string }[];
  /** The other children, which may have pages below them: for example `folder/123`. */
  readonly branches: readonly string[];
  /** The position where Confluence continues; undefined = there are no more. */
  readonly cursor: string | undefined;
}

/** The maximum number of children in one part of the list. */
export const MAX_CHILDREN_AT_ONCE = 100;

const BRANCH_TYPES = ['folder', 'whiteboard', 'database', 'embed'] as const;

const childrenBody = z.object({
  results: z.array(z.object({ id: confluenceId, spaceId: z.string(), type: z.string() })),
  _links: z.object({ next: z.string().optional() }).optional(),
});

interface ChildrenQuestion {
  /** The id of a page, or a branch. */
  readonly parent: string;
  readonly cursor: string | undefined;
  readonly limit?: number;
}

/**
 * @param limit at most MAX_CHILDREN_AT_ONCE
 * @returns the status of the response if Confluence returns no list. 404: the parent does not exist, or is hidden
 * @throws HostError, ImpersonationRefusedError
 */
export async function listChildren(
  confluence: Confluence,
  actor: Actor,
  { parent, cursor, limit = MAX_CHILDREN_AT_ONCE }: ChildrenQuestion,
): Promise<Children | { readonly status: number }> {
  const query = new URLSearchParams({ limit: String(limit), ...(cursor === undefined ? {} : { cursor }) });
  const answer = await confluence.get(actor, routeOf(parent, query));
  if (answer.status !== 200) return { status: answer.status };
  const { results, _links } = parse(childrenBody, answer.body);
  // Only the cursor is taken from the URL of the next part: Confluence's response must not decide which URL the app
  // calls.
  const next = new URLSearchParams(_links?.next?.split('?')[1]).get('cursor') ?? undefined;
  if (_links?.next !== undefined && next === undefined)
    throw new HostError('failure', 'Confluence returned a list of children without its cursor');
  return {
    pages: results.flatMap(({ id, spaceId, type }) => (type === 'page' ? [{ pageId: id, spaceId }] : [])),
    branches: results.flatMap(({ id, type }) => (BRANCH_TYPES.some((one) => one === type) ? [`${type}/${id}`] : [])),
    cursor: next,
  };
}

/** The branch of an event of Confluence, such as `moved:folder`. */
export function branchOf(name: string, contentId: string): string | undefined {
  const type = BRANCH_TYPES.find((one) => name.endsWith(`:${one}`));
  return type && `${type}/${contentId}`;
}

function routeOf(parent: string, query: URLSearchParams) {
  const [type, id = ''] = parent.includes('/') ? parent.split('/') : ['page', parent];
  switch (type) {
    case 'folder':
      return route`/wiki/api/v2/folders/${id}/direct-children?${query}`;
    case 'whiteboard':
      return route`/wiki/api/v2/whiteboards/${id}/direct-children?${query}`;
    case 'database':
      return route`/wiki/api/v2/databases/${id}/direct-children?${query}`;
    case 'embed':
      return route`/wiki/api/v2/embeds/${id}/direct-children?${query}`;
    default:
      return route`/wiki/api/v2/pages/${id}/direct-children?${query}`;
  }
}
