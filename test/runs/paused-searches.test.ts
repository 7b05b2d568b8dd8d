import { type JobSite, openJobSite } from '../jobs/job-site';

/** Jobs and scans of a query, on a site where the platform stops to let the app act for people in the background. */

const HOUR_MS = 3_600_000;
const PAUSED = { code: 'CANNOT_ACT_AS_PERSON', since: expect.any(String) };

let site: JobSite;
let key: string;
let pages: readonly string[];
let cql: string;
beforeAll(async () => {
  site = await openJobSite({}, { detectionScope: 'manage' });
  ({ key } = site);
  const [root = ''] = await site.makePages(1);
  pages = await site.makePages(2, { parentId: root });
  cql = `type = page and ancestor = ${root}`;
});
beforeEach(() => site.host.assumptions.clear());
afterAll(() => site.close());

const settle = () => site.host.background.settle();
const read = async (path: string) => (await site.rest('GET', path, { key })).body;
const watchAfterAnHour = async () => {
  site.advance(HOUR_MS);
  await site.host.background.runSchedule('every-five-minutes');
  await settle();
};

it('a job waits without a result, and continues when it is possible again', async () => {
  const { jobId: id } = (await site.makeJob({ cql })).body;
  site.host.assumptions.add('no-impersonation-in-consumers');
  await settle();
  expect(await read(`/v1/job/${id}`)).toMatchObject({ state: 'waiting', done: 0, waiting: PAUSED });
  for (const pageId of pages) expect(await site.levelOf(pageId)).toBeUndefined();
  await watchAfterAnHour();
  expect(await read(`/v1/job/${id}`)).toMatchObject({ done: 0, waiting: PAUSED });
  site.host.assumptions.clear();
  await watchAfterAnHour();
  const done = await read(`/v1/job/${id}`);
  expect(done).toMatchObject({ state: 'succeeded', done: 2, failed: 0 });
  expect(done.waiting).toBeUndefined();
  for (const pageId of pages) expect(await site.levelOf(pageId)).toBe(site.levelId);
});

it('a job of a tree waits if the app may not check permissions either', async () => {
  const [rootPageId = ''] = await site.makePages(1);
  const [below = ''] = await site.makePages(1, { parentId: rootPageId });
  const { jobId: id } = (await site.makeJob({ tree: { rootPageId } })).body;
  for (const one of ['no-impersonation-in-consumers', 'no-permission-check'] as const) site.host.assumptions.add(one);
  await settle();
  expect(await read(`/v1/job/${id}`)).toMatchObject({ state: 'waiting', done: 0, waiting: PAUSED });
  site.host.assumptions.clear();
  await watchAfterAnHour();
  expect(await read(`/v1/job/${id}`)).toMatchObject({ state: 'succeeded', done: 2, failed: 0 });
  expect(await site.levelOf(below)).toBe(site.levelId);
});

it('a dry run fails at once, and can be repeated with a list of pages', async () => {
  const { jobId: id } = (await site.makeJob({ cql, dryRun: true })).body;
  site.host.assumptions.add('no-impersonation-in-consumers');
  await settle();
  const job = await read(`/v1/job/${id}`);
  expect(job).toMatchObject({ state: 'failed', error: { code: 'SEARCH_NOT_POSSIBLE' } });
  expect(job.waiting).toBeUndefined();
});

it('a scan waits and continues', async () => {
  const headers = { 'Idempotency-Key': 'scan' };
  const { scanId } = (await site.rest('POST', '/v1/detection/scan', { key, body: { cql }, headers })).body;
  site.host.assumptions.add('no-impersonation-in-consumers');
  await settle();
  expect(await read(`/v1/detection/scan/${scanId}`)).toMatchObject({ state: 'waiting', waiting: PAUSED });
  site.host.assumptions.clear();
  await watchAfterAnHour();
  expect(await read(`/v1/detection/scan/${scanId}`)).toMatchObject({ state: 'succeeded', pages: 2 });
});

it('a paused job can be canceled', async () => {
  const { jobId: id } = (await site.makeJob({ cql })).body;
  site.host.assumptions.add('no-impersonation-in-consumers');
  await settle();
  expect(await read(`/v1/job/${id}`)).toMatchObject({ waiting: PAUSED });
  const canceled = await site.rest('DELETE', `/v1/job/${id}`, { key });
  expect(canceled.body).toMatchObject({ state: 'cancelled', done: 0 });
});
