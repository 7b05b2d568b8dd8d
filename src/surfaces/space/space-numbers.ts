import { findLevel, type Levels } from '../../classification/level-store';
import { countingKeyOf } from '../../counts/read-counts';
import { readSpaceCounts } from '../../counts/read-space-counts';
import { levelNameOf } from '../level-name';
import type { ResultOf } from '../contract';
import { NO_INPUT, type SurfaceRequest } from '../operation';
import { readInput } from '../result';
import type { SpaceNumbersView } from './contract';
import { asSpaceAdmin } from './viewed-space';

/** The numbers of the whole space, for its admins. They name no page. */
export function readSpaceNumbers(request: SurfaceRequest, payload: unknown): Promise<ResultOf<'readSpaceNumbers'>> {
  readInput(NO_INPUT, payload);
  return asSpaceAdmin(request, async ({ spaceId, levels }) => {
    const { asOf, isCounting, numbers, reported } = await readSpaceCounts(
      { storage: request.storage, levels, fingerprintKey: countingKeyOf(request) },
      spaceId,
    );
    const { byLevel, pages, isAtLeast, open, coverage } = numbers;
    return {
      state: 'numbers',
      asOf,
      isCounting,
      reportedAt: reported?.at ?? null,
      levels: pagesByLevel(byLevel, levels),
      pages,
      isAtLeast,
      open,
      coverage,
    };
  });
}

function pagesByLevel(byLevel: Readonly<Record<string, number>>, levels: Levels): SpaceNumbersView['levels'] {
  const unknown = Object.keys(byLevel).filter((id) => id !== 'none' && findLevel(levels, id) === undefined);
  const ids = [...levels.all.map(({ levelId }) => levelId).filter((id) => (byLevel[id] ?? 0) > 0), ...unknown];
  return [
    ...ids.map((levelId) => ({
      levelId,
      level: levelNameOf(levels, levelId, undefined),
      pages: byLevel[levelId] ?? 0,
    })),
    { levelId: null, level: null, pages: byLevel['none'] ?? 0 },
  ];
}
