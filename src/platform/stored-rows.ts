import * as z from 'zod';
import { CorruptRecordError } from './corrupt-record';
import {
  ABSENT_ROW,
  type EntityName,
  nextRevision,
  type Revision,
  type Row,
  type RowWrite,
  type Storage,
} from './storage';

/** The rows of one kind in an entity: `{ v: 1, rev, … }`. */
export interface StoredRows<R> {
  readonly entity: EntityName;
  readonly schema: z.ZodType<R>;
  readonly name: (key: string) => { readonly entity: EntityName; readonly key: string };
  /** @returns undefined for an absent row, and for one that cannot be read */
  readonly find: (row: Pick<Row, 'value'> | undefined) => R | undefined;
  /** @throws CorruptRecordError */
  readonly parse: (key: string, row: Row | undefined) => StoredRow<R>;
  /** Strictly consistent. @throws StorageUnavailableError, CorruptRecordError */
  readonly read: (storage: Pick<Storage, 'read'>, key: string) => Promise<StoredRow<R>>;
  /** Reads rows by key, in the order of the keys. @throws StorageUnavailableError */
  readonly readMany: (
    storage: Pick<Storage, 'readMany'>,
    keys: readonly string[],
    exact?: 'exact',
  ) => Promise<ReadonlyMap<string, StoredRow<R> | 'unreadable'>>;
  /**
   * The write of a row with its next revision, if it is unchanged since it was read. Without a readable revision, there is no
   * condition, because none would hold. @param keepDays as in `RowWrite`
   */
  readonly write: (key: string, expected: Revision, members: Members<R>, keepDays?: number) => RowWrite;
  /**
   * Writes a row, if it is unchanged since it was read. Creates an absent row first, so that the condition holds (docs/adr/0005).
   * @param commit default: only this row. @throws StorageUnavailableError, and what `commit` throws
   */
  readonly save: (
    storage: Pick<Storage, 'commit' | 'placehold'>,
    key: string,
    revision: Revision,
    members: Members<R>,
    commit?: Commit,
  ) => ReturnType<Commit>;
}

export type Commit = (write: RowWrite) => Promise<'committed' | 'conflict'>;

/** A row when it was read, and the condition of a later write. */
export interface StoredRow<R> {
  readonly revision: Revision;
  /** undefined: the row is absent, or a placeholder */
  readonly record: R | undefined;
}

type Members<R> = Readonly<Omit<R, 'v' | 'rev'>>;

/** The members that every stored row has, and others. */
export function storedRecord<S extends z.core.$ZodShape>(members: S) {
  return z.strictObject({ v: z.literal(1), rev: z.int().min(1), ...members });
}

/** @param schema see `storedRecord` */
export function storedRows<R>(entity: EntityName, schema: z.ZodType<R>): StoredRows<R> {
  const parsed = ({ revision, value }: Row = ABSENT_ROW): StoredRow<R> | 'unreadable' => {
    const { success, data } = schema.optional().safeParse(value);
    return success ? { revision, record: data } : 'unreadable';
  };
  const rows: StoredRows<R> = {
    entity,
    schema,
    name: (key) => ({ entity, key }),
    find: (row) => schema.safeParse(row?.value).data,
    parse: (key, row) => {
      const found = parsed(row);
      if (found === 'unreadable') throw new CorruptRecordError(entity, key);
      return found;
    },
    read: async (storage, key) => rows.parse(key, await storage.read(entity, key)),
    readMany: async (storage, keys, exact) => {
      const read = await storage.readMany(keys.map(rows.name), exact);
      return new Map(keys.map((key, index) => [key, parsed(read[index])]));
    },
    write: (key, expected, members, keepDays) => ({
      entity,
      key,
      value: { ...members, v: 1, rev: nextRevision(expected) },
      ...(expected === -1 ? {} : { expected }),
      ...(keepDays === undefined ? {} : { keepDays }),
    }),
    save: async (storage, key, revision, members, commit = (write) => storage.commit([write], [])) => {
      if (revision === 'absent') await storage.placehold(entity, key);
      return commit(rows.write(key, revision === 'absent' ? 0 : revision, members));
    },
  };
  return rows;
}

/** A record after a change, with its next revision. */
export function nextRecord<R extends { readonly rev: number }, C extends object>(record: R, change: C) {
  return { ...record, ...change, rev: nextRevision(record.rev) };
}
