import { DEMO_PAGES, DEMO_SPACES } from '../../local/demo';
import { TRIGGER_PATH } from '../../local/forge/web-trigger';
import { routes } from '../../src/rest/routes';
import { storeFinding } from '../support/findings';
import { levelNamed } from '../support/levels';
import { openSite, type RestAnswer, type RestOptions, type Site } from '../support/site';
import { SCHEME_INPUT_EXAMPLE } from '../../src/rest/routes/detection-config-schemas';
import { CUSTOM_INPUT_EXAMPLE } from '../../src/rest/routes/detector-schemas';
import { storeLevel } from '../support/wiki-pages';
import { outcomeOf } from './route-requests';

/** Every creation returns the URL of the resource. Every URL is an absolute path that a client can request. */

const BASE = `${TRIGGER_PATH}/compliance/api`;

let site: Site;
let key: string;
beforeEach(async () => {
  site = openSite({ queryLagMs: 0 });
  ({ key } = await site.createKey({ detectionScope: 'manage' }));
  // A review campaign needs a page with a level.
  await storeLevel(site, DEMO_PAGES.openHome, levelNamed(site, 'Public').levelId);
});
afterEach(() => site.close());

const post = (path: string, body: object, headers: Record<string, string> = {}) =>
  site.rest('POST', path, { key, body, headers } satisfies RestOptions);
const read = (address: string): Promise<RestAnswer> => {
  expect(address.startsWith(`${BASE}/v1/`)).toBe(true);
  return site.rest('GET', address.slice(BASE.length), { key });
};
const once = { 'Idempotency-Key': 'once' };

const CREATIONS: Readonly<Record<string, readonly [path: string, body: object, headers?: Record<string, string>]>> = {
  createLevel: ['/v1/level', { name: 'Partners', color: 'RED' }],
  createSubLevel: ['/v1/level/restricted/sub-level', { name: 'Legal' }],
  createScheme: ['/v1/setting/scheme', { name: 'Open', levelIds: ['public'] }],
  createCustomDetector: ['/v1/detector/custom', CUSTOM_INPUT_EXAMPLE],
  createDetectorScheme: ['/v1/detection/config/scheme', SCHEME_INPUT_EXAMPLE],
  setPageLevel: ['/v1/page-level', { pageId: DEMO_PAGES.engHome, levelId: 'public' }],
  createJob: ['/v1/page-level/jobs', { levelId: 'public', pages: [{ pageId: DEMO_PAGES.engHome }] }, once],
  createReviewCampaign: [
    '/v1/review-campaign',
    { name: 'Spring', filter: {}, reviewers: 'owner', answerBy: new Date(Date.now() + 86_400_000).toISOString() },
  ],
  createScan: ['/v1/detection/scan', { pageIds: [DEMO_PAGES.engHome] }, once],
};

it.each(Object.entries(CREATIONS))('%s returns the new resource and its URL', async (operationId, request) => {
  const made = await post(...request);
  expect(made.status).toBe(['createJob', 'createScan'].includes(operationId) ? 202 : 201);
  const found = await read(made.header('Location') ?? '');
  expect(outcomeOf(found)).toBe('200');
  const { changed: _changed, ...body } = made.body;
  expect(found.body).toEqual(body);
});

it('createRedaction and createExclusion return the URL too', async () => {
  const detectionId = await storeFinding(site, DEMO_PAGES.engHome);
  const redaction = await post('/v1/redaction', { detectionIds: [detectionId], dryRun: true }, once);
  expect((await read(redaction.header('Location') ?? '')).body.redactionId).toBe(redaction.body.redactionId);
  const wanted = { detectionIds: [detectionId], scope: { of: 'page' }, reason: 'A sample.' };
  const one = await post('/v1/exclusion', wanted);
  expect((await read(one.header('Location') ?? '')).body).toEqual(one.body.results[0]);
  const other = await storeFinding(site, DEMO_PAGES.payroll);
  const two = await post('/v1/exclusion', { ...wanted, detectionIds: [detectionId, other] });
  expect(two.header('Location')).toBe(`${BASE}/v1/exclusion`);
  expect(two.status).toBe(201);
});

it('the table of links includes every operation that returns 201 or 202', () => {
  const creating = routes.filter(({ success }) => success.status === 201 || success.status === 202);
  expect(creating.map(({ operationId }) => operationId).toSorted()).toEqual(
    [...Object.keys(CREATIONS), 'createRedaction', 'createExclusion', 'createExposureException'].toSorted(),
  );
  for (const { success } of creating) expect(success).toMatchObject({ headers: { Location: expect.any(String) } });
});

it('_links of new resources and lists have the form of Location and Link', async () => {
  for (const pageId of [DEMO_PAGES.engHome, DEMO_PAGES.payroll])
    await post('/v1/page-level', { pageId, levelId: 'public' });
  const list = await site.rest('GET', `/v1/page-level?limit=1&spaceId=${DEMO_SPACES.ENG}&from=2026-01-01T00:00:00Z`, {
    key,
  });
  const all = await site.rest('GET', '/v1/page-level?limit=1', { key });
  expect(list.body._links.next ?? all.body._links.next).toBeDefined();
  expect(all.header('Link')).toBe(`<${all.body._links.next}>; rel="next"`);
  expect((await read(all.body._links.next)).body.results).toHaveLength(1);

  const [path = '', wanted = {}, headers] = CREATIONS['createJob'] ?? [];
  const job = await post(path, wanted, headers);
  expect(job.body._links).toEqual({
    self: job.header('Location'),
    results: `${job.header('Location') ?? ''}/results`,
  });
  const { body } = await site.rest('GET', '/v1/job', { key });
  expect(body.results[0]._links).toEqual(job.body._links);
  expect((await read(job.body._links.results)).status).toBe(200);
});
