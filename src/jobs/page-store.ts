import { CorruptRecordError } from '../platform/corrupt-record';
import type { RowName, RowWrite, Storage } from '../platform/storage';
import { readRows } from '../runs/read-rows';
import { JOBS } from './job-kind';
import { type JobPage, type PageResult, PAGES_IN_A_ROW, pagesRecord, RESULTS_IN_A_ROW, resultsRecord } from './model';

/** Stores the pages of jobs and their results. */

const ENTITY = 'job';

/** @param from the position of the first page; starts a row */
export function pageWrites(jobId: string, from: number, pages: readonly JobPage[]): readonly RowWrite[] {
  const writes: RowWrite[] = [];
  for (let start = 0; start < pages.length; start += PAGES_IN_A_ROW) {
    writes.push({
      entity: ENTITY,
      key: pagesName(jobId, (from + start) / PAGES_IN_A_ROW).key,
      value: { v: 1, rev: 1, data: pages.slice(start, start + PAGES_IN_A_ROW) },
      keepDays: JOBS.keepDays,
    });
  }
  return writes;
}

export function resultsWrite(jobId: string, row: number, results: readonly PageResult[]): RowWrite {
  const value = { v: 1, rev: 1, data: results };
  return { entity: ENTITY, key: resultsName(jobId, row).key, value, keepDays: JOBS.keepDays };
}

/** Reads the pages of a job from one position to before another. @throws StorageUnavailableError, CorruptRecordError */
export async function readPages(
  storage: Storage,
  jobId: string,
  from: number,
  to: number,
): Promise<readonly JobPage[]> {
  const rows = await readParts(storage, (n) => pagesName(jobId, n), from, to, PAGES_IN_A_ROW);
  return rows.flatMap(({ name, value, skip, take }) => {
    const parsed = pagesRecord.safeParse(value);
    if (!parsed.success) throw new CorruptRecordError(ENTITY, name.key);
    return parsed.data.data.slice(skip, take);
  });
}

/** Reads the known results of a job from one position to before another. @throws as readPages */
export async function readResults(
  storage: Storage,
  jobId: string,
  from: number,
  to: number,
): Promise<readonly PageResult[]> {
  const rows = await readParts(storage, (n) => resultsName(jobId, n), from, to, RESULTS_IN_A_ROW);
  return rows.flatMap(({ name, value, skip, take }) => {
    const parsed = resultsRecord.safeParse(value);
    if (!parsed.success) throw new CorruptRecordError(ENTITY, name.key);
    return parsed.data.data.slice(skip, take);
  });
}

async function readParts(
  storage: Storage,
  nameOf: (row: number) => RowName,
  from: number,
  to: number,
  size: number,
): Promise<readonly { name: RowName; value: unknown; skip: number; take: number }[]> {
  if (to <= from) return [];
  const first = Math.floor(from / size);
  const names = Array.from({ length: Math.ceil(to / size) - first }, (_, n) => nameOf(first + n));
  const rows = await readRows(storage, names);
  return names.map((name, n) => {
    const begin = (first + n) * size;
    return { name, value: rows[n]?.value, skip: Math.max(0, from - begin), take: to - begin };
  });
}

function pagesName(jobId: string, row: number): RowName & { readonly key: string } {
  return { entity: ENTITY, key: `${jobId}:pages:${row}` };
}

function resultsName(jobId: string, row: number): RowName & { readonly key: string } {
  return { entity: ENTITY, key: `${jobId}:results:${row}` };
}
