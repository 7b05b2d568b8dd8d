import * as z from 'zod';
import { NOT_MEASURED } from '../../exposure/audience';
import { listExposure, readSpaceExposure as readStored, WAITING_DAYS } from '../../exposure/reads';
import { definedOf } from '../../platform/defined-of';
import { cursorsOf } from '../cursors';
import type { ResultOf } from '../contract';
import { levelNameOf } from '../level-name';
import { NO_INPUT, type SurfaceRequest } from '../operation';
import { readInput } from '../result';
import { seeAsPerson } from '../viewed-page';
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

const listInput = z.strictObject({ cursor: z.string().min(1).max(1_000).optional() });

const PAGES_AT_ONCE = 25;

/** Lists the pages that have been over their rule for 14 days and that the space admin can see, the highest risk first. Returns no number of people. */
export function listSpaceOver(request: SurfaceRequest, payload: unknown): Promise<ResultOf<'listSpaceOver'>> {
  const { cursor } = readInput(listInput, payload);
  return asSpaceAdmin(request, async (space) => {
    const { spaceId, levels, accountId, storage } = space;
    const cursors = cursorsOf(request, accountId, ['space', spaceId, 'over']);
    const { results, next, hasMore } = await listExposure(
      { storage, levels, now: request.now },
      { verdict: 'over', spaceId, overForDays: WAITING_DAYS.space },
      {
        after: cursors.read(cursor),
        limit: PAGES_AT_ONCE,
        see: async (pageIds) => {
          const seen = await seeAsPerson(space, [...new Set(pageIds)]);
          return new Map([...seen].map(([pageId, one]) => [pageId, one === 'hidden' ? one : one.page]));
        },
      },
    );
    return {
      state: 'over',
      pages: results.map(({ page: { pageId, title }, exposure: { levelId, overSince } }) => ({
        ...{ pageId, title, level: levelNameOf(levels, levelId, undefined) },
        ...definedOf({ overSince }),
      })),
      notMeasured: NOT_MEASURED,
      ...cursors.write(hasMore ? next : undefined),
    };
  });
}
