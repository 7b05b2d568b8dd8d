import { awaitAll } from '../../platform/await-all';
import { POINTS_OF_A_PERSON } from '../../quota/host-points';
import { listCampaigns } from '../../review/campaign-store';
import { requireAdminOfAll } from '../admin-of-all';
import { listOperation } from '../list-operation';
import { ok } from '../operation';
import { pageOf, partOf } from '../paging';
import { CAMPAIGN_EXAMPLE, campaignBody, toCampaignBody } from './review-campaign-schemas';

const answer = pageOf(campaignBody).meta({ id: 'ReviewCampaignList' });

export const listReviewCampaigns = listOperation({
  path: '/v1/review-campaign',
  operationId: 'listReviewCampaigns',
  summary: 'List the review campaigns',
  description:
    'Lists the campaigns, the oldest first. Requires a key without limits whose creator is a site admin. An ended campaign is kept for about a year.',
  scope: 'classification::manage',
  success: ok('One page of the list.', answer, { results: [CAMPAIGN_EXAMPLE], _links: {} }),
  problems: ['CREATOR_NOT_ADMIN', 'KEY_HAS_LIMITS'],
  points: POINTS_OF_A_PERSON,
  list: async (request, { after, limit }) => {
    const { storage } = request;
    const [open, ended] = await awaitAll([
      listCampaigns(storage, 'open'),
      listCampaigns(storage, 'ended'),
      requireAdminOfAll(request),
    ] as const);
    const all = [...open, ...ended].map((one) => ({
      one,
      pageId: one.campaignId,
      at: { time: one.record.sort, key: one.campaignId },
    }));
    const { items, next, hasMore } = partOf(all, after, limit);
    return { results: items.map(({ one }) => toCampaignBody(one)), next: hasMore ? next : undefined };
  },
});
