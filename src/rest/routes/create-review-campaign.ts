import { findVisibleSpaces } from '../../classification/space-lookup';
import { definedOf } from '../../platform/defined-of';
import { POINTS_OF_A_PERSON } from '../../quota/host-points';
import { CAMPAIGN_LIMITS } from '../../review/campaign-store';
import { createCampaign } from '../../review/run-campaign';
import { requireAdminOfAll } from '../admin-of-all';
import { editConflict } from '../change-with-key';
import { findNamed } from '../../classification/resolve-level';
import { operation } from '../operation';
import { Problem } from '../problem';
import { authorOf } from '../review-access';
import {
  CAMPAIGN_INPUT_EXAMPLE,
  campaignInput,
  campaignProgress,
  PROGRESS_EXAMPLE,
  progressBody,
} from './review-campaign-schemas';

export const createReviewCampaign = operation({
  method: 'POST',
  effect: 'change',
  path: '/v1/review-campaign',
  operationId: 'createReviewCampaign',
  summary: 'Create a review campaign',
  description:
    'Asks reviewers about the pages that match the filter now. Pages that match later are not part of it. The pages come from the stored levels, also those that the creator of the key cannot see; reviewers get only pages that they can see themselves. The creator of the key must be able to view the spaces of the filter. The levels and spaces of the filter can have 10,000 pages; a site can have 5 open campaigns. Requires a key without limits whose creator is a site admin.',
  scope: 'classification::manage',
  body: { schema: campaignInput, example: CAMPAIGN_INPUT_EXAMPLE },
  success: {
    status: 201,
    description: 'The campaign.',
    schema: campaignProgress,
    example: { ...PROGRESS_EXAMPLE, stillRight: 0, passedOn: 0 },
    headers: { Location: 'The address of the campaign.' },
  },
  problems: ['CREATOR_NOT_ADMIN', 'KEY_HAS_LIMITS', 'EDIT_CONFLICT', 'CONFIGURATION_FULL'],
  points: POINTS_OF_A_PERSON,
  run: async (request, { body: { name, filter, reviewers, answerBy } }) => {
    await requireAdminOfAll(request);
    const { levelIds: names, ...others } = filter;
    const levelIds = names?.map((name) => {
      const level = findNamed(request.levels.all, name);
      if (level === undefined) throw wrong('filter/levelIds', 'names a level that does not exist');
      return level.levelId;
    });
    const { spaceIds = [] } = filter;
    const visible = await findVisibleSpaces(request.confluence, request.key.record.createdBy, spaceIds);
    if (!spaceIds.every((spaceId) => visible.has(spaceId)))
      throw wrong('filter/spaceIds', 'must have spaces that the creator of the key can view');
    const done = await createCampaign(
      { ...request, author: authorOf(request) },
      { name, reviewers, answerBy, filter: definedOf({ ...others, levelIds }) },
    );
    switch (done.outcome) {
      case 'created': {
        const { campaign } = done;
        return {
          status: 201,
          headers: { Location: `${request.exchange.basePath}/v1/review-campaign/${campaign.campaignId}` },
          body: await progressBody(request, campaign),
        };
      }
      case 'wrong-day':
        throw wrong('answerBy', `must be in the future, and at most ${CAMPAIGN_LIMITS.daysAhead} days ahead`);
      case 'no-pages':
        throw wrong('filter', 'matches no page with a level');
      case 'too-many-pages':
        throw wrong('filter', `has more than ${CAMPAIGN_LIMITS.pages} pages in its levels and spaces`);
      case 'too-many-campaigns':
        throw new Problem('CONFIGURATION_FULL', {
          detail: `A site can have ${CAMPAIGN_LIMITS.open} open campaigns. End one first.`,
        });
      case 'contended':
        throw editConflict();
    }
  },
});

function wrong(member: string, what: string): Problem {
  const code = 'INVALID_FIELD';
  return new Problem(code, { errors: [{ code, title: `${member} ${what}`, pointer: `#/${member}` }] });
}
