import * as z from 'zod';
import { questionOf } from '../../src/rest/cursor';
import { routes } from '../../src/rest/routes';
import { detectionFilters } from '../../src/rest/routes/detection-schemas';

/** The cursor of a list works only with its original filters, in this version of the app and in the next. */

const filters = z.strictObject({
  spaceId: z.string().optional(),
  state: z.string().optional(),
  limit: z.int().optional(),
  cursor: z.string().optional(),
});

it('contains the route and every filter, in the order of the schema, without limit and cursor', () => {
  expect(questionOf('listThings', filters, { state: 'open' })).toEqual(['listThings', undefined, 'open']);
  expect(questionOf('listThings', filters, { state: 'open', spaceId: '1' })).toEqual(['listThings', '1', 'open']);
});

const DETECTION_FILTERS = 'spaceId pageId levelId detectorId fingerprint category severity band status from to';

/** Open cursors contain this order: add a new filter at the end. */
it.each([
  ['listAudit', 'type subject actorAccountId keyId from to'],
  ['listJobs', 'state'],
  ['listScans', 'state'],
  ['listRedactions', 'state'],
  ['listExclusions', 'scope state'],
  ['listCoverage', 'coverage spaceId'],
  ['listDetections', DETECTION_FILTERS],
  ['listPageLevels', 'spaceId levelId subLevelId method classifierId from to unclassified'],
])('keeps the order of the filters of %s', (operationId, names) => {
  const query = routes.find((route) => route.operationId === operationId)?.query;
  const order = Object.keys(query?.shape ?? {}).filter((name) => name !== 'limit' && name !== 'cursor');
  expect(order.filter((name) => operationId !== 'listPageLevels' || name !== 'pageId').join(' ')).toBe(names);
});

it('keeps the order of the filters of listPageDetections', () => {
  expect(Object.keys(detectionFilters.shape).join(' ')).toBe(DETECTION_FILTERS);
});
