import { type Detection, DETECTION_ROWS, readDetection } from '../detection/configuration/configuration-store';
import { observedDetectors, type ObservedDetectors } from '../detection/configuration/observed-detectors';
import { awaitAll } from '../platform/await-all';
import { readAhead, type RowReader } from '../platform/read-ahead';
import { type Exclusions, readExclusions } from './exclusions/exclusion-store';

/** Everything of the site that decides whether a stored finding counts as open. */

export interface FindingConditions extends Pick<Detection, 'config'> {
  readonly exclusions: Exclusions;
  readonly observed: ObservedDetectors;
}

/** The rows that `readFindingConditions` reads. */
export const CONDITION_ROWS = [...DETECTION_ROWS, { entity: 'config', key: 'detection-exclusions' }] as const;

/** Takes one call. @throws StorageUnavailableError, CorruptRecordError */
export async function readFindingConditions(storage: RowReader): Promise<FindingConditions> {
  const rows = await readAhead(storage, CONDITION_ROWS);
  const [detection, exclusions] = await awaitAll([readDetection(rows), readExclusions(rows)] as const);
  return { exclusions, config: detection.config, observed: await observedDetectors(detection) };
}
