import type { ReadFloor } from '../../classification/level-floor';
import type { FloorContext } from './find-level-floor';

/**
 * Finds the level that the findings of a page require. The code is loaded for the first page that has a scan record.
 */
export function levelFloorReader(context: FloorContext): ReadFloor {
  return async (question) => {
    if (question.scan.value === undefined) return undefined;
    const { findLevelFloor } = await import(/* webpackMode: "eager" */ './find-level-floor');
    return findLevelFloor(context, question);
  };
}
