import { CorruptRecordError } from '../platform/corrupt-record';
import type { RowWrite, Storage } from '../platform/storage';
import type { Line } from '../runs/line';
import { isReadable, readLine, readRuns } from '../runs/run-store';
import { type PageResult, pageResultsRecord, type ScanRun } from './run-model';
import { SCANS } from './scan-kind';

/** Stores the results of scans of named pages, and lists scans. */

const ENTITY = 'job';

/**
 * The open scans and the last finished ones, newest first. Skips corrupt records.
 * @throws StorageUnavailableError, CorruptRecordError
 */
export async function listScanRuns(
  storage: Pick<Storage, 'read' | 'readMany'>,
  now: Date,
): Promise<{ readonly scans: readonly ScanRun[]; readonly line: Line }> {
  const { line, beside } = await readLine(storage, SCANS);
  const runs = await readRuns(storage, SCANS, [...line.map(({ id }) => id), ...beside.past]);
  const scans = runs
    .filter(isReadable)
    .filter((run) => now < SCANS.expiryOf(run))
    .toSorted((a, b) => (placeOf(a) < placeOf(b) ? 1 : -1));
  return { scans, line };
}

/** The sort key in a list of scans: the time, then the id. */
function placeOf({ runId, record }: ScanRun): string {
  return `${record.createdAt} ${runId}`;
}

function resultsOf(scanId: string): string {
  return `scan-pages:${scanId}`;
}

/** The results of the named pages that the scan has reached; none for another scan. @throws StorageUnavailableError, CorruptRecordError */
export async function readPageResults(
  storage: Pick<Storage, 'read'>,
  { runId, record }: ScanRun,
): Promise<readonly PageResult[]> {
  const { order } = record.data;
  if (order.of !== 'pages') return [];
  const { value } = await storage.read(ENTITY, resultsOf(runId));
  if (value === undefined) return [];
  const parsed = pageResultsRecord.safeParse(value);
  if (!parsed.success) throw new CorruptRecordError(ENTITY, resultsOf(runId));
  const placeOfPage = new Map(order.pageIds.map((pageId, place) => [pageId, place]));
  const place = ({ pageId }: PageResult) => placeOfPage.get(pageId) ?? 0;
  return parsed.data.data.results.toSorted((a, b) => place(a) - place(b));
}

/** The write needs no condition of its own: it is part of the write of the scan, and nothing else writes this row. */
export function resultsWrite({ runId, record }: ScanRun, results: readonly PageResult[]): RowWrite {
  const value = { v: 1, rev: record.rev, data: { results } };
  return { entity: ENTITY, key: resultsOf(runId), value, keepDays: SCANS.keepDays };
}
