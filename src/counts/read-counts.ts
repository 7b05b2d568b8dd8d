import { awaitAll } from '../platform/await-all';
import { readDetectionConfig } from '../detection/configuration/configuration-store';
import { readExclusions } from '../findings/exclusions/exclusion-store';
import { fingerprintKeyOf } from '../findings/fingerprint-key';
import type { Peppers } from '../platform/secrets';
import type { RowReader } from '../platform/read-ahead';
import { numbersOf, type Counters, type SpaceNumbers } from './numbers';

/** Reads the counters with what the detectors of each space are now. */

export interface DetectorsNow {
  readonly rows: RowReader;
  readonly installationId: string;
  readonly peppers: () => Peppers | undefined;
}

/** The configuration rows that `openNumbers` reads. */
export const DETECTOR_ROWS = [
  { entity: 'config', key: 'detection' },
  { entity: 'config', key: 'detection-exclusions' },
] as const;

/**
 * Turns the counters of a space into its numbers. Without a pepper the current detectors are unknown, and no scan counts as
 * out of date.
 * @throws StorageUnavailableError, CorruptRecordError
 */
export async function openNumbers({
  rows,
  installationId,
  peppers,
}: DetectorsNow): Promise<(spaceId: string, counters: Counters) => SpaceNumbers> {
  const [{ config }, { all: exclusions }, { openConfigHash }] = await awaitAll([
    readDetectionConfig(rows),
    readExclusions(rows),
    import('../findings/scan-content'),
  ] as const);
  const known = peppers();
  if (known === undefined) return (_spaceId, counters) => numbersOf(counters, () => true);
  const fingerprintKey = fingerprintKeyOf(known, installationId);
  const configHash = openConfigHash({ config, exclusions, fingerprintKey });
  return (spaceId, counters) => {
    const current = configHash(spaceId);
    return numbersOf(counters, (hash) => hash === current);
  };
}
