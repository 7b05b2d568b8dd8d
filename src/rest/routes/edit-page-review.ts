import { setReviewDate } from '../../review/answer-review';
import { editConflict } from '../change-with-key';
import { ok, operation } from '../operation';
import { denied, requireReadable } from '../page-access';
import { Problem } from '../problem';
import { requirePresent } from '../read-only';
import { REVIEW_SCOPE, reviewContextOf } from '../review-access';
import { readReviewFacts, toBody, reviewPath } from './get-page-review';
import { checkReviewOn, PAGE_REVIEW_EXAMPLE, pageReviewBody, pageReviewInput } from './review-schemas';

export const editPageReview = operation({
  method: 'PUT',
  effect: 'change',
  path: '/v1/page-review/by-page/:pageId',
  operationId: 'editPageReview',
  summary: 'Set the date of the next review',
  description:
    'Sets or removes a date at which the page is due for a review, for example the end of an embargo. The level changes only when a person or a key changes it. The creator of the key must be able to edit the page.',
  scope: REVIEW_SCOPE,
  pathParameters: reviewPath,
  body: { schema: pageReviewInput, example: { reviewOn: '2027-03-01' } },
  success: ok('The review of the page.', pageReviewBody, PAGE_REVIEW_EXAMPLE),
  problems: ['PAGE_NOT_FOUND', 'PAGE_NOT_EDITABLE', 'EDIT_CONFLICT'],
  run: async (request, { path: { pageId }, body: sent }) => {
    const { page } = await requireReadable(request, REVIEW_SCOPE, pageId, true);
    const before = await readReviewFacts(request, pageId);
    requirePresent(pageReviewInput, sent, [toBody(page, before, request.now)]);
    const title = checkReviewOn(sent.reviewOn, request.now);
    const code = 'INVALID_FIELD';
    if (title !== undefined)
      throw new Problem(code, { errors: [{ code, title: `reviewOn ${title}`, pointer: '#/reviewOn' }] });
    const done = await setReviewDate(reviewContextOf(request, pageId, { known: page }), {
      ...{ pageId, dueAt: sent.reviewOn, isExpected: () => true },
    });
    if (done.outcome === 'contended') throw editConflict();
    if (done.outcome !== 'done') throw denied(done.outcome === 'hidden' ? 'PAGE_NOT_FOUND' : 'PAGE_NOT_EDITABLE');
    const { level, review } = done;
    return { status: 200, body: toBody(done.page, { ...before, level, review }, request.now) };
  },
});
