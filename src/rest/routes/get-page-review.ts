import * as z from 'zod';
import { readPageLevels } from '../../classification/page-level-store';
import { awaitAll } from '../../platform/await-all';
import { readAsks } from '../../review/campaign-store';
import { readReviews } from '../../review/read-due';
import { readReviewRules } from '../../review/rules';
import * as fields from '../fields';
import { ok, operation } from '../operation';
import { requireReadable } from '../page-access';
import type { AuthorizedRequest } from '../route';
import { PAGE_REVIEW_EXAMPLE, pageReviewBody, toPageReviewBody } from './review-schemas';

const scope = 'classification::read';

export const reviewPath = z.strictObject({ pageId: fields.pageId });

export const getPageReview = operation({
  method: 'GET',
  path: '/v1/page-review/by-page/:pageId',
  operationId: 'getPageReview',
  summary: 'Read when a page must be reviewed',
  description:
    "Returns the last review of the page, the date that a person set, and when it is due. A page that the creator cannot see, or that is outside the key's scopes and limits, gives PAGE_NOT_FOUND.",
  scope,
  pathParameters: reviewPath,
  success: ok('The review of the page.', pageReviewBody, PAGE_REVIEW_EXAMPLE),
  problems: ['PAGE_NOT_FOUND'],
  run: async (request, { path: { pageId } }) => {
    // First, so that a hidden page takes the same calls as one that does not exist.
    const { page } = await requireReadable(request, scope, pageId, false);
    return { status: 200, body: await readBody(request, page) };
  },
});

/** Only for a page that the key sees. */
export async function readBody(
  { storage, now }: AuthorizedRequest,
  { pageId, spaceId }: { readonly pageId: string; readonly spaceId: string },
): Promise<z.infer<typeof pageReviewBody>> {
  const [rules, reviews, levels, asks] = await awaitAll([
    readReviewRules(storage),
    readReviews(storage, [pageId]),
    readPageLevels(storage, [pageId]),
    readAsks(storage, [pageId]),
  ] as const);
  const found = levels.get(pageId);
  const { record: level, changedAt } = found === 'unreadable' || found === undefined ? { record: undefined } : found;
  return toPageReviewBody(
    { pageId, spaceId, level, changedAt, review: reviews.get(pageId) },
    rules,
    now,
    asks.get(pageId),
  );
}
