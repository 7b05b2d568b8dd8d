import type { Exclusion } from '../../src/findings/exclusions/model';
import { anExclusion } from '../support/exclusions';
import { randomOfTest, RUNS_ALL } from '../support/sample';
import { type CountedSite, openCountedSite } from './counting-site';
import { counted, countedChanges, recount, recountChanges } from './recount';

/**
 * Changes a site at random, with crashes, lost and repeated events and concurrent counts, and compares the counters with a
 * count of all records.
 */

const SPACES = ['98305', '98306', '98307', '98308', '98309'];
const PAGES = Array.from({ length: 120 }, (_, index) => String(164_001 + index));
const MINUTE_MS = 60_000;

function chooser(random: () => number) {
  const below = (count: number) => Math.floor(random() * count);
  return {
    below,
    one: <T>(all: readonly T[]): T => {
      const chosen = all[below(all.length)];
      if (chosen === undefined) throw new Error('nothing to choose from');
      return chosen;
    },
    letters: (count: number) => Array.from({ length: below(count + 1) }, () => 'abcd'[below(4)] ?? 'a').join(''),
  };
}

type Choose = ReturnType<typeof chooser>;

function someExclusions(site: CountedSite, { below, one }: Choose): readonly Exclusion[] {
  return Array.from({ length: below(4) }, () => {
    const scope = one<Exclusion['scope']>([
      { of: 'site' },
      { of: 'space', spaceId: one(SPACES) },
      { of: 'page', pageId: one(PAGES) },
      { of: 'level', levelId: one(site.levels).levelId },
    ]);
    const expiresAt = new Date(site.harness.nowMs() + below(120) * MINUTE_MS + 1).toISOString();
    return anExclusion({
      exclusionId: crypto.randomUUID(),
      match: { by: 'detector', detectorId: `detector-${one(['a', 'b', 'c', 'd'])}` },
      scope,
      ...(below(2) === 0 ? { expiresAt } : {}),
    });
  });
}

function operate(site: CountedSite, choose: Choose): Promise<unknown> {
  const { below, one, letters } = choose;
  const pageId = one(PAGES);
  site.harness.advance(below(20_000));
  switch (below(22)) {
    case 0:
    case 1:
    case 2:
    case 3:
    case 4:
      return site.setLevel(pageId, one(site.levels));
    case 5:
      return site.setLevel(pageId, 'none');
    case 6:
    case 7:
    case 8:
    case 9:
      return site.scan(pageId, letters(5), { lateMs: below(10) === 0 ? below(240_000) : 0 });
    case 10:
      // More findings than one transaction can write.
      return site.scan(pageId, letters(below(4) === 0 ? 60 : 8));
    case 11:
      return site.scan(pageId, letters(3), { reasons: ['too-large'] });
    case 12:
      return site.scan(pageId, '', { isUnseen: true });
    case 13:
    case 14:
      return site.redact(pageId, letters(2));
    case 15:
    case 16:
      return site.move(pageId, one(SPACES));
    case 17:
      if (below(4) > 0) return Promise.resolve();
      return site.remove(pageId);
    case 18: {
      if (below(40) > 0) return Promise.resolve();
      const spaceId = one(SPACES);
      return Promise.all(PAGES.filter((one) => site.spaceOf(one) === spaceId).map((one) => site.remove(one)));
    }
    case 19:
    case 20:
      return site.judge(pageId, one(['over', 'within', 'unknown', 'none']));
    default:
      if (below(10) > 0) return Promise.resolve();
      if (below(2) === 0) site.config += 1;
      return site.exclude(...someExclusions(site, choose));
  }
}

/** Delivers an event of the queue, or the trigger. Some events are lost, some arrive twice, some at the same time. */
function deliver(site: CountedSite, { below }: Choose): Promise<unknown> {
  const body = site.queue.shift();
  if (below(50) === 0) return site.check();
  if (body === undefined || below(20) === 0) return site.follow();
  if (below(5) === 0) site.queue.push(body);
  const run = () => site.deliver(body);
  return below(3) === 0 ? Promise.all([run(), run(), site.follow()]) : run();
}

/** Stops changes and faults, repeats interrupted scans, and runs the trigger until everything is counted. */
async function rest(site: CountedSite): Promise<void> {
  site.faults = 0;
  site.queue.splice(0);
  for (const { key, value } of site.rows('page-scan')) if (value.state === 'unfinished') await site.scan(key, 'ab');
  for (let minutes = 0; minutes < 30; minutes += 5) {
    site.harness.advance(5 * MINUTE_MS);
    await site.follow();
    await site.settle();
  }
}

async function nightlyCheck(site: CountedSite): Promise<void> {
  // A check of an earlier night that lost its event ends first.
  site.harness.advance(30 * MINUTE_MS);
  await site.follow();
  await site.settle();
  await site.check();
  await site.settle();
}

const lastCheck = (site: CountedSite) =>
  site.rows('count').find(({ key }) => key === 'position')?.value.value.lastCheck;

/** Expects equal numbers after each of these parts, also before the nightly check. */
const PARTS = RUNS_ALL ? 5 : 2;
const CHANGES_OF_PART = RUNS_ALL ? 1_000 : 500;

export async function expectExactCounters(options: Parameters<typeof openCountedSite>[1]): Promise<void> {
  const random = randomOfTest();
  const choose = chooser(random);
  const site = openCountedSite(random, { queryLagMs: 3_000, ...options });
  for (let part = 0; part < PARTS; part += 1) {
    for (let changes = 0; changes < CHANGES_OF_PART; changes += 1) {
      site.faults = 0.01;
      const change = operate(site, choose);
      if (choose.below(12) === 0) await Promise.all([change, deliver(site, choose), deliver(site, choose)]);
      else await change;
    }
    await rest(site);
    expect({ part, numbers: counted(site) }).toEqual({ part, numbers: recount(site) });
  }
  const { found, resolved, ...ofLevels } = countedChanges(site);
  expect(ofLevels).toEqual(recountChanges(site));
  expect(found - resolved).toBe(site.rows('detection').filter(({ value }) => value.status === 'open').length);
  await nightlyCheck(site);
  expect(counted(site)).toEqual(recount(site));
  expect(lastCheck(site)).toMatchObject({ repaired: 0 });
  site.harness.database.close();
}
