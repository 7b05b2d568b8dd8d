import { type RowName, type Storage, StorageUnavailableError, type ValueWrite } from '../platform/storage';
import { type KeyUse, keyUseRecord } from './key-use';

/** Stores the use of keys, with one value of the plain Key-Value Store per key. */

const PREFIX = 'api-key-use#';

/** The maximum that the platform allows, and the maximum lifetime of a key. */
const KEPT_DAYS = 365;

const PAGE_SIZE = 100;
/** Limits the calls for a list. It is far above the 200 keys that a site can have at a time. */
const MAX_PAGES = 20;

/** `unreadable` = there is a value that this version of the app cannot read. */
export type StoredKeyUse = KeyUse | 'unreadable' | undefined;

/** Strictly consistent. @throws StorageUnavailableError */
export async function readKeyUse(storage: Pick<Storage, 'readValue'>, keyId: string): Promise<StoredKeyUse> {
  const value = await storage.readValue(PREFIX + keyId);
  return value === undefined ? undefined : parseKeyUse(value);
}

/** The location of the value, for callers that read other rows in the same call. */
export function keyUseName(keyId: string): RowName {
  return { key: PREFIX + keyId };
}

export function keyUseWrite(keyId: string, use: KeyUse): ValueWrite {
  return { key: PREFIX + keyId, value: use, keepDays: KEPT_DAYS };
}

export interface KeyUses {
  readonly byKeyId: ReadonlyMap<string, Exclude<StoredKeyUse, undefined>>;
  /** false: the use of a key that is absent from the list is unknown. */
  readonly isComplete: boolean;
}

/**
 * Eventually consistent. A failure of storage never rejects; the values that it does not return are missing.
 * @param maxPages the maximum number of reads. Each returns the use of up to 100 keys.
 */
export async function listKeyUses(
  storage: Pick<Storage, 'listValues'>,
  { maxPages = MAX_PAGES }: { readonly maxPages?: number } = {},
): Promise<KeyUses> {
  const byKeyId = new Map<string, Exclude<StoredKeyUse, undefined>>();
  let cursor: string | undefined;
  try {
    for (let page = 1; page <= maxPages; page += 1) {
      const found = await storage.listValues(PREFIX, PAGE_SIZE, cursor);
      for (const { key, value } of found.rows) byKeyId.set(key.slice(PREFIX.length), parseKeyUse(value));
      cursor = found.cursor;
      if (cursor === undefined) return { byKeyId, isComplete: true };
    }
  } catch (error) {
    if (!(error instanceof StorageUnavailableError)) throw error;
  }
  return { byKeyId, isComplete: false };
}

export function parseKeyUse(value: unknown): KeyUse | 'unreadable' {
  const parsed = keyUseRecord.safeParse(value);
  return parsed.success ? parsed.data : 'unreadable';
}
