import { maskPointer } from '../../detection/report/masking';
import type { UncertainPlace } from './redact-parts';
import { MAX_SHOWN, type UncertainPlaces } from '../run-model';

/** The number of places that only resemble a value and stay, and the first ones. They hold no value. */

export const NO_PLACES: UncertainPlaces = { count: 0, locations: [] };

/** @param of members that all places share */
export function namePlaces(
  places: readonly UncertainPlace[],
  of: Partial<Pick<UncertainPlaces['locations'][number], 'field' | 'contentId' | 'version'>> = {},
): UncertainPlaces {
  const locations = places.slice(0, MAX_SHOWN).map(({ part: { contentId }, field, kind, pointer, start, end }) => ({
    field,
    ...(contentId === undefined ? {} : { contentId }),
    kind,
    pointer: maskPointer(pointer),
    start,
    end,
    ...of,
  }));
  return { count: places.length, locations };
}

export function joinPlaces(some: readonly UncertainPlaces[]): UncertainPlaces {
  return {
    count: some.reduce((sum, { count }) => sum + count, 0),
    locations: some.flatMap(({ locations }) => locations).slice(0, MAX_SHOWN),
  };
}
