import * as z from 'zod';
import { CorruptRecordError } from '../platform/corrupt-record';
import { nextRevision, type Revision, type Row, type RowWrite, type Storage } from '../platform/storage';

/** The progress of migrations of stored rows. */

const instant = z.iso.datetime({ precision: 3 });
const count = z.int().min(0);

const counts = z.strictObject({
  /** The rows that were checked. */
  checked: count,
  rewritten: count,
  /** Rows that cannot be upgraded. They stay unchanged. */
  unreadable: count,
  /** Rows that a newer version of the app wrote. They stay unchanged. */
  newer: count,
});

const open = z.strictObject({
  runId: z.uuid(),
  /** The next step. Events for other steps are ignored. */
  step: count,
  /** The shapes to check, by entity, in this order. The first one is running. */
  shapes: z.array(z.strictObject({ entity: z.string(), shape: z.string() })).min(1),
  /** The last checked row of the first entity. Empty: none. */
  key: z.string(),
  startedAt: instant,
  touchedAt: instant,
  counts,
});

const value = z.strictObject({
  /** The shape in which all rows of an entity are. */
  finished: z.record(z.string(), z.string()),
  open: open.optional(),
  last: z.strictObject({ startedAt: instant, endedAt: instant, counts }).optional(),
});

/** Entity `config`, row `migrations`. */
const migrationsRecord = z.strictObject({ v: z.literal(1), rev: z.int().min(1), value });

export type Migrations = z.infer<typeof value>;
export type OpenMigration = z.infer<typeof open>;
export type MigrationCounts = z.infer<typeof counts>;

export const MIGRATIONS_ROW = { entity: 'config', key: 'migrations' } as const;

export interface StoredMigrations {
  readonly revision: Revision;
  readonly value: Migrations;
}

/** @throws CorruptRecordError */
export function parseMigrations({ revision, value: stored }: Row): StoredMigrations {
  if (stored === undefined) return { revision, value: { finished: {} } };
  const parsed = migrationsRecord.safeParse(stored).data;
  if (parsed === undefined) throw new CorruptRecordError(MIGRATIONS_ROW.entity, MIGRATIONS_ROW.key);
  return { revision, value: parsed.value };
}

/** @throws StorageUnavailableError, CorruptRecordError */
export async function readMigrations(storage: Pick<Storage, 'read'>): Promise<StoredMigrations> {
  return parseMigrations(await storage.read(MIGRATIONS_ROW.entity, MIGRATIONS_ROW.key));
}

export function migrationsWrite({ revision }: Pick<StoredMigrations, 'revision'>, next: Migrations): RowWrite {
  return { ...MIGRATIONS_ROW, value: { v: 1, rev: nextRevision(revision), value: next }, expected: revision };
}
