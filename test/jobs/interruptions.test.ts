import { DEMO_SPACES } from '../../local/demo';
import type { Intercept } from '../../local/forge/platform-calls';
import { putRow, rowOf, rowsOf } from '../support/stored-rows';
import { type JobSite, openJobSite } from './job-site';

/** T20: no interruption, repetition or lost permission changes a page twice or skips one. */

let site: JobSite;
afterEach(() => site.close());

const never = new Promise<never>(() => undefined);
const named = (pages: readonly string[]) => ({ pages: pages.map((pageId) => ({ pageId })) });

async function expectDoneOnce(pages: readonly string[], jobId: string): Promise<void> {
  const results = await site.results(jobId);
  expect(results.map(({ index, pageId, status }) => [index, pageId, status])).toEqual(
    pages.map((pageId, index) => [index, pageId, 201]),
  );
  const changes = rowsOf(site, 'level-change').map(({ value }) => value.pageId);
  expect([...changes].sort()).toEqual([...pages].sort());
  const audit = rowsOf(site, 'audit').map(({ value }) => value);
  const set = audit.filter(({ type }) => type === 'page.level.set').map(({ subject }) => subject);
  expect(set.sort()).toEqual(pages.map((pageId) => `page:${pageId}`).sort());
  expect(audit.filter(({ type }) => type === 'job.finished')).toHaveLength(1);
  expect(rowsOf(site, 'job').find(({ key }) => key === 'open')?.value.data).toEqual([]);
}

describe('a step that dies at one of its platform calls', () => {
  /** Passes this many calls of the app; the next one, and all after it, never get a response. */
  let left = Infinity;
  let side: 'before' | 'after' = 'before';
  const intercept: Intercept = async (_call, proceed) => {
    left -= 1;
    if (left > 0) return proceed();
    if (left === 0 && side === 'after') await proceed();
    return never;
  };

  /** @returns whether the step makes this many calls */
  async function dieAt(point: number, when: typeof side): Promise<boolean> {
    left = Infinity;
    site = await openJobSite({
      intercept: (call, proceed) => (left === Infinity ? proceed() : intercept(call, proceed)),
    });
    const pages = await site.makePages(6);
    const { body } = await site.makeJob(named(pages));
    const [event] = site.jobEvents();
    left = point;
    side = when;
    const dead = site.host.background.deliver(event?.id ?? '');
    // Everything that does not wait for the hanging call finishes.
    const ended = await Promise.race([dead.then(() => 'ended' as const), idle()]);
    left = Infinity;
    if (ended !== 'ended') await site.host.background.deliver(event?.id ?? '');
    expect({ point, ...(await site.finish(body.jobId)) }).toMatchObject({
      point,
      state: 'succeeded',
      done: 6,
      failed: 0,
    });
    await expectDoneOnce(pages, body.jobId);
    return ended !== 'ended';
  }

  it('before or after its effect is completed by the next', async () => {
    // The effects before a call equal those after the previous one.
    expect(await dieAt(1, 'before')).toBe(true);
    site.close();
    let point = 1;
    for (; point < 60 && (await dieAt(point, 'after')); point += 1) site.close();
    expect(point).toBeGreaterThan(20);
    expect(point).toBeLessThan(60);
  });
});

/** Waits for far more turns of the event loop than a step takes. */
async function idle(): Promise<'idle'> {
  for (let turn = 0; turn < 400; turn += 1) await new Promise(setImmediate);
  return 'idle';
}

it('repeated, concurrent and reordered events cause no harm', async () => {
  // Without the meter of storage, because a job of 230 pages runs in one instant, twice.
  site = await openJobSite({ meter: 'off' });
  const pages = await site.makePages(230);
  const { body } = await site.makeJob(named(pages));
  const handled: string[] = [];
  for (let rounds = 0; rounds < 20; rounds += 1) {
    const pending = site.jobEvents().map(({ id }) => id);
    // The previous ones once more, and each of the new ones twice, all concurrently.
    await Promise.all(
      [...handled.slice(-2), ...pending.toReversed(), ...pending].map((id) => site.host.background.deliver(id)),
    );
    handled.push(...pending);
    if ((await site.job(body.jobId)).state === 'succeeded') break;
  }
  expect(await site.job(body.jobId)).toMatchObject({ state: 'succeeded', total: 230, done: 230, failed: 0 });
  await expectDoneOnce(pages, body.jobId);
});

it('a step that is concurrent with one that dies reports its results', async () => {
  const parts: (() => void)[] = [];
  let isHeld = false;
  let isDead = false;
  site = await openJobSite({
    intercept: async (call, proceed) => {
      // The second step has read the results, and waits; the first one dies before it reports its own.
      const isOfPage = (call.body ?? '').includes('page-scan');
      if (isHeld && isOfPage) await new Promise<void>((resume) => parts.push(resume));
      const isEnd = (call.body ?? '').includes(':results:');
      if (isDead && isEnd && call.path.endsWith('/transaction')) return never;
      return proceed();
    },
  });
  const pages = await site.makePages(3);
  for (const order of [{ onlyUnclassified: true }, { levelId: site.otherLevelId, ifMatch: '"p1"' }]) {
    const { ifMatch, ...more } = { ifMatch: undefined, ...order };
    const { body } = await site.makeJob({ ...more, pages: pages.map((pageId) => ({ pageId, ifMatch })) });
    const [event] = site.jobEvents();
    isHeld = true;
    const second = site.host.background.deliver(event?.id ?? '');
    await idle();
    isHeld = false;
    isDead = true;
    void site.host.background.deliver(event?.id ?? '');
    await idle();
    isDead = false;
    parts.splice(0).forEach((resume) => resume());
    await second;
    expect(await site.finish(body.jobId)).toMatchObject({ state: 'succeeded', failed: 0 });
    const results = await site.results(body.jobId);
    expect(results.map(({ status, changed, skipped }) => [status, changed, skipped])).toEqual(
      pages.map(() => [201, true, undefined]),
    );
  }
});

describe('a key that lost its permission', () => {
  const rightsLost: readonly (readonly [string, () => Promise<unknown>, string])[] = [
    ['revoked', () => site.admin('revokeKey', { keyId: site.keyId }), 'API_KEY_REVOKED'],
    ['expired', async () => site.advance(39 * 3_600_000), 'API_KEY_EXPIRED'],
    ['without its scope', () => edit({ classificationScope: 'read' }), 'INSUFFICIENT_SCOPE'],
    ['limited to another space', () => edit({ spaceLimit: [DEMO_SPACES.ENG] }), 'PAGE_NOT_FOUND'],
    [
      'limited to other levels',
      () => edit({ levelLimit: [site.otherLevelId, 'unclassified'] }),
      'LEVEL_OUTSIDE_KEY_LIMIT',
    ],
    [
      'whose creator was deactivated',
      () => site.setUser('admin@example.com', { active: false }),
      'API_KEY_OWNER_INACTIVE',
    ],
  ];
  const edit = async (change: object) => {
    const rev = rowsOf(site, 'api-key').find(({ key }) => key === site.keyId)?.value.rev;
    const result = await site.admin('editKey', { keyId: site.keyId, rev, changes: change });
    if (result.ok !== true) throw new Error(JSON.stringify(result));
  };

  it.each(rightsLost)('%s fails the remaining pages', async (_name, lose, code) => {
    // The key works during the next day. Without the meter of storage, because 105 pages are done in one instant.
    site = await openJobSite({ meter: 'off' }, { expiresOn: '2026-11-22' });
    const pages = await site.makePages(105);
    const { body } = await site.makeJob(named(pages));
    const [event] = site.jobEvents();
    await site.host.background.deliver(event?.id ?? '');
    await lose();
    for (let rounds = 0; rounds < 3; rounds += 1) await site.host.background.settle();
    const stored = rowsOf(site, 'job').find(({ key }) => key === body.jobId)?.value as any; // eslint-disable-line @typescript-eslint/no-explicit-any -- as it is stored
    expect(stored).toMatchObject({ state: 'partial', data: { found: 105, failed: 5 } });
    if (code === 'PAGE_NOT_FOUND' || code === 'LEVEL_OUTSIDE_KEY_LIMIT') {
      expect((await site.results(body.jobId)).slice(100).map(({ error }) => error.code)).toEqual(Array(5).fill(code));
    } else {
      expect(stored.data.stoppedBy).toBe(code);
    }
    expect(rowsOf(site, 'level-change')).toHaveLength(100);
    expect(rowsOf(site, 'job').find(({ key }) => key === 'open')?.value.data).toEqual([]);
  });

  it('cannot cancel if it was revoked during the request', async () => {
    let revoke: (() => Promise<unknown>) | undefined;
    site = await openJobSite({
      intercept: async (call, proceed) => {
        if (!(call.body ?? '').includes('job.cancelled') || revoke === undefined) return proceed();
        const now = revoke;
        revoke = undefined;
        await now();
        return proceed();
      },
    });
    const { body } = await site.makeJob(named(await site.makePages(1)));
    revoke = () => site.admin('revokeKey', { keyId: site.keyId });
    const answer = await site.rest('DELETE', `/v1/job/${body.jobId}`, { key: site.key });
    expect(answer.body.code).toBe('EDIT_CONFLICT');
    expect((await site.rest('DELETE', `/v1/job/${body.jobId}`, { key: site.key })).body.code).toBe('API_KEY_REVOKED');
    expect(rowsOf(site, 'job').find(({ key }) => key === body.jobId)?.value['state']).toBe('queued');
    expect(rowsOf(site, 'audit').map(({ value }) => value['type'])).not.toContain('job.cancelled');
  });

  it('lists the remaining pages with the reason', async () => {
    // As above.
    site = await openJobSite({ meter: 'off' });
    const pages = await site.makePages(105);
    const { body } = await site.makeJob(named(pages));
    const [event] = site.jobEvents();
    await site.host.background.deliver(event?.id ?? '');
    await edit({ classificationScope: 'read' });
    await site.host.background.settle();
    await edit({ classificationScope: 'manage' });
    expect(await site.job(body.jobId)).toMatchObject({
      state: 'partial',
      done: 105,
      failed: 5,
      error: { code: 'INSUFFICIENT_SCOPE' },
    });
    const results = await site.results(body.jobId);
    expect(results).toHaveLength(105);
    expect(results.slice(100)).toEqual(
      pages.slice(100).map((pageId, n) => ({
        index: 100 + n,
        pageId,
        title: expect.any(String),
        contentType: 'page',
        status: 403,
        error: { code: 'INSUFFICIENT_SCOPE', title: 'The API key lacks the required scope' },
      })),
    );
  });
});

it('a job whose event was lost is pushed again', async () => {
  site = await openJobSite();
  const pages = await site.makePages(2);
  site.host.faults.add({ target: 'gateway', match: '/webhook/queue/publish', status: 500, times: 1 });
  const made = await site.makeJob(named(pages));
  expect(made.status).toBe(202);
  expect(site.jobEvents()).toEqual([]);
  await site.host.background.runSchedule('every-five-minutes');
  expect(site.jobEvents()).toEqual([]);
  site.advance(300_000);
  expect((await site.host.background.runSchedule('every-five-minutes')).outcome).toBe(204);
  expect(await site.finish(made.body.jobId)).toMatchObject({ state: 'succeeded', done: 2 });
  await expectDoneOnce(pages, made.body.jobId);
});

it('a job is pushed again despite unreadable jobs and redactions, which are logged', async () => {
  const said: unknown[] = [];
  site = await openJobSite({ log: (...line) => said.push(line) });
  const pages = await site.makePages(1);
  site.host.faults.add({ target: 'gateway', match: '/webhook/queue/publish', status: 500, times: 1 });
  const made = await site.makeJob(named(pages));
  const corrupt = '00000000-0000-4000-8000-00000000dead';
  const gone = '00000000-0000-4000-8000-00000000beef';
  const open = { v: 1, rev: 2 };
  const running = (id: string) => ({ id, round: 0, state: 'running' });
  await putRow(site, 'job', 'open', { ...open, data: [corrupt, gone, made.body.jobId].map(running) });
  await putRow(site, 'job', 'redaction:open', { ...open, data: [corrupt, gone].map(running) });
  for (const name of [corrupt, `redaction:${corrupt}`]) await putRow(site, 'job', name, { v: 2, rev: 1 });
  site.advance(300_000);
  expect((await site.host.background.runSchedule('every-five-minutes')).outcome).toBe(204);
  expect(said).toEqual(
    expect.arrayContaining([
      ['job.unreadable', { jobId: corrupt }],
      ['redaction.unreadable', { redactionId: corrupt }],
    ]),
  );
  // A job that is no longer stored leaves the queue; an unreadable one uses no slot.
  const unreadable = { id: corrupt, round: 0, state: 'unreadable' };
  const pushed = { id: made.body.jobId, round: 0, state: 'running', startedAt: '2026-11-21T09:35:00.000Z' };
  const openOnes = ['open', 'redaction:open'].map((key) => rowOf(site, 'job', key)['data']);
  expect(openOnes).toEqual([[unreadable, pushed], [unreadable]]);
  expect(await site.finish(made.body.jobId)).toMatchObject({ state: 'succeeded', done: 1 });
});

it('a page whose calls fail is retried, and fails only after many attempts', async () => {
  site = await openJobSite();
  const pages = await site.makePages(3);
  const { body } = await site.makeJob(named(pages));
  site.host.faults.add({ target: 'confluence', match: '/pages/', status: 503, times: 4 });
  expect(await site.finish(body.jobId)).toMatchObject({ state: 'succeeded', failed: 0 });
  await expectDoneOnce(pages, body.jobId);

  const others = await site.makePages(2);
  const second = await site.makeJob(named(others));
  site.host.faults.add({ target: 'confluence', match: '/pages/', status: 503, times: 100_000 });
  expect(await site.finish(second.body.jobId)).toMatchObject({ state: 'failed', done: 2, failed: 2 });
  expect((await site.results(second.body.jobId)).map(({ error }) => error.code)).toEqual(['HOST_ERROR', 'HOST_ERROR']);
  site.host.faults.add({ target: 'confluence', times: 0 });
});

it('a job waits as long as a limit of Confluence requires', async () => {
  site = await openJobSite();
  const pages = await site.makePages(1);
  // Scans that the page itself causes must not meet the limit.
  await site.host.background.settle();
  const { body } = await site.makeJob(named(pages));
  site.host.faults.add({
    target: 'confluence',
    match: '/pages/',
    status: 429,
    headers: { 'Retry-After': '77' },
    times: 1,
  });
  await site.host.background.deliver(site.jobEvents()[0]?.id ?? '');
  const [next] = site.jobEvents();
  expect(Date.parse(next?.dueAt ?? '') - Date.parse(body.createdAt)).toBe(77_000);
  expect(await site.finish(body.jobId)).toMatchObject({ state: 'succeeded' });
});

it('a job sets at most as many pages a minute as the key may', async () => {
  site = await openJobSite({ rateLimits: () => '{"key-write": 7}' });
  const pages = await site.makePages(20);
  const { body } = await site.makeJob(named(pages));
  expect(await site.finish(body.jobId)).toMatchObject({ state: 'succeeded', done: 20 });
  const minutes = new Map<string, number>();
  for (const { value } of rowsOf(site, 'level-change')) {
    const minute = String(value.changedAt).slice(0, 16);
    minutes.set(minute, (minutes.get(minute) ?? 0) + 1);
  }
  expect(Math.max(...minutes.values())).toBeLessThanOrEqual(7);
  await expectDoneOnce(pages, body.jobId);
});

it('a search with more than 10,000 pages changes none', async () => {
  let asked = 0;
  // Without the meter of storage, because the pages are listed in one instant.
  site = await openJobSite({
    meter: 'off',
    intercept: async ({ path }, proceed) => {
      if (!path.startsWith('/wiki/rest/api/search')) return proceed();
      asked += 1;
      const results = Array.from({ length: 100 }, (_, n) => ({
        content: { id: String(5_000_000 + asked * 100 + n), type: 'page', status: 'current', space: { id: 98_305 } },
      }));
      return Response.json({ results, _links: { next: `/rest/api/search?cql=x&cursor=c${asked}` } });
    },
  });
  const { body } = await site.makeJob({ cql: 'type = page' });
  const job = await site.finish(body.jobId);
  expect(job).toMatchObject({ state: 'failed', done: 0, error: { code: 'TOO_MANY_PAGES' } });
  expect(job.total).toBeUndefined();
  expect(await site.results(body.jobId)).toEqual([]);
  expect(rowsOf(site, 'level-change')).toEqual([]);
});

it('a step logs the failed pages of each reason in one line, because the platform keeps few lines', async () => {
  const lines: object[] = [];
  site = await openJobSite({
    meter: 'off',
    log: (event, fields) => event === 'job.pages-failed' && lines.push(fields),
  });
  const pages = await site.makePages(150);
  for (const pageId of pages) await putRow(site, 'page-level', pageId, { v: 1, pageId, levelId: 'none' });
  const { body } = await site.makeJob(named(pages));
  expect(await site.finish(body.jobId)).toMatchObject({ done: 150, failed: 150 });
  const reason = { jobId: body.jobId, reason: 'CorruptRecordError' };
  expect(lines).toEqual([
    { ...reason, pages: 100 },
    { ...reason, pages: 50 },
  ]);
});
