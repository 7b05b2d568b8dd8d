import type { PlatformCall } from '../../local/forge/platform-calls';
import { mostOf, reserveOf } from '../../src/quota/policies';
import { putRow, rowsOf } from '../support/stored-rows';
import { type JobSite, openJobSite } from './job-site';

/** A job uses a part of the quotas of its key and of the site, and leaves the rest to other requests. */

let site: JobSite;
let isBroken: (call: PlatformCall) => boolean;
let limits: string | undefined;
beforeEach(async () => {
  isBroken = () => false;
  limits = 'off';
  site = await openJobSite({
    rateLimits: () => limits,
    intercept: (call, proceed) =>
      isBroken(call) ? Promise.resolve(Response.json({ message: '' }, { status: 500 })) : proceed(),
  });
});
afterEach(() => site.close());

const named = (pages: readonly string[]) => ({ pages: pages.map((pageId) => ({ pageId })) });
const set = (pageId: string) =>
  site.rest('POST', '/v1/page-level', { key: site.key, body: { pageId, levelId: site.otherLevelId } });

function counted(policy: 'host' | 'key-write'): number {
  const countIn = (used: unknown) =>
    (used as Record<string, { readonly count: number } | undefined> | undefined)?.[policy]?.count ?? 0;
  return rowsOf(site, 'rate-limit').reduce((sum, { value }) => sum + countIn(value.used), 0);
}

/** Runs one step of the job. @returns the number of processed pages */
async function step(jobId: string): Promise<number> {
  await site.host.background.deliver(site.jobEvents()[0]?.id ?? '');
  return (await site.job(jobId)).done;
}

it('a running job leaves a third of the writes of its key to the other requests of the key', async () => {
  const [page = '', ...pages] = await site.makePages(101);
  limits = undefined;
  const { body } = await site.makeJob(named(pages));
  // The request that creates the job is one of the 40.
  expect(await step(body.jobId)).toBe(39);
  expect(await step(body.jobId)).toBe(39);
  for (let count = 0; count < 20; count += 1) expect((await set(page)).status).toBeLessThan(300);
  const refused = await set(page);
  expect([refused.status, refused.header('RateLimit-Reason')]).toEqual([429, 'key-write-quota']);
  site.advance(60_000);
  expect(await step(body.jobId)).toBe(79);
});

it('a job uses what the other requests of its key leave, instead of waiting for all of it', async () => {
  const [page = '', ...pages] = await site.makePages(51);
  limits = undefined;
  for (let count = 0; count < 32; count += 1) await set(page);
  const { body } = await site.makeJob(named(pages));
  expect(await step(body.jobId)).toBe(7);
});

it('a job returns the writes and points of pages that it did not reach', async () => {
  const pages = await site.makePages(30);
  limits = undefined;
  const { body } = await site.makeJob(named(pages));
  const before = { writes: counted('key-write'), points: counted('host') };
  isBroken = ({ path }) => path.startsWith(`/wiki/api/v2/pages/${pages[7]}`);
  const done = await step(body.jobId);
  expect(done).toBe(7);
  expect(counted('key-write') - before.writes).toBe(7);
  // Five pages are processed at once, so ten points were requested; and a user, to read the job.
  expect(counted('host') - before.points).toBe(20 + 3);
});

it('a job leaves points to requests, also of its key, and continues as its share grows', async () => {
  limits = 'off';
  const pages = await site.makePages(60);
  const { key: other } = await site.createKey();
  limits = '{"host":240,"key-write":1000}';
  const { body } = await site.makeJob(named(pages));
  const done = await step(body.jobId);
  expect([done > 0, done < 40]).toEqual([true, true]);
  expect(await step(body.jobId)).toBe(done);
  for (const key of [other, site.key])
    expect((await site.rest('GET', `/v1/page-level/by-page/${pages[59]}`, { key })).status).toBeLessThan(405);
  site.advance(1_800_000);
  const later = await step(body.jobId);
  expect(later).toBeGreaterThan(done);
  site.advance(1_800_000);
  expect(await step(body.jobId)).toBeGreaterThan(later);
});

it('a job has its part although new pages and another job have used everything that they can', async () => {
  const pages = await site.makePages(60);
  const host = 1_200;
  limits = JSON.stringify({ host, 'key-write': 1_000 });
  const { body } = await site.makeJob(named(pages));
  const window = Math.floor(site.now().getTime() / 3_600_000);
  const part = host / 12;
  for (let row = 0; row < 12; row += 1) {
    const owners = { 'site:': mostOf('site', part), 'work:other': Math.floor(reserveOf('work', part) / 2) };
    const count = owners['site:'] + owners['work:other'];
    await putRow(site, 'rate-limit', `site:${row}`, { v: 1, rev: 100, used: { host: { window, count, owners } } });
  }
  expect(await step(body.jobId)).toBeGreaterThan(10);
  await step(body.jobId);
  const answer = await site.rest('GET', `/v1/job/${body.jobId}`, { key: site.key });
  const { waiting } = answer.body as { readonly waiting: { readonly code: string; readonly nextAttemptAt: string } };
  expect(waiting.code).toBe('POINTS_USED_UP');
  const seconds = Math.ceil((Date.parse(waiting.nextAttemptAt) - site.now().getTime()) / 1_000);
  expect(answer.header('Retry-After')).toBe(String(seconds));
  expect(seconds).toBeGreaterThan(5);
  const health = await site.rest('GET', '/v1/health', { key: site.key });
  expect(health.body.parts).toContainEqual(expect.objectContaining({ name: 'points', status: 'degraded' }));
});
