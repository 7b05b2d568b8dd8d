import * as z from 'zod';
import { SYSTEM } from '../../audit/event';
import { findVisiblePages, type SeenPage } from '../../classification/pages-lookup';
import { type Confluence, HostError, ImpersonationRefusedError, route } from '../../platform/confluence';
import { joinIds } from '../../platform/confluence-id';

/** Finds out which pages of a step the person who requested the scan sees. Other pages are not counted or reported. */

export type IsVisible = (pageId: string) => boolean;

/** With fewer pages, a search for their number saves nothing. */
const LEAST_TO_COUNT = 20;

/** A scheduled scan runs for the app itself, and its counts are shown to no one. @throws HostError */
export async function findVisible(
  confluence: Confluence,
  createdBy: string,
  pageIds: readonly string[],
): Promise<IsVisible | 'inactive'> {
  if (createdBy === SYSTEM) return () => true;
  const visible = await findVisiblePages(confluence, createdBy, pageIds);
  return visible === 'inactive' ? visible : (pageId) => visible.has(pageId);
}

/**
 * The same for the pages of a list. A listed page costs a point for each reader, so the search first counts how many of
 * them the person finds, which costs two points for any number. Pages of which the person finds each one are visible;
 * the others are looked up.
 * @throws HostError
 */
export async function findVisibleOfList(
  confluence: Confluence,
  createdBy: string,
  pages: readonly Pick<SeenPage, 'pageId' | 'spaceId'>[],
  others: readonly string[],
): Promise<IsVisible | 'inactive'> {
  if (createdBy === SYSTEM) return () => true;
  // Pages that a person does not see are often in the same space.
  const inSpaces = pages.toSorted((a, b) => a.spaceId.localeCompare(b.spaceId)).map(({ pageId }) => pageId);
  const unknown = await findUnknown(confluence, createdBy, inSpaces);
  const isVisible = await findVisible(confluence, createdBy, [...unknown, ...others]);
  if (isVisible === 'inactive') return isVisible;
  const lookedUp = new Set([...unknown, ...others]);
  const counted = new Set(inSpaces.filter((pageId) => !lookedUp.has(pageId)));
  return (pageId) => counted.has(pageId) || isVisible(pageId);
}

/** @returns the pages that must be looked up */
async function findUnknown(
  confluence: Confluence,
  accountId: string,
  pageIds: readonly string[],
): Promise<readonly string[]> {
  if (pageIds.length < LEAST_TO_COUNT) return pageIds;
  const count = await countAsPerson(confluence, accountId, `type = page and id in (${joinIds(pageIds, ', ')})`);
  if (count === undefined) return pageIds;
  if (count === pageIds.length) return [];
  const middle = Math.ceil(pageIds.length / 2);
  const halves = [pageIds.slice(0, middle), pageIds.slice(middle)];
  return (await Promise.all(halves.map((half) => findUnknown(confluence, accountId, half)))).flat();
}

const searchBody = z.object({ totalSize: z.int().min(0) });

/**
 * The number of results of a search, as a person.
 * @returns undefined if Confluence returns no number, or the platform does not let the app search for this person
 * @throws HostError
 */
export async function countAsPerson(
  confluence: Confluence,
  accountId: string,
  cql: string,
): Promise<number | undefined> {
  try {
    const answer = await confluence.get(
      { kind: 'person', accountId },
      route`/wiki/rest/api/search?cql=${cql}&limit=1&excerpt=none`,
    );
    return answer.status === 200 ? searchBody.safeParse(answer.body).data?.totalSize : undefined;
  } catch (error) {
    if (error instanceof ImpersonationRefusedError) return undefined;
    if (error instanceof HostError && error.kind === 'failure') return undefined;
    throw error;
  }
}
