import type * as z from 'zod';
import { CorruptRecordError } from './corrupt-record';
import { retryOnConflict } from './retry-on-conflict';
import type { EntityName, Revision, Row, RowWrite, Storage } from './storage';
import { type Commit, storedRecord, storedRows } from './stored-rows';

/** A row of which the site has one, for example the position of a walk: `{ v: 1, rev, value }`. */

/** The value when it was read, and the condition of a later write. */
export interface Stored<T> {
  readonly revision: Revision;
  readonly value: T;
}

export interface StoredDocument<T, Initial> {
  readonly entity: EntityName;
  readonly key: string;
  /** @returns undefined for an absent row, and for one that cannot be read */
  find(row: Pick<Row, 'value'>): T | undefined;
  /** @throws CorruptRecordError, if an unreadable row is refused */
  parse(row: Pick<Row, 'value'>): T | Initial;
  /** @throws StorageUnavailableError, CorruptRecordError */
  read(storage: Pick<Storage, 'read'>): Promise<Stored<T | Initial>>;
  /** The write of a value, if the row is unchanged since it was read. */
  write(revision: Revision, value: T): RowWrite;
  /** Writes a value, if the row is unchanged since it was read. @throws StorageUnavailableError, and what `commit` throws */
  save(storage: Storage, revision: Revision, value: T, commit?: Commit): ReturnType<Commit>;
  /**
   * Reads the value, changes it and saves it, again if another write comes first.
   * @param next undefined: nothing is written
   * @returns the new value; undefined: none was wanted; `conflict`: other writes came first at every attempt
   * @throws StorageUnavailableError, CorruptRecordError, and what `commit` throws
   */
  change(
    storage: Storage,
    next: (current: T | Initial) => T | undefined,
    commit?: Commit,
  ): Promise<T | undefined | 'conflict'>;
}

interface Options {
  /** Default: `config`. */
  readonly entity?: EntityName;
  readonly key: string;
  /** `absent`: an unreadable row counts as absent, and the next write replaces it. */
  readonly unreadable: 'refused' | 'absent';
}

/** @param options `initial` is the value of an absent row. Default: undefined */
export function storedDocument<T>(
  schema: z.ZodType<T>,
  options: Options & { readonly initial: NoInfer<T> },
): StoredDocument<T, T>;
export function storedDocument<T>(schema: z.ZodType<T>, options: Options): StoredDocument<T, undefined>;
export function storedDocument<T>(
  schema: z.ZodType<T>,
  { entity = 'config', key, initial, unreadable }: Options & { readonly initial?: T },
): StoredDocument<T, T | undefined> {
  const rows = storedRows(entity, storedRecord({ value: schema }));
  const document: StoredDocument<T, T | undefined> = {
    entity,
    key,
    find: (row) => rows.find(row)?.value,
    parse: (row) => {
      const found = document.find(row);
      if (found === undefined && row.value !== undefined && unreadable === 'refused')
        throw new CorruptRecordError(entity, key);
      return found ?? initial;
    },
    read: async (storage) => {
      const row = await storage.read(entity, key);
      return { revision: row.revision, value: document.parse(row) };
    },
    write: (expected, value) => rows.write(key, expected, { value }),
    save: (storage, revision, value, commit) => rows.save(storage, key, revision, { value }, commit),
    change: (storage, next, commit) =>
      retryOnConflict(async () => {
        const { revision, value } = await document.read(storage);
        const following = next(value);
        if (following === undefined) return undefined;
        const saved = await document.save(storage, revision, following, commit);
        return saved === 'conflict' ? saved : following;
      }),
  };
  return document;
}
