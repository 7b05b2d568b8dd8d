import { DEMO_SPACES } from '../../local/demo';
import { WAIT_REASONS } from '../../src/runs/wait-reasons';
import { openSite, type Site } from '../support/site';
import { stopScans } from '../support/stored-rows';
import { expectOk } from '../support/wiki-pages';

/** Work that waits says why and until when, and continues at that time and not before. */

const HOUR_MS = 3_600_000;

let nowMs: number;
let limits: string;
let site: Site;
let key: string;
let pageIds: readonly string[];
beforeEach(async () => {
  nowMs = Date.parse('2026-11-21T10:20:00.000Z');
  limits = 'off';
  site = openSite({ queryLagMs: 0, now: () => new Date(nowMs), rateLimits: () => limits });
  await stopScans(site);
  const ids: string[] = [];
  for (let index = 0; index < 12; index += 1) {
    const page = { spaceId: DEMO_SPACES.OPEN, status: 'current', title: `Page ${index}` };
    const body = { representation: 'storage', value: '<p>Text.</p>' };
    ids.push(((await expectOk(site.wiki('POST', '/api/v2/pages', { ...page, body }))) as { id: string }).id);
  }
  pageIds = ids;
  ({ key } = await site.createKey({ detectionScope: 'manage' }));
  await site.host.background.settle();
});
afterEach(() => site.close());

async function startJob(name: string, ids = pageIds): Promise<string> {
  const body = { levelId: 'internal', pages: ids.map((pageId) => ({ pageId })) };
  const answer = await site.rest('POST', '/v1/page-level/jobs', { key, body, headers: { 'Idempotency-Key': name } });
  expect(answer.status).toBe(202);
  return answer.body.jobId;
}
/** Without the quota of this request. */
async function read(jobId: string) {
  const before = limits;
  limits = 'off';
  const answer = await site.rest('GET', `/v1/job/${jobId}`, { key });
  const health = await site.rest('GET', '/v1/health', { key });
  limits = before;
  const degraded = health.body.parts.filter(({ status }: { status: string }) => status === 'degraded');
  return { ...answer, degraded: degraded.map(({ name }: { name: string }) => name) };
}
/** Delivers every event until this time, each when it is due. */
async function passUntil(untilMs: number): Promise<void> {
  for (;;) {
    await site.host.background.settle();
    const due = site.host.background.pending().map(({ dueAt }) => Date.parse(dueAt));
    const next = Math.min(...due.filter((at) => at > nowMs));
    if (next > untilMs) break;
    nowMs = next;
  }
  nowMs = untilMs;
  await site.host.background.settle();
}

it('a job without points says so, and continues when the hour ends and not before', async () => {
  limits = '{"host": 60}';
  const jobId = await startJob('points');
  await site.host.background.settle();
  const waits = await read(jobId);
  const { waiting, done } = waits.body;
  expect(waiting).toEqual({
    code: 'POINTS_USED_UP',
    quota: expect.stringMatching(/^host/),
    reason: WAIT_REASONS.POINTS_USED_UP,
    nextAttemptAt: '2026-11-21T11:00:00.000Z',
  });
  expect(waits.headers['Retry-After']?.[0]).toBe(String((Date.parse(waiting.nextAttemptAt) - nowMs) / 1_000));
  expect(waits.degraded).toContain('points');
  await passUntil(Date.parse(waiting.nextAttemptAt) - 1_000);
  expect((await read(jobId)).body).toMatchObject({ done, waiting: { code: 'POINTS_USED_UP' } });
  await passUntil(Date.parse(waiting.nextAttemptAt) + 1_000);
  expect((await read(jobId)).body.done).toBeGreaterThan(done);
  limits = 'off';
  await passUntil(nowMs + HOUR_MS);
  const ended = await read(jobId);
  expect(ended.body).toMatchObject({ state: 'succeeded', done: pageIds.length });
  expect(ended.body).not.toHaveProperty('waiting');
  expect(ended.degraded).not.toContain('points');
});

it('a job behind others reports how many are ahead, its own and others, without naming them', async () => {
  const ids: string[] = [];
  for (const name of ['1', '2', '3', '4', '5']) ids.push(await startJob(name, pageIds.slice(0, 1)));
  const { body, headers } = await read(ids[4] ?? '');
  expect(body.waiting).toEqual({
    code: 'WAITS_FOR_TURN',
    reason: WAIT_REASONS.WAITS_FOR_TURN,
    ahead: { own: 4, others: 0 },
  });
  expect(headers['Retry-After']?.[0]).toBe('5');
  ({ key } = await site.createKey({ detectionScope: 'manage' }));
  for (const name of ['6', '7']) await startJob(name, pageIds.slice(0, 1));
  const other = await read(await startJob('8', pageIds.slice(0, 1)));
  expect(other.body.waiting).toMatchObject({ code: 'WAITS_FOR_TURN', ahead: { own: 2, others: 5 } });
});

it('health reports lines in which five runs wait', async () => {
  const jobs: string[] = [];
  for (let owner = 0; owner < 2; owner += 1) {
    ({ key } = await site.createKey({ detectionScope: 'manage' }));
    for (let index = 0; index < 5; index += 1) jobs.push(await startJob(`${owner}-${index}`, pageIds.slice(0, 1)));
  }
  expect((await read(jobs.at(-1) ?? '')).degraded).toContain('backlog');
  await passUntil(nowMs + HOUR_MS);
  expect((await read(jobs.at(-1) ?? '')).degraded).not.toContain('backlog');
});
