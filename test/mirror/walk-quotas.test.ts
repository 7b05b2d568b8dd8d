import type { Intercept } from '../../local/forge/platform-calls';
import { DEMO_SPACES } from '../../local/demo';
import { changeLevels, levelNamed } from '../support/levels';
import { MIRROR_PEPPERS, mirrorPages, mirrorState, propertyOf } from '../support/mirror';
import { openSite, type Site } from '../support/site';
import { putRow, rowOf, stopScans } from '../support/stored-rows';
import { aPage } from '../support/wiki-pages';

/**
 * A renamed level reaches all of its pages, within the quotas of the platform. The use is counted on a simulated site.
 */

/** Background work never uses the last third of the points. The default is 6,000. */
const POINTS_AN_HOUR = 900;
const DEFAULT_POINTS_AN_HOUR = 6_000;
const EVENTS_A_MINUTE = 500;
/** The maximum number of requests that push events in the chain of one event. */
const PUSHES_A_CHAIN = 1_000;

let nowMs: number;
let site: Site;
/** By hour, or by minute. */
const points = new Map<number, number>();
const events = new Map<number, number>();
const count = (counts: Map<number, number>, unitMs: number, added: number) => {
  const unit = Math.floor(nowMs / unitMs);
  counts.set(unit, (counts.get(unit) ?? 0) + added);
};
const intercept: Intercept = (call, proceed) => {
  // A read costs a point for the call and one for the property.
  if (call.target === 'confluence') count(points, 3_600_000, call.method === 'GET' ? 2 : 1);
  if (call.path.startsWith('/webhook/queue/publish')) count(events, 60_000, 1);
  return proceed();
};

beforeEach(async () => {
  nowMs = Date.parse('2026-11-21T10:00:00.000Z');
  site = openSite({
    queryLagMs: 0,
    now: () => new Date(nowMs),
    peppers: () => MIRROR_PEPPERS,
    intercept,
    rateLimits: () => JSON.stringify({ host: POINTS_AN_HOUR }),
  });
  await stopScans(site);
});
afterEach(() => site.close());

async function pass(minutes: number, isOver = () => false): Promise<void> {
  for (let minute = 0; minute < minutes && !isOver(); minute += 1) {
    nowMs += 60_000;
    await site.host.background.settle();
  }
}

interface WalkRow {
  readonly walk: {
    readonly state: string;
    readonly step: number;
    readonly waitsUntil?: string;
    readonly counts: { readonly checked: number; readonly written: number; readonly unreachable: number };
  };
}
const walkOf = () => (rowOf(site, 'config', 'mirror-walk')['value'] as WalkRow).walk;

/** Classified pages, stored without the API. Pages that Confluence does not have cost as many calls as others. */
async function manyPages(number: number): Promise<readonly string[]> {
  const { levelId } = levelNamed(site, 'Restricted');
  const pages: string[] = [];
  for (let index = 0; index < number; index += 1) {
    const pageId = index < 20 ? await aPage(site) : String(50_000_000 + index);
    pages.push(pageId);
    await putRow(site, 'page-level', pageId, {
      v: 1,
      rev: 1,
      changeId: crypto.randomUUID(),
      spaceId: DEMO_SPACES.ENG,
      levelId,
      classifierId: 'system',
      classificationDate: new Date(nowMs - index * 1_000).toISOString(),
      method: 'DEFAULT',
      pageVersion: 1,
    });
  }
  return pages;
}

it('the walk stays within the points, the events and the chains of the platform, and says while it waits', async () => {
  const pages = await manyPages(700);
  await pass(1);
  await mirrorPages(site, pages.slice(0, 20));
  await pass(65);
  await changeLevels(site, 'editLevel', {
    levelId: levelNamed(site, 'Restricted').levelId,
    changes: { name: 'Secret' },
  });
  points.clear();
  events.clear();
  let waits = 0;
  await pass(1);
  await pass(24 * 60, () => {
    if (walkOf().waitsUntil !== undefined) waits += 1;
    return walkOf().state === 'finished';
  });
  const { state, counts, step } = walkOf();
  expect({ state, checked: counts.checked, written: counts.written }).toEqual({
    state: 'finished',
    checked: pages.length,
    written: 20,
  });
  for (const pageId of pages.slice(0, 20)) {
    expect((await propertyOf(site, pageId))?.value).toMatchObject({ title: 'Secret' });
    expect(await mirrorState(site, pageId)).toBe('current');
  }
  expect(waits).toBeGreaterThan(0);
  expect(Math.max(...points.values())).toBeLessThanOrEqual((POINTS_AN_HOUR * 2) / 3);
  expect(Math.max(...events.values())).toBeLessThanOrEqual(EVENTS_A_MINUTE);
  const hours = points.size;
  expect(step).toBeLessThanOrEqual(Math.ceil(pages.length / 300) + 1 + hours * 5);
  // The same for 100,000 pages that exist, which cost a point each, with the default quota.
  const hoursOfAll = Math.ceil(100_000 / ((DEFAULT_POINTS_AN_HOUR * 2) / 3));
  expect(Math.ceil(100_000 / 300) + hoursOfAll * 5).toBeLessThan(PUSHES_A_CHAIN);
}, 60_000);
