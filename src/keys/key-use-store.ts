import { type RowName, type Storage, StorageUnavailableError, type ValueWrite } from '../platform/storage';
import { type KeyUse, keyUseRecord } from './key-use';

/** Where the use of keys is kept: a value of the plain Key-Value Store for each key. */

const PREFIX = 'api-key-use#';

/** The longest that the platform allows, and as long as a key can live. */
const KEPT_DAYS = 365;

const PAGE_SIZE = 100;
/** So that a list takes a bounded number of calls: far above the 200 keys that a site can have at a time. */
const MAX_PAGES = 20;

/** `unreadable` = there is something that this version of the app cannot read. */
export type StoredKeyUse = KeyUse | 'unreadable' | undefined;

/** Strictly consistent. @throws StorageUnavailableError */
export async function readKeyUse(storage: Pick<Storage, 'readValue'>, keyId: string): Promise<StoredKeyUse> {
  const value = await storage.readValue(PREFIX + keyId);
  return value === undefined ? undefined : parseKeyUse(value);
}

/** Where it is kept, for those who read other rows as well. */
export function keyUseName(keyId: string): RowName {
  return { key: PREFIX + keyId };
}

export function keyUseWrite(keyId: string, use: KeyUse): ValueWrite {
  return { key: PREFIX + keyId, value: use, keepDays: KEPT_DAYS };
}

export interface KeyUses {
  readonly byKeyId: ReadonlyMap<string, Exclude<StoredKeyUse, undefined>>;
  /** false: nothing is known of a key that is not among them. */
  readonly isComplete: boolean;
}

/** Eventually consistent. What storage does not tell is missing; it never rejects because of that. */
export async function listKeyUses(storage: Pick<Storage, 'listValues'>): Promise<KeyUses> {
  const byKeyId = new Map<string, Exclude<StoredKeyUse, undefined>>();
  let cursor: string | undefined;
  try {
    for (let page = 1; page <= MAX_PAGES; page += 1) {
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
