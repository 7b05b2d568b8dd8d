import type { Frame } from 'playwright-core';
import { ADMIN, DEMO_PAGES, DEMO_SPACES } from '../../../local/demo';
import type { LevelList } from '../../../src/admin/change-levels';
import { pressEscape, type ServedSite } from '../../support/browser';
import { changeLevels, levelNamed, type LevelName } from '../../support/levels';
import { type Place, testPlaces } from '../../support/places';
import { putRow } from '../../support/stored-rows';
import { restrict } from '../../support/wiki-pages';

const path = '/settings';
const press = (app: Frame, name: string) => app.getByRole('button', { name, exact: true }).click();
const dialogOf = (app: Frame) => app.getByRole('dialog');
const submit = (app: Frame, name: string) => dialogOf(app).getByRole('button', { name, exact: true }).click();

const places: readonly Omit<Place, 'path'>[] = [
  {
    name: 'settings',
    open: async (app) => {
      await app.getByRole('row', { name: /Engineering/ }).waitFor();
      await app.getByText('The app can’t view the page').waitFor();
      for (const summary of await app.locator('summary').all()) await summary.click();
      await app.getByText('Payroll process').waitFor();
    },
  },
  {
    name: 'settings-found-spaces',
    open: async (app) => {
      await app.getByLabel('Find a space').fill('e');
      await app.getByRole('table', { name: 'Spaces found' }).waitFor();
    },
  },
  {
    name: 'settings-site',
    open: async (app) => {
      await press(app, 'Edit site settings');
      await dialogOf(app).waitFor();
    },
  },
  {
    name: 'settings-site-refused',
    open: async (app, _page, site) => {
      await press(app, 'Edit site settings');
      await dialogOf(app).getByLabel('Default level').selectOption(levelNamed(site, 'Highly Restricted').levelId);
      await submit(app, 'Save');
      await dialogOf(app).getByRole('alert').getByText('Space Engineering').waitFor();
    },
  },
  {
    name: 'settings-space-error',
    open: async (app, _page, site) => {
      await press(app, 'Edit settings for Engineering');
      await dialogOf(app).getByLabel('Default level').selectOption(levelNamed(site, 'Highly Restricted').levelId);
      await submit(app, 'Save');
      await dialogOf(app).getByText('isn’t in the level scheme').waitFor();
    },
  },
  {
    name: 'settings-space-conflict',
    open: async (app, _page, site) => {
      await press(app, 'Edit settings for Engineering');
      await dialogOf(app).getByLabel('Default level').selectOption('none');
      await changeLevels(site, 'createScheme', {
        name: `Theirs ${crypto.randomUUID()}`,
        levelIds: [levelNamed(site, 'Public').levelId],
      });
      await submit(app, 'Save');
      await dialogOf(app).getByText('Another admin changed the levels or settings').waitFor();
    },
  },
  {
    name: 'settings-scheme-errors',
    open: async (app) => {
      await press(app, 'Create level scheme');
      await submit(app, 'Create level scheme');
      await dialogOf(app).getByText('Enter a name.').waitFor();
    },
  },
  {
    name: 'settings-scheme-edit',
    open: async (app) => {
      await press(app, 'Edit Open');
      await dialogOf(app).waitFor();
    },
  },
  {
    name: 'settings-scheme-discard',
    open: async (app, page) => {
      await press(app, 'Edit Open');
      await dialogOf(app).getByLabel('Name').fill('Not saved');
      await pressEscape(page, app);
      await app.getByText('Discard changes?').waitFor();
    },
  },
  {
    name: 'settings-scheme-in-use',
    open: async (app) => {
      await press(app, 'Remove Open');
      await dialogOf(app).getByText('Engineering').waitFor();
    },
  },
  {
    name: 'settings-scheme-remove',
    open: async (app) => {
      await press(app, 'Remove Nobody uses it');
      await dialogOf(app).waitFor();
    },
  },
  {
    name: 'settings-failed',
    prepare: async (site) => site.host.faults.add({ target: 'confluence', status: 503, times: 2 }),
    open: async (app) => {
      await app.getByText('We couldn’t load the settings').waitFor();
      await app.getByText('We couldn’t load the daily check').waitFor();
    },
  },
  {
    name: 'settings-spaces-failed',
    open: async (app, _page, site) => {
      await app.getByRole('row', { name: /Engineering/ }).waitFor();
      site.host.faults.add({ target: 'confluence', match: '/spaces', status: 503, times: 1 });
      await app.getByLabel('Find a space').fill('Eng');
      await app.getByText('We couldn’t search for spaces.').waitFor();
    },
  },
];

describe('settings in use', () =>
  testPlaces(
    places.map((place) => ({ path, ...place })),
    seed,
  ));

describe('no settings', () =>
  testPlaces(
    [{ name: 'settings-empty', path, open: (app) => app.getByText('The daily check hasn’t run yet.').waitFor() }],
    () => Promise.resolve(),
  ));

async function seed(site: ServedSite): Promise<void> {
  const idOf = (name: LevelName) => levelNamed(site, name).levelId;
  const aScheme = async (name: string, ...names: readonly LevelName[]) =>
    changeLevels<LevelList & { schemeId: string }>(site, 'createScheme', { name, levelIds: names.map(idOf) });
  const { schemeId } = await aScheme('Open', 'Restricted', 'Internal', 'Public');
  await aScheme('Nobody uses it', 'Public');
  await changeLevels(site, 'changeSpaceSettings', { spaceId: DEMO_SPACES.ENG, schemeId });
  const [subLevel] = levelNamed(site, 'Restricted').subLevels;
  const defaultLevel = { levelId: idOf('Restricted'), subLevelId: subLevel?.subLevelId };
  await changeLevels(site, 'changeSpaceSettings', { spaceId: DEMO_SPACES.HR, defaultLevel });
  await changeLevels(site, 'changeSiteSettings', {
    lowering: 'justified',
    defaultLevel: { levelId: idOf('Internal') },
  });
  await restrict(site, DEMO_PAGES.payroll, 'read', [ADMIN.accountId]);
  const at = (minutes: number) => new Date(Date.parse('2026-11-20T04:00:00.000Z') + minutes * 60_000).toISOString();
  const counts = { checked: 12_345, moved: 2, classified: 1, notInspected: 23, unreadable: 1 };
  const unseenPageIds = [DEMO_PAGES.payroll, '999999999'];
  const last = { startedAt: at(0), finishedAt: at(31), counts, unseenPageIds };
  const start = { phase: 'records', time: '', key: '' };
  const run = { startedAt: at(1_440), touchedAt: at(1_450), ...start, counts, unseenPageIds };
  await putRow(site, 'config', 'reconciliation', { v: 1, rev: 1, value: { last, run } });
}
