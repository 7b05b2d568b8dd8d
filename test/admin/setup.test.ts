import { ADMIN2, DEMO_SPACES } from '../../local/demo';
import { siteAri } from '../../local/forge/runtime';
import type { Setup } from '../../src/admin/setup';
import { defaultLevels } from '../../src/classification/default-levels';
import { openSite, type Site } from '../support/site';
import { aNewKey, done, refusal } from './ask';

/** The checklist of a new site: its steps, and which of them are done. */

let site: Site;
beforeEach(() => {
  site = openSite({ queryLagMs: 0 });
});
afterEach(() => site.close());

const read = (as?: string) => done<Setup>(site, 'getSetup', {}, as);
const doneIn = ({ steps }: Setup) => steps.filter(({ isDone }) => isDone).map(({ step }) => step);
const levelIds = () => defaultLevels(siteAri(site.host.installation)).map(({ levelId }) => levelId);

it('has four open steps on a new site', async () => {
  const setup = await read();
  expect(setup).toEqual({
    isHidden: false,
    steps: ['levels', 'default-level', 'scan', 'access'].map((step) => ({ step, isDone: false, isMarked: false })),
  });
});

it.each<[string, () => Promise<unknown>]>([
  ['levels', () => done(site, 'reorderLevels', { rev: 0, levelIds: levelIds().reverse() })],
  [
    'default-level',
    () => done(site, 'changeSiteSettings', { rev: 0, lowering: 'allowed', defaultLevel: { levelId: levelIds()[2] } }),
  ],
  [
    'scan',
    () => done(site, 'startScan', { of: { of: 'space', spaceId: DEMO_SPACES.ENG }, requestKey: crypto.randomUUID() }),
  ],
  ['access', () => done(site, 'createKey', aNewKey())],
])('marks one step as done by itself: %s', async (step, act) => {
  await act();
  expect(doneIn(await read())).toEqual([step]);
});

it('keeps what an admin marks, for all admins, and forgets it again', async () => {
  await Promise.all(['levels', 'scan'].map((step) => done<Setup>(site, 'markSetupStep', { step, isDone: true })));
  expect(doneIn(await read(ADMIN2.email))).toEqual(['levels', 'scan']);
  const after = await done<Setup>(site, 'markSetupStep', { step: 'levels', isDone: false }, ADMIN2.email);
  expect(doneIn(after)).toEqual(['scan']);
});

it('is hidden for all admins and shown again, with its marks', async () => {
  await done<Setup>(site, 'markSetupStep', { step: 'access', isDone: true });
  expect((await done<Setup>(site, 'hideSetup', { isHidden: true })).isHidden).toBe(true);
  expect((await read(ADMIN2.email)).isHidden).toBe(true);
  const shown = await done<Setup>(site, 'hideSetup', { isHidden: false });
  expect([shown.isHidden, doneIn(shown)]).toEqual([false, ['access']]);
});

it.each([
  ['markSetupStep', { step: 'rules', isDone: true }],
  ['markSetupStep', { step: 'levels' }],
  ['hideSetup', {}],
  ['hideSetup', { isHidden: 'yes' }],
])('refuses other input: %s %j', async (operation, payload) => {
  expect((await refusal(site, operation, payload)).code).toBe('INVALID_INPUT');
  expect((await read()).isHidden).toBe(false);
});
