import { ADMIN, ADMIN2, DEMO_SPACES } from '../../local/demo';
import { siteAri } from '../../local/forge/runtime';
import type { Setup } from '../../src/admin/site/setup';
import { defaultLevels } from '../../src/classification/default-levels';
import { openSite, type Site } from '../support/site';
import { rowsOf } from '../support/stored-rows';
import { aPage, restrict } from '../support/wiki-pages';
import { aNewKey, done, refusal } from './ask';

/** Tests the steps in the checklist of a new site, and which of them are done. */

let site: Site;
beforeEach(() => {
  site = openSite({ queryLagMs: 0 });
});
afterEach(() => site.close());

const read = (as?: string) => done<Setup>(site, 'getSetup', {}, as);
const doneIn = ({ steps }: Setup) => steps.filter(({ isDone }) => isDone).map(({ step }) => step);
const levelIds = () => defaultLevels(siteAri(site.host.installation)).map(({ levelId }) => levelId);

it('the setup has four open steps on a new site', async () => {
  const setup = await read();
  expect(setup).toEqual({
    isHidden: false,
    hasScans: false,
    acceptedHidden: 0,
    steps: ['levels', 'default-level', 'scan', 'access'].map((step) => ({ step, isDone: false, isMarked: false })),
  });
});

it.each<[string, () => Promise<unknown>]>([
  ['levels', () => done(site, 'reorderLevels', { rev: 0, levelIds: levelIds().reverse() })],
  [
    'default-level',
    () => done(site, 'changeSiteSettings', { rev: 0, lowering: 'allowed', defaultLevel: { levelId: levelIds()[2] } }),
  ],
  ['access', () => done(site, 'createKey', aNewKey())],
])('the setup marks one step as done by itself: %s', async (step, act) => {
  await act();
  expect(doneIn(await read())).toEqual([step]);
});

describe('with pages that the app cannot see', () => {
  let nowMs: number;
  beforeEach(() => {
    nowMs = Date.parse('2026-11-21T10:00:00.000Z');
    site.close();
    site = openSite({ queryLagMs: 0, now: () => new Date(nowMs) });
  });
  const scan = async (of: object) => {
    await done(site, 'startScan', { of, requestKey: crypto.randomUUID() });
    for (let steps = 0; steps < 5; steps += 1) {
      await site.host.background.settle();
      nowMs += 60_000;
      await site.host.background.runSchedule('every-five-minutes');
    }
    await site.host.background.settle();
  };
  const hidePage = async () => restrict(site, await aPage(site), 'read', [ADMIN.accountId]);

  it('marks the scan as done only when all pages that exist were scanned, or the others accepted', async () => {
    await scan({ of: 'space', spaceId: DEMO_SPACES.ENG });
    expect(await read()).toMatchObject({ hasScans: true });
    expect(doneIn(await read())).toEqual([]);
    await scan({ of: 'site' });
    expect(doneIn(await read())).toEqual(['scan']);
    await hidePage();
    await scan({ of: 'site' });
    expect(doneIn(await read())).toEqual([]);
    expect(doneIn(await done<Setup>(site, 'acceptHiddenPages', { pages: 1 }))).toEqual(['scan']);
    await hidePage();
    await scan({ of: 'site' });
    expect(doneIn(await read())).toEqual([]);
  });

  it('keeps the number that an admin accepted, with the checklist, and records who did', async () => {
    await hidePage();
    await scan({ of: 'site' });
    const { code, fields } = await refusal(site, 'acceptHiddenPages', { pages: 2 });
    expect({ code, fields }).toMatchObject({ code: 'INVALID_INPUT', fields: [{ field: 'pages' }] });
    await done<Setup>(site, 'acceptHiddenPages', { pages: 1 });
    expect(rowsOf(site, 'audit', 'hidden-pages.accepted').map(({ value }) => value)).toEqual([
      expect.objectContaining({
        ...{ actorAccountId: ADMIN.accountId, subject: 'counts' },
        details: { before: { notInspected: 0 }, after: { notInspected: 1 } },
      }),
    ]);
    await done<Setup>(site, 'hideSetup', { isHidden: true });
    expect(await read(ADMIN2.email)).toMatchObject({ isHidden: true, acceptedHidden: 1 });
  });
});

it('the setup keeps what an admin marks, for all admins, and forgets it again', async () => {
  await Promise.all(['levels', 'scan'].map((step) => done<Setup>(site, 'markSetupStep', { step, isDone: true })));
  expect(doneIn(await read(ADMIN2.email))).toEqual(['levels', 'scan']);
  const after = await done<Setup>(site, 'markSetupStep', { step: 'levels', isDone: false }, ADMIN2.email);
  expect(doneIn(after)).toEqual(['scan']);
});

it('the setup is hidden for all admins and shown again, with its marks', async () => {
  await done<Setup>(site, 'markSetupStep', { step: 'access', isDone: true });
  expect((await done<Setup>(site, 'hideSetup', { isHidden: true })).isHidden).toBe(true);
  expect((await read(ADMIN2.email)).isHidden).toBe(true);
  const shown = await done<Setup>(site, 'hideSetup', { isHidden: false });
  expect([shown.isHidden, doneIn(shown)]).toEqual([false, ['access']]);
});

it.each([
  ['markSetupStep', { step: 'rules', isDone: true }],
  ['markSetupStep', { step: 'levels' }],
  ['acceptHiddenPages', { pages: -1 }],
  ['hideSetup', {}],
  ['hideSetup', { isHidden: 'yes' }],
])('the setup refuses other input: %s %j', async (operation, payload) => {
  expect((await refusal(site, operation, payload)).code).toBe('INVALID_INPUT');
  expect((await read()).isHidden).toBe(false);
});
