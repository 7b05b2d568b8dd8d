import { DEMO_SPACES } from '../../local/demo';
import type { Settings } from '../../src/classification/model';
import { NO_SURFACE_SETTINGS, surfaceSettingsOf } from '../../src/classification/settings';
import { createFaultInjector, type Fault, FAULTS, type FaultInjector } from '../support/fault-injection';
import { changeLevels, type LevelName, levelNamed } from '../support/levels';
import { MIRROR_PEPPERS, mirrorState, propertyOf } from '../support/mirror';
import { expectWhole, truthOf } from '../support/page-truth';
import { openSite, type Site } from '../support/site';
import { RUNS_ALL, sample, samplePoints } from '../support/sample';
import { rowOf, stopScans } from '../support/stored-rows';
import { aPage, expectOk, storeLevel } from '../support/wiki-pages';
import { call } from '../surfaces/surface-site';

/**
 * Tests a fault in a platform call of a change, of the sweep, of a walk and of the switches. Afterwards, the events and
 * the five-minute trigger bring every property to the stored level.
 */

/** One for each way in which the app learns of a fault. A false success of storage cannot be detected. */
const SHAPES = ['500, before', 'connection lost, after', '200 with half a body, after'];
const faults = FAULTS.filter(({ name }) => SHAPES.some((shape) => name.startsWith(shape)));
const MAX_CALLS = 25;
/** The runs of each test. test/rest/faults has every call of a change, with every fault. */
const SAMPLE = 12;

let nowMs = Date.parse('2026-11-21T10:00:00.000Z');
let injector: FaultInjector;
let site: Site;
beforeAll(async () => {
  injector = createFaultInjector();
  site = openSite({
    queryLagMs: 0,
    now: () => new Date(nowMs),
    peppers: () => MIRROR_PEPPERS,
    intercept: injector.intercept,
  });
  await stopScans(site);
});
afterAll(() => site.close());

const levelId = (name: LevelName) => levelNamed(site, name).levelId;
const sweep = () => site.host.background.runSchedule('every-five-minutes');

async function settle(): Promise<void> {
  nowMs += 10_000;
  await site.host.background.settle();
}

/** The app on its own. */
async function recover(forMinutes: number): Promise<void> {
  injector.arm();
  for (let minutes = 0; minutes < forMinutes; minutes += 5) {
    nowMs += 290_000;
    await settle();
    await sweep();
    await settle();
  }
}

async function classifiedPage(name: LevelName = 'Restricted'): Promise<string> {
  const pageId = await aPage(site);
  await storeLevel(site, pageId, levelNamed(site, name).levelId, DEMO_SPACES.ENG);
  await settle();
  return pageId;
}

/** A change or the switches recover with the next sweeps. A walk without an event continues after half an hour. */
const SWEEPS_MINUTES = 15;
const WALK_MINUTES = 40;

/** Runs and checks something with each fault in some of its platform calls. */
async function breakSomeCalls(
  run: () => Promise<unknown>,
  check: (at: string) => Promise<void>,
  minutes = SWEEPS_MINUTES,
): Promise<void> {
  const runWith = async (...broken: readonly (readonly [place: number, fault: Fault])[]) => {
    injector.arm();
    await settle();
    injector.arm(...broken);
    await run();
    const calls = [...injector.calls];
    await recover(minutes);
    await check(broken.map(([place, { name }]) => `${name} at call ${place}, ${calls[place]?.path ?? ''}`).join());
    return calls.length;
  };
  const calls = await runWith();
  expect(calls).toBeGreaterThan(1);
  const points = samplePoints(calls, calls).flatMap((point) => faults.map((fault) => [point - 1, fault] as const));
  for (const point of sample(points, SAMPLE)) await runWith(point);
}

it('a level that a person sets is whole or absent, and the property shows it', async () => {
  let pageId = '';
  const level = { levelId: levelId('Restricted') };
  // Each page has the property of a page without a level before its level is set.
  const pages: string[] = [];
  for (let count = 0; count <= (RUNS_ALL ? faults.length * MAX_CALLS : SAMPLE); count += 1)
    pages.push(await aPage(site));
  await settle();
  await settle();
  await breakSomeCalls(
    async () => {
      pageId = pages.pop() ?? '';
      await call(site, 'setLevel', { level, revision: 'absent' }, { pageId });
      await settle();
    },
    async (at) => {
      expectWhole(truthOf(site.host, pageId));
      expect([at, await mirrorState(site, pageId, DEMO_SPACES.ENG)]).toEqual([at, 'current']);
    },
  );
});

it('a renamed level has its new name on its pages', async () => {
  const pages = [await classifiedPage(), await classifiedPage()];
  await recover(SWEEPS_MINUTES);
  let name = '';
  await breakSomeCalls(
    async () => {
      name = `Restricted ${nowMs}`;
      const { value } = await site.admin('listLevels', {});
      const payload = { rev: value?.rev, levelId: levelId('Restricted'), changes: { name } };
      const { ok } = await site.admin('editLevel', payload);
      if (ok !== true) name = '';
      await settle();
      await settle();
    },
    async (at) => {
      for (const pageId of pages) {
        if (name !== '') expect([at, (await propertyOf(site, pageId))?.value]).toMatchObject([at, { title: name }]);
        expect([at, await mirrorState(site, pageId)]).toEqual([at, 'current']);
      }
    },
    WALK_MINUTES,
  );
});

it('the switches of the app are those of the settings', async () => {
  let isOn = true;
  await changeLevels(site, 'changeSurfaceSettings', { ...NO_SURFACE_SETTINGS, banner: false });
  await breakSomeCalls(
    async () => {
      isOn = !isOn;
      await changeLevels(site, 'changeSurfaceSettings', { ...NO_SURFACE_SETTINGS, menus: isOn }).catch(() => undefined);
      await settle();
    },
    async (at) => {
      const { value } = rowOf(site, 'config', 'levels') as { value: { settings: Settings } };
      const request = new Request('http://127.0.0.1/wiki/api/v2/app/properties/pgcls_surfaces');
      // Without the property, everything is on.
      const shown = await expectOk(site.host.confluence.handle(request, { kind: 'app' })).catch(() => ({
        menus: 'on',
      }));
      const menus = surfaceSettingsOf(value.settings).menus ? 'on' : 'off';
      expect([at, JSON.stringify(shown)]).toEqual([at, expect.stringContaining(`"menus":"${menus}"`)]);
    },
  );
});
