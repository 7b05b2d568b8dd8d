import type { ContentType, ListedContentType } from '../classification/content-type';
import { lookUpPages, padPageIds, type SeenPage } from '../classification/pages-lookup';
import { seePages, type Visibility, type VisiblePage } from '../classification/visible-pages';
import type { NamedFindingsReader } from '../findings/lists/named-findings';
import { HostError } from '../platform/confluence';
import type { AdminRequest } from './operation';

/** Pages as the admin can currently see them. There is no key, so the level of a page does not hide it. */

/**
 * @param pageIds 250 at most
 * @returns the pages that could be looked up, by id
 * @throws HostError
 */
export async function findPages(
  { confluence, accountId }: AdminRequest,
  pageIds: readonly string[],
  which: 'first' | 'all' = 'first',
  contentType?: ListedContentType,
): Promise<ReadonlyMap<string, SeenPage | 'hidden'>> {
  const wanted = [...new Set(pageIds)];
  if (wanted.length === 0) return new Map();
  return requireKnownAdmin(await lookUpPages(confluence, accountId, wanted, which, contentType)).pages;
}

/** The dependencies for reading findings that the admin named. */
export function namedFindingsReaderOf(request: AdminRequest): NamedFindingsReader {
  const { storage } = request;
  return { storage, findPages: (pageIds, type) => findPages(request, pageIds, 'all', type) };
}

/** Pages with their levels. @throws HostError, StorageUnavailableError */
export async function findPagesWithLevels(
  request: AdminRequest,
  pageIds: readonly string[],
  contentType?: ListedContentType,
): Promise<ReadonlyMap<string, Visibility>> {
  return requireKnownAdmin(await seePages(request, { accountId: request.accountId }, pageIds, 'first', contentType))
    .pages;
}

/** @returns undefined if the admin cannot see the page. @throws HostError, StorageUnavailableError */
export async function findPageWithLevel(
  request: AdminRequest,
  pageId: string,
  contentType?: ContentType,
): Promise<VisiblePage | undefined> {
  const seen = (await findPagesWithLevels(request, [pageId], contentType)).get(pageId) ?? 'hidden';
  return seen === 'hidden' ? undefined : seen;
}

/**
 * @param pageIds 250 at most
 * @param count the minimum number of pages to request from Confluence, which is the number of ids that the client knows
 * @returns whether the admin can currently see a page
 * @throws HostError
 */
export async function readVisibility(
  request: AdminRequest,
  pageIds: readonly string[],
  count = 0,
  contentType?: ListedContentType,
): Promise<(pageId: string) => boolean> {
  const seen = await findPages(request, padPageIds(pageIds, count), 'all', contentType);
  return (pageId) => (seen.get(pageId) ?? 'hidden') !== 'hidden';
}

export function requireKnownAdmin<L extends { readonly outcome: 'pages' }>(
  lookup: L | { readonly outcome: 'creator-inactive' },
): L {
  if (lookup.outcome === 'creator-inactive') throw new HostError('failure', 'Confluence no longer knows the admin');
  return lookup;
}
