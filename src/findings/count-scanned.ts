import { findVisiblePages } from '../classification/pages-lookup';
import { type Confluence, HostError } from '../platform/confluence';
import type { Storage } from '../platform/storage';
import { together } from '../platform/together';
import type { PageScanRecord } from './model';

/** How many pages were scanned, and how far, of those that a person sees; by the index: eventually consistent. */

interface PageNumber {
  readonly count: number;
  /** false: there may be more. */
  readonly isExact: boolean;
}

export interface Coverage {
  readonly complete: PageNumber;
  readonly partial: PageNumber;
  readonly notInspected: PageNumber;
}

interface CoverageContext {
  readonly storage: Pick<Storage, 'list'>;
  readonly confluence: Confluence;
  /** Who asks. */
  readonly accountId: string;
}

/** For each state. Storage has no operation that counts. */
const MAX_COUNTED = 100;

/** @throws StorageUnavailableError, HostError */
export async function countScannedPages({ storage, confluence, accountId }: CoverageContext): Promise<Coverage> {
  const lists = await together([
    listOf(storage, 'complete'),
    listOf(storage, 'partial'),
    listOf(storage, 'not-inspected'),
  ] as const);
  const pageIds = lists.flatMap(({ pageIds: some }) => some);
  const visible = await findVisiblePages(confluence, accountId, pageIds);
  if (visible === 'inactive') throw new HostError('failure', 'Confluence no longer knows the admin');
  const numberOf = (list: (typeof lists)[number]): PageNumber => ({
    count: list.pageIds.filter((pageId) => visible.has(pageId)).length,
    isExact: list.isWhole,
  });
  const [complete, partial, notInspected] = lists;
  return { complete: numberOf(complete), partial: numberOf(partial), notInspected: numberOf(notInspected) };
}

async function listOf(storage: Pick<Storage, 'list'>, state: PageScanRecord['state']) {
  const { rows, cursor } = await storage.list({
    entity: 'page-scan',
    index: 'by-state',
    partition: [state],
    sort: 'DESC',
    limit: MAX_COUNTED,
  });
  return { pageIds: rows.map(({ key }) => key), isWhole: rows.length < MAX_COUNTED && cursor === undefined };
}
