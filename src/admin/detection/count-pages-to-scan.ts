import * as z from 'zod';
import { findSpaceNames } from '../../classification/space-lookup';
import { readDetectionConfig } from '../../detection/configuration/configuration-store';
import { scansCommentsOrAttachments } from '../../findings/scan/comments-and-attachments';
import { estimateNewScan, type NewScanEstimate } from '../../findings/runs/estimate-end';
import type { ScanOrder } from '../../findings/runs/run-model';
import { HostError, ImpersonationRefusedError, route } from '../../platform/confluence';
import { awaitAll } from '../../platform/await-all';
import { pointsPerHour } from '../../quota/counters';
import { readQuotas } from '../../quota/limiter';
import { confluenceId } from '../../platform/confluence-id';
import { POINTS_OF_A_DOWNLOAD } from '../../quota/host-points';
import { operation } from '../input';
import type { AdminRequest } from '../operation';

/** Counts the pages of a scan before it starts, to show its progress; and the pages from which a sample is taken. */

/** Confluence accepts this number of spaces in one list. */
export const MAX_SPACES = 100;

const searchBody = z.object({ totalSize: z.int().min(0) });

/** @returns undefined if the number is not known. A scan starts without it. */
export function countPagesToScan(request: AdminRequest, order: ScanOrder): Promise<number | undefined> {
  return countFound(request, () => searchFor(request, order));
}

/** The cost of a scan. */
export interface ScanOffer extends NewScanEstimate {
  readonly pages: number;
}

/** @returns undefined if the number of pages is not known */
export async function estimateScanOf(
  request: AdminRequest,
  spaceIds: 'site' | readonly string[],
): Promise<ScanOffer | undefined> {
  const { config } = await readDetectionConfig(request.storage);
  const count = (what: string) =>
    countFound(request, async () => (spaceIds === 'site' ? what : inSpaces(request, spaceIds, what)));
  const [pages, contents = 0] = await awaitAll([
    count(EVERY_PAGE),
    count(scansCommentsOrAttachments(config.targets) ? 'type in (blogpost, comment, attachment)' : 'type = blogpost'),
  ] as const);
  return pages === undefined ? undefined : { pages, ...(await estimateFor(request, pages + contents)) };
}

/** The list, the page if it has no other file, and the download. */
const POINTS_OF_A_FILE = 1.04 + 1.04 + POINTS_OF_A_DOWNLOAD;

const spaceIds = z.array(confluenceId).max(MAX_SPACES);

export interface FilesOffer extends NewScanEstimate {
  /** The attachments that the admin sees, of every kind and size. */
  readonly files: number;
}

/** Estimates the first scan of files. Undefined: the number of files is not known. @throws StorageUnavailableError */
export const estimateFiles = operation(
  z.strictObject({ spaceIds }),
  async (request, input): Promise<{ readonly offer?: FilesOffer }> => {
    const files = await countFound(request, async () =>
      input.spaceIds.length === 0 ? 'type = attachment' : inSpaces(request, input.spaceIds, 'type = attachment'),
    );
    if (files === undefined) return {};
    const perHour = pointsPerHour(await readQuotas(request), 'owner');
    return { offer: { files, ...estimateNewScan(files, perHour, POINTS_OF_A_FILE) } };
  },
);

/** @param objects the pages, comments and attachments */
export async function estimateFor(request: AdminRequest, objects: number): Promise<NewScanEstimate> {
  return estimateNewScan(objects, pointsPerHour(await readQuotas(request), 'owner'));
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
async function inSpaces(
  request: AdminRequest,
  spaceIds: readonly string[],
  what = EVERY_PAGE,
): Promise<string | undefined> {
  const spaces = await findSpaceNames(request.confluence, request.accountId, spaceIds);
  if (spaces.length === 0) return undefined;
  return `${what} and space in (${spaces.map(({ key }) => `"${key}"`).join(', ')})`;
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
