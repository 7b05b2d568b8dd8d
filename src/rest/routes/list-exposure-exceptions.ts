import { findVisibleSpaces } from '../../classification/space-lookup';
import { listVisibleRows } from '../../classification/visible-list';
import { readExposure } from '../../exposure/rules';
import { awaitAll } from '../../platform/await-all';
import { POINTS_OF_A_PERSON } from '../../quota/host-points';
import { requireAdminOfAll } from '../admin-of-all';
import { ETAG_OF_EXPOSURE, etagOfExposure } from '../exposure-access';
import { listOperation } from '../list-operation';
import { ok } from '../operation';
import { pageOf, partOf } from '../paging';
import { seePages } from '../visible-pages';
import { EXCEPTION_EXAMPLE, exceptionBody, toExceptionBody } from './exposure-schemas';

const scope = 'classification::manage';
const answer = pageOf(exceptionBody).meta({ id: 'ExposureExceptionList' });

export const listExposureExceptions = listOperation({
  path: '/v1/setting/exposure/exception',
  operationId: 'listExposureExceptions',
  summary: 'List the exceptions from exposure rules',
  description:
    'Lists the exceptions, the one that ends first at the top. Requires a key without limits whose creator is a site admin. An exception is listed only if the creator can see its page or its space. A page of the list can be short and still have a next page.',
  scope,
  success: ok('One page of the list.', answer, { results: [EXCEPTION_EXAMPLE], _links: {} }, ETAG_OF_EXPOSURE),
  problems: ['CREATOR_NOT_ADMIN', 'KEY_HAS_LIMITS'],
  points: POINTS_OF_A_PERSON,
  list: async (request, { after, limit }) => {
    const { storage, levels, confluence, key } = request;
    const [exposure] = await awaitAll([readExposure(storage, levels), requireAdminOfAll(request)] as const);
    const all = exposure.exceptions.map((one) => ({
      ...{ one, pageId: one.pageId ?? `${IN_SPACE}${one.spaceId}` },
      at: { time: one.until, key: one.exceptionId },
    }));
    const { results, next, hasMore } = await listVisibleRows({
      after,
      limit,
      find: (place, count) => Promise.resolve(partOf(all, place, count)),
      see: async (items) => {
        const pageIds = items.flatMap(({ one: { pageId } }) => pageId ?? []);
        const spaceIds = items.flatMap(({ one: { pageId, spaceId } }) => (pageId === undefined ? [spaceId] : []));
        const [pages, spaces] = await awaitAll([
          seePages(request, pageIds, scope),
          findVisibleSpaces(confluence, key.record.createdBy, spaceIds),
        ] as const);
        return new Map([
          ...spaceIds.map((id) => [`${IN_SPACE}${id}`, spaces.has(id)] as const),
          ...[...pages].map(([id, page]) => [id, page !== 'hidden'] as const),
        ]);
      },
      show: ({ one }, isVisible) => (isVisible ? toExceptionBody(one, levels) : undefined),
    });
    return { results, next: hasMore ? next : undefined, headers: { ETag: etagOfExposure(exposure, request) } };
  },
});

/** A space in the place of a page. */
const IN_SPACE = 'space:';
