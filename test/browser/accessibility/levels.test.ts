import type { Frame } from 'playwright-core';
import { DEMO_PAGES } from '../../../local/demo';
import type { LevelList } from '../../../src/admin/change-levels';
import { pressEscape, type ServedSite } from '../../support/browser';
import { archiveLevels, changeLevels, levelNamed } from '../../support/levels';
import { type Place, testPlaces } from '../../support/places';

const path = '/levels';
const press = (app: Frame, name: string) => app.getByRole('button', { name, exact: true }).click();
const openArchived = (app: Frame) => app.getByText('Archived levels (').click();

const places: readonly Omit<Place, 'path'>[] = [
  {
    name: 'levels',
    open: async (app) => {
      await app.getByText('1 page', { exact: true }).waitFor();
      await app.getByText('Guideline (Internal)').click();
      await app.getByText('Archived sub-levels (1)').click();
    },
  },
  {
    name: 'levels-create-errors',
    open: async (app) => {
      await press(app, 'Create level');
      const dialog = app.getByRole('dialog');
      await dialog.getByLabel('Description').fill('x'.repeat(1_001));
      await dialog.getByRole('button', { name: 'Create level' }).click();
      await dialog.getByText('Enter a name.').waitFor();
    },
  },
  {
    name: 'levels-edit',
    open: async (app) => {
      await press(app, 'Edit Internal');
      await app.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'levels-discard',
    open: async (app, page) => {
      await press(app, 'Edit Internal');
      await app.getByRole('dialog').getByLabel('Name').fill('Not saved');
      await pressEscape(page, app);
      await app.getByText('Discard changes?').waitFor();
    },
  },
  {
    name: 'levels-conflict',
    open: async (app, _page, site) => {
      await press(app, 'Edit Internal');
      const dialog = app.getByRole('dialog');
      await dialog.getByLabel('Guideline').fill('Mine.');
      await changeLevels(site, 'editLevel', {
        levelId: levelNamed(site, 'Internal').levelId,
        changes: { description: `Said by somebody else ${crypto.randomUUID()}`, color: 'TEAL' },
      });
      await dialog.getByRole('button', { name: 'Save' }).click();
      await app.getByText('Another admin changed the levels or settings').waitFor();
    },
  },
  {
    name: 'levels-archive-used',
    open: async (app) => {
      await press(app, 'Archive Restricted');
      await app.getByText('1 page has this level.').waitFor();
    },
  },
  {
    name: 'levels-moved',
    open: async (app) => {
      await press(app, 'Move Public up');
      await press(app, 'Undo move of Public');
      await press(app, 'Move Highly Restricted down');
      await app.locator('.level-moved').waitFor();
    },
  },
  {
    name: 'levels-archived',
    open: async (app) => {
      await openArchived(app);
      await press(app, 'Restore Public');
      await app.getByText('We couldn’t restore “Public”').waitFor();
    },
  },
  {
    name: 'levels-sub-level-create',
    open: async (app) => {
      await press(app, 'Create sub-level of Public');
      await app.getByRole('dialog').getByRole('button', { name: 'Create sub-level' }).click();
      await app.getByText('Enter a name.').waitFor();
    },
  },
  {
    name: 'levels-sub-level-archive',
    open: async (app) => {
      await press(app, 'Archive People');
      await app.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'levels-not-counted',
    prepare: async (site) => {
      const { value } = await site.admin('listLevels', {});
      site.host.faults.add({ target: 'kvs', match: '/entity/query', status: 503, times: value.levels.length });
    },
    open: async (app, _page, site) => {
      await app.getByText('We couldn’t count the pages').waitFor();
      site.host.faults.add({ target: 'kvs', times: 0 });
    },
  },
  {
    name: 'levels-failed',
    prepare: async (site) => site.host.faults.add({ target: 'confluence', status: 503, times: 1 }),
    open: (app) => app.getByText('We couldn’t load the levels').waitFor(),
  },
];

describe('levels in use', () =>
  testPlaces(
    places.map((place) => ({ path, ...place })),
    seed,
  ));

describe('no levels', () =>
  testPlaces([{ name: 'levels-empty', path, open: openArchived }], (site) =>
    archiveLevels(site, ['Highly Restricted', 'Restricted', 'Internal', 'Public']),
  ));

const GUIDELINE = Array.from({ length: 12 }, (_, index) => `${index + 1}. Do what is right with pages of this level.`);

async function seed(site: ServedSite): Promise<void> {
  const idOf = (name: Parameters<typeof levelNamed>[1]) => levelNamed(site, name).levelId;
  await changeLevels(site, 'editLevel', { levelId: idOf('Internal'), changes: { guideline: GUIDELINE.join('\n') } });
  // Every colour is somewhere.
  for (const color of ['RED', 'YELLOW', 'LIME', 'TEAL', 'NAVY', 'PURPLE', 'GREY']) {
    await changeLevels(site, 'createLevel', { name: `In ${color.toLowerCase()}`, color, description: 'A colour.' });
  }
  const { levelId } = await changeLevels<LevelList & { levelId: string }>(site, 'createLevel', {
    name: 'Old',
    color: 'PURPLE',
  });
  await changeLevels(site, 'archiveLevel', { levelId });
  await changeLevels(site, 'editLevel', { levelId, changes: { name: 'Public' } });
  const { subLevelId } = await changeLevels<LevelList & { subLevelId: string }>(site, 'createSubLevel', {
    levelId: idOf('Restricted'),
    name: 'Legal',
  });
  await changeLevels(site, 'archiveSubLevel', { levelId: idOf('Restricted'), subLevelId });
  const { key } = await site.createKey({ name: 'Payroll export', levelLimit: ['unclassified', idOf('Restricted')] });
  const body = { pageId: DEMO_PAGES.officeGuide, levelId: idOf('Restricted') };
  expect((await site.rest('POST', '/v1/page-level', { key, body })).status).toBe(201);
}
