import { readPagesAsApp, seesSpaceAsApp } from '../../classification/page-as-app';
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

export type SpaceStep =
  { readonly outcome: 'done' | 'contended' } | { readonly outcome: 'more'; readonly next: Position };

/**
 * Processes some of the pages, by id.
 * @param after where the previous step stopped
 * @throws StorageUnavailableError, HostError, CorruptRecordError: the step must be run again
 */
export async function leaveSpace(
  { storage, confluence, clock, scanner }: ScanContext,
  spaceId: string,
  after: Position | undefined,
): Promise<SpaceStep> {
  if (await seesSpaceAsApp(confluence, spaceId)) return { outcome: 'done' };
  const { items, next } = await listPageScans(storage, {
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
    if (outcome === 'contended') return { outcome };
  }
  return next === undefined ? { outcome: 'done' } : { outcome: 'more', next };
}

/** Confluence was queried for many pages at a time. Another scan may have handled this page in between. */
function isSeenSince(scan: PageScanRecord, at: string): boolean {
  return !isHidden(scan) && scan.scannedAt > at;
}
