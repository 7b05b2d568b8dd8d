import type { Levels } from '../classification/level-store';
import { awaitAll } from '../platform/await-all';
import { readDetectionConfig } from '../detection/configuration/configuration-store';
import { isBelowRequired } from '../findings/required-level/called-level';
import { readExclusions } from '../findings/exclusions/exclusion-store';
import { type FingerprintKey, fingerprintKeyOf } from '../findings/fingerprint-key';
import { coversSettings } from '../findings/scan/freshness';
import type { Peppers } from '../platform/secrets';
import type { RowReader } from '../platform/read-ahead';
import { type Counters, type IsBelow, numbersOf, type SpaceNumbers } from './numbers';

/** Reads the counters with the detectors, the rules and the levels that each space has now. */

export interface DetectorsNow {
  readonly rows: RowReader;
  readonly levels: Levels;
  readonly fingerprintKey: FingerprintKey | undefined;
}

/** undefined: the app has no pepper. */
export function countingKeyOf(request: {
  readonly installationId: string;
  readonly peppers: () => Peppers | undefined;
}): FingerprintKey | undefined {
  const peppers = request.peppers();
  return peppers && fingerprintKeyOf(peppers, request.installationId);
}

/** The configuration rows that `openNumbers` reads. */
export const DETECTOR_ROWS = [
  { entity: 'config', key: 'levels' },
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
  levels,
  fingerprintKey,
}: DetectorsNow): Promise<(spaceId: string, counters: Counters) => SpaceNumbers> {
  const [{ config }, { all: exclusions }, { openConfigHash }] = await awaitAll([
    readDetectionConfig(rows),
    readExclusions(rows),
    import('../findings/scan/scan-content'),
  ] as const);
  const { rules } = config;
  const belowIn = (spaceId: string): IsBelow => {
    return (severity, levelId) => isBelowRequired(levels, spaceId, rules, severity, levelId);
  };
  if (fingerprintKey === undefined) return (spaceId, counters) => numbersOf(counters, () => true, belowIn(spaceId));
  const configHash = openConfigHash({ config, exclusions, fingerprintKey });
  return (spaceId, counters) => {
    const current = configHash(spaceId);
    return numbersOf(counters, (scanned) => coversSettings(scanned, current), belowIn(spaceId));
  };
}
