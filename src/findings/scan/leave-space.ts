import { type PageSeenByApp, readPagesAsApp, seesSpaceAsApp } from '../../classification/page-as-app';
import type { Position } from '../../platform/rows-by-time';
import { listPageScans } from '../lists/list-page-scans';
import { isHidden, type PageScanRecord } from '../model';
import { recordScan, skipCorruptRecords } from './record-scan';
import type { ScanContext } from './scan-page';

/**
 * Handles the pages of a space that Confluence reported as deleted. If the app sees neither the space nor a page, the
 * findings of the page are resolved, as after a deletion event for that page.
 */

const PAGES_AT_ONCE = 100;

export interface SpaceStep {
  /** True if the app still sees the space or some of these pages in it. Its deletion has not ended. */
  readonly isSeen: boolean;
  /** Undefined: there are no more pages. */
  readonly next: Position | undefined;
}

/**
 * Processes some of the pages, by id.
 * @param after where the previous step stopped
 * @throws StorageUnavailableError, HostError, CorruptRecordError: the step must be run again
 */
export async function leaveSpace(
  { storage, confluence, clock, scanner }: ScanContext,
  spaceId: string,
  after: Position | undefined,
): Promise<SpaceStep | 'contended'> {
  if (await seesSpaceAsApp(confluence, spaceId)) return { isSeen: true, next: undefined };
  const { items, next } = await listPageScans(storage, {
    contentType: 'all',
    spaceId,
    isWanted: ({ state }) => state !== 'gone',
    after,
    limit: PAGES_AT_ONCE,
  });
  const at = clock().toISOString();
  const pageIds = items.map(({ pageId }) => pageId);
  const observed = await readPagesAsApp(confluence, pageIds);
  for (const pageId of pageIds.filter((one) => !observed.has(one))) {
    const { outcome } = await skipCorruptRecords(() =>
      recordScan({
        storage,
        clock,
        pageId,
        scanner,
        observe: (known) =>
          Promise.resolve(known?.spaceId === spaceId && !isSeenSince(known, at) ? { kind: 'gone' } : 'nothing'),
      }),
    );
    if (outcome === 'contended') return outcome;
  }
  const isIn = (page: PageSeenByApp) => page.kind !== 'page' || page.page.spaceId === spaceId;
  return { isSeen: [...observed.values()].some(isIn), next };
}

/** Confluence was queried for many pages at a time. Another scan may have handled this page in between. */
function isSeenSince(scan: PageScanRecord, at: string): boolean {
  return !isHidden(scan) && scan.scannedAt > at;
}
