import { randomUUID } from 'node:crypto';
import { DEMO_PAGES, DEMO_SPACES, EDITOR } from '../../local/demo';
import type { Intercept } from '../../local/forge/platform-calls';
import { changeLevels, type LevelName, levelNamed } from '../support/levels';
import { MIRROR_PEPPERS, mirrorPages, mirrorState, propertyOf, pushToMirror } from '../support/mirror';
import { expectWhole, truthOf } from '../support/page-truth';
import { sample } from '../support/sample';
import { openSite, type Site } from '../support/site';
import { rowOf, rowsOf, stopScans } from '../support/stored-rows';
import { aPage, storeLevel } from '../support/wiki-pages';
import { done } from '../surfaces/surface-site';

/**
 * A person, a key, a job and several events for the property work on one page at the same time. In every order there is one
 * history, no change is lost, and the property ends with the stored level.
 */

let nowMs: number;
let intercept: Intercept;
let site: Site;
let key: string;
beforeEach(async () => {
  nowMs = Date.parse('2026-11-21T10:00:00.000Z');
  intercept = (_call, proceed) => proceed();
  site = openSite({
    queryLagMs: 0,
    now: () => new Date(nowMs),
    peppers: () => MIRROR_PEPPERS,
    intercept: (call, proceed) => intercept(call, proceed),
  });
  await stopScans(site);
  ({ key } = await site.createKey());
});
afterEach(() => site.close());

const levelId = (name: LevelName) => levelNamed(site, name).levelId;
const repairs = () => rowsOf(site, 'audit').filter(({ value }) => value['type'] === 'page.mirror.repaired');

async function pass(minutes: number): Promise<void> {
  for (let minute = 0; minute < minutes; minute += 1) {
    nowMs += 60_000;
    await site.host.background.settle();
  }
}

/** Delays each call by a number of turns that follows from the seed, so the same seed has the same order. */
function interleave(seed: number): void {
  let state = seed * 2_654_435_761 + 1;
  intercept = async (_call, proceed) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    for (let turn = (state >>> 16) % 13; turn > 0; turn -= 1) await new Promise(setImmediate);
    const response = await proceed();
    for (let turn = (state >>> 20) % 7; turn > 0; turn -= 1) await new Promise(setImmediate);
    return response;
  };
}

/** Delivers the events that wait for the property or the job, in a different order for each seed, the first one twice. */
async function deliver(seed: number): Promise<void> {
  const events = site.host.background.pending().filter(({ kind }) => kind === 'queue');
  const order = seed % 2 === 0 ? events : events.toReversed();
  await Promise.all(order.map(({ id }) => site.host.background.deliver(id)));
}

const SEEDS = Array.from({ length: 12 }, (_, seed) => seed);

it.each(sample(SEEDS, 4))(
  'the mirror has one history, and the property of the stored level: interleaving %i',
  async (seed) => {
    const pageId = await aPage(site);
    await pass(1);
    const headers = { 'Idempotency-Key': randomUUID() };
    const order = { pages: [{ pageId }], levelId: levelId('Internal') };
    expect((await site.rest('POST', '/v1/page-level/jobs', { key, headers, body: order })).status).toBe(202);
    // Late copies of events from before the changes.
    for (const verify of [{}, { verify: 'true' }, {}])
      pushToMirror(site, { task: 'pages', pageIds: pageId, ...verify });
    interleave(seed);
    const popup = () =>
      done(
        site,
        'setLevel',
        { level: { levelId: levelId('Public') }, revision: 'absent' },
        { pageId, as: EDITOR.email },
      );
    const post = () => site.rest('POST', '/v1/page-level', { key, body: { pageId, levelId: levelId('Restricted') } });
    const [byPopup, byKey] = await Promise.all([popup(), post(), deliver(seed), deliver(seed + 1)]);
    // The events of these changes, some of them twice.
    await Promise.all([deliver(seed), deliver(seed + 1)]);
    intercept = (_call, proceed) => proceed();
    await pass(3);
    const truth = truthOf(site.host, pageId);
    expectWhole(truth);
    const isSet = 'outcome' in byPopup && byPopup.outcome === 'changed';
    if (!isSet) expect(byPopup).toMatchObject({ outcome: 'conflict', page: { revision: expect.any(Number) } });
    expect(truth.history.map(({ levelId: id }) => id).toSorted()).toEqual(
      [
        levelId('Internal'),
        ...(isSet ? [levelId('Public')] : []),
        ...(byKey.status === 201 ? [levelId('Restricted')] : []),
      ].toSorted(),
    );
    expect(await mirrorState(site, pageId)).toBe('current');
    expect(repairs()).toEqual([]);
  },
);

it('the mirror shows every change in the property in the end, whichever of two events for it comes last', async () => {
  const pageId = await aPage(site);
  await pass(1);
  for (const seed of SEEDS) {
    const name = (['Public', 'Internal', 'Restricted'] as const)[seed % 3] ?? 'Public';
    interleave(seed);
    pushToMirror(site, { task: 'pages', pageIds: pageId, verify: 'true' });
    const body = { pageId, levelId: levelId(name) };
    const [answer] = await Promise.all([site.rest('POST', '/v1/page-level', { key, body }), deliver(seed)]);
    expect(answer.status).toBe(201);
    await Promise.all([deliver(seed), deliver(seed)]);
    intercept = (_call, proceed) => proceed();
    await pass(1);
    expect({ seed, state: await mirrorState(site, pageId) }).toEqual({ seed, state: 'current' });
  }
  expect(repairs()).toEqual([]);
});

it('the mirror leaves one property of two that were written first at the same time', async () => {
  site.host.assumptions.add('duplicate-properties');
  const pageId = await aPage(site);
  await pass(1);
  await storeLevel(site, pageId, levelId('Restricted'), DEMO_SPACES.ENG);
  for (const _copy of [1, 2]) pushToMirror(site, { task: 'pages', pageIds: pageId });
  const first: (() => void)[] = [];
  intercept = async ({ path, method }, proceed) => {
    if (method === 'POST' && path.includes('/properties')) {
      // Each waits for the other.
      await new Promise<void>((resolve) => {
        first.push(resolve);
        if (first.length === 2) first.forEach((open) => open());
      });
    }
    return proceed();
  };
  const events = site.host.background.pending().filter(({ kind }) => kind === 'queue');
  await Promise.all(events.map(({ id }) => site.host.background.deliver(id)));
  intercept = (_call, proceed) => proceed();
  const all = async () => {
    const answer = await site.wiki('GET', `/api/v2/pages/${pageId}/properties`);
    return ((await answer.json()) as { results: unknown[] }).results.length;
  };
  expect(await all()).toBe(2);
  // The sweep compares pages that failed an hour ago.
  nowMs += 3_600_000;
  await site.host.background.runSchedule('every-five-minutes');
  await pass(1);
  expect([await all(), await mirrorState(site, pageId)]).toEqual([1, 'current']);
});

it('the mirror starts the walk of a renamed level at once, also if a new page comes before the event of the change', async () => {
  const pageId = await aPage(site);
  await site.rest('POST', '/v1/page-level', { key, body: { pageId, levelId: levelId('Restricted') } });
  await pass(1);
  const added = await aPage(site);
  await changeLevels(site, 'editLevel', { levelId: levelId('Restricted'), changes: { name: 'Secret' } });
  await mirrorPages(site, [added]);
  await pass(2);
  expect((await propertyOf(site, pageId))?.value).toMatchObject({ title: 'Secret' });
  expect(rowOf(site, 'config', 'mirror-walk')['value']).toMatchObject({ walk: { state: 'finished' } });
});

it('the mirror never shows an old name because a level is renamed while the first property of a site is written', async () => {
  const pageId = DEMO_PAGES.runbooks;
  await storeLevel(site, pageId, levelNamed(site, 'Restricted').levelId, DEMO_SPACES.ENG);
  let isRenamed = false;
  intercept = async ({ path, body = '' }, proceed) => {
    // The levels have been read. No configuration is stored yet.
    if (isRenamed || !path.startsWith('/api/v1/') || !body.includes('mirror-walk')) return proceed();
    isRenamed = true;
    await changeLevels(site, 'editLevel', { levelId: levelId('Restricted'), changes: { name: 'Secret' } });
    return proceed();
  };
  await mirrorPages(site, [pageId]);
  await pass(2);
  expect(isRenamed).toBe(true);
  expect((await propertyOf(site, pageId))?.value).toMatchObject({ title: 'Secret' });
});
