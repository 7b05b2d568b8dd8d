import * as z from 'zod';
import { CorruptRecordError } from '../platform/corrupt-record';
import { nextRevision, type Revision, type Row, type RowWrite, type Storage } from '../platform/storage';

/** The progress of the nightly removal of rows. */

export const REMOVAL_TASKS = [
  'keys',
  'runs',
  'resolved-findings',
  'redacted-findings',
  'gone-scans',
  'removed-levels',
  'level-changes',
  'audit-events',
] as const;
export type RemovalTaskName = (typeof REMOVAL_TASKS)[number];

const instant = z.iso.datetime({ precision: 3 });
const count = z.int().min(0);
const position = z.strictObject({ time: z.string(), key: z.string() });
/** Removed rows, by entity. */
const counts = z.record(z.string(), count);

const night = z.strictObject({
  nightId: z.uuid(),
  /** The next step. Events for other steps are ignored. */
  step: count,
  task: z.enum(REMOVAL_TASKS),
  /** The rows that this task may still check in this night. */
  left: count,
  /** The time that the whole night uses. */
  startedAt: instant,
  /** False if a task stopped at its limit: the next night continues. */
  isComplete: z.boolean(),
  counts,
});

const value = z.strictObject({
  night: night.optional(),
  /** Where each task continues. Omitted: at its start. */
  positions: z.partialRecord(z.enum(REMOVAL_TASKS), position),
  last: z.strictObject({ startedAt: instant, endedAt: instant, isComplete: z.boolean(), counts }).optional(),
});

/** Entity `config`, row `removal`. */
const removalRecord = z.strictObject({ v: z.literal(1), rev: z.int().min(1), value });

export type Removal = z.infer<typeof value>;
export type Night = z.infer<typeof night>;

export const REMOVAL_ROW = { entity: 'config', key: 'removal' } as const;

export interface StoredRemoval {
  readonly revision: Revision;
  readonly value: Removal;
}

/** @throws CorruptRecordError */
export function parseRemoval({ revision, value: stored }: Row): StoredRemoval {
  if (stored === undefined) return { revision, value: { positions: {} } };
  const parsed = removalRecord.safeParse(stored).data;
  if (parsed === undefined) throw new CorruptRecordError(REMOVAL_ROW.entity, REMOVAL_ROW.key);
  return { revision, value: parsed.value };
}

/** @throws StorageUnavailableError, CorruptRecordError */
export async function readRemoval(storage: Pick<Storage, 'read'>): Promise<StoredRemoval> {
  return parseRemoval(await storage.read(REMOVAL_ROW.entity, REMOVAL_ROW.key));
}

export function removalWrite({ revision }: Pick<StoredRemoval, 'revision'>, next: Removal): RowWrite {
  return { ...REMOVAL_ROW, value: { v: 1, rev: nextRevision(revision), value: next }, expected: revision };
}
