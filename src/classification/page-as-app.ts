import * as z from 'zod';
import { APP, type Confluence, HostError, route } from '../platform/confluence';
import { type ContentType, CONTENT_TYPES, folderOf, statusesOf } from './content-type';
import { joinIds } from '../platform/confluence-id';
import { type Children, listChildren } from './child-pages';
import { classifiable, type Page, pageBody, parse } from './page-lookup';

/**
 * Pages as the app itself sees them, for its own work. Restrictions hide a page from the app as from any other user, so
 * a page that the app cannot see may still exist.
 */

export type PageSeenByApp =
  /** The content is restricted, purged, a draft, or not a page. The app cannot know which. */
  | { readonly kind: 'unseen' }
  /** In the trash. It can be restored. */
  | { readonly kind: 'trashed' }
  | { readonly kind: 'page'; readonly page: Page; readonly createdAt: string };

const UNSEEN: PageSeenByApp = { kind: 'unseen' };

const appPageBody = pageBody.extend({ createdAt: z.string() });
/** @param contentType undefined = not known: a page, or a blog post if no page has the id @throws HostError */
export async function readPageAsApp(
  confluence: Confluence,
  pageId: string,
  contentType?: ContentType,
): Promise<PageSeenByApp> {
  for (const type of contentType === undefined ? CONTENT_TYPES : [contentType]) {
    const answer = await confluence.get(APP, route`/wiki/api/v2/${folderOf(type)}/${pageId}`);
    if (answer.status !== 200) continue;
    const body = parse(appPageBody, answer.body);
    if (body.id !== pageId) throw new HostError('failure', 'Confluence returned another page');
    return observationOf(body, type);
  }
  return UNSEEN;
}

const listBody = z.object({
  results: z.array(appPageBody),
  _links: z.object({ next: z.string().optional() }).optional(),
});
/** The number of pages that Confluence lists in one call. */
const MAX_AT_ONCE = 250;

/** @param pageIds at most 250 @returns the pages and blog posts that the app sees, by id @throws HostError */
export async function readPagesAsApp(
  confluence: Confluence,
  pageIds: readonly string[],
): Promise<ReadonlyMap<string, PageSeenByApp>> {
  const seen = new Map<string, PageSeenByApp>();
  for (const type of CONTENT_TYPES) {
    const ids = pageIds.filter((pageId) => !seen.has(pageId));
    if (ids.length === 0) break;
    const query = { id: joinIds(ids), status: statusesOf(type), limit: String(MAX_AT_ONCE) };
    const { pages } = await listAsApp(confluence, query, type);
    for (const { pageId, observed } of pages) seen.set(pageId, observed);
  }
  return seen;
}

interface PagesOfApp {
  readonly pages: readonly { readonly pageId: string; readonly observed: PageSeenByApp }[];
  /** The position where Confluence continues; undefined = there are no more. */
  readonly cursor: string | undefined;
}

/** The pages that the app sees, last changed first. @throws HostError */
export function listLastChangedPages(
  confluence: Confluence,
  limit: number,
  cursor: string | undefined,
): Promise<PagesOfApp> {
  const at = cursor === undefined ? {} : { cursor };
  return listAsApp(confluence, { sort: '-modified-date', limit: String(limit), ...at });
}

async function listAsApp(
  confluence: Confluence,
  query: Readonly<Record<string, string>>,
  type: ContentType = 'page',
): Promise<PagesOfApp> {
  const answer = await confluence.get(APP, route`/wiki/api/v2/${folderOf(type)}?${new URLSearchParams(query)}`);
  if (answer.status !== 200) throw new HostError('failure', `Confluence returned ${answer.status} for a list of pages`);
  const { results, _links } = parse(listBody, answer.body);
  const cursor = new URLSearchParams(_links?.next?.split('?')[1]).get('cursor') ?? undefined;
  return { pages: results.map((body) => ({ pageId: body.id, observed: observationOf(body, type) })), cursor };
}

/** The direct children of a page or a branch, as far as the app sees them. @throws HostError */
export async function listChildrenAsApp(
  confluence: Confluence,
  parent: string,
  cursor: string | undefined,
): Promise<Children> {
  const children = await listChildren(confluence, APP, { parent, cursor });
  return 'status' in children ? { pages: [], branches: [], cursor: undefined } : children;
}

const spacesBody = z.object({ results: z.array(z.object({ id: z.string() })) });

/** @throws HostError */
export async function seesSpaceAsApp(confluence: Confluence, spaceId: string): Promise<boolean> {
  const answer = await confluence.get(APP, route`/wiki/api/v2/spaces?ids=${spaceId}`);
  if (answer.status !== 200)
    throw new HostError('failure', `Confluence returned ${answer.status} for a list of spaces`);
  return parse(spacesBody, answer.body).results.some(({ id }) => id === spaceId);
}

function observationOf(body: z.infer<typeof appPageBody>, type: ContentType): PageSeenByApp {
  if (body.status === 'trashed') return { kind: 'trashed' };
  const page = classifiable(body, type);
  return page === undefined ? UNSEEN : { kind: 'page', page: { ...page, mayUpdate: false }, createdAt: body.createdAt };
}
