import type { EntityName, Storage } from './storage';

/** Walks through all rows of an entity in the order of their keys. Eventually consistent. */

/** Greater than every key, because keys have only letters, digits, spaces and `: . _ - #`. */
const AFTER_ALL_KEYS = '~';
const READ_AT_ONCE = 100;

export interface RowsByKey {
  readonly rows: readonly { readonly key: string; readonly value: unknown }[];
  /** Continues after this key. Undefined: there are no more rows. */
  readonly next: string | undefined;
}

/**
 * @param after the last key that was read; empty = from the first row
 * @returns at most 100 rows
 * @throws StorageUnavailableError
 */
export async function listByKey(storage: Pick<Storage, 'list'>, entity: EntityName, after: string): Promise<RowsByKey> {
  const { rows, cursor } = await storage.list({
    entity,
    index: 'by-key',
    ...(after === '' ? {} : { between: [after, AFTER_ALL_KEYS] as const }),
    sort: 'ASC',
    limit: READ_AT_ONCE,
  });
  const last = rows.at(-1)?.key;
  return { rows: rows.filter(({ key }) => key > after), next: cursor === undefined ? undefined : last };
}

/** The keys that start with a prefix, at most 100. @throws StorageUnavailableError */
export async function listKeysFrom(
  storage: Pick<Storage, 'list'>,
  entity: EntityName,
  prefix: string,
): Promise<readonly string[]> {
  const between = [prefix, `${prefix}${AFTER_ALL_KEYS}`] as const;
  const { rows } = await storage.list({ entity, index: 'by-key', between, sort: 'ASC', limit: READ_AT_ONCE });
  return rows.map(({ key }) => key);
}
