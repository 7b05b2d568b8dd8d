import * as z from 'zod';
import type { RowWrite, Storage } from '../../platform/storage';
import { type ItemRows, readItems, writeItems } from '../../runs/run-items';
import type { ScanRun } from './run-model';
import { SCANS } from './scan-kind';
import type { Attempt } from '../scan/page-content';
import type { ScanContext } from '../scan/scan-page';

/**
 * The pages that a scan has counted, so that it counts, scans and pays for each page once. A scan remembers them if its
 * lists are not in the order of page ids, such as the results of a search, and pages and comments by the time of their
 * change. Such a list can contain a page again, because the page moves in it while the scan runs.
 */

/** The context of a step. */
export interface StepOfScan extends ScanContext {
  /** By id. Empty for a scan that lists pages by id or by name. */
  readonly counted: ReadonlySet<string>;
  readonly attempt: Attempt;
}

/** A row has at most 220 KB, because an id has at most 19 digits. */
const COUNTED_PAGES: ItemRows<string> = {
  keyOf: (scanId, row) => `scan:${scanId}:counted:${row}`,
  itemsPerRow: 10_000,
  schema: z.array(z.string()),
  format: (pageIds) => pageIds,
  keepDays: SCANS.keepDays,
  // Each row is read by itself, with strict consistency.
  mayBeAbsent: true,
};

export function remembersPages({ record: { data } }: ScanRun): boolean {
  return data.order.of === 'query' || data.plan?.pagesSince !== undefined;
}

/** @throws StorageUnavailableError, CorruptRecordError */
export async function readCountedPages(storage: Storage, run: ScanRun): Promise<ReadonlySet<string>> {
  const { itemsPerRow } = COUNTED_PAGES;
  const counted: string[] = [];
  for (let isFull = remembersPages(run); isFull;) {
    const from = counted.length;
    const some = await readItems(storage, COUNTED_PAGES, run.runId, from, from + itemsPerRow);
    counted.push(...some);
    isFull = some.length === itemsPerRow;
  }
  return new Set(counted);
}

/** The writes that add pages. Commit them with the run. */
export function addCountedPages(
  run: ScanRun,
  counted: ReadonlySet<string>,
  pageIds: readonly string[],
): readonly RowWrite[] {
  const added = [...new Set(pageIds)].filter((pageId) => !counted.has(pageId));
  if (!remembersPages(run) || added.length === 0) return [];
  const begun = counted.size - (counted.size % COUNTED_PAGES.itemsPerRow);
  return writeItems(COUNTED_PAGES, run.runId, begun, [...[...counted].slice(begun), ...added]);
}
