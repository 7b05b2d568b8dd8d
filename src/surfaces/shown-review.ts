import type { StoredPageLevel } from '../classification/page-level-store';
import { nextReview } from '../review/due';
import type { ReviewRecord } from '../review/review-store';
import type { ReviewRules } from '../review/rules';
import type { ShownReview } from './contract';
import type { ShownCampaign } from './page-contract';

/** The name and the day of a campaign, for people whom it asks. Nothing about its other pages. */
export function showCampaign({ campaign }: { readonly campaign?: ShownCampaign }): {
  readonly campaign?: ShownCampaign;
} {
  return campaign === undefined ? {} : { campaign: { name: campaign.name, answerBy: campaign.answerBy } };
}

/** The next review of a page, for people who can edit it. */
export function showReview(
  level: StoredPageLevel,
  review: Pick<ReviewRecord, 'dueAt' | 'data'> | undefined,
  { rules }: Pick<ReviewRules, 'rules'>,
  now: Date,
): ShownReview {
  const next = nextReview(level, review, rules);
  return {
    ...(review?.dueAt === undefined ? {} : { reviewOn: review.dueAt }),
    ...(next === undefined ? {} : { nextAt: next.since }),
    isDue: next !== undefined && next.since <= now.toISOString(),
  };
}
