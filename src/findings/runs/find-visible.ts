import * as z from 'zod';
import { SYSTEM } from '../../audit/event';
import { findVisiblePages } from '../../classification/pages-lookup';
import { type Confluence, HostError, ImpersonationRefusedError, isOfOneCall, route } from '../../platform/confluence';
import { partsOf } from '../../platform/parts';
import type { ScanRunRecord } from './run-model';

/** Finds out which pages of a step the person who requested the scan sees. Other pages are not counted or reported. */

export type IsVisible = (pageId: string) => boolean;

/** Confluence accepts this number of ids. */
const TYPES_AT_ONCE = 100;

/**
 * Only named blog posts are visible, so that the counts of other scans are numbers of pages. A scheduled scan runs for the app itself,
 * and its counts are shown to no one.
 * @throws HostError
 */
export async function findVisible(
  confluence: Confluence,
  { createdBy, order }: Pick<ScanRunRecord['data'], 'createdBy' | 'order'>,
  pageIds: readonly string[],
): Promise<IsVisible | 'inactive'> {
  if (createdBy === SYSTEM) return () => true;
  const visible = await findVisiblePages(confluence, createdBy, pageIds, order.of === 'pages' ? 'all' : 'page');
  return visible === 'inactive' ? visible : (pageId) => visible.has(pageId);
}

/**
 * The same for the pages of a list. A listed page costs a point for each reader, and the types of a hundred contents cost one:
 * Confluence returns none for content that the person does not see. Pages without a type are looked up.
 * @throws HostError
 */
export async function findVisibleOfList(
  confluence: Confluence,
  run: Pick<ScanRunRecord['data'], 'createdBy' | 'order'>,
  pageIds: readonly string[],
  others: readonly string[],
): Promise<IsVisible | 'inactive'> {
  const { createdBy } = run;
  if (createdBy === SYSTEM) return () => true;
  const seen = new Set<string>();
  for (const some of partsOf(pageIds, TYPES_AT_ONCE))
    for (const pageId of await findWithType(confluence, createdBy, some)) seen.add(pageId);
  const left = pageIds.filter((pageId) => !seen.has(pageId));
  const isVisible = await findVisible(confluence, run, [...left, ...others]);
  return isVisible === 'inactive' ? isVisible : (pageId) => seen.has(pageId) || isVisible(pageId);
}

const typesBody = z.object({ results: z.record(z.string(), z.string().nullable()) });

/** @returns none if Confluence returns no types, or the platform does not let the app act for this person */
async function findWithType(
  confluence: Confluence,
  accountId: string,
  contentIds: readonly string[],
): Promise<readonly string[]> {
  try {
    const person = { kind: 'person', accountId } as const;
    const { body } = await confluence.post(person, route`/wiki/api/v2/content/convert-ids-to-types`, { contentIds });
    const types = typesBody.safeParse(body).data?.results ?? {};
    return contentIds.filter((id) => types[id] === 'page');
  } catch (error) {
    if (isUnanswered(error)) return [];
    throw error;
  }
}

const searchBody = z.object({ totalSize: z.int().min(0) });

/**
 * About the number of results of a search, as a person, for progress and prices only: `totalSize` of Confluence is not exact.
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
    if (isUnanswered(error)) return undefined;
    throw error;
  }
}

function isUnanswered(error: unknown): boolean {
  return error instanceof ImpersonationRefusedError || (error instanceof HostError && isOfOneCall(error));
}
