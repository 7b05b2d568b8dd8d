import { DEMO_SPACES } from '../../local/demo';
import { rowsOf } from '../support/stored-rows';
import { aFolder } from '../support/wiki-pages';
import { type JobSite, openJobSite } from './job-site';

/** Jobs: their effects, their permissions, and their results. */

let site: JobSite;
afterEach(() => site.close());

describe('a job', () => {
  beforeEach(async () => {
    site = await openJobSite();
  });

  it('sets the level of each of its pages once, and reports the result of each', async () => {
    const pages = await site.makePages(3);
    const made = await site.makeJob({ pages: [...pages, '999999999'].map((pageId) => ({ pageId })) });
    expect(made.status).toBe(202);
    expect(made.header('Location')).toMatch(new RegExp(`/compliance/api/v1/job/${made.body.jobId}$`));
    expect(made.header('Retry-After')).toBe('5');
    expect(made.body).toMatchObject({ state: 'queued', total: 4, done: 0, failed: 0, dryRun: false });
    expect(await site.levelOf(pages[0] ?? '')).toBeUndefined();
    expect(await site.finish(made.body.jobId)).toMatchObject({ state: 'partial', total: 4, done: 4, failed: 1 });
    expect(await site.results(made.body.jobId)).toEqual([
      ...pages.map((pageId, index) => ({
        index,
        pageId,
        title: expect.any(String),
        contentType: 'page',
        status: 201,
        changed: true,
        etag: '"p1"',
      })),
      {
        index: 3,
        pageId: '999999999',
        status: 404,
        error: expect.objectContaining({ code: 'PAGE_NOT_FOUND', title: 'The page was not found' }),
      },
    ]);
    for (const pageId of pages) {
      expect(await site.levelOf(pageId)).toBe(site.levelId);
      expect(await site.changesOf(pageId)).toBe(1);
    }
  });

  it("is recorded when it is created and when it ends, and so is each page with the job's id", async () => {
    const pages = await site.makePages(2);
    const { body } = await site.makeJob({ pages: pages.map((pageId) => ({ pageId })) });
    await site.finish(body.jobId);
    const audit = rowsOf(site, 'audit').map(({ value }) => value);
    const ofJob = audit.filter(({ subject }) => subject === `job:${body.jobId}`);
    expect(ofJob.map(({ type }) => type).sort()).toEqual(['job.created', 'job.finished']);
    expect(ofJob.every(({ actorKeyId }) => actorKeyId === site.keyId)).toBe(true);
    const ofPages = audit
      .filter(({ requestId }) => requestId === body.jobId)
      .filter(({ type }) => type === 'page.level.set');
    expect(ofPages.map(({ subject }) => subject).sort()).toEqual(pages.map((pageId) => `page:${pageId}`).sort());
  });

  it('accepts a level and a condition for each page', async () => {
    const [one = '', two = '', three = ''] = await site.makePages(3);
    await site.rest('POST', '/v1/page-level', { key: site.key, body: { pageId: one, levelId: site.levelId } });
    const { body } = await site.makeJob({
      levelId: undefined,
      pages: [
        { pageId: one, levelId: site.otherLevelId, ifMatch: '"p1"' },
        { pageId: two, levelId: site.levelId, ifMatch: '*' },
        { pageId: three, levelId: site.otherLevelId },
      ],
    });
    await site.finish(body.jobId);
    expect(await site.results(body.jobId)).toMatchObject([
      { status: 201, changed: true, etag: '"p2"' },
      { status: 412, error: { code: 'PRECONDITION_FAILED' } },
      { status: 201, changed: true },
    ]);
    expect(await site.levelOf(one)).toBe(site.otherLevelId);
    expect(await site.levelOf(two)).toBeUndefined();
  });

  it('accepts keys of levels instead of UUIDs, for all pages and for each, and reports unknown ones', async () => {
    const [one = '', two = '', three = '', four = ''] = await site.makePages(4);
    const { body } = await site.makeJob({
      levelId: 'Restricted/finance',
      pages: [
        { pageId: one },
        { pageId: two, levelId: 'internal' },
        { pageId: three, levelId: 'restricted', subLevelId: 'people' },
        { pageId: four, levelId: 'no-such-level' },
      ],
    });
    await site.finish(body.jobId);
    expect(await site.results(body.jobId)).toMatchObject([
      { status: 201 },
      { status: 201 },
      { status: 201 },
      { status: 422, error: { code: 'LEVEL_NOT_FOUND' } },
    ]);
    const keysOf = async (pageId: string) => {
      const { levelKey, subLevelKey } = (await site.rest('GET', `/v1/page-level/by-page/${pageId}`, { key: site.key }))
        .body;
      return [levelKey, subLevelKey];
    };
    expect(await keysOf(one)).toEqual(['restricted', 'restricted/finance']);
    expect(await keysOf(two)).toEqual(['internal', null]);
    expect(await keysOf(three)).toEqual(['restricted', 'restricted/people']);
    expect(await site.levelOf(four)).toBeUndefined();
    const unknown = await site.makeJob({ levelId: 'restricted/sales', pages: [{ pageId: one }] });
    expect([unknown.status, unknown.body.code]).toEqual([422, 'SUBLEVEL_NOT_IN_LEVEL']);
  });

  it('clears or resets the level of every page, like the operation on one page', async () => {
    const pages = await site.makePages(3);
    const set = await site.makeJob({ pages: pages.slice(0, 2).map((pageId) => ({ pageId })) });
    await site.finish(set.body.jobId);
    const named = pages.map((pageId) => ({ pageId }));
    const clear = await site.makeJob({ action: 'clear', levelId: null, pages: named, dryRun: true });
    expect(await site.finish(clear.body.jobId)).toMatchObject({ state: 'succeeded' });
    expect(await site.levelOf(pages[0] ?? '')).toBe(site.levelId);
    const reset = await site.makeJob({ action: 'reset', levelId: null, justification: 'Over.', pages: named });
    expect(await site.finish(reset.body.jobId)).toMatchObject({ state: 'succeeded', total: 3, failed: 0 });
    const results = await site.results(reset.body.jobId);
    expect(results.map(({ status, changed }) => [status, changed])).toEqual([
      [204, true],
      [204, true],
      [204, false],
    ]);
    for (const pageId of pages) expect(await site.levelOf(pageId)).toBeUndefined();
    const { body } = await site.rest('GET', `/v1/page-level/by-page/${pages[0] ?? ''}/history`, { key: site.key });
    expect(body.results[0]).toMatchObject({ current: null, justification: 'Over.' });
  });

  it('names the member that the action does not accept, and creates no job', async () => {
    const [pageId] = await site.makePages(1);
    const refusalOf = async (body: object) => {
      const answer = await site.makeJob({ levelId: null, ...body });
      return answer.body.errors.map(({ code, pointer }: Record<string, string>) => `${code} ${pointer}`);
    };
    const pages = [{ pageId }];
    expect(await refusalOf({ action: 'clear', levelId: site.levelId, pages })).toEqual(['INVALID_FIELD #/levelId']);
    expect(await refusalOf({ action: 'clear', pages: [{ pageId, levelId: site.levelId }] })).toEqual([
      'INVALID_FIELD #/pages/0/levelId',
    ]);
    expect(await refusalOf({ action: 'reset', pages })).toEqual(['MISSING_FIELD #/justification']);
    expect(await refusalOf({ action: 'clear', justification: 'Over.', pages })).toEqual([
      'INVALID_FIELD #/justification',
    ]);
    expect(await refusalOf({ pages })).toEqual(['INVALID_FIELD #/levelId']);
    expect((await site.rest('GET', '/v1/job', { key: site.key })).body.results).toEqual([]);
  });

  it('sets the level only of pages without it, or with another one, with ifNoneMatch', async () => {
    const pages = await site.makePages(3);
    const [first = '', second = '', third = ''] = pages;
    await site.finish((await site.makeJob({ pages: [{ pageId: first }, { pageId: second }] })).body.jobId);
    const made = await site.makeJob({
      levelId: site.otherLevelId,
      pages: [
        { pageId: first, ifNoneMatch: '*' },
        { pageId: second, ifNoneMatch: '"p1"' },
        { pageId: third, ifNoneMatch: '*' },
      ],
    });
    await site.finish(made.body.jobId);
    const codes = (await site.results(made.body.jobId)).map(({ status, error }) => error?.code ?? status);
    expect(codes).toEqual(['PRECONDITION_FAILED', 'PRECONDITION_FAILED', 201]);
  });

  it('skips classified pages if requested', async () => {
    const [one = '', two = ''] = await site.makePages(2);
    await site.rest('POST', '/v1/page-level', { key: site.key, body: { pageId: one, levelId: site.otherLevelId } });
    const { body } = await site.makeJob({ pages: [{ pageId: one }, { pageId: two }], onlyUnclassified: true });
    expect(await site.finish(body.jobId)).toMatchObject({ state: 'succeeded', done: 2, failed: 0 });
    expect(await site.results(body.jobId)).toMatchObject([
      { status: 200, changed: false, skipped: true },
      { status: 201, changed: true },
    ]);
    expect(await site.levelOf(one)).toBe(site.otherLevelId);
  });

  it('writes nothing in a dry run, and reports the expected results', async () => {
    const pages = await site.makePages(2);
    const { body } = await site.makeJob({ pages: [...pages, '999999999'].map((pageId) => ({ pageId })), dryRun: true });
    expect(await site.finish(body.jobId)).toMatchObject({ state: 'partial', dryRun: true, done: 3, failed: 1 });
    expect(rowsOf(site, 'audit').filter(({ value }) => value.subject === `job:${body.jobId}`)).toEqual([]);
    expect(await site.results(body.jobId)).toMatchObject([
      { status: 201, changed: true },
      { status: 201, changed: true },
      { status: 404 },
    ]);
    for (const pageId of pages) expect(await site.levelOf(pageId)).toBeUndefined();
    expect(rowsOf(site, 'level-change')).toEqual([]);
  });

  it('is created once for any number of retries, and another request with its Idempotency-Key is refused', async () => {
    const [pageId = ''] = await site.makePages(1);
    const send = (body: object, key = site.key) =>
      site.makeJob(body, {
        key,
        body: { levelId: site.levelId, ...body },
        headers: { 'Idempotency-Key': '"same"' },
      });
    const first = await send({ pages: [{ pageId }] });
    const again = await send({ pages: [{ pageId }] });
    expect([again.status, again.body.jobId, again.header('Idempotent-Replayed')]).toEqual([
      202,
      first.body.jobId,
      'true',
    ]);
    expect(await send({ pages: [{ pageId }], dryRun: true })).toMatchObject({
      status: 422,
      body: { code: 'IDEMPOTENCY_KEY_REUSED' },
    });
    const other = await site.createKey({ name: 'other' });
    const ofOther = await send({ pages: [{ pageId }] }, other.key);
    expect(ofOther.status).toBe(202);
    expect(ofOther.body.jobId).not.toBe(first.body.jobId);
    await site.finish(first.body.jobId);
    expect((await send({ pages: [{ pageId }] })).body).toMatchObject({ jobId: first.body.jobId, state: 'succeeded' });
    expect(await site.changesOf(pageId)).toBe(1);
  });

  it('is returned for a retry even if its level was archived since, but not if its page is hidden', async () => {
    const [rootPageId = ''] = await site.makePages(1);
    const request = { headers: { 'Idempotency-Key': 'same' } };
    const send = () => site.makeJob({}, { body: { levelId: site.levelId, tree: { rootPageId } }, ...request });
    const { body } = await send();
    await site.finish(body.jobId);
    expect((await site.rest('DELETE', `/v1/level/${site.levelId}`, { key: site.key })).status).toBe(204);
    expect(await send()).toMatchObject({ status: 202, body: { jobId: body.jobId, state: 'succeeded' } });
    expect((await site.wiki('DELETE', `/api/v2/pages/${rootPageId}`)).status).toBe(204);
    expect((await send()).body.code).toBe('PAGE_NOT_FOUND');
    await site.setUser('admin@example.com', { active: false });
    expect((await send()).body.code).toBe('API_KEY_OWNER_INACTIVE');
  });

  it.each([
    ['none', []],
    ['an empty one', ['Idempotency-Key', '']],
    ['one with a space', ['Idempotency-Key', 'a b']],
    ['a value that is too long', ['Idempotency-Key', 'x'.repeat(65)]],
    ['two', ['Idempotency-Key', 'a', 'Idempotency-Key', 'b']],
  ])('requires an Idempotency-Key: %s is refused', async (_name, headers) => {
    const answer = await site.makeJob(
      { pages: [{ pageId: '1' }] },
      {
        key: site.key,
        body: { levelId: site.levelId, pages: [{ pageId: '1' }] },
        headers,
      },
    );
    expect([answer.status, answer.body.code]).toEqual([400, 'INVALID_IDEMPOTENCY_KEY']);
  });

  it('is available only to the key that created it, until seven days after its end', async () => {
    const [pageId = ''] = await site.makePages(1);
    const { body } = await site.makeJob({ pages: [{ pageId }] });
    const other = await site.createKey({ name: 'other' });
    const missing = '00000000-0000-4000-8000-000000000000';
    for (const [method, path] of [
      ['GET', ''],
      ['GET', '/results'],
      ['DELETE', ''],
    ] as const) {
      const ofOther = await site.rest(method, `/v1/job/${body.jobId}${path}`, { key: other.key });
      const ofNone = await site.rest(method, `/v1/job/${missing}${path}`, { key: site.key });
      expect([ofOther.status, ofOther.body.code]).toEqual([404, 'JOB_NOT_FOUND']);
      expect([ofNone.status, ofNone.body.code]).toEqual([404, 'JOB_NOT_FOUND']);
    }
    const finished = await site.finish(body.jobId);
    expect(Date.parse(finished.expiresAt) - Date.parse(finished.finishedAt)).toBe(7 * 86_400_000);
    site.advance(7 * 86_400_000 - 1);
    expect((await site.job(body.jobId)).state).toBe('succeeded');
    site.advance(1);
    expect((await site.job(body.jobId)).code).toBe('JOB_NOT_FOUND');
  });

  it('is one of at most five open ones for a key; the sixth is refused until one has ended', async () => {
    const [pageId = ''] = await site.makePages(1);
    const made = await Promise.all(Array.from({ length: 8 }, () => site.makeJob({ pages: [{ pageId }] })));
    const statuses = made.map(({ status, body }) => (status === 202 ? '202' : body.code));
    expect(statuses.filter((status) => status === '202').length).toBeLessThanOrEqual(5);
    const open = made.filter(({ status }) => status === 202).map(({ body }) => body.jobId);
    while (open.length < 5) open.push((await site.makeJob({ pages: [{ pageId }] })).body.jobId);
    const refused = await site.makeJob({ pages: [{ pageId }] });
    expect([refused.status, refused.body.code, refused.header('Retry-After')]).toEqual([409, 'TOO_MANY_JOBS', '60']);
    await site.rest('DELETE', `/v1/job/${open[0]}`, { key: site.key });
    expect((await site.makeJob({ pages: [{ pageId }] })).status).toBe(202);
  });

  it('stays canceled, and its remaining pages are skipped', async () => {
    const pages = await site.makePages(120);
    const { body } = await site.makeJob({ pages: pages.map((pageId) => ({ pageId })) });
    const [first] = site.jobEvents();
    await site.host.background.deliver(first?.id ?? '');
    const canceled = await site.rest('DELETE', `/v1/job/${body.jobId}`, { key: site.key });
    expect([canceled.status, canceled.body.state, canceled.body.done]).toEqual([200, 'cancelled', 100]);
    await site.host.background.settle();
    site.advance(60_000);
    expect(await site.job(body.jobId)).toMatchObject({ state: 'cancelled', total: 120, done: 100 });
    expect(await site.results(body.jobId)).toHaveLength(100);
    expect(await site.levelOf(pages[119] ?? '')).toBeUndefined();
    const again = await site.rest('DELETE', `/v1/job/${body.jobId}`, { key: site.key });
    expect([again.status, again.body.finishedAt]).toEqual([200, canceled.body.finishedAt]);
    const types = rowsOf(site, 'audit').map(({ value }) => value.type);
    expect(types.filter((type) => String(type).startsWith('job.')).sort()).toEqual(['job.cancelled', 'job.created']);
  });

  it('refuses an error that affects all pages at once', async () => {
    const wrong = async (body: object) => {
      const { status, body: problem } = await site.makeJob(body);
      return `${status} ${problem.code} ${problem.errors[0].pointer ?? ''}`.trim();
    };
    const pages = [{ pageId: '164001' }];
    expect(await wrong({ pages, levelId: '00000000-0000-4000-8000-000000000000' })).toBe(
      '422 LEVEL_NOT_FOUND #/levelId',
    );
    expect(await wrong({ pages, levelId: null })).toBe('400 INVALID_FIELD #/levelId');
    expect(await wrong({})).toBe('400 INVALID_FIELD #/pages');
    expect(await wrong({ pages, cql: 'type = page' })).toBe('400 INVALID_FIELD #/pages');
    expect(await wrong({ pages: [] })).toBe('400 INVALID_FIELD #/pages');
    expect(await wrong({ pages: [...pages, ...pages] })).toBe('400 INVALID_FIELD #/pages/0/pageId');
    expect(await wrong({ pages: [{ pageId: '1', level: 'x' }] })).toBe('400 UNKNOWN_FIELD #/pages/0/level');
    expect(await wrong({ tree: { rootPageId: '999999999' } })).toBe('404 PAGE_NOT_FOUND #/tree/rootPageId');
    expect(await wrong({ cql: 'this is no query' })).toBe('422 INVALID_CQL #/cql');
    expect(rowsOf(site, 'job')).toEqual([]);
  });
});

describe('pages from a search', () => {
  it('are those of a tree, with or without its root, that the creator can see', async () => {
    site = await openJobSite();
    const [root = ''] = await site.makePages(1);
    const below = await site.makePages(2, { parentId: root });
    const folder = await aFolder(site, below[0] ?? '', DEMO_SPACES.OPEN);
    const [deep = ''] = await site.makePages(1, { parentId: folder });
    const { body } = await site.makeJob({ tree: { rootPageId: root } });
    expect(body.total).toBeUndefined();
    expect(await site.finish(body.jobId)).toMatchObject({ state: 'succeeded', total: 4, done: 4 });
    expect((await site.results(body.jobId)).map(({ pageId }) => pageId).sort()).toEqual([root, ...below, deep].sort());
    const without = await site.makeJob({ tree: { rootPageId: root, includeRoot: false } });
    expect(await site.finish(without.body.jobId)).toMatchObject({ total: 3 });
  });

  it('never include pages that the creator cannot see, or that are outside the limits of the key', async () => {
    site = await openJobSite();
    const open = await site.makePages(2);
    const parentId = open[0] ?? '';
    const [restricted = ''] = await site.makePages(1, { parentId });
    const [elsewhere = ''] = await site.makePages(1, { spaceId: DEMO_SPACES.ENG });
    const [classified = ''] = await site.makePages(1, { parentId });
    const below = await site.makePages(1, { parentId: classified });
    await site.makePages(1, { parentId: restricted });
    await site.rest('POST', '/v1/page-level', {
      key: site.key,
      body: { pageId: classified, levelId: site.otherLevelId },
    });
    const accountId = site.host.confluence.accountIdOf('admin2@example.com');
    await site.wiki('PUT', `/rest/api/content/${restricted}/restriction`, [
      { operation: 'read', restrictions: { user: [{ type: 'known', accountId }] } },
    ]);
    const { key } = await site.createKey({
      spaceLimit: [DEMO_SPACES.OPEN],
      levelLimit: [site.levelId, 'unclassified'],
    });
    const cql = `type = page and creator = "${site.host.confluence.accountIdOf('admin@example.com')}"`;
    const { body } = await site.makeJob(
      { cql },
      { key, body: { levelId: site.levelId, cql }, headers: { 'Idempotency-Key': 'limits' } },
    );
    await site.host.background.settle();
    const found = (await site.results(body.jobId, key)).map(({ pageId }) => pageId);
    expect(found).toEqual(expect.arrayContaining([...open]));
    for (const hidden of [restricted, elsewhere, classified]) expect(found).not.toContain(hidden);
    expect((await site.job(body.jobId, key)).total).toBe(found.length);
    // Pages below a page outside the limits can be inside them.
    const tree = { rootPageId: parentId };
    const answer = await site.makeJob({}, { key, body: { levelId: site.levelId, tree } });
    await site.host.background.settle();
    const inTree = await site.results(answer.body.jobId, key);
    expect(inTree.map(({ pageId }) => pageId)).toEqual([parentId, ...below]);
    expect((await site.job(answer.body.jobId, key)).total).toBe(2);
  });

  it('are all pages of the search, whose parts miss some, and all pages of a tree before the search knows them', async () => {
    // Without the meter of storage, because the job runs in one instant.
    site = await openJobSite({ meter: 'off', assumptions: new Set(['inexact-search']) });
    const pages = await site.makePages(120);
    site.advance(60_000);
    const cql = `type = page and id in (${pages.join(', ')})`;
    const { body } = await site.makeJob({ cql, dryRun: true });
    expect(await site.finish(body.jobId)).toMatchObject({ state: 'succeeded', total: 120, done: 120 });
    expect((await site.results(body.jobId)).map(({ pageId }) => pageId).sort()).toEqual([...pages].sort());
    const [rootPageId = ''] = pages;
    await site.makePages(2, { parentId: rootPageId });
    const ofTree = await site.makeJob({ tree: { rootPageId }, dryRun: true });
    expect(await site.finish(ofTree.body.jobId)).toMatchObject({ total: 3 });
  });

  it('are not available without impersonation', async () => {
    site = await openJobSite({ impersonation: false });
    const answer = await site.makeJob({ cql: 'type = page' });
    expect([answer.status, answer.body.code]).toEqual([422, 'SEARCH_NOT_POSSIBLE']);
  });
});
