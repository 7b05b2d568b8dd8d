import { ADMIN, DEMO_SPACES, EDITOR } from '../../local/demo';
import type { Intercept } from '../../local/forge/platform-calls';
import { levelNamed } from '../support/levels';
import { simulatedTime } from '../support/simulated-time';
import { openSite, type RestAnswer, type Site, type SiteOptions } from '../support/site';
import { rowsOf, stopScans } from '../support/stored-rows';
import { aPage } from '../support/wiki-pages';
import { call } from '../surfaces/surface-site';

/** Confluence refuses calls of the app with 429. No work is lost, and the app does not send many more calls. */

const HOUR_MS = 3_600_000;
/** The platform ends an operation of a person after 25 seconds, and the app after 20. */
const PATIENCE_MS = 20_000;

let time = simulatedTime('2026-11-21T09:00:00.000Z');
let site: Site;
let key: string;
/** The status of each call to Confluence. */
let statuses: number[] = [];
const counting: Intercept = async (call, proceed) => {
  const response = await proceed();
  if (call.target === 'confluence') statuses.push(response.status);
  return response;
};
const refused = () => statuses.filter((status) => status === 429).length;

async function open(options: SiteOptions): Promise<void> {
  time = simulatedTime('2026-11-21T09:00:00.000Z');
  site = openSite({ now: time.now, pause: time.pause, intercept: counting, queryLagMs: 0, ...options });
  await stopScans(site);
  ({ key } = await site.createKey({ detectionScope: 'manage' }));
  pageIds = [];
  for (let count = 0; count < 40; count += 1) pageIds.push(await aPage(site, { spaceId: DEMO_SPACES.OPEN }));
  // Its first run has calls of its own.
  await site.host.background.runSchedule('every-five-minutes');
  await site.host.background.settle();
}
let pageIds: string[] = [];
const pageAt = (index: number) => pageIds[index % pageIds.length] ?? '';

/** Runs something in a new second, and counts its calls. */
async function measure<T>(run: () => Promise<T>): Promise<{ readonly result: T; readonly tookMs: number }> {
  time.advance(1_000);
  statuses = [];
  const startedMs = time.now().getTime();
  return { result: await run(), tookMs: time.now().getTime() - startedMs };
}

/** Confluence refused some calls, and each of these was repeated about once. */
function expectFewMore(needed: number): void {
  expect(refused()).toBeGreaterThan(0);
  expect(statuses.length - refused()).toBeLessThanOrEqual(needed);
  expect(refused()).toBeLessThan(1.5 * needed);
}

const many = <T>(count: number, run: (index: number) => Promise<T>): Promise<readonly T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => run(index)));
const read = (index: number) => site.rest('GET', `/v1/page-level/by-page/${pageAt(index)}`, { key });
const popup = (index: number) => call(site, 'openPopup', {}, { pageId: pageAt(index), as: EDITOR.email });
const start = (path: string, body: object): Promise<RestAnswer> =>
  site.rest('POST', path, { key, body, headers: { 'Idempotency-Key': crypto.randomUUID() } });
let jobs = 0;
/** A job that changes all pages, and a scan of them. @returns their paths */
async function startRuns(): Promise<readonly [string, string]> {
  const { levelId } = levelNamed(site, (jobs += 1) % 2 === 0 ? 'Public' : 'Internal');
  const job = await start('/v1/page-level/jobs', { levelId, pages: pageIds.map((pageId) => ({ pageId })) });
  const scan = await start('/v1/detection/scan', { pageIds });
  return [`/v1/job/${job.body.jobId}`, `/v1/detection/scan/${scan.body.scanId}`];
}
const ENDED = [
  { state: 'succeeded', done: 40 },
  { state: 'succeeded', complete: 40 },
];
const runOf = async (path: string) => (await site.rest('GET', path, { key })).body;

async function passHours(hours: number): Promise<void> {
  for (let quarters = 0; quarters < 4 * hours; quarters += 1) {
    time.advance(15 * 60_000);
    await site.host.background.settle();
  }
}

describe('a site whose Confluence admits 20 calls a second', () => {
  beforeAll(() => open({ assumptions: new Set(['burst-limit']) }));
  afterEach(() => site.host.faults.add({ target: 'confluence', times: 0 }));
  afterAll(() => site.close());

  it.each([30, 60])('answers %d reads at the same moment', async (count) => {
    const { result, tookMs } = await measure(() => many(count, read));
    // A page without a level is not found.
    expect(result.filter(({ status }) => status !== 200 && status !== 404)).toEqual([]);
    expectFewMore(count);
    expect(tookMs).toBeLessThan(PATIENCE_MS);
  });

  it('opens 60 popups at the same moment', async () => {
    const { result, tookMs } = await measure(() => many(60, popup));
    expect(result.filter(({ ok }) => !ok)).toEqual([]);
    // The page, the names in its history, and the page as the app.
    expectFewMore(3 * 60);
    expect(tookMs).toBeLessThan(PATIENCE_MS);
  });

  it('ends a job and a scan that run at the same time', async () => {
    const { result } = await measure(async () => {
      const paths = await startRuns();
      for (let seconds = 0; seconds < 20; seconds += 1) {
        await site.host.background.settle();
        time.advance(1_000);
      }
      return Promise.all(paths.map(runOf));
    });
    expect(result).toMatchObject(ENDED);
    // Each page is read twice by the job and three times by the scan, and its property is written.
    expectFewMore(6 * pageIds.length);
  });

  it('repeats a change, which takes effect once', async () => {
    const [pageId, levelId] = [pageAt(0), levelNamed(site, 'Restricted').levelId];
    site.host.faults.add({ target: 'confluence', status: 429, headers: { 'Retry-After': '5' }, times: 2 });
    const { result, tookMs } = await measure(() =>
      site.rest('POST', '/v1/page-level', { key, body: { pageId, levelId } }),
    );
    expect([result.status, refused(), tookMs >= 10_000]).toEqual([201, 2, true]);
    const changes = rowsOf(site, 'level-change', pageId).filter(({ value }) => value['levelId'] === levelId);
    expect(changes).toHaveLength(1);
  });

  it.each([
    ['asks for more than five seconds', '6', 20_000],
    ['asks for more time than the request has', '5', 6_000],
  ])('says when to try again if Confluence %s', async (_reason, seconds, requestLimitMs) => {
    const before = site.limits.requestLimitMs;
    site.limits.requestLimitMs = requestLimitMs;
    site.host.faults.add({ target: 'confluence', status: 429, headers: { 'Retry-After': seconds }, times: 1 });
    const { result, tookMs } = await measure(() => read(0));
    site.limits.requestLimitMs = before;
    expect([result.status, result.body.code, result.header('Retry-After')]).toEqual([429, 'HOST_QUOTA', seconds]);
    expect(tookMs).toBe(0);
  });

  it('does not take a refusal of the platform for one of the person', async () => {
    const headers = { 'forge-proxy-error': 'FETCH_LIMIT_EXCEEDED' };
    site.host.faults.add({ target: 'confluence', status: 429, headers, times: 1 });
    const { result } = await measure(() => popup(0));
    expect(result).toMatchObject({ ok: true, value: { state: 'page' } });
  });
});

describe('a site whose Confluence has 600 points an hour', () => {
  // A fifth of them is more than what one step asks for at the same time.
  beforeAll(() => open({ confluenceLimits: { pointsPerHour: 600 } }));
  beforeEach(() => {
    time.advance(HOUR_MS - (time.now().getTime() % HOUR_MS));
    statuses = [];
  });
  afterAll(() => site.close());

  it('leaves a fifth of them to people, and all background work continues in the next hour', async () => {
    const paths = [...(await startRuns()), ...(await startRuns()), ...(await startRuns())];
    await site.host.background.settle();
    const nextAttemptAt = new Date(time.now().getTime() + HOUR_MS).toISOString();
    const waiting = { code: 'RATE_LIMITED', nextAttemptAt };
    const unended = (await Promise.all(paths.map(runOf))).filter(({ state }) =>
      ['queued', 'waiting', 'running'].includes(state),
    );
    expect(unended).not.toEqual([]);
    expect(unended).toMatchObject(unended.map(() => ({ waiting })));
    expect([refused(), (await popup(0)).ok]).toEqual([0, true]);
    statuses = [];
    for (let minutes = 15; minutes < 60; minutes += 15) {
      time.advance(15 * 60_000);
      await site.host.background.runSchedule('every-five-minutes');
      await site.host.background.settle();
    }
    expect(statuses).toEqual([]);
    expect(await popup(1)).toMatchObject({ ok: true });
    await passHours(4);
    expect(await Promise.all(paths.map(runOf))).toMatchObject([...ENDED, ...ENDED, ...ENDED]);
    expect(refused()).toBe(0);
  });

  it('says when the hour ends once all of them are used', async () => {
    while (refused() === 0) await popup(0);
    time.advance(20 * 60_000);
    expect(await popup(0)).toMatchObject({
      ok: false,
      error: { message: expect.stringMatching(/Try again in 40 min/) },
    });
    const answer = await read(0);
    expect([answer.body.code, answer.header('Retry-After')]).toEqual(['HOST_QUOTA', '2400']);
    const overview = await site.admin('getOverview', {}, ADMIN.email);
    expect(overview.error.message).toMatch(
      /^The app has made too many requests to Confluence\. Try again in 40 minutes/,
    );
    time.advance(40 * 60_000);
    expect(await popup(0)).toMatchObject({ ok: true });
  });

  it('makes no call of a second run after the first one has learned of a limit', async () => {
    const [job] = await startRuns();
    statuses = [];
    const headers = { 'Retry-After': '600' };
    site.host.faults.add({ target: 'confluence', status: 429, headers, times: 1 });
    const deliverTo = async (consumer: string) => {
      const event = site.host.background.pending().find(({ module }) => module === consumer);
      await site.host.background.deliver(event?.id ?? '');
    };
    await deliverTo('scans-consumer');
    expect(statuses).toEqual([429]);
    await deliverTo('jobs-consumer');
    expect(statuses).toEqual([429]);
    expect((await runOf(job)).waiting.code).toBe('RATE_LIMITED');
    await passHours(4);
    expect(await runOf(job)).toMatchObject({ state: 'succeeded' });
  });
});
