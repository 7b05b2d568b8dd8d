import * as z from 'zod';
import type { ScanOrder } from '../findings/run-model';
import { HostError, ImpersonationRefusedError, route } from '../platform/confluence';
import type { AdminRequest } from './operation';
import { describeSpaces } from './spaces';

/** Counts the pages of a scan before it starts, to show its progress. */

const searchBody = z.object({ totalSize: z.int().min(0) });

/**
 * Confluence counts with its search index as the admin, so the number is about the pages that the admin sees.
 * @returns undefined if the number is not known. A scan starts without it.
 */
export async function countPagesToScan(request: AdminRequest, order: ScanOrder): Promise<number | undefined> {
  try {
    const cql = await searchFor(request, order);
    return cql === undefined ? undefined : await countResults(request, cql);
  } catch (error) {
    if (error instanceof HostError || error instanceof ImpersonationRefusedError) return undefined;
    throw error;
  }
}

async function searchFor(request: AdminRequest, order: ScanOrder): Promise<string | undefined> {
  switch (order.of) {
    case 'pages':
      return undefined;
    case 'site':
      return 'type = page';
    case 'space': {
      const { spaces } = await describeSpaces(request, { spaceIds: [order.spaceId] });
      const key = spaces.find(({ id }) => id === order.spaceId)?.key;
      return key === undefined ? undefined : `type = page and space = "${key}"`;
    }
    case 'query':
      // An order cannot be part of a condition.
      return /\border\s+by\b/i.test(order.cql) ? undefined : `(${order.cql}) and type = page`;
  }
}

async function countResults({ confluence, accountId }: AdminRequest, cql: string): Promise<number | undefined> {
  const answer = await confluence.get(
    { kind: 'person', accountId },
    route`/wiki/rest/api/search?cql=${cql}&limit=1&excerpt=none`,
  );
  return answer.status === 200 ? searchBody.safeParse(answer.body).data?.totalSize : undefined;
}
