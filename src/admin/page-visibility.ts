import { lookUpPages, padPageIds } from '../classification/pages-lookup';
import { HostError } from '../platform/confluence';
import type { AdminRequest } from './operation';

/**
 * @param pageIds of 250 pages at most
 * @param count how many pages Confluence is asked for at least: the number of ids that the client knows
 * @returns whether the admin can see a page now
 */
export async function readVisibility(
  { confluence, accountId }: AdminRequest,
  pageIds: readonly string[],
  count = 0,
): Promise<(pageId: string) => boolean> {
  const asked = padPageIds(pageIds, count);
  if (asked.length === 0) return () => false;
  const lookup = await lookUpPages(confluence, accountId, asked, 'all');
  if (lookup.outcome === 'creator-inactive') throw new HostError('failure', 'Confluence no longer knows the admin');
  return (pageId) => (lookup.pages.get(pageId) ?? 'hidden') !== 'hidden';
}
