import * as z from 'zod';
import { listDue } from '../../review/read-due';
import { cursorsOf } from '../cursors';
import type { ResultOf } from '../contract';
import { levelNameOf } from '../level-name';
import type { SurfaceRequest } from '../operation';
import { readInput } from '../result';
import { showCampaign } from '../shown-review';
import { revisionOf } from '../show-popup-page';
import { seeAsPerson } from '../viewed-page';
import { asSpaceAdmin } from './viewed-space';

const input = z.strictObject({ cursor: z.string().min(1).max(1_000).optional() });

const PAGES_AT_ONCE = 25;

/** The pages of the space that are due for a review, also those that wait for their owner, of those that its admin can see. */
export function listSpaceReviews(request: SurfaceRequest, payload: unknown): Promise<ResultOf<'listSpaceReviews'>> {
  const { cursor } = readInput(input, payload);
  return asSpaceAdmin(request, async (space) => {
    const { spaceId, levels } = space;
    const cursors = cursorsOf(request, space.accountId, ['space', spaceId, 'reviews']);
    const { results, next, hasMore } = await listDue(request, {
      ...{ spaceId, after: cursors.read(cursor), limit: PAGES_AT_ONCE },
      see: async (pageIds) => {
        const seen = await seeAsPerson(space, pageIds);
        return new Map([...seen].map(([pageId, one]) => [pageId, one === 'hidden' ? one : one.page]));
      },
    });
    return {
      state: 'reviews',
      pages: results.map(({ page: { pageId, title }, level, due }) => ({
        ...{
          pageId,
          title,
          revision: revisionOf(level),
          ...{ since: due.since, reviewers: due.reviewers },
          ...showCampaign(due),
        },
        level: level === undefined ? null : levelNameOf(levels, level.levelId, level.subLevelId),
      })),
      ...cursors.write(hasMore ? next : undefined),
    };
  });
}
