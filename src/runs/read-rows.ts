import type { Row, RowName, Storage } from '../platform/storage';

/** The maximum number of rows in one call. */
const READ_AT_ONCE = 25;

/** Reads any number of rows, in the order of their names. @throws StorageUnavailableError */
export async function readRows(storage: Pick<Storage, 'readMany'>, names: readonly RowName[]): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (let from = 0; from < names.length; from += READ_AT_ONCE)
    rows.push(...(await storage.readMany(names.slice(from, from + READ_AT_ONCE))));
  return rows;
}
