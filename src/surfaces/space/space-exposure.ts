import { readSpaceExposure as readStored } from '../../exposure/reads';
import { definedOf } from '../../platform/defined-of';
import type { ResultOf } from '../contract';
import { levelNameOf } from '../level-name';
import { NO_INPUT, type SurfaceRequest } from '../operation';
import { readInput } from '../result';
import { asSpaceAdmin } from './viewed-space';

/** Who can view the space, for its admins. It has the ids of groups. The frame asks Confluence for their names as the person. */
export function readSpaceExposure(request: SurfaceRequest, payload: unknown): Promise<ResultOf<'readSpaceExposure'>> {
  readInput(NO_INPUT, payload);
  const { storage, now } = request;
  return asSpaceAdmin(request, async ({ spaceId, levels }) => {
    const { audience, groupIds, letsInAllUsers, isClosed, checkedAt, byLevel, notMeasured } = await readStored(
      { storage, levels, now },
      spaceId,
    );
    const { anonymous, loggedIn, people, guests } = audience ?? {};
    return {
      state: 'exposure',
      ...{ letsInAllUsers, isClosed, groupIds, notMeasured },
      ...definedOf({ anonymous, loggedIn, people, guests, checkedAt }),
      levels: Object.entries(byLevel).map(([levelId, { pages }]) => ({
        levelId,
        level: levelNameOf(levels, levelId, undefined),
        pages,
      })),
    };
  });
}
