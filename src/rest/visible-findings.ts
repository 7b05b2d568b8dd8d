import type { Scope } from '../access/scope';
import { padPageIds, type SeenPage } from '../classification/pages-lookup';
import type { FindingRecord } from '../findings/model';
import { readFindings } from '../findings/scan-store';
import type { AuthorizedRequest } from './route';
import { seePages } from './visible-pages';

/** Findings that a request names by id, and pages of runs: only those that the key can see now. */

export interface VisibleFinding {
  readonly record: FindingRecord;
  readonly page: SeenPage;
}

/**
 * The platform calls depend on the number of ids alone, not on which findings exist or whose pages are hidden.
 * @param findingIds at most 250
 * @returns by id; a finding on a hidden page is left out, as one that does not exist
 * @throws Problem 401, HostError, StorageUnavailableError, CorruptRecordError
 */
export async function seeFindings(
  request: AuthorizedRequest,
  findingIds: readonly string[],
  required: Scope,
): Promise<ReadonlyMap<string, VisibleFinding>> {
  const named = [...new Set(findingIds)];
  const records = await readFindings(request.storage, named);
  const pages = await seePagesAmong(
    request,
    [...records.values()].map(({ pageId }) => pageId),
    named.length,
    required,
  );
  return new Map(
    [...records].flatMap(([findingId, record]) => {
      const page = pages.get(record.pageId);
      return page === undefined ? [] : [[findingId, { record, page }] as const];
    }),
  );
}

/**
 * @param count how many pages Confluence is asked for at least: the number of ids that the client knows
 * @returns the pages that the key can see now, by id
 * @throws Problem 401, HostError, StorageUnavailableError
 */
export async function seePagesAmong(
  request: AuthorizedRequest,
  pageIds: readonly string[],
  count: number,
  required: Scope,
): Promise<ReadonlyMap<string, SeenPage>> {
  const candidates = padPageIds(pageIds, count).map((pageId) => ({ pageId }));
  const pages = new Map<string, SeenPage>();
  for (const [pageId, visible] of await seePages(request, candidates, required))
    if (visible !== 'hidden') pages.set(pageId, visible[0]);
  return pages;
}
