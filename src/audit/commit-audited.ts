import type { RowCheck, RowWrite, Storage } from '../platform/storage';
import { StorageUnavailableError } from '../platform/storage';
import { together } from '../platform/together';

/** The audit rows of one change: at least one. */
export type AuditRows = readonly [RowWrite, ...RowWrite[]];

type Outcome = 'committed' | 'conflict';

/**
 * A change and its audit rows in one transaction.
 *
 * Where the reply got lost, what is stored tells whether the write took place: by the id of its audit row. Where that
 * cannot be read either, the first failure stands, because it says that the outcome is not known.
 * @throws StorageUnavailableError
 */
export async function commitAudited(
  storage: Storage,
  writes: readonly RowWrite[],
  auditRows: AuditRows,
  stillValid: readonly RowCheck[] = [],
): Promise<Outcome> {
  try {
    return await storage.commit([...writes, ...auditRows], stillValid);
  } catch (error) {
    if (!isOutcomeUnknown(error)) throw error;
    if (await wasCommitted(storage, auditRows)) return 'committed';
    throw error;
  }
}

/**
 * The same where `row` must not exist yet (docs/adr/0005): NOT_EXISTS first; where that conflicts although nothing has
 * changed, a placeholder that a condition can hold on to.
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
  const [{ revision }, othersAreStill] = await together([
    storage.read(row.entity, row.key),
    areStill(storage, [...others, ...stillValid]),
  ] as const);
  if (!othersAreStill || (revision !== 'absent' && revision !== 0)) return 'conflict';
  if (revision === 'absent') await storage.placehold(row.entity, row.key);
  return commit(0);
}

/** Whether the change with these audit rows took place; false also where it cannot be read. */
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

async function areStill(
  storage: Storage,
  rows: readonly Pick<RowWrite, 'entity' | 'key' | 'expected'>[],
): Promise<boolean> {
  const conditional = rows.filter(({ expected }) => expected !== undefined);
  const now = await together(conditional.map(({ entity, key }) => storage.read(entity, key)));
  return now.every(({ revision }, index) => revision === conditional[index]?.expected);
}
