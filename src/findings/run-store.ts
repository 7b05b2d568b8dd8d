import { commitAudited } from '../audit/commit-audited';
import { CorruptRecordError } from '../platform/corrupt-record';
import type { Revision, Row, RowCheck, RowWrite, Storage } from '../platform/storage';
import { leave, type Line, type Started, startedBy } from '../runs/line';
import { readRows } from '../runs/read-rows';
import {
  expiryOfScan,
  isScanOver,
  MAX_PAST_SCANS,
  type PageResult,
  pageResultsRecord,
  type ScanRun,
  type ScanRunRecord,
  scanListRecord,
  scanRunRecord,
} from './run-model';

const ENTITY = 'job';
const OPEN = 'scan:open';
/** Longer than a scan is told of; the platform may then delete its row. */
const KEEP_DAYS = 40;

export interface OpenScans {
  readonly revision: Revision;
  /** Those that run or wait. */
  readonly line: Line;
  /** The last that are over. */
  readonly past: readonly string[];
  /** What was said beside pages till then is known. */
  readonly remarksUntil: string | undefined;
}

const ABSENT: Row = { revision: 'absent', value: undefined };

/** A scan, and those that are open: one call. @throws StorageUnavailableError, CorruptRecordError */
export async function readScanRun(
  storage: Pick<Storage, 'readMany'>,
  scanId: string,
): Promise<{ readonly revision: Revision; readonly run: ScanRun | undefined; readonly open: OpenScans }> {
  const names = [nameOf(scanId), OPEN].map((key) => ({ entity: ENTITY, key }) as const);
  const [row = ABSENT, open = ABSENT] = await storage.readMany(names);
  return { revision: row.revision, run: parseRun(scanId, row), open: parseOpen(open) };
}

/** @throws StorageUnavailableError, CorruptRecordError */
export async function readOpenScans(storage: Pick<Storage, 'read'>): Promise<OpenScans> {
  return parseOpen(await storage.read(ENTITY, OPEN));
}

function nameOf(scanId: string): string {
  return `scan:${scanId}`;
}

function parseRun(scanId: string, { value }: Row): ScanRun | undefined {
  if (value === undefined) return undefined;
  const parsed = scanRunRecord.safeParse(value);
  if (!parsed.success) throw new CorruptRecordError(ENTITY, nameOf(scanId));
  return { scanId, record: parsed.data };
}

function parseOpen({ revision, value }: Row): OpenScans {
  if (value === undefined) return { revision, line: [], past: [], remarksUntil: undefined };
  const parsed = scanListRecord.safeParse(value);
  if (!parsed.success) throw new CorruptRecordError(ENTITY, OPEN);
  const { open, past, remarksUntil } = parsed.data.data;
  return { revision, line: open, past, remarksUntil };
}

/**
 * The open runs and the last finished ones, newest first. Skips corrupt records. @throws StorageUnavailableError, CorruptRecordError
 */
export async function listScanRuns(
  storage: Pick<Storage, 'read' | 'readMany'>,
  now: Date,
): Promise<readonly ScanRun[]> {
  const { line, past } = await readOpenScans(storage);
  const all = [...line.map(({ id }) => id), ...past];
  const runs = await readReadable(storage, all);
  return runs.filter((run) => now < expiryOfScan(run)).toSorted((a, b) => (placeOf(a) < placeOf(b) ? 1 : -1));
}

/** The line, and the scans in it that can be read. @throws StorageUnavailableError, CorruptRecordError */
export async function readScansInLine(
  storage: Pick<Storage, 'read' | 'readMany'>,
): Promise<{ readonly line: Line; readonly runs: readonly ScanRun[] }> {
  const { line } = await readOpenScans(storage);
  const ids = line.map(({ id }) => id);
  return { line, runs: await readReadable(storage, ids) };
}

async function readReadable(storage: Pick<Storage, 'readMany'>, scanIds: readonly string[]): Promise<ScanRun[]> {
  const rows = await readRows(
    storage,
    scanIds.map((scanId) => ({ entity: ENTITY, key: nameOf(scanId) })),
  );
  return scanIds.flatMap((scanId, index): ScanRun[] => {
    const parsed = scanRunRecord.safeParse(rows[index]?.value);
    return parsed.success ? [{ scanId, record: parsed.data }] : [];
  });
}

/** In a list of scans: by time, and of the same time by id. */
function placeOf({ scanId, record }: ScanRun): string {
  return `${record.createdAt} ${scanId}`;
}

/** The scan as it was read, with what is different now. */
export function nextRun(
  { scanId, record }: ScanRun,
  change: Partial<ScanRunRecord['data']>,
  state = record.state,
): ScanRun {
  return { scanId, record: { ...record, rev: record.rev + 1, state, data: { ...record.data, ...change } } };
}

function openWrite({ revision, line, past, remarksUntil }: OpenScans): RowWrite {
  const rev = revision === 'absent' ? 1 : revision + 1;
  const data = { open: line, past, ...(remarksUntil === undefined ? {} : { remarksUntil }) };
  return { entity: ENTITY, key: OPEN, value: { v: 1, rev, data }, expected: revision };
}

function runWrite({ scanId, record }: ScanRun, expected: Revision): RowWrite {
  return { entity: ENTITY, key: nameOf(scanId), value: record, expected, keepDays: KEEP_DAYS };
}

function resultsOf(scanId: string): string {
  return `scan-pages:${scanId}`;
}

/** What became of the pages of a scan, as far as it has come; none where no pages were named. @throws StorageUnavailableError, CorruptRecordError */
export async function readPageResults(
  storage: Pick<Storage, 'read'>,
  { scanId, record }: ScanRun,
): Promise<readonly PageResult[]> {
  const { order } = record.data;
  if (order.of !== 'pages') return [];
  const { value } = await storage.read(ENTITY, resultsOf(scanId));
  if (value === undefined) return [];
  const parsed = pageResultsRecord.safeParse(value);
  if (!parsed.success) throw new CorruptRecordError(ENTITY, resultsOf(scanId));
  const placeOf = new Map(order.pageIds.map((pageId, place) => [pageId, place]));
  const place = ({ pageId }: PageResult) => placeOf.get(pageId) ?? 0;
  return parsed.data.data.results.toSorted((a, b) => place(a) - place(b));
}

/** Where a condition that a row is absent failed although it is (docs/adr/0005). @throws StorageUnavailableError */
export async function placeholdRun(storage: Pick<Storage, 'placehold'>, scanId: string): Promise<void> {
  await storage.placehold(ENTITY, nameOf(scanId));
  await storage.placehold(ENTITY, OPEN);
}

function resultsWrite({ scanId, record }: ScanRun, results: readonly PageResult[]): RowWrite {
  const value = { v: 1, rev: record.rev, data: { results } };
  return { entity: ENTITY, key: resultsOf(scanId), value, keepDays: KEEP_DAYS };
}

/**
 * Stores a new scan if it does not exist yet and the rows that it depends on are unchanged.
 * @param line the line that includes the scan
 * @throws StorageUnavailableError
 */
export function commitNewRun(
  storage: Storage,
  { revision, open }: { readonly revision: Revision; readonly open: OpenScans },
  run: ScanRun,
  line: Line,
  auditRow: RowWrite,
  stillValid: readonly RowCheck[],
): Promise<'committed' | 'conflict'> {
  const writes = [runWrite(run, revision), openWrite({ ...open, line })];
  return commitAudited(storage, writes, [auditRow], stillValid);
}

/** Writes the line, if it is still as it was. @throws StorageUnavailableError */
export function keepScanLine(storage: Storage, open: OpenScans, line: Line): Promise<'committed' | 'conflict'> {
  return storage.commit([openWrite({ ...open, line })], []);
}

/**
 * Writes a scan as it is from now on, if it is still as it was. With its end it leaves the line.
 * @param results of all pages that it has come to, where they were named
 * @returns the scans that start because this one ended: the caller pushes them
 * @throws StorageUnavailableError
 */
export async function commitRun(
  storage: Storage,
  before: ScanRun,
  after: ScanRun,
  open: OpenScans,
  {
    auditRow,
    results = [],
    stillValid = [],
  }: {
    readonly auditRow?: RowWrite;
    readonly results?: readonly PageResult[] | undefined;
    readonly stillValid?: readonly RowCheck[] | undefined;
  } = {},
): Promise<Started | 'conflict'> {
  const ends = isScanOver(after) && open.line.some(({ id }) => id === after.scanId);
  const openAfter = ends ? withoutRun(open, after) : open;
  const writes = [
    runWrite(after, before.record.rev),
    ...(ends ? [openWrite(openAfter)] : []),
    // Without a condition of its own: the scan's is enough, because nothing else writes it.
    ...(results.length === 0 ? [] : [resultsWrite(after, results)]),
  ];
  const outcome = await (auditRow === undefined
    ? storage.commit(writes, stillValid)
    : commitAudited(storage, writes, [auditRow], stillValid));
  return outcome === 'conflict' ? outcome : startedBy(open.line, openAfter.line);
}

function withoutRun(open: OpenScans, { scanId, record }: ScanRun): OpenScans {
  const { state, createdAt, data } = record;
  const knowsRemarks = state === 'finished' && data.order.of === 'site' && createdAt > (open.remarksUntil ?? '');
  return {
    ...open,
    line: leave(open.line, scanId),
    past: [scanId, ...open.past].slice(0, MAX_PAST_SCANS),
    ...(knowsRemarks ? { remarksUntil: createdAt } : {}),
  };
}
