import { type AuditRows, commitAudited, commitFirst, isOutcomeUnknown, wasCommitted } from '../audit/commit-audited';
import { CorruptRecordError } from '../platform/corrupt-record';
import { awaitAll } from '../platform/await-all';
import { readRecentRows, recentKeys, rememberRows } from '../platform/recent-rows';
import type { RowCheck, RowWrite, Storage } from '../platform/storage';
import { type ApiKey, type ApiKeyRecord, apiKeyRecord } from './model';

const ENTITY = 'api-key';
const PAGE_SIZE = 100;

/** @throws StorageUnavailableError, CorruptRecordError */
export async function readKey(storage: Storage, keyId: string): Promise<ApiKey | undefined> {
  const row = await storage.read(ENTITY, keyId);
  if (row.value === undefined) return undefined;
  const parsed = apiKeyRecord.safeParse(row.value);
  if (!parsed.success) throw new CorruptRecordError(ENTITY, keyId);
  return { keyId, record: parsed.data };
}

type KeyReader = Pick<Storage, 'list' | 'readValue' | 'readMany'>;

/**
 * All keys, newest first, with the last changes: the query lags behind them.
 * @throws StorageUnavailableError
 */
export async function listKeys(storage: KeyReader): Promise<readonly ApiKey[]> {
  const [listed, recent] = await awaitAll([listRows(storage), readRecentRows(storage, ENTITY)] as const);
  return [...new Map([...listed, ...recent])]
    .flatMap(([keyId, value]): readonly ApiKey[] => {
      const { data: record } = apiKeyRecord.safeParse(value);
      return record === undefined ? [] : [{ keyId, record }];
    })
    .toSorted((a, b) => (a.record.createdAt < b.record.createdAt ? 1 : -1));
}

/** True if a key was ever created and not removed since. @throws StorageUnavailableError */
export async function hasKeys(storage: KeyReader): Promise<boolean> {
  const [{ rows }, recent] = await awaitAll([
    storage.list({ entity: ENTITY, index: 'by-created', sort: 'DESC', limit: 1 }),
    recentKeys(storage, ENTITY),
  ] as const);
  return rows.length > 0 || recent.length > 0;
}

async function listRows(storage: Pick<Storage, 'list'>): Promise<readonly (readonly [string, unknown])[]> {
  const listed: (readonly [string, unknown])[] = [];
  let cursor: string | undefined;
  do {
    const page = await storage.list({
      entity: ENTITY,
      index: 'by-created',
      sort: 'DESC',
      limit: PAGE_SIZE,
      ...(cursor === undefined ? {} : { cursor }),
    });
    listed.push(...page.rows.map(({ key, value }) => [key, value] as const));
    cursor = page.cursor;
  } while (cursor !== undefined);
  return listed;
}

/** Remembers the keys of a change for the next list. */
async function remembered<T extends 'committed' | 'conflict'>(
  storage: Storage,
  outcome: Promise<T>,
  ...keys: readonly ApiKey[]
): Promise<T> {
  const known = await outcome;
  if (known === 'committed')
    await rememberRows(
      storage,
      ENTITY,
      keys.map(({ keyId }) => keyId),
    );
  return known;
}

/**
 * Writes a new key and its audit row. `conflict` = a key with this id exists, which is practically impossible by
 * chance.
 * @throws StorageUnavailableError
 */
export function commitNewKey(storage: Storage, key: ApiKey, auditRow: RowWrite): Promise<'committed' | 'conflict'> {
  return remembered(storage, commitFirst(storage, newRow(key), [], [auditRow]), key);
}

/**
 * Writes an edited key and its audit row, if the key is unchanged.
 * @throws StorageUnavailableError
 */
export function commitEditedKey(
  storage: Storage,
  before: ApiKey,
  after: ApiKeyRecord,
  auditRow: RowWrite,
): Promise<'committed' | 'conflict'> {
  return remembered(storage, commitAudited(storage, [editedRow(before, after)], [auditRow]), before);
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
export function commitRotation(
  storage: Storage,
  rotation: Rotation,
  auditRows: AuditRows,
): Promise<'committed' | 'conflict'> {
  return remembered(storage, rotate(storage, rotation, auditRows), rotation.before, rotation.successor);
}

async function rotate(
  storage: Storage,
  { before, after, successor }: Rotation,
  auditRows: AuditRows,
): Promise<'committed' | 'conflict'> {
  const commit = () => commitFirst(storage, newRow(successor), [editedRow(before, after)], auditRows);
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
  return outcome === 'conflict' && (await wasCommitted(storage, auditRows)) ? 'committed' : outcome;
}

/** A condition for a write: the key is unchanged since it was read. */
export function isUnchanged({ keyId, record }: ApiKey): RowCheck {
  return { entity: ENTITY, key: keyId, expected: record.rev };
}

function newRow({ keyId, record }: ApiKey): RowWrite {
  return { entity: ENTITY, key: keyId, value: record };
}

function editedRow({ keyId, record }: ApiKey, after: ApiKeyRecord): RowWrite {
  return { entity: ENTITY, key: keyId, value: after, expected: record.rev };
}
