import * as z from 'zod';
import type { Storage } from '../../platform/storage';
import { placedIn, type PlacedRun } from '../../runs/placed-run';
import { type ItemRows, readItems } from '../../runs/run-items';
import { readOpenRuns } from '../../runs/run-store';
import { MAX_NAMED_PAGES, type PageResult, pageResult, type ScanRun, type ScanRunRecord } from './run-model';
import { SCANS } from './scan-kind';

/** Stores the results of scans of named pages, and lists scans. */

/**
 * The open scans and the last finished ones, newest first. Skips corrupt records.
 * @throws StorageUnavailableError, CorruptRecordError
 */
export async function listScanRuns(
  storage: Pick<Storage, 'read' | 'readMany'>,
  now: Date,
): Promise<readonly PlacedRun<ScanRunRecord>[]> {
  const { line, runs } = await readOpenRuns(storage, SCANS, ({ past }) => past);
  const scans = runs.filter((run) => now < SCANS.expiryOf(run)).toSorted((a, b) => (placeOf(a) < placeOf(b) ? 1 : -1));
  return scans.map((run) => placedIn(line, run, now));
}

/** The sort key in a list of scans: the time, then the id. */
function placeOf({ runId, record }: ScanRun): string {
  return `${record.createdAt} ${runId}`;
}

/** The results of a scan of named pages, in one row, because lists of scans read the row of the scan often. */
export const SCAN_RESULTS: ItemRows<PageResult> = {
  keyOf: (scanId) => `scan-pages:${scanId}`,
  itemsPerRow: MAX_NAMED_PAGES,
  schema: z
    .strictObject({ results: z.array(pageResult).max(MAX_NAMED_PAGES) })
    .transform(({ results }): readonly PageResult[] => results),
  format: (results) => ({ results }),
  keepDays: SCANS.keepDays,
  mayBeAbsent: true,
};

/**
 * The results of the named pages that the scan has reached, in the order of the pages; none for another scan.
 * @throws StorageUnavailableError, CorruptRecordError
 */
export async function readPageResults(
  storage: Pick<Storage, 'read' | 'readMany'>,
  { runId, record }: ScanRun,
): Promise<readonly PageResult[]> {
  const { order } = record.data;
  if (order.of !== 'pages') return [];
  const results = await readItems(storage, SCAN_RESULTS, runId, 0, MAX_NAMED_PAGES);
  const placeOfPage = new Map(order.pageIds.map((pageId, place) => [pageId, place]));
  const place = ({ pageId }: PageResult) => placeOfPage.get(pageId) ?? 0;
  return results.toSorted((a, b) => place(a) - place(b));
}
