import { type AuditRows, commitAudited, commitFirst, isOutcomeUnknown, wasCommitted } from '../audit/commit-audited';
import { listAllRows } from '../platform/all-rows';
import { readRecentRows } from '../platform/recent-rows';
import type { RowWrite, Storage } from '../platform/storage';
import { storedRows } from '../platform/stored-rows';
import { newLanes, raiseLanes } from './key-lanes';
import { type ApiKey, type ApiKeyRecord, apiKeyRecord } from './model';

const KEYS = storedRows('api-key', apiKeyRecord);

/** @throws StorageUnavailableError, CorruptRecordError */
export async function readKey(storage: Storage, keyId: string): Promise<ApiKey | undefined> {
  const { record } = await KEYS.read(storage, keyId);
  return record && { keyId, record };
}

/**
 * All keys, newest first, with the last changes, which the query may not show yet.
 * @throws StorageUnavailableError
 */
export async function listKeys(storage: Pick<Storage, 'list' | 'readValue' | 'readMany'>): Promise<readonly ApiKey[]> {
  const rows = new Map<string, unknown>();
  for await (const listed of listAllRows(storage, { entity: 'api-key', index: 'by-created', sort: 'DESC' }))
    for (const { key, value } of listed) rows.set(key, value);
  for (const [key, value] of await readRecentRows(storage, 'api-key')) rows.set(key, value);
  return [...rows]
    .flatMap(([keyId, value]): readonly ApiKey[] => {
      const { data: record } = apiKeyRecord.safeParse(value);
      return record === undefined ? [] : [{ keyId, record }];
    })
    .toSorted((a, b) => (a.record.createdAt < b.record.createdAt ? 1 : -1));
}

/**
 * Writes a new key and its audit row. `conflict` = a key with this id exists, which is practically impossible by
 * chance.
 * @throws StorageUnavailableError
 */
export function commitNewKey(storage: Storage, key: ApiKey, auditRow: RowWrite): Promise<'committed' | 'conflict'> {
  return commitFirst(storage, newRow(key), newLanes(key.keyId, key.record), [auditRow]);
}

/**
 * Writes an edited key and its audit row, if the key is unchanged. After it returns, no write that was decided with the
 * unedited key is committed.
 * @throws StorageUnavailableError
 */
export async function commitEditedKey(
  storage: Storage,
  before: ApiKey,
  after: ApiKeyRecord,
  auditRow: RowWrite,
): Promise<'committed' | 'conflict'> {
  const outcome = await commitAudited(storage, [editedRow(before, after)], [auditRow]);
  if (outcome === 'committed') await raiseLanes(storage, before.keyId, after);
  return outcome;
}

export interface Rotation {
  readonly before: ApiKey;
  readonly after: ApiKeyRecord;
  readonly successor: ApiKey;
}

/**
 * Writes a key that ends and its successor, with the audit rows of both, if the key is unchanged.
 *
 * Only this invocation knows the value of the successor. So if the reply is lost and nothing is stored yet, it writes
 * once more. If the first write is still pending, the later one of the two fails its conditions as a whole, so the
 * outcome is known. The outcome is unknown only if the second write fails as well.
 * @throws StorageUnavailableError
 */
export async function commitRotation(
  storage: Storage,
  { before, after, successor }: Rotation,
  auditRows: AuditRows,
): Promise<'committed' | 'conflict'> {
  const commit = () =>
    commitFirst(
      storage,
      newRow(successor),
      [editedRow(before, after), ...newLanes(successor.keyId, successor.record)],
      auditRows,
    );
  let outcome: 'committed' | 'conflict';
  try {
    outcome = await commit();
  } catch (error) {
    if (!isOutcomeUnknown(error)) throw error;
    const again = await commit().catch(() => 'failed' as const);
    if (again === 'failed' && !(await wasCommitted(storage, auditRows))) throw error;
    outcome = again === 'failed' ? 'committed' : again;
  }
  // The conflict may be with this invocation's own first attempt, which was committed.
  if (outcome === 'conflict' && !(await wasCommitted(storage, auditRows))) return outcome;
  // Without an answer, the value of the successor would be lost.
  await raiseLanes(storage, before.keyId, after).catch(() => undefined);
  return 'committed';
}

function newRow({ keyId, record }: ApiKey): RowWrite {
  return { entity: 'api-key', key: keyId, value: record };
}

function editedRow({ keyId, record }: ApiKey, after: ApiKeyRecord): RowWrite {
  return { entity: 'api-key', key: keyId, value: after, expected: record.rev };
}
