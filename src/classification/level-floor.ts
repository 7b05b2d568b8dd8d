import type { Row } from '../platform/storage';
import type { Evidence } from './evidence';
import type { Levels } from './level-store';
import { isLowering } from './settings';

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
  /** The current level, whose exclusions then apply. Omitted: the floor of a change, which they must not lower. */
  readonly levelId?: string;
}

/** @returns undefined if every level is allowed. @throws StorageUnavailableError, HostError, CorruptRecordError */
export type ReadFloor = (question: FloorQuestion) => Promise<LevelFloor | undefined>;

/**
 * The level that the findings of a page require, if it is more sensitive than the current one.
 * @param floor undefined: the findings require no level
 * @param levelId the current level; undefined = none
 */
export function requiredLevelOf(
  { all }: Pick<Levels, 'all'>,
  floor: LevelFloor | undefined,
  levelId: string | undefined,
): LevelFloor | undefined {
  if (floor === undefined || levelId === undefined) return floor;
  return isLowering(all, floor.levelId, { levelId }) ? floor : undefined;
}
