import { CorruptRecordError } from '../platform/corrupt-record';
import type { RowWrite, Storage } from '../platform/storage';
import { StorageUnavailableError } from '../platform/storage';
import { type ApiKey, type ApiKeyRecord, apiKeyRecord } from './model';

const PAGE_SIZE = 100;

/** @throws StorageUnavailableError, CorruptRecordError */
export async function readKey(storage: Storage, keyId: string): Promise<ApiKey | undefined> {
  const row = await storage.read('api-key', keyId);
  if (row.value === undefined) return undefined;
  const parsed = apiKeyRecord.safeParse(row.value);
  if (!parsed.success) throw new CorruptRecordError('api-key', keyId);
  return { keyId, record: parsed.data };
}

/**
 * All keys, the newest first. Eventually consistent: a key made a moment ago may be missing.
 * @throws StorageUnavailableError
 */
export async function listKeys(storage: Storage): Promise<readonly ApiKey[]> {
  const keys: ApiKey[] = [];
  let cursor: string | undefined;
  do {
    const page = await storage.list({
      entity: 'api-key',
      index: 'by-created',
      sort: 'DESC',
      limit: PAGE_SIZE,
      ...(cursor === undefined ? {} : { cursor }),
    });
    for (const { key: keyId, value } of page.rows) {
      const parsed = apiKeyRecord.safeParse(value);
      if (parsed.success) keys.push({ keyId, record: parsed.data });
    }
    cursor = page.cursor;
  } while (cursor !== undefined);
  return keys;
}

/**
 * A new key and its audit row.
 * `conflict` = there is a key with this id already, which chance makes all but impossible.
 * @throws StorageUnavailableError
 */
export async function commitNewKey(
  storage: Storage,
  key: ApiKey,
  auditRow: RowWrite,
): Promise<'committed' | 'conflict'> {
  const commit = (expected: 'absent' | 0) =>
    commitKey(storage, { entity: 'api-key', key: key.keyId, value: key.record, expected }, auditRow);
  if ((await commit('absent')) === 'committed') return 'committed';
  if ((await storage.read('api-key', key.keyId)).revision !== 'absent') return 'conflict';
  await storage.placehold('api-key', key.keyId);
  return commit(0);
}

/**
 * An edited key and its audit row, if the key is still as it was.
 * @throws StorageUnavailableError
 */
export function commitEditedKey(
  storage: Storage,
  before: ApiKey,
  after: ApiKeyRecord,
  auditRow: RowWrite,
): Promise<'committed' | 'conflict'> {
  const write: RowWrite = { entity: 'api-key', key: before.keyId, value: after, expected: before.record.rev };
  return commitKey(storage, write, auditRow);
}

/**
 * Where the reply got lost, what is stored tells whether the write took place: by the id of its audit row. Where that
 * cannot be read either, the first failure stands, because it says that the outcome is not known.
 */
async function commitKey(storage: Storage, write: RowWrite, auditRow: RowWrite): Promise<'committed' | 'conflict'> {
  try {
    return await storage.commit([write, auditRow], []);
  } catch (error) {
    if (!(error instanceof StorageUnavailableError) || !error.outcomeUnknown) throw error;
    if (await isStored(storage, auditRow)) return 'committed';
    throw error;
  }
}

async function isStored(storage: Storage, { entity, key }: RowWrite): Promise<boolean> {
  try {
    return (await storage.read(entity, key)).value !== undefined;
  } catch {
    return false;
  }
}
