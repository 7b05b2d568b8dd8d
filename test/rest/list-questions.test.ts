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

it('the identity of a list contains the route and every filter, in the order of the schema, without limit and cursor', () => {
  expect(questionOf('listThings', filters, { state: 'open' })).toEqual(['listThings', undefined, 'open']);
  expect(questionOf('listThings', filters, { state: 'open', spaceId: '1' })).toEqual(['listThings', '1', 'open']);
});

const DETECTION_FILTERS = 'spaceId pageId levelId detectorId fingerprint category severity band status from to';

/** Open cursors contain this order, so add a new filter at the end. */
const ORDERS: Readonly<Record<string, string>> = {
  listAudit: 'type subject actorAccountId keyId from to',
  listJobs: 'state',
  listScans: 'state',
  listRedactions: 'state',
  listExclusions: 'scope state',
  listCoverage: 'coverage spaceId',
  listSuggestions: 'spaceId reason',
  listDetections: DETECTION_FILTERS,
  exportDetections: DETECTION_FILTERS,
  listPageDetections: 'detectorId fingerprint category severity band status from to',
  listPageLevels: 'spaceId levelId subLevelId method classifierId from to unclassified belowRequired',
};

it('the identity of a list keeps the order of the filters of every list that has some', () => {
  const orders = routes.flatMap(({ operationId, query }) => {
    const names = Object.keys(query?.shape ?? {});
    if (!names.includes('cursor')) return [];
    const others = operationId === 'listPageLevels' ? ['limit', 'cursor', 'pageId'] : ['limit', 'cursor'];
    const order = names.filter((name) => !others.includes(name)).join(' ');
    return order === '' ? [] : [[operationId, order] as const];
  });
  expect(Object.fromEntries(orders)).toEqual(ORDERS);
});

it('the identity of a list keeps the order of the filters of listPageDetections', () => {
  expect(Object.keys(detectionFilters.shape).join(' ')).toBe(DETECTION_FILTERS);
});
