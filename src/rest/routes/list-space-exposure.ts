import * as z from 'zod';
import { findVisibleSpaces } from '../../classification/space-lookup';
import { listVisibleRows } from '../../classification/visible-list';
import { readSiteExposure } from '../../exposure/reads';
import { MISSING } from '../../exposure/store';
import { awaitAll } from '../../platform/await-all';
import { POINTS_OF_A_PERSON } from '../../quota/host-points';
import { requireAdminOfAll } from '../admin-of-all';
import { listOperation } from '../list-operation';
import { ok } from '../operation';
import { pageOf, partOf } from '../paging';
import { SPACE_EXPOSURE_EXAMPLE, spaceExposureBody, toSpaceExposureBody } from './exposure-schemas';

const answer = pageOf(spaceExposureBody)
  .extend({
    missing: z.array(z.enum(MISSING)).meta({
      description: 'The parts that the site does not let the app read. More values may be added.',
    }),
  })
  .meta({ id: 'SpaceExposureList' });

export const listSpaceExposure = listOperation({
  path: '/v1/space-exposure',
  operationId: 'listSpaceExposure',
  summary: 'List spaces by exposure',
  description:
    'Lists the spaces that have pages of levels with a rule and that the creator of the key can see, in a fixed order. The numbers include pages that the creator cannot see. Requires a key without limits whose creator is a site admin. A page of the list can be short and still have a next page.',
  scope: 'classification::manage',
  success: ok('One page of the list.', answer, { results: [SPACE_EXPOSURE_EXAMPLE], _links: {}, missing: [] }),
  problems: ['CREATOR_NOT_ADMIN', 'KEY_HAS_LIMITS'],
  points: POINTS_OF_A_PERSON,
  list: async (request, { after, limit }) => {
    const [site] = await awaitAll([readSiteExposure(request), requireAdminOfAll(request)] as const);
    const spaces = site.spaces.map((space) => ({ space, pageId: space.spaceId, at: { time: '', key: space.spaceId } }));
    const { results, next, hasMore } = await listVisibleRows({
      after,
      limit,
      find: (place, count) => Promise.resolve(partOf(spaces, place, count)),
      see: async (items) => {
        const ids = items.map(({ pageId }) => pageId);
        const seen = await findVisibleSpaces(request.confluence, request.key.record.createdBy, ids);
        return new Map(ids.map((id) => [id, seen.has(id)]));
      },
      show: ({ space }, isVisible) => (isVisible ? toSpaceExposureBody(request.levels, space) : undefined),
    });
    return { results, next: hasMore ? next : undefined, more: { missing: site.missing } };
  },
});
