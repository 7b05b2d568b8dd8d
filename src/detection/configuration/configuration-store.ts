import { CorruptRecordError } from '../../platform/corrupt-record';
import type { Storage } from '../../platform/storage';
import { DEFAULT_CONFIG, type DetectionConfig, detectionRecord } from './model';

/** The detection configuration and its revision. Revision 0: never edited. */
export interface Detection {
  readonly revision: number;
  readonly config: DetectionConfig;
}

/** @throws StorageUnavailableError, CorruptRecordError */
export async function readDetection(storage: Pick<Storage, 'read'>): Promise<Detection> {
  const { value } = await storage.read('config', 'detection');
  if (value === undefined) return { revision: 0, config: DEFAULT_CONFIG };
  const parsed = detectionRecord.safeParse(value);
  if (!parsed.success) throw new CorruptRecordError('config', 'detection');
  return { revision: parsed.data.rev, config: parsed.data.value };
}
