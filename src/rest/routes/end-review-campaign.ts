import { POINTS_OF_A_PERSON } from '../../quota/host-points';
import { endCampaign } from '../../review/run-campaign';
import { requireAdminOfAll } from '../admin-of-all';
import { editConflict } from '../change-with-key';
import { ok, operation } from '../operation';
import { authorOf } from '../review-access';
import {
  campaignPath,
  campaignProgress,
  noSuchCampaign,
  PROGRESS_EXAMPLE,
  progressBody,
} from './review-campaign-schemas';

export const endReviewCampaign = operation({
  method: 'POST',
  effect: 'change',
  path: '/v1/review-campaign/:campaignId/end',
  operationId: 'endReviewCampaign',
  summary: 'End a review campaign',
  description:
    'Ends the campaign: its open pages are no longer asked for. No level changes. Repeating it has no effect. Requires a key without limits whose creator is a site admin.',
  scope: 'classification::manage',
  pathParameters: campaignPath,
  success: ok('The campaign.', campaignProgress, {
    ...PROGRESS_EXAMPLE,
    ...{ state: 'ended', endedAt: '2027-04-01T09:00:00.000Z' },
  }),
  problems: ['CREATOR_NOT_ADMIN', 'KEY_HAS_LIMITS', 'CONFIGURATION_NOT_FOUND', 'EDIT_CONFLICT'],
  points: POINTS_OF_A_PERSON,
  run: async (request, { path: { campaignId } }) => {
    await requireAdminOfAll(request);
    const ended = await endCampaign({ ...request, author: authorOf(request) }, campaignId);
    if (ended === undefined) throw noSuchCampaign();
    if (ended === 'contended') throw editConflict();
    return { status: 200, body: await progressBody(request, ended) };
  },
});
