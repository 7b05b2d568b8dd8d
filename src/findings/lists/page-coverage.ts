import type { ListedContent } from '../../classification/content-type';
import type { SeenPage } from '../../classification/pages-lookup';
import { listVisibleRows, type VisibleRows } from '../../classification/visible-list';
import { readDetection } from '../../detection/configuration/configuration-store';
import type { Position } from '../../platform/rows-by-time';
import type { Storage } from '../../platform/storage';
import { awaitAll } from '../../platform/await-all';
import { type Exclusions, readExclusions } from '../exclusions/exclusion-store';
import type { FindingConditions } from '../finding-conditions';
import type { FingerprintKey } from '../fingerprint-key';
import { coversSettings, isOfVersion, type PageNow } from '../scan/freshness';
import { type ListedPageScan, listPageScans } from './list-page-scans';
import { isOnSite, type PageScanRecord } from '../model';

/**
 * Lists page scans by coverage: whether each page is scanned as its current version and the current settings of the
 * site require.
 */

/** `stale`: the page was scanned, but it has a newer version or the settings have changed. */
export const COVERAGES = ['complete', 'partial', 'not-inspected', 'stale'] as const;
type CoverageFilter = (typeof COVERAGES)[number];

interface CoverageQuestion extends ListedContent {
  readonly coverage: CoverageFilter | undefined;
  /** The space of the page at the time of the scan. */
  readonly spaceId: string | undefined;
}

export interface PageCoverage {
  /** By the id of the page, of the pages that the reader sees. @throws StorageUnavailableError, and what `see` throws */
  list(place: CoveragePlace): Promise<VisibleRows<CoveredPageScan, Position | undefined>>;
}

interface CoveragePlace {
  readonly after: Position | undefined;
  readonly limit: number;
  /** Looks up at most 250 pages as the reader. The result contains only pages that could be checked. */
  readonly see: (pageIds: readonly string[]) => Promise<ReadonlyMap<string, SeenPage | 'hidden'>>;
}

export interface CoveredPageScan {
  readonly record: PageScanRecord;
  readonly page: SeenPage;
  readonly isStale: boolean;
}

interface CoverageContext {
  readonly storage: Pick<Storage, 'read' | 'readMany' | 'list'>;
  readonly fingerprintKey: FingerprintKey;
}

/** @throws StorageUnavailableError, CorruptRecordError */
export async function openCoverage(
  { storage, fingerprintKey }: CoverageContext,
  { coverage, spaceId, contentType }: CoverageQuestion,
): Promise<PageCoverage> {
  const [{ config }, { all: exclusions }] = await awaitAll([readDetection(storage), readExclusions(storage)] as const);
  const isStale = await openStaleness({ config, exclusions: { all: exclusions } }, fingerprintKey);
  const state = coverage === 'stale' ? undefined : coverage;
  return {
    list: ({ after, limit, see }) =>
      listVisibleRows<ListedPageScan, SeenPage | 'hidden', CoveredPageScan, Position | undefined>({
        after,
        limit,
        find: async (from, count) => {
          const question = { contentType, spaceId, state, isWanted: isOnSite };
          const found = await listPageScans(storage, { ...question, after: from, limit: count });
          return { ...found, hasMore: found.next !== undefined };
        },
        see: (candidates) => see(candidates.map(({ pageId }) => pageId)),
        show: ({ record }, page) => {
          if (page === 'hidden') return undefined;
          const stale = isStale(record, page);
          return coverage !== 'stale' || stale ? { record, page, isStale: stale } : undefined;
        },
      }),
  };
}

/** @returns whether a page was scanned, but has a newer version or other settings since */
export async function openStaleness(
  { config, exclusions }: Pick<FindingConditions, 'config'> & { readonly exclusions: Pick<Exclusions, 'all'> },
  fingerprintKey: FingerprintKey,
): Promise<(record: PageScanRecord, page: PageNow) => boolean> {
  const { openConfigHash } = await import('../scan/scan-content');
  const configHash = openConfigHash({ config, exclusions: exclusions.all, fingerprintKey });
  return (record, page) =>
    record.state !== 'not-inspected' &&
    (!isOfVersion(record, page) ||
      record.spaceId !== page.spaceId ||
      !coversSettings(record.configHash, configHash(page.spaceId)));
}
