import type { Row } from '../platform/storage';
import type { Evidence } from './evidence';

/** If findings on a page require a level, nothing can give the page a less sensitive one. */

export interface LevelFloor {
  /** The level that findings require. */
  readonly levelId: string;
  /**
   * The detectors whose findings require it, and the minimum number of findings. Omitted for a key that cannot read
   * findings.
   */
  readonly evidence?: readonly Evidence[] | undefined;
}

export interface FloorQuestion {
  readonly pageId: string;
  readonly spaceId: string;
  /** The page's row of entity `page-scan`. */
  readonly scan: Row;
}

/** @returns undefined if every level is allowed. @throws StorageUnavailableError, HostError, CorruptRecordError */
export type ReadFloor = (question: FloorQuestion) => Promise<LevelFloor | undefined>;
