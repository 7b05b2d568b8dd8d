import * as z from 'zod';
import { awaitAll } from '../../platform/await-all';
import { POINTS_OF_A_PERSON } from '../../quota/host-points';
import { evidenceKeyOf } from '../../review/evidence';
import { readEvidence } from '../../review/evidence-lines';
import { requireAdminOfAll } from '../admin-of-all';
import { listOperation } from '../list-operation';
import { ok } from '../operation';
import { pageOf } from '../paging';
import { pagesOf, withActiveCreator } from '../visible-pages';
import {
  campaignPath,
  evidenceHeader,
  evidenceLine,
  HEADER_EXAMPLE,
  LINE_EXAMPLE,
  requireCampaign,
  toFilterBody,
} from './review-campaign-schemas';

const scope = 'classification::manage';
const file = z.string().meta({ maxLength: 500_000 });
const files = z.strictObject({ json: file, csv: file }).meta({
  id: 'ReviewEvidenceFiles',
  description: 'The header and these lines as signed files. Save a file without a change.',
});
const answer = pageOf(evidenceLine).extend({ header: evidenceHeader, files }).meta({ id: 'ReviewEvidence' });
const FILES_EXAMPLE = { json: '{"header":…,"lines":[…],"seal":"…"}', csv: '"campaignId","…"\r\n' };

export const listReviewEvidence = listOperation({
  path: '/v1/review-campaign/:campaignId/evidence',
  operationId: 'listReviewEvidence',
  summary: 'Read the evidence of a review campaign',
  description:
    'Returns a line for each page of the campaign that the creator of the key can see now, and a header with the rules, the filter, the coverage and what was not measured, also as signed files that `npm run verify-evidence` verifies. No line has a title or a person: the audit log has the author of each answer. Requires a key without limits whose creator is a site admin. A page of the list can be short, or empty, and still have a next page.',
  scope,
  pathParameters: campaignPath,
  success: ok('One page of the list.', answer, {
    ...{ results: [LINE_EXAMPLE], _links: {}, header: HEADER_EXAMPLE, files: FILES_EXAMPLE },
  }),
  problems: ['CREATOR_NOT_ADMIN', 'KEY_HAS_LIMITS', 'CONFIGURATION_NOT_FOUND'],
  points: POINTS_OF_A_PERSON,
  list: async (request, { path: { campaignId }, after, limit }) => {
    const { now, installationId: site, peppers } = request;
    const [, campaign] = await awaitAll([requireAdminOfAll(request), requireCampaign(request, campaignId)] as const);
    const { header, files, results, next, hasMore } = await withActiveCreator(request, scope, (see) =>
      readEvidence(
        request,
        campaign,
        { after, limit, see: async (pageIds) => pagesOf(await see(pageIds)) },
        { site, now, key: evidenceKeyOf(peppers(), site) },
      ),
    );
    const { json, csv } = files;
    return {
      results: results.map(({ levelId = null, levelName = null, answeredAt = null, exposure = null, ...line }) => ({
        ...line,
        ...{ levelId, levelName, answeredAt, exposure },
      })),
      next: hasMore ? next : undefined,
      more: { header: { ...header, filter: toFilterBody(campaign.record.data.filter) }, files: { json, csv } },
    };
  },
});
