import type { Storage } from '../platform/storage';
import type { Clock } from '../platform/clock';
import type { Peppers } from '../platform/secrets';
import { NO_NUMBERS, type SpaceNumbers } from './numbers';

/** The counters of one space, for its admins. */

export interface SpaceCounts {
  /** The counters include all changes up to this time. null: the site has not been counted yet. */
  readonly asOf: string | null;
  /** True while changes are counted that happened longer ago. */
  readonly isCounting: boolean;
  readonly numbers: SpaceNumbers;
}

export interface SpaceCountsContext {
  readonly storage: Pick<Storage, 'readMany'>;
  readonly clock: Clock;
  readonly installationId: string;
  readonly peppers: () => Peppers | undefined;
}

/** One read. @throws StorageUnavailableError, CorruptRecordError */
export function readSpaceCounts(_context: SpaceCountsContext, _spaceId: string): Promise<SpaceCounts> {
  return Promise.resolve({ asOf: null, isCounting: false, numbers: NO_NUMBERS });
}
