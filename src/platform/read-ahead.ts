import { awaitAll } from './await-all';
import { rowIdOf } from './row-set';
import { ABSENT_ROW, type RowName, type Storage } from './storage';

/** The reads of rows that can be served from a batch. */
export type RowReader = Pick<Storage, 'read' | 'readMany'>;

/**
 * Reads rows in one call for each 25, and the `exact` rows strictly consistent. The returned reader serves these rows from
 * memory and reads all other rows from storage, so that code which reads row by row needs no calls of its own.
 * @throws StorageUnavailableError
 */
export async function readAhead(
  storage: RowReader,
  names: readonly RowName[],
  exact: readonly RowName[] = [],
): Promise<RowReader> {
  const rows = (await awaitAll([storage.readMany(names), storage.readMany(exact, 'exact')])).flat();
  const known = new Map([...names, ...exact].map((name, index) => [rowIdOf(name), rows[index] ?? ABSENT_ROW]));
  return {
    read: async (entity, key) => known.get(rowIdOf({ entity, key })) ?? storage.read(entity, key),
    readMany: async (wanted, exact) => {
      const others = wanted.filter((name) => !known.has(rowIdOf(name)));
      const read = others.length === 0 ? [] : await storage.readMany(others, exact);
      return wanted.map((name) => known.get(rowIdOf(name)) ?? read[others.indexOf(name)] ?? ABSENT_ROW);
    },
  };
}
