import { REPORT_PATH } from '../../local/forge/account-report';
import { MIRROR_PEPPERS } from '../support/mirror';
import { openSite, type Site } from '../support/site';
import { stopScans } from '../support/stored-rows';

/** The platform may run a scheduled trigger twice, or miss a run. Nothing is done twice, and the next run makes up for it. */

const DAY_MS = 86_400_000;
const DAILY = ['daily-reconciliation', 'daily-key-expiry'];

let nowMs = Date.parse('2026-11-21T10:00:00.000Z');
let reports = 0;
let site: Site;
beforeAll(async () => {
  site = openSite({
    now: () => new Date(nowMs),
    peppers: () => MIRROR_PEPPERS,
    intercept: (call, proceed) => {
      if (call.path.includes(REPORT_PATH)) reports += 1;
      return proceed();
    },
  });
  await stopScans(site);
  await site.createKey();
});
afterAll(() => site.close());

const run = (key: string) => site.host.background.runSchedule(key);
const startsOf = (walk: string) =>
  site.host.background.pending().filter(({ body }) => body['walk'] === walk && body['id'] !== undefined).length;

/** @param times of each trigger, at the same moment */
async function pass(times: number): Promise<readonly number[]> {
  const end = nowMs + DAY_MS;
  const all = (keys: readonly string[]) =>
    Promise.all(keys.flatMap((key) => Array.from({ length: times }, () => run(key))));
  await all(DAILY);
  const started = ['mirror-share', 'reconciliation'].map(startsOf);
  for (let minute = 0; minute < 12; minute += 1) {
    nowMs += 60_000;
    if (minute % 5 === 0) await all(['every-five-minutes', 'hourly-scans']);
    await site.host.background.settle();
  }
  nowMs = end;
  return started;
}

it('a trigger that comes twice starts each walk of the day once, and the report to Atlassian once a week', async () => {
  const starts: (readonly number[])[] = [];
  for (const times of [2, 2, 0, 2, 1, 2, 2]) starts.push(await pass(times));
  // The third day was missed, and nothing of it is lost.
  expect(starts).toEqual([1, 1, 0, 1, 1, 1, 1].map((count) => [count, count]));
  expect(reports).toBe(1);
  await pass(2);
  expect(reports).toBe(2);
});
