import { randomUUID } from 'node:crypto';
import { ADMIN, DEMO_SPACES } from '../../local/demo';
import { siteAri } from '../../local/forge/runtime';
import { defaultLevels } from '../../src/classification/default-levels';
import { levelNamed } from '../support/levels';
import { expectWhole, truthOf } from '../support/page-truth';
import { openSite, type Site } from '../support/site';
import { putRow, rowOf, rowsOf } from '../support/stored-rows';
import { aPage, move, restrict, storeLevel, trash } from '../support/wiki-pages';

/** The daily reconciliation corrects the effects of missed events, step by step, and reports its result. */

let nowMs: number;
let site: Site;
beforeEach(() => {
  nowMs = Date.parse('2026-11-21T10:00:00.000Z');
  site = openSite({ queryLagMs: 0, now: () => new Date(nowMs) });
});
afterEach(() => site.close());

/** None of these events reaches the app. */
async function withoutEvents(work: () => Promise<void>): Promise<void> {
  await work();
  site.host.faults.add({ target: 'kvs', status: 500, times: 1_000_000 });
  // The host reports it when it drops an event, which is after four retries, and after a day for an event of a queue.
  const log = jest.spyOn(console, 'error').mockImplementation();
  for (let tries = 0; tries < 120 && site.host.background.pending().length > 0; tries += 1) {
    await site.host.background.settle();
    nowMs += 900_000;
  }
  log.mockRestore();
  site.host.faults.add({ target: 'kvs', times: 0 });
  expect(site.host.background.pending()).toEqual([]);
}

async function begin(): Promise<void> {
  const { outcome } = await site.host.background.runSchedule('daily-reconciliation');
  expect(outcome).toBe(204);
}

/** Runs every due step, and the next ones when they are due. @returns their number */
async function runSteps(most = 100): Promise<number> {
  let steps = 0;
  for (; steps < most && site.host.background.pending().length > 0; steps += 1) {
    nowMs += 60_000;
    await site.host.background.settle();
  }
  return steps;
}

const at = () => new Date(nowMs).toISOString();
const state = async () => (await site.admin('getReconciliation', {})).value;

async function aClassifiedPage(): Promise<string> {
  const pageId = await aPage(site);
  const { key } = await site.createKey();
  const body = { pageId, levelId: levelNamed(site, 'Restricted').levelId };
  expect((await site.rest('POST', '/v1/page-level', { key, body })).status).toBe(201);
  return pageId;
}

async function setDefault(): Promise<void> {
  const levels = defaultLevels(siteAri(site.host.installation));
  const settings = {
    lowering: 'allowed',
    defaultLevel: { levelId: levelNamed(site, 'Internal').levelId },
    schemes: [],
    spaces: {},
  };
  await putRow(site, 'config', 'levels', { v: 1, rev: 1, value: { levels, settings } });
}

it('the reconciliation corrects the effects of missed events, changes nothing for invisible pages, and reports the result', async () => {
  const pages = [await aClassifiedPage(), await aClassifiedPage(), await aClassifiedPage(), await aClassifiedPage()];
  const [moved = '', hidden = '', trashed = '', plain = ''] = pages;
  await setDefault();
  let unclassified = '';
  await withoutEvents(async () => {
    await move(site, moved, 'OPEN');
    await restrict(site, hidden, 'read', [ADMIN.accountId]);
    await trash(site, trashed);
    unclassified = await aPage(site);
  });
  const before = [hidden, trashed, plain].map((pageId) => truthOf(site.host, pageId));
  await begin();
  expect((await state()).run).toMatchObject({ phase: 'changed' });
  await runSteps();

  expect(truthOf(site.host, moved).record?.spaceId).toBe(DEMO_SPACES.OPEN);
  expect(truthOf(site.host, unclassified).record?.levelId).toBe(levelNamed(site, 'Internal').levelId);
  expect([hidden, trashed, plain].map((pageId) => truthOf(site.host, pageId))).toEqual(before);
  for (const pageId of [...pages, unclassified]) expectWhole(truthOf(site.host, pageId));
  const { run, last } = await state();
  expect(run).toBeUndefined();
  expect(last.counts).toMatchObject({ moved: 1, notInspected: 1, unreadable: 0 });
  expect(last.unseenPageIds).toEqual([hidden]);
  expect(last.counts.classified).toBeGreaterThanOrEqual(1);
  const [finished, ...more] = rowsOf(site, 'audit').filter(({ value }) => value.type === 'reconciliation.finished');
  expect(more).toEqual([]);
  expect(finished?.value).toMatchObject({ actorType: 'system', details: { after: last.counts } });

  // Afterwards nothing is left to do.
  await begin();
  await runSteps();
  expect((await state()).last.counts).toMatchObject({ moved: 0, classified: 0, notInspected: 1 });
});

it('the reconciliation leaves a long run as much time as it took', async () => {
  const startedAt = at();
  const begun = {
    ticket: randomUUID(),
    step: 500,
    startedAt,
    touchedAt: startedAt,
    phase: 'records',
    time: '',
    key: '',
    unseenPageIds: [],
  };
  const counts = { checked: 0, moved: 0, classified: 0, notInspected: 0, unreadable: 0 };
  await putRow(site, 'config', 'reconciliation', { v: 1, rev: 1, value: { run: { ...begun, counts } } });
  nowMs += 30 * 3_600_000;
  await site.host.background.runSchedule('every-five-minutes');
  await runSteps();
  const { startedAt: started, finishedAt } = (await state()).last;
  expect(started).toBe(startedAt);
  nowMs = Date.parse(finishedAt) + 29 * 3_600_000;
  await begin();
  // Only the pages that have changed since yesterday.
  const { run } = await state();
  expect([run.phase, run.afterwards]).toEqual(['changed', undefined]);
  await runSteps();
  expect((await state()).last).toMatchObject({ startedAt, finishedAt });
  nowMs = Date.parse(finishedAt) + 31 * 3_600_000;
  await begin();
  expect((await state()).run.afterwards).toMatchObject({ phase: 'records' });
});

describe('with many records', () => {
  const RECORDS = 230;
  beforeEach(async () => {
    for (let index = 0; index < RECORDS; index += 1) {
      await storeLevel(site, String(5_000_000 + index), levelNamed(site, 'Public').levelId);
    }
    await begin();
  });

  it('takes a limited number of calls for each step', async () => {
    let steps = 0;
    while (site.host.background.pending().length > 0) {
      expect(site.host.background.pending()).toHaveLength(1);
      nowMs += 30_000;
      const [invocation] = await site.host.background.settle();
      expect(site.host.traces.find(invocation?.id ?? '')?.calls.length).toBeLessThanOrEqual(20);
      steps += 1;
    }
    expect(steps).toBeGreaterThanOrEqual(4);
    const { counts, unseenPageIds } = (await state()).last;
    expect(counts).toMatchObject({ notInspected: RECORDS, unreadable: 0 });
    // Some of them by id, for any number of pages.
    expect(new Set(unseenPageIds).size).toBe(20);
  });

  it.each([
    ['its step is cut off', { match: '/transaction', status: 500 }],
    ['the reply of its step is lost', { match: '/transaction', after: true }],
    ['Confluence does not answer', { match: '/api/v2/pages', status: 503 }],
    ['the next step cannot be pushed', { match: '/webhook/queue/publish', status: 500 }],
  ] as const)('counts each record once if %s', async (_name, fault) => {
    const target = fault.match === '/transaction' ? 'kvs' : fault.match === '/api/v2/pages' ? 'confluence' : 'gateway';
    for (let times = 0; times < 3; times += 1) {
      site.host.faults.add({ target, times: 1, ...fault });
      await runSteps(2);
    }
    await runSteps();
    expect((await state()).last.counts).toMatchObject({ notInspected: RECORDS });
  });

  it('never runs twice at a time, and resumes where a lost run stopped', async () => {
    await runSteps(1);
    const { run } = await state();
    const waiting = site.host.background.pending().length;
    await begin();
    expect(site.host.background.pending()).toHaveLength(waiting);
    expect((await state()).run).toEqual(run);
    await withoutEvents(() => Promise.resolve());
    await site.host.background.runSchedule('every-five-minutes');
    await runSteps();
    expect((await state()).last).toMatchObject({ startedAt: run.startedAt, counts: { notInspected: RECORDS } });
  });
});

it('the reconciliation distinguishes invisible from unreadable pages', async () => {
  const [pageId, hidden] = [await aClassifiedPage(), await aClassifiedPage()];
  await withoutEvents(() => restrict(site, hidden, 'read', [ADMIN.accountId]));
  await putRow(site, 'page-level', pageId, { ...rowOf(site, 'page-level', pageId), v: 2 });
  await begin();
  await runSteps();
  const { counts, unseenPageIds } = (await state()).last;
  expect(counts).toMatchObject({ checked: 2, notInspected: 2, unreadable: 1 });
  expect(unseenPageIds).toEqual([hidden]);
});

it('the reconciliation is shown only to site admins, and is empty before the first run', async () => {
  expect(await state()).toEqual({});
  expect((await site.admin('getReconciliation', {}, 'editor@example.com')).error.code).toBe('NOT_SITE_ADMIN');
});
