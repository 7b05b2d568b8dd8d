import { DEMO_PAGES, EDITOR, VIEWER } from '../../local/demo';
import { levelNamed } from '../support/levels';
import { MIRROR_PEPPERS } from '../support/mirror';
import { openSite, type Site } from '../support/site';
import { stopScans } from '../support/stored-rows';
import { setLevel } from '../surfaces/surface-site';

/** A site may push 500 events a minute. Many people who open the same page leave them to other work. */

const pageId = DEMO_PAGES.runbooks;
let nowMs = Date.parse('2026-11-21T09:30:00.000Z');
let site: Site;
let pushes = 0;
let isWritable = true;

beforeAll(async () => {
  site = openSite({
    now: () => new Date(nowMs),
    peppers: () => MIRROR_PEPPERS,
    intercept: (call, proceed) => {
      if (call.target === 'gateway' && call.path.includes('/webhook/queue/publish/')) pushes += 1;
      const isWrite = call.path.includes(`/pages/${pageId}/properties`) && call.method !== 'GET';
      return isWrite && !isWritable ? Promise.resolve(Response.json({}, { status: 403 })) : proceed();
    },
  });
  await stopScans(site);
});
afterAll(() => site.close());

const popups = async (count: number): Promise<number> => {
  const before = pushes;
  for (let index = 0; index < count; index += 1)
    await site.surface('level-byline', 'openPopup', {}, { pageId, as: index % 2 === 0 ? EDITOR.email : VIEWER.email });
  return pushes - before;
};

/** The consumer of a change starts two seconds after it. */
async function deliver(): Promise<void> {
  for (let step = 0; step < 3; step += 1) {
    nowMs += 3_000;
    await site.host.background.settle();
  }
}

it('a page that the app cannot write is tried once in ten minutes, whatever the number of popups', async () => {
  isWritable = false;
  await setLevel(site, { pageId, level: { levelId: levelNamed(site, 'Internal').levelId } });
  await deliver();
  expect(await popups(60)).toBe(0);
  nowMs += 601_000;
  expect(await popups(1)).toBe(1);
  await deliver();
  expect(await popups(60)).toBe(0);
  nowMs += 601_000;
  isWritable = true;
  expect(await popups(1)).toBe(1);
  await deliver();
  // The property is written, so no popup asks for it again.
  expect(await popups(20)).toBe(0);
});
