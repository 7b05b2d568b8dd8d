import type { Frame } from 'playwright-core';
import { DEMO_PAGES } from '../../../local/demo';
import type { LevelList } from '../../../src/admin/levels/change-levels';
import { pressEscape, type ServedSite } from '../../support/browser';
import { changeLevels, levelNamed } from '../../support/levels';
import { withPlaces } from '../../support/places';
import { itSlow } from '../../support/sample';
import { expectOk } from '../../support/wiki-pages';

const walk = withPlaces((site) => seed(site));

const path = '/levels';
const press = (app: Frame, name: string) => app.getByRole('button', { name, exact: true }).click();
const dialogOf = (app: Frame) => app.getByRole('dialog');
const submit = (app: Frame, name: string) => dialogOf(app).getByRole('button', { name, exact: true }).click();
const noDialog = (app: Frame) => dialogOf(app).waitFor({ state: 'detached' });

it('the list of levels is accessible, also after a move and a refused restore', async () => {
  const { app, check } = await walk({ path });
  await app.getByText('Not counted').first().waitFor();
  await app.getByText('Guideline (Internal)').click();
  await app.getByText('Archived sub-levels (1)').click();
  await app.getByText('Archived levels (').click();
  await press(app, 'Restore Public');
  await app.getByText('We couldn’t restore “Public”').waitFor();
  await check('levels');
  await press(app, 'Move Highly Restricted down');
  await app.locator('.level-moved').waitFor();
  await check('levels-moved');
});

itSlow('the dialogs of levels are accessible, with their errors and conflicts', async () => {
  const { app, page, site, check } = await walk({ path });
  await press(app, 'Create level');
  await dialogOf(app).getByLabel('Description').fill('x'.repeat(1_001));
  await submit(app, 'Create level');
  await dialogOf(app).getByText('Enter a name.').waitFor();
  await check('levels-create-errors');
  await submit(app, 'Cancel');
  await submit(app, 'Discard');
  await noDialog(app);

  await press(app, 'Edit Internal');
  await dialogOf(app).getByLabel('Guideline').fill('Mine.');
  const changes = { description: 'Their description', color: 'TEAL' };
  await changeLevels(site, 'editLevel', { levelId: levelNamed(site, 'Internal').levelId, changes });
  await submit(app, 'Save');
  await app.getByText('Another admin changed the levels or settings').waitFor();
  await check('levels-conflict');
  await pressEscape(page, app);
  await app.getByText('Discard changes?').waitFor();
  await submit(app, 'Discard');
  await noDialog(app);

  await press(app, 'Edit Public');
  await dialogOf(app).getByLabel('Text', { exact: true }).fill('Everyone can read this page.');
  await dialogOf(app).getByLabel('Contact').fill('press@example.com');
  await dialogOf(app).getByRole('group', { name: 'Preview' }).getByText('Contact: press@example.com').waitFor();
  await submit(app, 'Add language');
  await page.keyboard.type('german');
  await dialogOf(app).getByRole('group', { name: 'Language 1' }).getByLabel('Name', { exact: true }).fill('Öffentlich');
  await submit(app, 'Save');
  const ofLanguages = dialogOf(app).getByRole('group', { name: 'Other languages' });
  await ofLanguages.getByText('Language 1: enter a language code, such as de or pt-BR.').waitFor();
  await check('levels-banner-and-languages');
  await dialogOf(app).getByLabel('Language code').fill('DE');
  await submit(app, 'Save');
  await noDialog(app);
  await app.getByText('Other languages: Öffentlich (de)').waitFor();

  await press(app, 'Archive Restricted');
  await app.getByText('1 page has this level.').waitFor();
  await check('levels-archive-used');
  await submit(app, 'Cancel');
  await noDialog(app);
  await press(app, 'Archive People');
  await dialogOf(app).waitFor();
  await check('levels-sub-level-archive');
  await submit(app, 'Cancel');
  await noDialog(app);
  await press(app, 'Create sub-level of Public');
  await submit(app, 'Create sub-level');
  await app.getByText('Enter a name.').waitFor();
  await check('levels-sub-level-create');
});

const GUIDELINE = Array.from({ length: 12 }, (_, index) => `${index + 1}. Do what is right with pages of this level.`);

it('an admin imports levels from labels after a check, and undoes it; the dialog is accessible in each state', async () => {
  const { app, site, check } = await walk({ path });
  const settle = () => site.host.background.settle();
  const label = (pageId: string, ...names: readonly string[]) =>
    expectOk(
      site.wiki(
        'POST',
        `/rest/api/content/${pageId}/label`,
        names.map((name) => ({ prefix: 'global', name })),
      ),
    );
  await label(DEMO_PAGES.glossary, 'team');
  await label(DEMO_PAGES.runbooks, 'team', 'secret');
  const levelOf = async (pageId: string) => (await site.action('get-level', { pageId })).levelName;
  await press(app, 'Import levels from labels');
  await submit(app, 'Add label');
  await submit(app, 'Check pages');
  await dialogOf(app).getByText('Enter a label.').first().waitFor();
  await check('label-import-errors');
  for (const [index, name, level] of [
    [0, 'team', 'Internal'],
    [1, 'secret', 'Restricted'],
  ] as const) {
    await dialogOf(app).getByRole('textbox').nth(index).fill(name);
    await dialogOf(app).getByRole('combobox').nth(index).selectOption({ label: level });
  }
  await submit(app, 'Check pages');
  for (const done of [1, 2]) {
    await dialogOf(app).getByRole('progressbar').waitFor();
    await settle();
    await dialogOf(app)
      .getByText('Checked. Nothing has changed yet.')
      .nth(done - 1)
      .waitFor();
  }
  await dialogOf(app).getByText('1 page would get the level Restricted.').waitFor();
  await check('label-import-checked');
  expect([await levelOf(DEMO_PAGES.glossary), await levelOf(DEMO_PAGES.runbooks)]).toEqual([null, null]);
  const inTurn = async (name: string, text: string) => {
    await submit(app, name);
    for (const done of [1, 2]) {
      await dialogOf(app).getByRole('progressbar').waitFor();
      await settle();
      await dialogOf(app)
        .getByText(text)
        .nth(done - 1)
        .waitFor();
    }
  };
  await inTurn('Change 2 pages', 'Levels changed');
  await check('label-import-done');
  expect([await levelOf(DEMO_PAGES.glossary), await levelOf(DEMO_PAGES.runbooks)]).toEqual(['Internal', 'Restricted']);
  await inTurn('Undo', 'Undone');
  expect(await levelOf(DEMO_PAGES.runbooks)).toBe(null);
  await submit(app, 'Close');
  await noDialog(app);
});

async function seed(site: ServedSite): Promise<void> {
  const idOf = (name: Parameters<typeof levelNamed>[1]) => levelNamed(site, name).levelId;
  await changeLevels(site, 'editLevel', { levelId: idOf('Internal'), changes: { guideline: GUIDELINE.join('\n') } });
  // Every color is somewhere.
  for (const color of ['RED', 'YELLOW', 'LIME', 'TEAL', 'NAVY', 'PURPLE', 'GREY']) {
    await changeLevels(site, 'createLevel', { name: `In ${color.toLowerCase()}`, color, description: 'A color.' });
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
