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
  name(key: string): { readonly entity: EntityName; readonly key: string };
  /** @returns undefined for an absent row, and for one that cannot be read */
  find(row: Pick<Row, 'value'> | undefined): R | undefined;
  /** @throws CorruptRecordError */
  parse(key: string, row: Row | undefined): StoredRow<R>;
  /** Strictly consistent. @throws StorageUnavailableError, CorruptRecordError */
  read(storage: Pick<Storage, 'read'>, key: string): Promise<StoredRow<R>>;
  /** Reads rows by key, in the order of the keys. @throws StorageUnavailableError */
  readMany(
    storage: Pick<Storage, 'readMany'>,
    keys: readonly string[],
  ): Promise<ReadonlyMap<string, StoredRow<R> | 'unreadable'>>;
  /** The write of a row with its next revision, if it is unchanged since it was read. @param keepDays as in `RowWrite` */
  write(key: string, expected: Revision, members: Members<R>, keepDays?: number): RowWrite;
}

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
    readMany: async (storage, keys) => {
      const read = await storage.readMany(keys.map(rows.name));
      return new Map(keys.map((key, index) => [key, parsed(read[index])]));
    },
    write: (key, expected, members, keepDays) => ({
      entity,
      key,
      value: { ...members, v: 1, rev: nextRevision(expected) },
      expected,
      ...(keepDays === undefined ? {} : { keepDays }),
    }),
  };
  return rows;
}
