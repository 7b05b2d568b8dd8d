import { commitAudited } from '../audit/commit-audited';
import { CorruptRecordError } from '../platform/corrupt-record';
import type { Revision, Row, RowCheck, RowWrite, Storage } from '../platform/storage';
import { leave, type Line, type Started, startedBy } from '../runs/line';
import { readRows } from '../runs/read-rows';
import {
  isRedactionOver,
  openRedactionsRecord,
  redactionRecord,
  type RedactionRecord,
  type RedactionRun,
} from './run-model';

const ENTITY = 'job';
const OPEN = 'redaction:open';
/** Longer than a redaction is told of; the platform may then delete its row. */
const KEEP_DAYS = 40;

export interface OpenRedactions {
  readonly revision: Revision;
  /** Those that run or wait. */
  readonly line: Line;
}

export interface StoredRedaction {
  readonly revision: Revision;
  readonly run: RedactionRun | undefined;
  readonly open: OpenRedactions;
}

const ABSENT: Row = { revision: 'absent', value: undefined };

/** A redaction, and those that are open: one call. @throws StorageUnavailableError, CorruptRecordError */
export async function readRedaction(storage: Pick<Storage, 'readMany'>, redactionId: string): Promise<StoredRedaction> {
  const names = [nameOf(redactionId), OPEN].map((key) => ({ entity: ENTITY, key }) as const);
  const [row = ABSENT, open = ABSENT] = await storage.readMany(names);
  return { revision: row.revision, run: parseRun(redactionId, row), open: parseOpen(open) };
}

/** @throws StorageUnavailableError, CorruptRecordError */
export async function readOpenRedactions(storage: Pick<Storage, 'read'>): Promise<OpenRedactions> {
  return parseOpen(await storage.read(ENTITY, OPEN));
}

/** The line, and the redactions in it that can be read. @throws StorageUnavailableError, CorruptRecordError */
export async function readRedactionsInLine(
  storage: Pick<Storage, 'read' | 'readMany'>,
): Promise<{ readonly line: Line; readonly runs: readonly RedactionRun[] }> {
  const { line } = await readOpenRedactions(storage);
  const rows = await readRows(
    storage,
    line.map(({ id }) => ({ entity: ENTITY, key: nameOf(id) })),
  );
  const runs = line.flatMap(({ id: redactionId }, index): RedactionRun[] => {
    const parsed = redactionRecord.safeParse(rows[index]?.value);
    return parsed.success ? [{ redactionId, record: parsed.data }] : [];
  });
  return { line, runs };
}

function nameOf(redactionId: string): string {
  return `redaction:${redactionId}`;
}

function parseRun(redactionId: string, { value }: Row): RedactionRun | undefined {
  if (value === undefined) return undefined;
  const parsed = redactionRecord.safeParse(value);
  if (!parsed.success) throw new CorruptRecordError(ENTITY, nameOf(redactionId));
  return { redactionId, record: parsed.data };
}

export function rowKeyOf({ redactionId }: Pick<RedactionRun, 'redactionId'>): string {
  return nameOf(redactionId);
}

/** A redaction of a list; undefined = it cannot be read. */
export function parseListedRedaction(rowKey: string, value: unknown): RedactionRun | undefined {
  const { data: record } = redactionRecord.safeParse(value);
  return record && { redactionId: rowKey.slice(nameOf('').length), record };
}

function parseOpen({ revision, value }: Row): OpenRedactions {
  if (value === undefined) return { revision, line: [] };
  const parsed = openRedactionsRecord.safeParse(value);
  if (!parsed.success) throw new CorruptRecordError(ENTITY, OPEN);
  return { revision, line: parsed.data.data };
}

/** The redaction as it was read, with what is different now. */
export function nextRedaction(
  { redactionId, record }: RedactionRun,
  change: Partial<RedactionRecord['data']>,
  state = record.state,
): RedactionRun {
  return { redactionId, record: { ...record, rev: record.rev + 1, state, data: { ...record.data, ...change } } };
}

function openWrite({ revision }: OpenRedactions, line: Line): RowWrite {
  const rev = revision === 'absent' ? 1 : revision + 1;
  return { entity: ENTITY, key: OPEN, value: { v: 1, rev, data: line }, expected: revision };
}

function runWrite({ redactionId, record }: RedactionRun, expected: Revision): RowWrite {
  return { entity: ENTITY, key: nameOf(redactionId), value: record, expected, keepDays: KEEP_DAYS };
}

/** Where a condition that a row is absent failed although it is (docs/adr/0005). @throws StorageUnavailableError */
export async function placeholdRedaction(storage: Pick<Storage, 'placehold'>, redactionId: string): Promise<void> {
  await storage.placehold(ENTITY, nameOf(redactionId));
  await storage.placehold(ENTITY, OPEN);
}

/**
 * Stores a new redaction, if there is none yet and the rows that it depends on are unchanged.
 * @param line with it
 * @throws StorageUnavailableError
 */
export function commitNewRedaction(
  storage: Storage,
  { revision, open }: Pick<StoredRedaction, 'revision' | 'open'>,
  run: RedactionRun,
  line: Line,
  auditRow: RowWrite,
  stillValid: readonly RowCheck[],
): Promise<'committed' | 'conflict'> {
  const writes = [runWrite(run, revision), openWrite(open, line)];
  return commitAudited(storage, writes, [auditRow], stillValid);
}

/** Writes the line, if it is still as it was. @throws StorageUnavailableError */
export function keepRedactionLine(
  storage: Storage,
  open: OpenRedactions,
  line: Line,
): Promise<'committed' | 'conflict'> {
  return storage.commit([openWrite(open, line)], []);
}

/**
 * Writes a redaction as it is from now on, if it is still as it was, with what is audited. With its end it leaves the line.
 * @returns the redactions that start because this one ended: the caller pushes them
 * @throws StorageUnavailableError, CorruptRecordError
 */
export async function commitRedaction(
  storage: Storage,
  before: RedactionRun,
  after: RedactionRun,
  auditRow?: RowWrite,
): Promise<Started | 'conflict'> {
  const write = runWrite(after, before.record.rev);
  const open = isRedactionOver(after) && !isRedactionOver(before) ? await readOpenRedactions(storage) : undefined;
  const line = open === undefined ? [] : leave(open.line, after.redactionId);
  const writes = open === undefined ? [write] : [write, openWrite(open, line)];
  const outcome = await (auditRow === undefined
    ? storage.commit(writes, [])
    : commitAudited(storage, writes, [auditRow]));
  if (outcome === 'conflict') return outcome;
  return open === undefined ? [] : startedBy(open.line, line);
}
