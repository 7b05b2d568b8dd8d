import * as z from 'zod';
import { listDue } from '../../review/read-due';
import * as fields from '../fields';
import { FILTER_PROBLEMS, levelIdsOf, requireInLimits } from '../filter-limits';
import { listOperation, NO_RESULTS } from '../list-operation';
import { ok } from '../operation';
import { pageOf } from '../paging';
import { isUnknownSpace } from '../require-space';
import { pagesOf, withActiveCreator } from '../visible-pages';
import { PAGE_REVIEW_EXAMPLE, pageReviewBody, toPageReviewBody } from './review-schemas';

const scope = 'classification::read';

const filters = z.strictObject({
  levelId: fields.levelName.in
    .toLowerCase()
    .optional()
    .meta({ description: 'Only pages with this level, given as UUID or key.', examples: ['restricted'] }),
  spaceId: fields.spaceId.optional().meta({ description: 'Only pages in this space.', examples: ['98306'] }),
  spaceKey: fields.spaceKey,
});

const answer = pageOf(pageReviewBody).meta({ id: 'PageReviewList' });

export const listPageReviews = listOperation({
  path: '/v1/page-review',
  operationId: 'listPageReviews',
  summary: 'List pages that are due for a review',
  description:
    'Lists the pages whose review is due now: first those with a date that a person set, then those of a rule, the oldest first, and last those of campaigns. The list contains only pages that the creator of the key can see now and that are inside the limits of the key. A page of the list can be short, or empty, and still have a next page.',
  scope,
  filters,
  success: ok('One page of the list.', answer, { results: [{ ...PAGE_REVIEW_EXAMPLE, isDue: true }], _links: {} }),
  problems: [...FILTER_PROBLEMS],
  points: 'when-known',
  list: async (request, { filters: { levelId: name, spaceId }, after, limit }) => {
    const levelIds = levelIdsOf(request.levels, name === undefined ? undefined : [name]);
    requireInLimits(request, levelIds, spaceId);
    if (await isUnknownSpace(request, spaceId)) return NO_RESULTS;
    const { results, next, hasMore } = await withActiveCreator(request, scope, (see) =>
      listDue(request, { spaceId, levelIds, after, limit, see: async (pageIds) => pagesOf(await see(pageIds)) }),
    );
    return {
      results: results.map(({ page: { pageId, spaceId: of }, level, review, due }) =>
        toPageReviewBody({ pageId, spaceId: of, level, review, next: due }, request.now),
      ),
      next: hasMore ? next : undefined,
    };
  },
});
