import { POINTS_OF_A_PERSON } from '../../quota/host-points';
import { requireAdminOfAll } from '../admin-of-all';
import { ok, operation } from '../operation';
import {
  campaignPath,
  campaignProgress,
  PROGRESS_EXAMPLE,
  progressBody,
  requireCampaign,
} from './review-campaign-schemas';

export const getReviewCampaign = operation({
  method: 'GET',
  path: '/v1/review-campaign/:campaignId',
  operationId: 'getReviewCampaign',
  summary: 'Read a review campaign',
  description:
    'Returns the campaign with the number of its answers. Requires a key without limits whose creator is a site admin.',
  scope: 'classification::manage',
  pathParameters: campaignPath,
  success: ok('The campaign.', campaignProgress, PROGRESS_EXAMPLE),
  problems: ['CREATOR_NOT_ADMIN', 'KEY_HAS_LIMITS', 'CONFIGURATION_NOT_FOUND'],
  points: POINTS_OF_A_PERSON,
  run: async (request, { path: { campaignId } }) => {
    await requireAdminOfAll(request);
    return { status: 200, body: await progressBody(request, await requireCampaign(request, campaignId)) };
  },
});
