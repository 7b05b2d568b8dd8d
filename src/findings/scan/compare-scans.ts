import { readLicense } from '../../capabilities/license';
import type { PageSeenByApp } from '../../classification/page-as-app';
import type { ScanComparison } from '../../classification/reconciliation';
import type { Context } from '../../platform/context';
import { partsOf } from '../../platform/parts';
import { readFindingConditions } from '../finding-conditions';
import { listPageScans } from '../lists/list-page-scans';
import { isHidden, isOnSite, type PageScanRecord } from '../model';
import { SCAN_QUEUE } from '../runs/run-model';
import { isOfVersion } from './freshness';
import { readScans } from './scan-store';

/** Compares stored scans with the pages that the app sees, and requests the missing scans. */

/** The number of pages in one event. */
const PAGES_PER_EVENT = 25;

export interface ScanConditions {
  /** True if pages are scanned when they are published. */
  readonly onPublish: boolean;
  /** See `ScanComparison`. */
  readonly isChanged: boolean;
}

/**
 * True if an event about the page must have been missed. Without scans of published pages, only what every event records is
 * compared: that a page is hidden, in the trash, or in another space. Pure.
 */
export function isMissed(
  scan: PageScanRecord | undefined,
  page: PageSeenByApp,
  { onPublish, isChanged }: ScanConditions,
): boolean {
  if (scan === undefined) return page.kind === 'page' && onPublish && isChanged;
  switch (page.kind) {
    // A page that was deleted from the trash looks the same, and is not counted.
    case 'unseen':
      return !isHidden(scan) && isOnSite(scan);
    case 'trashed':
      return isOnSite(scan);
    case 'page': {
      const wasHidden = scan.state === 'not-inspected' || !isOnSite(scan);
      const isOutdated = scan.state === 'unfinished' || !isOfVersion(scan, page.page);
      return wasHidden || scan.spaceId !== page.page.spaceId || (onPublish && isOutdated);
    }
  }
}

/** Without a license, no page is scanned. @throws StorageUnavailableError, CorruptRecordError */
export async function openScanComparison({
  storage,
  push,
  clock,
}: Pick<Context, 'storage' | 'push' | 'clock'>): Promise<ScanComparison> {
  const isLicensed = (await readLicense(storage, clock())) !== 'inactive';
  const { onPublish } = (await readFindingConditions(storage)).config.triggers;
  return {
    compare: async (pageIds, seen, isChanged) => {
      if (!isLicensed || pageIds.length === 0) return [];
      const scans = await readScans(storage, pageIds);
      const missed = pageIds.filter((pageId) => {
        const scan = scans.get(pageId);
        const page = seen.get(pageId) ?? { kind: 'unseen' };
        return scan !== 'unreadable' && isMissed(scan?.record, page, { onPublish, isChanged });
      });
      for (const some of partsOf(missed, PAGES_PER_EVENT))
        await push.push(SCAN_QUEUE, { movedPageIds: some.join(',') });
      return missed;
    },
    list: async (after, limit) => {
      const { items, next } = await listPageScans(storage, {
        contentType: 'all',
        isWanted: ({ state }) => state !== 'gone',
        after,
        limit,
      });
      return { pageIds: items.map(({ pageId }) => pageId), next };
    },
  };
}
