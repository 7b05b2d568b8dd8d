import type { Scope } from '../access/scope';
import type { SeenPage } from '../classification/pages-lookup';
import type { FindingRecord } from '../findings/model';
import { readFindings } from '../findings/scan-store';
import type { AuthorizedRequest } from './route';
import { seePagesAmong } from './visible-pages';

/** Findings that a request names by id: only those that the key can see now. */

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
