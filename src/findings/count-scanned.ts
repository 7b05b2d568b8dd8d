import { lookUpPages, type SeenPage } from '../classification/pages-lookup';
import { listVisibleRows } from '../classification/visible-list';
import { type Confluence, HostError } from '../platform/confluence';
import type { Position } from '../platform/rows-by-time';
import type { Storage } from '../platform/storage';
import { awaitAll } from '../platform/await-all';
import { type ListedPageScan, listPageScans } from './list-page-scans';
import type { PageScanRecord } from './model';

/** Counts the scanned pages that a person sees, by coverage. Reads an index, so it is eventually consistent. */

interface PageNumber {
  readonly count: number;
  /** False: the number may be higher. */
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
  /** The person who requests the counts. */
  readonly accountId: string;
  readonly now: Date;
}

/** The maximum count per state, because storage has no operation that counts. */
const MAX_COUNTED = 100;

/** @throws StorageUnavailableError, HostError */
export async function countScannedPages(context: CoverageContext): Promise<Coverage> {
  const [complete, partial, notInspected] = await awaitAll([
    countPages(context, 'complete'),
    countPages(context, 'partial'),
    countPages(context, 'not-inspected'),
  ] as const);
  return { complete, partial, notInspected };
}

async function countPages(
  { storage, confluence, accountId, now }: CoverageContext,
  state: PageScanRecord['state'],
): Promise<PageNumber> {
  const { results, hasMore } = await listVisibleRows<ListedPageScan, SeenPage | 'hidden', string, Position | undefined>(
    {
      after: undefined,
      limit: MAX_COUNTED,
      find: async (after, limit) => {
        const found = await listPageScans(storage, { state, isWanted: () => true, now, after, limit });
        return { ...found, hasMore: found.next !== undefined };
      },
      see: async (candidates) => {
        const pageIds = candidates.map(({ pageId }) => pageId);
        const lookup = await lookUpPages(confluence, accountId, pageIds);
        if (lookup.outcome === 'creator-inactive')
          throw new HostError('failure', 'Confluence no longer knows the admin');
        return lookup.pages;
      },
      show: ({ pageId }, page) => (page === 'hidden' ? undefined : pageId),
    },
  );
  return { count: results.length, isExact: !hasMore };
}
