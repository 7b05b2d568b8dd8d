import type { Route } from '../route';
import { createReviewCampaign } from '../routes/create-review-campaign';
import { endReviewCampaign } from '../routes/end-review-campaign';
import { getReviewCampaign } from '../routes/get-review-campaign';
import { listReviewCampaigns } from '../routes/list-review-campaigns';
import { listReviewEvidence } from '../routes/list-review-evidence';

/** The operations below `/v1/review-campaign`. */
export const routes: readonly Route[] = [
  listReviewCampaigns,
  createReviewCampaign,
  getReviewCampaign,
  endReviewCampaign,
  listReviewEvidence,
];
