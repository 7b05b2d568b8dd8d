import { systemPause } from '../../src/platform/pause';
import { levelNamed } from '../support/levels';
import { openSite, type RestAnswer, type Site, type SiteOptions } from '../support/site';
import { expectWhole, truthOf } from '../support/page-truth';
import { rowsOf, stopScans } from '../support/stored-rows';
import { aPage } from '../support/wiki-pages';
import { openJobSite } from '../jobs/job-site';

/**
 * Writes by one key at the same time, on a platform that refuses a transaction if it touches or checks a row of another one
 * that has not ended (docs/adr/0097).
 */

const LIMITS = '{"key":1000,"key-write":1000,"site":1000,"host":10000}';

let site: Site;
let key: string;
let keyId: string;
const open = async (options: SiteOptions = {}) => {
  site = openSite({ assumptions: new Set(['transactions-collide']), ...options });
  await stopScans(site);
  ({ key, keyId } = await site.createKey({ detectionScope: 'manage' }));
};
afterEach(() => site.close());

const set = (pageId: string) =>
  site.rest('POST', '/v1/page-level', { key, body: { pageId, levelId: levelNamed(site, 'Internal').levelId } });
const transactionsOf = (answers: readonly RestAnswer[]) =>
  answers.flatMap(({ calls }) => calls).filter(({ path }) => path.endsWith('/transaction')).length;
const lanes = () => rowsOf(site, 'rate-limit', `lane:${keyId}:`).map(({ value }) => value['rev']);
async function pagesOf(count: number): Promise<string[]> {
  const pageIds = [];
  for (let n = 0; n < count; n += 1) pageIds.push(await aPage(site));
  return pageIds;
}

it.each([
  ['without limits', 'off'],
  ['within the limits of the key', LIMITS],
])('forty requests for different pages all set their level, %s', async (_name, limits) => {
  await open({ rateLimits: () => limits, restPause: systemPause });
  const pageIds = await pagesOf(40);
  // On a busy machine, transactions overlap for longer, so a request may be refused, and sent again as its Retry-After says.
  const answers = await Promise.all(
    pageIds.map(async (pageId) => {
      const answer = await set(pageId);
      return answer.header('RateLimit-Reason') === 'contention' ? set(pageId) : answer;
    }),
  );
  expect(answers.map(({ status }) => status)).toEqual(pageIds.map(() => 201));
  for (const pageId of pageIds) expectWhole(truthOf(site.host, pageId));
  // Writes of the levels, without those of the counters: fewer than two attempts a page.
  if (limits === 'off') expect(transactionsOf(answers)).toBeLessThan(80);
});

it('a request for many pages changes each of them at the first attempt', async () => {
  await open();
  const pageIds = await pagesOf(25);
  const { levelId } = levelNamed(site, 'Internal');
  const items = pageIds.map((pageId) => ({ pageId, levelId, action: 'set' }));
  const answer = await site.rest('POST', '/v1/page-level/bulk', { key, body: { items } });
  expect(answer.body.summary).toEqual({ ok: 25, failed: 0 });
  expect(transactionsOf([answer])).toBe(25);
});

it('a job needs at most 1.1 transactions a page', async () => {
  let transactions = 0;
  const jobs = await openJobSite({
    assumptions: new Set(['transactions-collide']),
    intercept: (call, proceed) => {
      if (call.path.endsWith('/transaction')) transactions += 1;
      return proceed();
    },
  });
  site = jobs;
  const pageIds = await jobs.makePages(40);
  transactions = 0;
  const { body } = await jobs.makeJob({ pages: pageIds.map((pageId) => ({ pageId })) });
  expect(await jobs.finish(body.jobId)).toMatchObject({ state: 'succeeded', done: 40, failed: 0 });
  expect(transactions).toBeLessThanOrEqual(44);
});

it.each(['revokeKey', 'editKey'])('%s is answered after every lane has the revision of the key', async (operation) => {
  await open();
  expect(lanes()).toEqual(Array(20).fill(1));
  const changes = { classificationScope: 'read' };
  const payload = operation === 'revokeKey' ? { keyId } : { keyId, rev: 1, changes };
  expect(await site.admin(operation, payload)).toMatchObject({ ok: true });
  expect(lanes()).toEqual(Array(20).fill(2));
});

it.each(['revokeKey', 'editKey'])(
  '%s is not answered while a lane is behind, and can be repeated',
  async (operation) => {
    let isBroken = true;
    await open({
      intercept: ({ path, body = '' }, proceed) =>
        isBroken && path.endsWith('/transaction') && body.includes('"lane:') && !body.includes('"api-key"')
          ? Promise.resolve(Response.json({}, { status: 500 }))
          : proceed(),
    });
    const settings = { classificationScope: 'read' };
    const payload = (rev: number) => (operation === 'revokeKey' ? { keyId } : { keyId, rev, changes: settings });
    expect(await site.admin(operation, payload(1))).toMatchObject({ ok: false });
    expect(rowsOf(site, 'api-key', keyId)[0]?.value['rev']).toBe(2);
    expect(lanes()).toEqual(Array(20).fill(1));
    isBroken = false;
    expect(await site.admin(operation, payload(2))).toMatchObject({ ok: true });
    expect(lanes()).toEqual(Array(20).fill(2));
  },
);

it('a key of an earlier version of the app gets its lanes with its next writes, or with its revocation', async () => {
  await open();
  const { storage, installation } = site.host;
  for (const lane of rowsOf(site, 'rate-limit', 'lane:')) {
    const name = { entityName: 'rate-limit', key: lane.key };
    await storage.handleUncounted(installation.installationId, '/api/v1/entity/delete', name);
  }
  const pageId = await aPage(site);
  expect((await set(pageId)).status).toBe(201);
  expect(lanes()).not.toContain(0);
  expect(lanes().length).toBeGreaterThan(0);
  await site.admin('revokeKey', { keyId });
  expect(lanes()).toEqual(Array(20).fill(2));
});
