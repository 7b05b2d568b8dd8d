import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import { commitAudited, isOutcomeUnknown } from '../audit/commit-audited';
import { LICENSE_ROW } from '../capabilities/license';
import { CorruptRecordError } from '../platform/corrupt-record';
import type { Log } from '../platform/log';
import {
  ABSENT_ROW,
  type Revision,
  type Row,
  type RowCheck,
  type RowName,
  type RowWrite,
  type Storage,
} from '../platform/storage';
import { leave, type Line, parseLine, postpone, type Postponement, type Started, startedBy } from './line';
import { placedIn, type PlacedRun } from './placed-run';
import { hasEnded, type Run, type RunKind, type RunRecord } from './run-kind';
import { storedRecord, storedRows } from '../platform/stored-rows';

/** How runs and their lines are stored: entity `job` (docs/adr/0037). */

const ENTITY = 'job';

type Kind<R extends RunRecord, B> = RunKind<R, B>;

/** The row of the line when it was read. */
export interface LineRow<B> {
  readonly revision: Revision;
  /** The runs that are running or waiting. */
  readonly line: Line;
  readonly extra: B;
  /** The number of corrupt entries. The next write of the row omits them. */
  readonly corruptEntries: number;
}

export interface StoreContext {
  readonly storage: Storage;
  readonly log: Log;
}

const LINES = storedRows(ENTITY, storedRecord({ data: z.unknown() }));

export function rowKeyOf({ rowPrefix }: Pick<RunKind<RunRecord>, 'rowPrefix'>, runId: string): string {
  return `${rowPrefix}${runId}`;
}

function lineKeyOf({ rowPrefix }: Pick<RunKind<RunRecord>, 'rowPrefix'>): string {
  return `${rowPrefix}open`;
}

/** The row of the line, for callers that read it together with other rows. */
export function lineNameOf(kind: Pick<RunKind<RunRecord>, 'rowPrefix'>): RowName {
  return nameOf(lineKeyOf(kind));
}

function nameOf(key: string): RowName & { readonly entity: 'job' } {
  return { entity: ENTITY, key };
}

/** @throws StorageUnavailableError, CorruptRecordError */
export async function readRun<R extends RunRecord, B>(
  storage: Pick<Storage, 'read'>,
  kind: Kind<R, B>,
  runId: string,
): Promise<Run<R> | undefined> {
  return parseRun(kind, runId, await storage.read(ENTITY, rowKeyOf(kind, runId)));
}

/**
 * A run and its place in the line. Strictly consistent, because the run may be new. A line that cannot be read hides no run.
 * @throws StorageUnavailableError, CorruptRecordError
 */
export async function readPlacedRun<R extends RunRecord, B>(
  storage: Pick<Storage, 'readMany'>,
  kind: Kind<R, B>,
  runId: string,
  now: Date,
): Promise<PlacedRun<R> | undefined> {
  const [row = ABSENT_ROW, open = ABSENT_ROW] = await storage.readMany(
    [nameOf(rowKeyOf(kind, runId)), nameOf(lineKeyOf(kind))],
    'exact',
  );
  const run = parseRun(kind, runId, row);
  return run && placedIn(lineOrEmpty(kind, open), run, now);
}

/** The line, to place runs in it. Empty if it cannot be read. @throws StorageUnavailableError */
export async function readLineOrEmpty<R extends RunRecord, B>(
  storage: Pick<Storage, 'read'>,
  kind: Kind<R, B>,
): Promise<Line> {
  return lineOrEmpty(kind, await storage.read(ENTITY, lineKeyOf(kind)));
}

function lineOrEmpty<R extends RunRecord, B>(kind: Kind<R, B>, row: Row): Line {
  try {
    return parseLineRow(kind, row).line;
  } catch (error) {
    if (error instanceof CorruptRecordError) return [];
    throw error;
  }
}

/** @throws StorageUnavailableError, CorruptRecordError */
export async function readLine<R extends RunRecord, B>(
  storage: Pick<Storage, 'read'>,
  kind: Kind<R, B>,
): Promise<LineRow<B>> {
  return parseLineRow(kind, await storage.read(ENTITY, lineKeyOf(kind)));
}

/**
 * Reads a run, the line and the row of the license, strictly consistent. `unreadable`: the record is corrupt.
 * @throws StorageUnavailableError, CorruptRecordError
 */
export async function readRunAndLine<R extends RunRecord, B>(
  storage: Pick<Storage, 'readMany'>,
  kind: Kind<R, B>,
  runId: string,
): Promise<{
  readonly revision: Revision;
  readonly run: Run<R> | 'unreadable' | undefined;
  readonly open: LineRow<B>;
  readonly license: Row;
}> {
  const [row = ABSENT_ROW, open = ABSENT_ROW, license = ABSENT_ROW] = await storage.readMany(
    [nameOf(rowKeyOf(kind, runId)), nameOf(lineKeyOf(kind)), LICENSE_ROW],
    'exact',
  );
  const run = runOrUnreadable(kind, runId, row);
  return { revision: row.revision, run, open: parseLineRow(kind, open), license };
}

/** The runs with these ids, in their order; `exact` where something is decided. @throws StorageUnavailableError */
export async function readRuns<R extends RunRecord, B>(
  storage: Pick<Storage, 'readMany'>,
  kind: Kind<R, B>,
  runIds: readonly string[],
  exact?: 'exact',
): Promise<readonly (Run<R> | 'unreadable' | undefined)[]> {
  const names = runIds.map((runId) => nameOf(rowKeyOf(kind, runId)));
  const rows = await storage.readMany(names, exact);
  return runIds.map((runId, index) => runOrUnreadable(kind, runId, rows[index] ?? ABSENT_ROW));
}

/**
 * The line, and the runs in it that can be read.
 * @param others more runs to read, by id. Default: none
 * @throws StorageUnavailableError, CorruptRecordError
 */
export async function readOpenRuns<R extends RunRecord, B>(
  storage: Pick<Storage, 'read' | 'readMany'>,
  kind: Kind<R, B>,
  others: (extra: B) => readonly string[] = () => [],
): Promise<LineRow<B> & { readonly runs: readonly Run<R>[] }> {
  const open = await readLine(storage, kind);
  const runs = await readRuns(storage, kind, [...open.line.map(({ id }) => id), ...others(open.extra)]);
  return { ...open, runs: runs.filter(isReadable) };
}

export function isReadable<R extends RunRecord>(run: Run<R> | 'unreadable' | undefined): run is Run<R> {
  return run !== undefined && run !== 'unreadable';
}

/** A run of a list; undefined = its record is corrupt. */
export function parseListedRun<R extends RunRecord, B>(
  kind: Kind<R, B>,
  rowKey: string,
  value: unknown,
): Run<R> | undefined {
  const { data: record } = kind.schema.safeParse(value);
  return record && { runId: rowKey.slice(kind.rowPrefix.length), record };
}

function parseRun<R extends RunRecord, B>(kind: Kind<R, B>, runId: string, row: Row): Run<R> | undefined {
  return requireReadable(kind, runId, runOrUnreadable(kind, runId, row));
}

/** @throws CorruptRecordError */
export function requireReadable<R extends RunRecord, B>(
  kind: Kind<R, B>,
  runId: string,
  run: Run<R> | 'unreadable' | undefined,
): Run<R> | undefined {
  if (run === 'unreadable') throw new CorruptRecordError(ENTITY, rowKeyOf(kind, runId));
  return run;
}

function runOrUnreadable<R extends RunRecord, B>(
  { schema }: Kind<R, B>,
  runId: string,
  { value }: Row,
): Run<R> | 'unreadable' | undefined {
  if (value === undefined) return undefined;
  const parsed = schema.safeParse(value);
  return parsed.success ? { runId, record: parsed.data } : 'unreadable';
}

function parseLineRow<R extends RunRecord, B>(kind: Kind<R, B>, { revision, value }: Row): LineRow<B> {
  if (value === undefined) return { revision, line: [], extra: kind.line.empty, corruptEntries: 0 };
  const row = LINES.find({ value });
  const parsed = row && kind.line.parse(row.data);
  if (parsed === undefined) throw new CorruptRecordError(ENTITY, lineKeyOf(kind));
  const { line, corrupt } = parseLine(parsed.entries);
  return { revision, line, extra: parsed.extra, corruptEntries: corrupt };
}

/** @param expected the revision of the row that the run replaces */
export function runWrite<R extends RunRecord, B>(
  kind: Kind<R, B>,
  { runId, record }: Run<R>,
  expected: Revision,
): RowWrite {
  const { keepDays } = kind;
  return { ...nameOf(rowKeyOf(kind, runId)), value: record, expected, keepDays };
}

/**
 * Handles a failed condition on an absent row although the row is absent (docs/adr/0005). @throws
 * StorageUnavailableError
 */
export async function placeholdRun<R extends RunRecord, B>(
  storage: Pick<Storage, 'placehold'>,
  kind: Kind<R, B>,
  runId: string,
): Promise<void> {
  await storage.placehold(ENTITY, rowKeyOf(kind, runId));
  await storage.placehold(ENTITY, lineKeyOf(kind));
}

/**
 * Stores a paused run, and takes its place in the line until the next attempt, in one transaction.
 * @returns the runs that start instead; `superseded`: the run changed since it was read
 * @throws StorageUnavailableError, CorruptRecordError
 */
export async function commitPause<R extends RunRecord, B>(
  context: StoreContext,
  kind: Kind<R, B>,
  before: Run<R>,
  after: Run<R>,
  { now, ...postponement }: Postponement & { readonly now: Date },
): Promise<Started | 'conflict' | 'superseded'> {
  const { run, open } = await readRunAndLine(context.storage, kind, before.runId);
  if (!isReadable(run) || run.record.rev !== before.record.rev) return 'superseded';
  const line = postpone(open.line, before.runId, postponement, now);
  return commitLine(context, kind, open, { line, writes: [runWrite(kind, after, before.record.rev)] });
}

interface CommitOptions {
  readonly writes?: readonly RowWrite[] | undefined;
  readonly auditRow?: RowWrite | undefined;
  readonly stillValid?: readonly RowCheck[] | undefined;
}

/**
 * Commits rows. If the response is lost, reads the audit row, or else the first row, to find out whether the write took
 * place. The first row is a run, whose revision and time no other write has, or the line.
 */
async function commitRows(
  storage: Storage,
  writes: readonly RowWrite[],
  { auditRow, stillValid = [] }: CommitOptions,
): Promise<'committed' | 'conflict'> {
  if (auditRow !== undefined) return commitAudited(storage, writes, [auditRow], stillValid);
  try {
    return await storage.commit(writes, stillValid);
  } catch (error) {
    const [first] = writes;
    if (first === undefined || !isOutcomeUnknown(error) || !(await isStored(storage, first))) throw error;
    return 'committed';
  }
}

/** False also if the row cannot be read. */
async function isStored(storage: Storage, { entity, key, value }: RowWrite): Promise<boolean> {
  try {
    const stored = await storage.read(entity, key);
    return isDeepStrictEqual(stored.value, JSON.parse(JSON.stringify(value)));
  } catch {
    return false;
  }
}

/**
 * Writes the line, with all writes of the same change, if it is unchanged since it was read.
 * @returns the runs that start with this change, which the caller pushes
 * @throws StorageUnavailableError
 */
export async function commitLine<R extends RunRecord, B>(
  { storage, log }: StoreContext,
  kind: Kind<R, B>,
  open: LineRow<B>,
  { line, extra = open.extra, writes = [], ...more }: CommitOptions & { readonly line: Line; readonly extra?: B },
): Promise<Started | 'conflict'> {
  const { revision, corruptEntries } = open;
  const lineWrite = LINES.write(lineKeyOf(kind), revision, { data: kind.line.format(line, extra) });
  const outcome = await commitRows(storage, [...writes, lineWrite], more);
  if (outcome === 'conflict') return outcome;
  if (corruptEntries > 0) log(`${kind.name}.line-repaired`, { corruptEntries });
  return startedBy(open.line, line);
}

/**
 * Writes a run, if it is unchanged since it was read. If the run ended, removes it from the line.
 * @param open the line, if it was already read
 * @returns the runs that start because this one ended, which the caller pushes
 * @throws StorageUnavailableError, CorruptRecordError
 */
export async function commitRun<R extends RunRecord, B>(
  context: StoreContext,
  kind: Kind<R, B>,
  before: Run<R>,
  after: Run<R>,
  { writes = [], open: known, ...more }: CommitOptions & { readonly open?: LineRow<B> } = {},
): Promise<Started | 'conflict'> {
  const { storage } = context;
  const all = [runWrite(kind, after, before.record.rev), ...writes];
  if (!hasEnded(after.record) || hasEnded(before.record)) {
    return (await commitRows(storage, all, more)) === 'conflict' ? 'conflict' : [];
  }
  const open = known ?? (await readLine(storage, kind));
  const line = leave(open.line, after.runId, new Date(after.record.data.touchedAt));
  const extra = kind.line.afterEnd(open.extra, after);
  return commitLine(context, kind, open, { ...more, writes: all, line, extra });
}
