import { readConfiguration } from '../../configuration/read-configuration';
import type { Storage } from '../../platform/storage';
import { DEFAULT_CONFIG, type DetectionConfig, detectionRecord } from './model';

/** The detection configuration and its revision. Revision 0: never edited. */
export interface Detection {
  readonly revision: number;
  readonly config: DetectionConfig;
}

/** @throws StorageUnavailableError, CorruptRecordError */
export async function readDetection(storage: Pick<Storage, 'read'>): Promise<Detection> {
  const { revision, value } = (await readConfiguration(storage, 'detection', detectionRecord)) ?? {
    revision: 0,
    value: DEFAULT_CONFIG,
  };
  return { revision, config: value };
}
