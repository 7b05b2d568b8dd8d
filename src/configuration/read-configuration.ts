import type { Storage } from '../platform/storage';
import type { StoredDocument } from '../platform/stored-document';

/** @returns undefined if the configuration was never changed. @throws StorageUnavailableError, CorruptRecordError */
export async function readConfiguration<T>(
  storage: Pick<Storage, 'read'>,
  row: StoredDocument<T, undefined>,
): Promise<{ readonly revision: number; readonly value: T } | undefined> {
  const { revision, value } = await row.read(storage);
  return value === undefined || revision === 'absent' ? undefined : { revision, value };
}
