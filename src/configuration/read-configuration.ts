import type * as z from 'zod';
import { CorruptRecordError } from '../platform/corrupt-record';
import type { Storage } from '../platform/storage';

/** @returns undefined if the configuration was never changed. @throws StorageUnavailableError, CorruptRecordError */
export async function readConfiguration<T>(
  storage: Pick<Storage, 'read'>,
  rowKey: string,
  schema: z.ZodType<{ readonly rev: number; readonly value: T }>,
): Promise<{ readonly revision: number; readonly value: T } | undefined> {
  const { value } = await storage.read('config', rowKey);
  if (value === undefined) return undefined;
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw new CorruptRecordError('config', rowKey);
  return { revision: parsed.data.rev, value: parsed.data.value };
}
