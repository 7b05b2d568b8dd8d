import type { JobView, KeyChanges } from '../../src/admin/runs/jobs';
import { ADMIN, APP_USER, DEMO_SPACES } from '../../local/demo';
import { done } from '../admin/ask';
import { rowsOf } from '../support/stored-rows';
import { aBlogPost, expectOk, restrict } from '../support/wiki-pages';
import { type JobSite, openJobSite } from './job-site';

/** Jobs are for pages, unless the client asks for blog posts. */

let site: JobSite;
let pages: readonly string[];
let posts: readonly string[];
beforeAll(async () => {
  site = await openJobSite({ queryLagMs: 0 });
  pages = await site.makePages(2);
  posts = [await makePost(), await makePost()];
  for (const id of [...pages, ...posts])
    await expectOk(site.wiki('POST', `/rest/api/content/${id}/label`, [{ prefix: 'global', name: 'finance' }]));
});
afterAll(() => site.close());

const makePost = () => aBlogPost(site, { spaceId: DEMO_SPACES.OPEN });
const named = (ids: readonly string[]) => ids.map((pageId) => ({ pageId }));

/** The ended job and its results. */
async function run(body: object, key = site.key) {
  const made = await site.makeJob(body, { key, headers: { 'Idempotency-Key': crypto.randomUUID() } });
  expect(made.status).toBe(202);
  const { jobId } = made.body;
  for (let rounds = 0; rounds < 5; rounds += 1) await site.host.background.settle();
  const results = await site.results(jobId, key);
  const changed = results.flatMap((one) => (one.changed === true ? [one.pageId] : []));
  return { job: await site.job(jobId, key), results, changed: changed.sort() };
}

async function clear(): Promise<void> {
  const { job } = await run({
    action: 'clear',
    levelId: undefined,
    contentType: 'all',
    pages: named([...pages, ...posts]),
  });
  expect(job).toMatchObject({ state: 'succeeded', total: 4, contentType: 'all' });
}

it.each([
  ['page', () => pages],
  ['blogpost', () => posts],
  ['all', () => [...pages, ...posts]],
] as const)(
  'a job with contentType %s finds and sets exactly this content, by search and by id',
  async (contentType, of) => {
    const wanted = [...of()].sort();
    const found = await run({ cql: 'label = finance', contentType, dryRun: true });
    expect(found.job).toMatchObject({ state: 'succeeded', total: wanted.length, failed: 0 });
    // An older client knows no such member.
    expect(found.job.contentType).toBe(contentType === 'page' ? undefined : contentType);
    expect(found.changed).toEqual(wanted);
    for (const id of wanted) expect(await site.levelOf(id)).toBeUndefined();

    const others = 4 - wanted.length;
    const byId = await run({ pages: named([...pages, ...posts]), contentType });
    expect(byId.job).toMatchObject({ state: others === 0 ? 'succeeded' : 'partial', total: 4, failed: others });
    expect(byId.changed).toEqual(wanted);
    for (const { pageId, status, title, contentType: type } of byId.results)
      expect([pageId, status, typeof title, type]).toEqual(
        wanted.includes(pageId)
          ? [pageId, 201, 'string', posts.includes(pageId) ? 'blogpost' : 'page']
          : [pageId, 404, 'undefined', undefined],
      );
    for (const id of [...pages, ...posts])
      expect(await site.levelOf(id)).toBe(wanted.includes(id) ? site.levelId : undefined);
    const audit = rowsOf(site, 'audit').map(({ value }) => value);
    const finished = audit.find(({ type, subject }) => type === 'job.finished' && subject === `job:${byId.job.jobId}`);
    const counted = contentType === 'page' ? { pages: 4 } : { pages: 4, contentType };
    expect(finished).toMatchObject({ details: { after: counted } });
    expect('contentType' in counted || !JSON.stringify(finished).includes('contentType')).toBe(true);
    await clear();
  },
);

it('a job finds no blog post that the creator of its key cannot see, or that is outside the limits of the key', async () => {
  const secret = await makePost();
  await expectOk(site.wiki('POST', `/rest/api/content/${secret}/label`, [{ prefix: 'global', name: 'finance' }]));
  await restrict(site, secret, 'read', [ADMIN.accountId, APP_USER.accountId]);
  const { key } = await site.createKey({ as: 'admin2@example.com' });
  const order = { cql: 'label = finance', contentType: 'all', dryRun: true };
  expect((await run(order, key)).results.map(({ pageId }) => pageId).sort()).toEqual([...pages, ...posts].sort());
  const byId = await run({ pages: named([secret]), contentType: 'blogpost', dryRun: true }, key);
  expect(byId.results).toMatchObject([{ pageId: secret, status: 404, error: { code: 'PAGE_NOT_FOUND' } }]);
  const { key: ofEng } = await site.createKey({ spaceLimit: ['ENG'] });
  expect((await run(order, ofEng)).job).toMatchObject({ state: 'succeeded', total: 0 });
  expect((await run(order)).job).toMatchObject({ total: 5 });
  await expectOk(site.wiki('DELETE', `/api/v2/blogposts/${secret}`));
});

it('a job with tree is refused blog posts, because none is below a page', async () => {
  const tree = { rootPageId: pages[0] };
  const refused = await site.makeJob({ tree, contentType: 'all' });
  expect([refused.status, refused.body.errors[0].pointer]).toEqual([400, '#/contentType']);
  expect((await site.makeJob({ tree, contentType: 'page', dryRun: true })).status).toBe(202);
  await site.host.background.settle();
});

it('a job that was interrupted at its blog posts continues, and sets each of them once', async () => {
  site.host.faults.add({ target: 'confluence', match: '/blogposts/', status: 503, times: 8 });
  const made = await site.makeJob({ cql: 'label = finance', contentType: 'all' });
  await site.host.background.settle();
  expect((await site.job(made.body.jobId)).state).toBe('waiting');
  expect(await site.finish(made.body.jobId)).toMatchObject({ state: 'succeeded', total: 4, done: 4, failed: 0 });
  for (const id of [...pages, ...posts]) expect(await site.levelOf(id)).toBe(site.levelId);
  const set = rowsOf(site, 'audit').filter(({ value }) => value.requestId === made.body.jobId);
  expect(set.filter(({ value }) => value.type === 'page.level.set')).toHaveLength(4);
  await clear();
});

it('the revert of a key restores the levels of blog posts, and its list names them to an admin who sees them', async () => {
  const { key, keyId } = await site.createKey();
  await run({ cql: 'label = finance', contentType: 'all' }, key);
  const listed = await done<KeyChanges>(site, 'listKeyChanges', { keyId });
  expect(listed.changes.map(({ pageId }) => pageId).sort()).toEqual([...pages, ...posts].sort());
  expect(listed.others).toBe(0);
  for (const dryRun of [true, false]) {
    const { jobId } = await done<JobView>(site, 'revertKey', { keyId, dryRun, requestKey: crypto.randomUUID() });
    await site.host.background.settle();
    const reverted = await done<JobView>(site, 'getJob', { jobId });
    expect(reverted).toMatchObject({ state: 'succeeded', total: 4, changed: 4, failed: [] });
    for (const id of [...pages, ...posts]) expect(await site.levelOf(id)).toBe(dryRun ? site.levelId : undefined);
  }
});
