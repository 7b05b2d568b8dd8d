import { rememberRows } from '../platform/recent-rows';
import type { RowCheck, RowWrite, Storage } from '../platform/storage';
import { StorageUnavailableError } from '../platform/storage';
import { awaitAll } from '../platform/await-all';

/** The audit rows of one change, at least one. */
export type AuditRows = readonly [RowWrite, ...RowWrite[]];

type Outcome = 'committed' | 'conflict';

/**
 * Commits a change and its audit rows in one transaction.
 *
 * If the response is lost, reads the audit row by its id to find out whether the write took place. If that read fails too,
 * throws the first error, which says that the outcome is unknown.
 * @throws StorageUnavailableError
 */
export async function commitAudited(
  storage: Storage,
  writes: readonly RowWrite[],
  auditRows: AuditRows,
  stillValid: readonly RowCheck[] = [],
): Promise<Outcome> {
  const outcome = await storage.commit([...writes, ...auditRows], stillValid).catch(async (error: unknown) => {
    if (isOutcomeUnknown(error) && (await wasCommitted(storage, auditRows))) return 'committed' as const;
    throw error;
  });
  // For the next list of the person who made the change. The app and its clients read no list after it.
  if (outcome === 'committed' && auditRows[0].value['actorType'] === 'user') await rememberRows(storage, writes);
  return outcome;
}

/**
 * The same for a row that must not exist yet (docs/adr/0005). Tries NOT_EXISTS first. If that conflicts although nothing has
 * changed, creates a placeholder row and makes the write depend on it.
 * @throws StorageUnavailableError
 */
export async function commitFirst(
  storage: Storage,
  row: Omit<RowWrite, 'expected'>,
  others: readonly RowWrite[],
  auditRows: AuditRows,
  stillValid: readonly RowCheck[] = [],
): Promise<Outcome> {
  const commit = (expected: 'absent' | 0) =>
    commitAudited(storage, [{ ...row, expected }, ...others], auditRows, stillValid);
  if ((await commit('absent')) === 'committed') return 'committed';
  const [{ revision }, othersAreStill] = await awaitAll([
    storage.read(row.entity, row.key),
    areUnchanged(storage, [...others, ...stillValid]),
  ] as const);
  if (!othersAreStill || (revision !== 'absent' && revision !== 0)) return 'conflict';
  if (revision === 'absent') await storage.placehold(row.entity, row.key);
  return commit(0);
}

/** True if the change with these audit rows took place. False also if they cannot be read. */
export async function wasCommitted(storage: Storage, [{ entity, key }]: AuditRows): Promise<boolean> {
  try {
    return (await storage.read(entity, key)).value !== undefined;
  } catch {
    return false;
  }
}

export function isOutcomeUnknown(error: unknown): boolean {
  return error instanceof StorageUnavailableError && error.outcomeUnknown;
}

async function areUnchanged(
  storage: Storage,
  rows: readonly Pick<RowWrite, 'entity' | 'key' | 'expected'>[],
): Promise<boolean> {
  const conditional = rows.filter(({ expected }) => expected !== undefined);
  const now = await awaitAll(conditional.map(({ entity, key }) => storage.read(entity, key)));
  return now.every(({ revision }, index) => revision === conditional[index]?.expected);
}
