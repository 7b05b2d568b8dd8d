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

it('the identity of a list ends with its last filter, so that a new filter at the end keeps open cursors valid', () => {
  expect(questionOf('listThings', filters, {})).toEqual(['listThings']);
  expect(questionOf('listThings', filters, { spaceId: '1' })).toEqual(['listThings', '1']);
});

it('the identity of a list has several values of a filter without their order', () => {
  const identity = (spaceId: string[]) => questionOf('listThings', filters, { spaceId });
  expect(identity(['2', '1', '2'])).toEqual(identity(['1', '2']));
  expect(identity(['1'])).toEqual(questionOf('listThings', filters, { spaceId: '1' }));
  expect(identity(['1'])).not.toEqual(identity(['1', '2']));
});

const DETECTION_FILTERS =
  'spaceId pageId levelId detectorId fingerprint category severity band status from to spaceKey';

/** Open cursors contain this order, so add a new filter at the end. */
const ORDERS: Readonly<Record<string, string>> = {
  listAudit: 'type subject actorAccountId keyId from to',
  listJobs: 'state',
  listScans: 'state',
  listRedactions: 'state',
  listExclusions: 'scope state',
  listCoverage: 'coverage spaceId spaceKey contentType',
  listPageReviews: 'levelId spaceId spaceKey',
  listPageExposure: 'verdict levelId spaceId reason from spaceKey',
  exportPageExposure: 'verdict levelId spaceId reason from spaceKey',
  listSuggestions: 'spaceId reason spaceKey',
  listDetections: `${DETECTION_FILTERS} sort ownerId overdue contentType`,
  listChanges: 'type levelId pageId spaceId spaceKey contentType',
  exportDetections: `${DETECTION_FILTERS} ownerId overdue contentType`,
  listPageDetections: 'detectorId fingerprint category severity band status from to ownerId overdue',
  listPageLevels:
    'spaceId levelId subLevelId method classifierId from to unclassified belowRequired spaceKey sort contentType',
};

/** The parameters that are no part of the identity, besides those of all lists. */
const NO_FILTERS: Readonly<Record<string, readonly string[]>> = {
  listPageLevels: ['pageId'],
  listChanges: ['after', 'from'],
};

it('the identity of a list keeps the order of the filters of every list that has some', () => {
  const orders = routes.flatMap(({ operationId, query }) => {
    const names = Object.keys(query?.shape ?? {});
    if (!names.includes('cursor') && !names.includes('after')) return [];
    const others = ['limit', 'cursor', 'fields', ...(NO_FILTERS[operationId] ?? [])];
    const order = names.filter((name) => !others.includes(name)).join(' ');
    return order === '' ? [] : [[operationId, order] as const];
  });
  expect(Object.fromEntries(orders)).toEqual(ORDERS);
});

it('the identity of a list keeps the order of the filters of listPageDetections', () => {
  expect(Object.keys(detectionFilters.shape).join(' ')).toBe(DETECTION_FILTERS);
});
