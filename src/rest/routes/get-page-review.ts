import * as z from 'zod';
import { readPageLevels, type StoredPageLevel } from '../../classification/page-level-store';
import { awaitAll } from '../../platform/await-all';
import { type Ask, readAsks } from '../../review/campaign-store';
import { nextReview } from '../../review/due';
import { readReviews } from '../../review/read-due';
import type { ReviewRecord } from '../../review/review-store';
import { readReviewRules, type ReviewRules } from '../../review/rules';
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
    return { status: 200, body: toBody(page, await readReviewFacts(request, pageId), request.now) };
  },
});

/** The facts that the review of a page depends on. */
interface ReviewFacts {
  readonly rules: ReviewRules['rules'];
  readonly asks: readonly Ask[];
  readonly level: Pick<StoredPageLevel, 'record' | 'changedAt'>;
  readonly review: Pick<ReviewRecord, 'dueAt' | 'data'> | undefined;
}

/** Only for a page that the key sees. @throws StorageUnavailableError, CorruptRecordError */
export async function readReviewFacts({ storage }: AuthorizedRequest, pageId: string): Promise<ReviewFacts> {
  const [{ rules }, reviews, levels, asks] = await awaitAll([
    readReviewRules(storage),
    readReviews(storage, [pageId]),
    readPageLevels(storage, [pageId]),
    readAsks(storage, [pageId]),
  ] as const);
  const stored = levels.get(pageId);
  const level = stored === 'unreadable' || stored === undefined ? { record: undefined } : stored;
  return { rules, asks: asks.get(pageId) ?? [], level, review: reviews.get(pageId) };
}

export function toBody(
  { pageId, spaceId }: { readonly pageId: string; readonly spaceId: string },
  { rules, asks, level, review }: ReviewFacts,
  now: Date,
): z.infer<typeof pageReviewBody> {
  const next = nextReview(level, review, rules, asks);
  return toPageReviewBody({ pageId, spaceId, level: level.record, review, next }, now);
}
