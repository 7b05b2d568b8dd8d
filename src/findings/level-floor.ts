import type { ReadFloor } from '../classification/level-floor';
import type { FloorContext } from './find-level-floor';

/** What finds the level that the findings of a page call for. It is made when the first page with findings is asked about. */
export function levelFloorReader(context: FloorContext): ReadFloor {
  return async (question) => {
    if (question.scan.value === undefined) return undefined;
    const { findLevelFloor } = await import(/* webpackMode: "eager" */ './find-level-floor');
    return findLevelFloor(context, question);
  };
}
