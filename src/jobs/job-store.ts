import { CorruptRecordError } from '../platform/corrupt-record';
import type { Revision, Row, RowCheck, RowName, RowWrite, Storage } from '../platform/storage';
import { StorageUnavailableError } from '../platform/storage';
import { leave, type Line, type Started, startedBy } from '../runs/line';
import { readRows } from '../runs/read-rows';
import {
  type Job,
  type JobPage,
  type JobRecord,
  jobRecord,
  openRecord,
  type PageResult,
  PAGES_IN_A_ROW,
  pagesRecord,
  RESULTS_IN_A_ROW,
  resultsRecord,
} from './model';

const ENTITY = 'job';
const OPEN = 'open';

/** Longer than any job is kept; the platform may then delete its rows. */
const KEEP_DAYS = 30;

/** @throws StorageUnavailableError, CorruptRecordError */
export async function readJob(storage: Storage, jobId: string): Promise<Job | undefined> {
  return parseJob(jobId, await storage.read(ENTITY, jobId));
}

function parseJob(jobId: string, { value }: Row): Job | undefined {
  if (value === undefined) return undefined;
  const parsed = jobRecord.safeParse(value);
  if (!parsed.success) throw new CorruptRecordError(ENTITY, jobId);
  return { jobId, record: parsed.data };
}

/** The jobs that run or wait. */
export interface OpenJobs {
  readonly revision: Revision;
  readonly line: Line;
}

/** @throws StorageUnavailableError, CorruptRecordError */
export async function readOpenJobs(storage: Pick<Storage, 'read'>): Promise<OpenJobs> {
  return parseOpenJobs(await storage.read(ENTITY, OPEN));
}

function parseOpenJobs({ revision, value }: Row): OpenJobs {
  if (value === undefined) return { revision, line: [] };
  const parsed = openRecord.safeParse(value);
  if (!parsed.success) throw new CorruptRecordError(ENTITY, OPEN);
  return { revision, line: parsed.data.data };
}

/** The line, and the jobs in it that can be read. @throws StorageUnavailableError, CorruptRecordError */
export async function readJobsInLine(
  storage: Pick<Storage, 'read' | 'readMany'>,
): Promise<{ readonly line: Line; readonly jobs: readonly Job[] }> {
  const { line } = await readOpenJobs(storage);
  const rows = await readRows(
    storage,
    line.map(({ id: key }) => ({ entity: ENTITY, key })),
  );
  const jobs = line.flatMap(({ id: jobId }, index): Job[] => {
    const parsed = jobRecord.safeParse(rows[index]?.value);
    return parsed.success ? [{ jobId, record: parsed.data }] : [];
  });
  return { line, jobs };
}

export function openJobsWrite({ revision }: OpenJobs, line: Line): RowWrite {
  const rev = revision === 'absent' ? 1 : revision + 1;
  return { entity: ENTITY, key: OPEN, value: { v: 1, rev, data: line }, expected: revision };
}

/** Reads what is stored under the id, and the line, in one call. @throws StorageUnavailableError, CorruptRecordError */
export async function readJobAndLine(
  storage: Storage,
  jobId: string,
): Promise<{ readonly revision: Revision; readonly job: Job | undefined; readonly open: OpenJobs }> {
  const absent: Row = { revision: 'absent', value: undefined };
  const [row = absent, open = absent] = await storage.readMany([
    { entity: ENTITY, key: jobId },
    { entity: ENTITY, key: OPEN },
  ]);
  return { revision: row.revision, job: parseJob(jobId, row), open: parseOpenJobs(open) };
}

/** Where a condition that a row is absent failed although it is (docs/adr/0005). @throws StorageUnavailableError */
export async function placeholdJob(storage: Storage, jobId: string): Promise<void> {
  await storage.placehold(ENTITY, jobId);
  await storage.placehold(ENTITY, OPEN);
}

function jobWrite({ jobId, record }: Job, expected: Revision): RowWrite {
  return { entity: ENTITY, key: jobId, value: record, expected, keepDays: KEEP_DAYS };
}

/** The job as it was read, with what is different now; what is undefined is not stored. */
export function nextJob({ jobId, record }: Job, change: Partial<JobRecord['data']>, state = record.state): Job {
  const { rev, data } = record;
  return { jobId, record: { ...record, rev: rev + 1, state, data: { ...data, ...change } } };
}

/** @param from the first of them; begins a row */
export function pageWrites(jobId: string, from: number, pages: readonly JobPage[]): readonly RowWrite[] {
  const writes: RowWrite[] = [];
  for (let start = 0; start < pages.length; start += PAGES_IN_A_ROW) {
    writes.push({
      entity: ENTITY,
      key: pagesName(jobId, (from + start) / PAGES_IN_A_ROW).key,
      value: { v: 1, rev: 1, data: pages.slice(start, start + PAGES_IN_A_ROW) },
      keepDays: KEEP_DAYS,
    });
  }
  return writes;
}

export function resultsWrite(jobId: string, row: number, results: readonly PageResult[]): RowWrite {
  const value = { v: 1, rev: 1, data: results };
  return { entity: ENTITY, key: resultsName(jobId, row).key, value, keepDays: KEEP_DAYS };
}

/** Pages of a job, from one to before another. @throws StorageUnavailableError, CorruptRecordError */
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

/** What became of the pages of a job, from one to before another, as far as it is known. @throws as readPages */
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

/**
 * Writes a job as it is from now on, if it, and what else it rests on, are still as they were. With its end it leaves the line.
 * @returns the jobs that start because this one ended: the caller pushes them
 * @throws StorageUnavailableError
 */
export async function commitJob(
  storage: Storage,
  before: Job,
  after: Job,
  others: readonly RowWrite[],
  auditRow?: RowWrite,
  stillValid: readonly RowCheck[] = [],
): Promise<Started | 'conflict'> {
  const ends = !isOpen(after) && isOpen(before);
  const open = ends ? await readOpenJobs(storage) : undefined;
  const line = open === undefined ? [] : leave(open.line, after.jobId);
  const writes = [
    jobWrite(after, before.record.rev),
    ...others,
    ...(open === undefined ? [] : [openJobsWrite(open, line)]),
    ...(auditRow === undefined ? [] : [auditRow]),
  ];
  if ((await storage.commit(writes, stillValid)) === 'conflict') return 'conflict';
  return open === undefined ? [] : startedBy(open.line, line);
}

function isOpen({ record }: Job): boolean {
  return record.state === 'queued' || record.state === 'running';
}

export interface NewJob {
  readonly job: Job;
  /** What was stored under its id. */
  readonly revision: Revision;
  readonly open: OpenJobs;
  /** With it. */
  readonly line: Line;
  readonly pages: readonly JobPage[];
  readonly auditRow: RowWrite;
  readonly stillValid: readonly RowCheck[];
}

/**
 * A new job with its pages, if there is none yet and what it rests on is still as it was.
 * A reply that got lost is looked up.
 * @throws StorageUnavailableError
 */
export async function commitNewJob(
  storage: Storage,
  { job, revision, open, line, pages, auditRow, stillValid }: NewJob,
): Promise<'committed' | 'conflict'> {
  const writes = [jobWrite(job, revision), ...pageWrites(job.jobId, 0, pages), openJobsWrite(open, line), auditRow];
  try {
    return await storage.commit(writes, stillValid);
  } catch (error) {
    if (!(error instanceof StorageUnavailableError) || !error.outcomeUnknown) throw error;
    const stored = await storage.read(auditRow.entity, auditRow.key);
    if (stored.value !== undefined) return 'committed';
    throw error;
  }
}
