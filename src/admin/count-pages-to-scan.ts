import * as z from 'zod';
import type { ScanOrder } from '../findings/run-model';
import { HostError, ImpersonationRefusedError, route } from '../platform/confluence';
import type { AdminRequest } from './operation';
import { describeSpaces } from './spaces';

/** Counts the pages of a scan before it starts, to show its progress; and the pages from which a sample is taken. */

const searchBody = z.object({ totalSize: z.int().min(0) });

/** @returns undefined if the number is not known. A scan starts without it. */
export function countPagesToScan(request: AdminRequest, order: ScanOrder): Promise<number | undefined> {
  return countFound(request, () => searchFor(request, order));
}

/** @returns undefined if the number is not known */
export function countVisiblePages(
  request: AdminRequest,
  spaceIds: 'site' | readonly string[],
): Promise<number | undefined> {
  return countFound(request, async () => (spaceIds === 'site' ? EVERY_PAGE : inSpaces(request, spaceIds)));
}

/** Confluence counts with its search index as the admin, so the number is about the pages that the admin sees. */
async function countFound(
  request: AdminRequest,
  readSearch: () => Promise<string | undefined>,
): Promise<number | undefined> {
  try {
    const cql = await readSearch();
    return cql === undefined ? undefined : await countResults(request, cql);
  } catch (error) {
    if (error instanceof HostError || error instanceof ImpersonationRefusedError) return undefined;
    throw error;
  }
}

const EVERY_PAGE = 'type = page';

/** @returns undefined if the admin sees none of the spaces */
async function inSpaces(request: AdminRequest, spaceIds: readonly string[]): Promise<string | undefined> {
  const { spaces } = await describeSpaces(request, { spaceIds: [...spaceIds] });
  if (spaces.length === 0) return undefined;
  return `${EVERY_PAGE} and space in (${spaces.map(({ key }) => `"${key}"`).join(', ')})`;
}

async function searchFor(request: AdminRequest, order: ScanOrder): Promise<string | undefined> {
  switch (order.of) {
    case 'pages':
      return undefined;
    case 'site':
      return EVERY_PAGE;
    case 'space':
      return inSpaces(request, [order.spaceId]);
    case 'query':
      // An order cannot be part of a condition.
      return /\border\s+by\b/i.test(order.cql) ? undefined : `(${order.cql}) and ${EVERY_PAGE}`;
  }
}

async function countResults({ confluence, accountId }: AdminRequest, cql: string): Promise<number | undefined> {
  const answer = await confluence.get(
    { kind: 'person', accountId },
    route`/wiki/rest/api/search?cql=${cql}&limit=1&excerpt=none`,
  );
  return answer.status === 200 ? searchBody.safeParse(answer.body).data?.totalSize : undefined;
}
