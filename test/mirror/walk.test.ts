import { DEMO_PAGES, DEMO_SPACES } from '../../local/demo';
import type { Intercept } from '../../local/forge/platform-calls';
import { changeLevels, levelNamed, type LevelName } from '../support/levels';
import { MIRROR_PEPPERS, mirrorPages, mirrorState, propertyOf } from '../support/mirror';
import { openSite, type Site } from '../support/site';
import { putRow, rowOf, rowsOf, stopScans } from '../support/stored-rows';
import { aPage, move, purge } from '../support/wiki-pages';

/** A walk updates the properties of many pages in steps. No page keeps an outdated property. */

/** One more than a step processes. */
const MANY = 301;
const MINUTE = 60_000;

let nowMs: number;
let isQueueBroken: boolean;
let intercept: Intercept;
/** The ids of the pages whose property was written. */
let written: string[];
let site: Site;
let key: string;

/** @param seed chooses the delay of each row in queries, up to the lag */
async function open(queryLagMs = 0, seed = 0): Promise<void> {
  nowMs = Date.parse('2026-11-21T10:00:00.000Z');
  isQueueBroken = false;
  intercept = (_call, proceed) => proceed();
  written = [];
  site = openSite({
    queryLagMs,
    seed,
    now: () => new Date(nowMs),
    peppers: () => MIRROR_PEPPERS,
    intercept: (call, proceed) => {
      if (isQueueBroken && call.path.startsWith('/webhook/queue')) return Promise.reject(new TypeError('lost'));
      const [, pageId] = /pages\/(\d+)\/properties/.exec(call.path) ?? [];
      if (pageId !== undefined && call.method !== 'GET') written.push(pageId);
      return intercept(call, proceed);
    },
  });
  await stopScans(site);
  ({ key } = await site.createKey());
}
beforeEach(() => open());
afterEach(() => site.close());

/** Runs everything that is due in this time. */
async function pass(ms: number): Promise<void> {
  nowMs += ms;
  await site.host.background.settle();
}

async function sweep(): Promise<void> {
  await site.host.background.runSchedule('every-five-minutes');
}

/** Runs events and sweeps as time passes. */
async function passWithSweeps(minutes: number): Promise<void> {
  for (let minute = 0; minute < minutes; minute += 5) {
    await sweep();
    for (let count = 0; count < 5; count += 1) await pass(MINUTE);
  }
}

interface Walk {
  readonly walkId: string;
  readonly state: string;
  readonly scope: unknown;
  readonly step: number;
  readonly time: string;
  readonly key: string;
  readonly counts: { readonly checked: number; readonly written: number; readonly failed: number };
}
const walkOf = () => (rowOf(site, 'config', 'mirror-walk')['value'] as { walk: Walk }).walk;
const titleOf = async (pageId: string) => ((await propertyOf(site, pageId))?.value as { title?: string }).title;
const control = async (operation: string) => {
  const result = await site.admin(operation, operation === 'startMirrorWalk' ? {} : { walkId: walkOf().walkId });
  if (result.ok !== true) throw new Error(`${operation} was refused: ${JSON.stringify(result.error)}`);
};

let pagesStored = 0;

/** Stores the level of a page. */
async function store(pageId: string, name: LevelName): Promise<string> {
  pagesStored += 1;
  await putRow(site, 'page-level', pageId, {
    v: 1,
    rev: 1,
    changeId: crypto.randomUUID(),
    spaceId: DEMO_SPACES.ENG,
    levelId: levelNamed(site, name).levelId,
    classifierId: 'system',
    classificationDate: new Date(Date.parse('2026-11-01T00:00:00.000Z') - pagesStored * 1_000).toISOString(),
    method: 'DEFAULT',
    pageVersion: 1,
  });
  return pageId;
}

/** Pages that the app cannot see. A walk processes them like others, the greatest id first. */
async function storeMany(name: LevelName, prefix = '50'): Promise<void> {
  for (let index = 0; index < MANY; index += 1) await store(`${prefix}${100_000 + pagesStored}`, name);
}

/** Handles the events of new pages. */
async function settleNewPages(): Promise<void> {
  await pass(MINUTE);
  await pass(MINUTE);
}

/** Classified pages with a current property. */
async function mirrored(names: readonly LevelName[]): Promise<string[]> {
  const pages: string[] = [];
  while (pages.length < names.length) pages.push(await aPage(site));
  await settleNewPages();
  for (const [index, pageId] of pages.entries()) await store(pageId, names[index] ?? 'Public');
  await mirrorPages(site, pages);
  return pages;
}

async function classify(pageId: string, name: LevelName): Promise<void> {
  const body = { pageId, levelId: levelNamed(site, name).levelId };
  expect((await site.rest('POST', '/v1/page-level', { key, body })).status).toBe(201);
}

const rename = (from: LevelName, name: string) =>
  changeLevels(site, 'editLevel', { levelId: levelNamed(site, from).levelId, changes: { name } });

const switchOff = (offSpaceIds: readonly string[]) =>
  changeLevels(site, 'changeSurfaceSettings', {
    byline: true,
    banner: true,
    menus: true,
    bylineNames: 'site',
    peopleMayExclude: false,
    peopleMayRedact: false,
    offSpaceIds,
  });

describe('the control of an admin', () => {
  it('a pause keeps the position and writes nothing more, and the walk continues there', async () => {
    await storeMany('Restricted');
    const last = await aPage(site);
    await settleNewPages();
    await store(last, 'Restricted');
    await control('startMirrorWalk');
    await pass(6_000);
    const { step, time, key: place, counts } = walkOf();
    expect({ step, checked: counts.checked }).toEqual({ step: 1, checked: 300 });
    await control('pauseMirrorWalk');
    written = [];
    await passWithSweeps(60);
    expect(written).toEqual([]);
    expect(walkOf()).toMatchObject({ state: 'paused', step, time, key: place, counts });
    await control('resumeMirrorWalk');
    await pass(6_000);
    await pass(6_000);
    expect(walkOf()).toMatchObject({ state: 'finished', counts: { checked: MANY + 1 } });
    expect(await mirrorState(site, last)).toBe('current');
  });

  it.each(['pauseMirrorWalk', 'cancelMirrorWalk'])(
    '%s in the middle of a step keeps what the step wrote',
    async (operation) => {
      await storeMany('Restricted');
      await control('startMirrorWalk');
      let isDone = false;
      intercept = async (call, proceed) => {
        if (!isDone && call.path.includes('/properties')) {
          isDone = true;
          await control(operation);
        }
        return proceed();
      };
      await pass(6_000);
      const isPause = operation === 'pauseMirrorWalk';
      expect(walkOf()).toMatchObject(
        isPause ? { state: 'paused', step: 1, counts: { checked: 300 } } : { state: 'cancelled', step: 0 },
      );
      written = [];
      await passWithSweeps(60);
      expect(written).toEqual([]);
      if (isPause) {
        await control('resumeMirrorWalk');
        await pass(6_000);
        await pass(6_000);
        expect(walkOf()).toMatchObject({ state: 'finished', counts: { checked: MANY } });
      }
    },
  );
});

it('a walk that an admin paused stays paused after a change of the levels, and then covers it', async () => {
  const pages = await mirrored(['Restricted', 'Internal']);
  await control('startMirrorWalk');
  await control('pauseMirrorWalk');
  await rename('Restricted', 'Secret');
  await passWithSweeps(60);
  expect(walkOf()).toMatchObject({ state: 'paused', scope: 'all', counts: { checked: 0 } });
  await control('resumeMirrorWalk');
  await passWithSweeps(10);
  expect(walkOf()).toMatchObject({ state: 'finished' });
  expect(await Promise.all(pages.map(titleOf))).toEqual(['Secret', 'Internal']);
});

describe('a walk that stands still', () => {
  it('is continued by the sweep, but only after the longest delay of an event', async () => {
    const [pageId = ''] = await mirrored(['Restricted']);
    isQueueBroken = true;
    await control('startMirrorWalk');
    isQueueBroken = false;
    await pass(29 * MINUTE);
    await sweep();
    await pass(MINUTE);
    expect(walkOf().state).toBe('running');
    await sweep();
    await pass(MINUTE);
    expect(walkOf()).toMatchObject({ state: 'finished', counts: { checked: 1 } });
    expect(await mirrorState(site, pageId)).toBe('current');
  });

  it('fails after a day without progress, and an admin can start another one', async () => {
    const [pageId = ''] = await mirrored(Array.from({ length: 5 }, () => 'Restricted'));
    await rename('Restricted', 'Secret');
    intercept = (call, proceed) =>
      call.path.includes('/properties') ? Promise.resolve(new Response('', { status: 500 })) : proceed();
    await pass(MINUTE);
    for (let hours = 0; hours < 23; hours += 1) {
      await sweep();
      await pass(60 * MINUTE);
      expect(walkOf()).toMatchObject({ state: 'running', step: 0 });
    }
    await pass(90 * MINUTE);
    await sweep();
    expect(walkOf()).toMatchObject({ state: 'failed', step: 0, endedAt: expect.any(String) });
    intercept = (_call, proceed) => proceed();
    await control('startMirrorWalk');
    await pass(6_000);
    expect(walkOf().state).toBe('finished');
    expect(await titleOf(pageId)).toBe('Secret');
  });
});

describe('the pages of a walk', () => {
  it('are those of the renamed level', async () => {
    const [restricted = '', open_ = ''] = await mirrored(['Restricted', 'Public']);
    written = [];
    await rename('Restricted', 'Secret');
    await pass(MINUTE);
    await pass(MINUTE);
    expect(walkOf()).toMatchObject({
      state: 'finished',
      scope: { levelId: levelNamed(site, 'Restricted').levelId },
      counts: { checked: 1, written: 1 },
    });
    expect(written).toEqual([restricted]);
    expect([await titleOf(restricted), await titleOf(open_)]).toEqual(['Secret', 'Public']);
  });

  it('are those of the space that is switched off, also without a level, or with a level that was cleared', async () => {
    const pages = await mirrored(['Restricted', 'Public']);
    expect((await site.rest('DELETE', `/v1/page-level/by-page/${pages[1] ?? ''}`, { key })).status).toBe(204);
    pages.push(await aPage(site));
    const elsewhere = await aPage(site, { spaceId: DEMO_SPACES.OPEN });
    await settleNewPages();
    written = [];
    await switchOff([DEMO_SPACES.ENG]);
    await pass(MINUTE);
    await pass(MINUTE);
    expect(walkOf()).toMatchObject({ state: 'finished', scope: { spaceId: DEMO_SPACES.ENG }, counts: { written: 3 } });
    expect([...written].sort()).toEqual([...pages].sort());
    expect(await Promise.all(pages.map(titleOf))).toEqual(pages.map(() => 'Classification'));
    await switchOff([]);
    await pass(MINUTE);
    await pass(MINUTE);
    expect(await Promise.all([...pages, elsewhere].map(titleOf))).toEqual([
      'Restricted',
      'Not classified',
      'Not classified',
      'Not classified',
    ]);
  });

  it('are all pages after two changes', async () => {
    const pages = await mirrored(['Restricted', 'Public']);
    await rename('Restricted', 'Secret');
    await rename('Public', 'Open');
    await pass(MINUTE);
    await pass(MINUTE);
    expect(walkOf()).toMatchObject({ state: 'finished', scope: 'all' });
    expect(await Promise.all(pages.map(titleOf))).toEqual(['Secret', 'Open']);
  });
});

describe('a change of the levels during a walk', () => {
  it.each([
    ['of another level', 'Public', 'all', ['Secret', 'Open']],
    ['of the same level', 'Restricted', undefined, ['Open', 'Public']],
  ] as const)('%s starts one walk over the pages of both', async (_name, level, scope, titles) => {
    // The first step does not reach the last pages.
    const oldest = await mirrored(['Restricted', 'Public']);
    await storeMany('Restricted', oldest.at(-1));
    const newest = await mirrored(['Restricted', 'Public']);
    await rename('Restricted', 'Secret');
    await pass(3_000);
    const { step, walkId } = walkOf();
    expect({ step, newest: await titleOf(newest[0] ?? ''), oldest: await titleOf(oldest[0] ?? '') }).toEqual({
      step: 1,
      newest: 'Secret',
      oldest: 'Restricted',
    });
    await rename(level, 'Open');
    for (let count = 0; count < 10; count += 1) await pass(6_000);
    expect(walkOf()).toMatchObject({
      state: 'finished',
      scope: scope ?? { levelId: levelNamed(site, 'Restricted').levelId },
    });
    expect(walkOf().walkId).not.toBe(walkId);
    for (const pages of [newest, oldest]) expect(await Promise.all(pages.map(titleOf))).toEqual(titles);
  });
});

describe('the first property', () => {
  it('needs no walk for the changes before it', async () => {
    await rename('Restricted', 'Secret');
    await passWithSweeps(10);
    expect(rowsOf(site, 'config').filter((row) => row.key === 'mirror-walk')).toEqual([]);
    const [pageId = ''] = await mirrored(['Restricted']);
    expect(await titleOf(pageId)).toBe('Secret');
    await rename('Restricted', 'Very secret');
    await pass(MINUTE);
    await pass(MINUTE);
    expect(await titleOf(pageId)).toBe('Very secret');
  });

  it.each(['/properties', '/batch/get', '/entity/get', '/transaction'])(
    'misses no change that comes at any call to %s of its event',
    async (path) => {
      const titles: (string | undefined)[] = [];
      for (let at = 1; ; at += 1) {
        site.close();
        await open();
        const pageId = await aPage(site);
        await store(pageId, 'Restricted');
        await site.host.background.settle();
        let count = 0;
        intercept = async (call, proceed) => {
          if (!call.path.includes(path)) return proceed();
          count += 1;
          if (count === at) await rename('Restricted', 'Secret');
          return proceed();
        };
        // Two, because one row is not read in a batch.
        await mirrorPages(site, [pageId, DEMO_PAGES.engHome]);
        if (count < at) break;
        await pass(MINUTE);
        await pass(MINUTE);
        titles.push(await titleOf(pageId));
      }
      expect(titles.length).toBeGreaterThan(0);
      expect(titles).toEqual(titles.map(() => 'Secret'));
    },
  );
});

describe('pages that change during a walk', () => {
  it('are all current in the end: reclassified, new, deleted, cleared, and with a lost event', async () => {
    await storeMany('Restricted');
    const pages = await mirrored(['Restricted', 'Restricted', 'Restricted', 'Public', 'Restricted']);
    const [lowered = '', lost = '', deleted = '', raised = '', cleared = ''] = pages;
    await rename('Restricted', 'Secret');
    await pass(3_000);
    expect(walkOf()).toMatchObject({ state: 'running', step: 1 });
    await classify(lowered, 'Public');
    await classify(raised, 'Restricted');
    expect((await site.rest('DELETE', `/v1/page-level/by-page/${cleared}`, { key })).status).toBe(204);
    const added = await aPage(site);
    isQueueBroken = true;
    await classify(lost, 'Public');
    nowMs += 1_000;
    await classify(lost, 'Restricted');
    isQueueBroken = false;
    await purge(site, deleted);
    await pass(1_000);
    await classify(added, 'Restricted');
    for (let count = 0; count < 5; count += 1) await pass(6_000);
    expect(walkOf()).toMatchObject({ state: 'finished', counts: { failed: 0 } });
    await passWithSweeps(10);
    expect(await Promise.all([lowered, lost, raised, cleared, added].map(titleOf))).toEqual([
      'Public',
      'Secret',
      'Secret',
      'Not classified',
      'Secret',
    ]);
  });

  it('are current after a move between a space that is off and one that is on', async () => {
    const [leaving = '', arriving = ''] = await mirrored(['Restricted', 'Restricted']);
    await move(site, arriving, 'OPEN');
    await pass(MINUTE);
    await storeMany('Restricted');
    await switchOff([DEMO_SPACES.ENG]);
    await pass(3_000);
    await move(site, leaving, 'OPEN');
    await move(site, arriving, 'ENG');
    for (let count = 0; count < 10; count += 1) await pass(6_000);
    expect(walkOf().state).toBe('finished');
    expect([await titleOf(leaving), await titleOf(arriving)]).toEqual(['Restricted', 'Classification']);
  });

  it('are found by the sweep if they were classified so shortly before that queries do not show them', async () => {
    site.close();
    // The row of the page appears late.
    await open(30_000, 1);
    const pageId = await aPage(site);
    await pass(MINUTE);
    await classify(pageId, 'Restricted');
    await pass(3_000);
    expect(await titleOf(pageId)).toBe('Restricted');
    await rename('Restricted', 'Secret');
    await pass(3_000);
    await pass(6_000);
    expect(walkOf()).toMatchObject({ state: 'finished', counts: { checked: 0 } });
    await passWithSweeps(10);
    expect(await titleOf(pageId)).toBe('Secret');
  });
});

it.each([3, 1])('a page that fails does not stop the walk over %d pages, and is tried again', async (count) => {
  const pages = await mirrored(Array.from({ length: count }, () => 'Restricted' as const));
  const broken = pages.at(-1) ?? '';
  await rename('Restricted', 'Secret');
  intercept = (call, proceed) =>
    call.path.includes(`/${broken}/properties`) ? Promise.resolve(new Response('', { status: 500 })) : proceed();
  await pass(3_000);
  await pass(6_000);
  expect(walkOf()).toMatchObject({ state: 'finished', counts: { checked: count - 1, failed: 1 } });
  intercept = (_call, proceed) => proceed();
  await pass(6 * MINUTE);
  expect(await Promise.all(pages.map(titleOf))).toEqual(pages.map(() => 'Secret'));
});
