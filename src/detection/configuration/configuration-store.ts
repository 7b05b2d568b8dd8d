import { readConfiguration } from '../../configuration/read-configuration';
import { awaitAll } from '../../platform/await-all';
import { readAhead, type RowReader } from '../../platform/read-ahead';
import type { Storage } from '../../platform/storage';
import { DEFAULT_CONFIG, type DetectionConfig, DETECTION_ROW } from './model';
import { readFirstCatalog } from './observed-detectors';

/** The detection configuration and its revision. Revision 0: never edited. */
export interface Detection {
  readonly revision: number;
  readonly config: DetectionConfig;
  /** The catalog of detectors that the app had when it was installed. Later detectors are observed first. */
  readonly firstCatalog: number;
}

/** The rows that `readDetection` reads. */
export const DETECTION_ROWS = [
  { entity: 'config', key: 'detection' },
  { entity: 'config', key: 'installation' },
] as const;

/** Takes one call. @throws StorageUnavailableError, CorruptRecordError */
export async function readDetection(storage: RowReader): Promise<Detection> {
  const rows = await readAhead(storage, DETECTION_ROWS);
  const [stored, firstCatalog] = await awaitAll([readDetectionConfig(rows), readFirstCatalog(rows)] as const);
  return { ...stored, firstCatalog };
}

/** For callers that do not need to know which detectors are observed. @throws StorageUnavailableError, CorruptRecordError */
export async function readDetectionConfig(
  storage: Pick<Storage, 'read'>,
): Promise<Pick<Detection, 'revision' | 'config'>> {
  const stored = await readConfiguration(storage, DETECTION_ROW);
  return { revision: stored?.revision ?? 0, config: stored?.value ?? DEFAULT_CONFIG };
}
