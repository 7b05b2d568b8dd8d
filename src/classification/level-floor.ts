import type { Row } from '../platform/storage';
import type { Evidence } from './evidence';

/** Where what was found on a page calls for a level, nobody gives the page a less sensitive one. */

export interface LevelFloor {
  /** The level that is called for. */
  readonly levelId: string;
  /** Which detectors found something that calls for it, and how often at least. Left out for a key that may not read findings. */
  readonly evidence?: readonly Evidence[] | undefined;
}

export interface FloorQuestion {
  readonly pageId: string;
  readonly spaceId: string;
  /** The page's row of entity `page-scan`. */
  readonly scan: Row;
}

/** @returns undefined where every level will do. @throws StorageUnavailableError, HostError, CorruptRecordError */
export type ReadFloor = (question: FloorQuestion) => Promise<LevelFloor | undefined>;
