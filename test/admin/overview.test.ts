import { DEMO_SPACES } from '../../local/demo';
import type { Overview } from '../../src/admin/overview';
import { levelNamed } from '../support/levels';
import { openSite, type Site } from '../support/site';
import { aPage, storeLevel } from '../support/wiki-pages';
import { done } from './ask';

/** The numbers of the first page of the admin area, as an admin sees them. */

const SECRET = 'AWS key AKIAIOSFODNN7EXAMPL3 and card 4012888888881881';

let nowMs = Date.parse('2026-11-21T10:00:00.000Z');
let site: Site;
beforeEach(() => {
  nowMs = Date.parse('2026-11-21T10:00:00.000Z');
  site = openSite({ queryLagMs: 0, now: () => new Date(nowMs) });
});
afterEach(() => site.close());

const overview = (as?: string) => done<Overview>(site, 'getOverview', {}, as);

/** The scheduled trigger, five minutes later, and the events that it pushes. */
async function count(): Promise<void> {
  nowMs += 300_000;
  await site.host.background.settle();
  await site.host.background.runSchedule('every-five-minutes');
  await site.host.background.settle();
}

it('shows nothing on a new site, and says so', async () => {
  expect(await overview()).toMatchObject({ asOf: null, isCounting: true, spaces: [], trend: [], site: { pages: 0 } });
});

const nothing = { low: 0, medium: 0, high: 0, critical: 0 };

it('counts pages by level, open findings and coverage, by space', async () => {
  const { levelId } = levelNamed(site, 'Restricted');
  const classified = await aPage(site);
  await storeLevel(site, classified, levelId, DEMO_SPACES.ENG);
  await aPage(site, { text: SECRET, spaceId: DEMO_SPACES.HR });
  await count();
  const complete = { complete: 1, partial: 0, notScanned: 0, outdated: 0 };
  const ofHr = { pages: 1, byLevel: { none: 1 }, open: { ...nothing, high: 1 }, coverage: complete };
  const ofEng = { pages: 1, byLevel: { [levelId]: 1 }, open: nothing, coverage: complete };
  const view = await overview();
  expect(view).toMatchObject({
    asOf: '2026-11-21T10:04:00.000Z',
    isCounting: false,
    site: { pages: 2, byLevel: { none: 1, [levelId]: 1 }, open: { high: 1 }, coverage: { complete: 2 } },
    trend: [{ date: '2026-11-21', open: { ...nothing, high: 1 } }],
    week: { found: 1, resolved: 0 },
  });
  expect(view.spaces).toEqual(
    expect.arrayContaining([
      { spaceId: DEMO_SPACES.HR, key: 'HR', name: 'Human Resources', numbers: ofHr },
      { spaceId: DEMO_SPACES.ENG, key: 'ENG', name: 'Engineering', numbers: ofEng },
    ]),
  );
  expect(view.spaces).toHaveLength(2);
  expect(view.otherSpaces).toBeUndefined();
});
