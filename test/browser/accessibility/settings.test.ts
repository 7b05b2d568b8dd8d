import type { Frame } from 'playwright-core';
import { ADMIN, DEMO_PAGES, DEMO_SPACES, SPACE_ADMIN } from '../../../local/demo';
import type { LevelList } from '../../../src/admin/levels/change-levels';
import { goTo } from '../../support/admin-navigation';
import { pressEscape, type ServedSite } from '../../support/browser';
import { changeLevels, levelNamed, type LevelName } from '../../support/levels';
import { withPlaces } from '../../support/places';
import { itSlow } from '../../support/sample';
import { putRow } from '../../support/stored-rows';
import { restrict } from '../../support/wiki-pages';

const walk = withPlaces(seed);

const path = '/policy';
const press = (app: Frame, name: string) => app.getByRole('button', { name, exact: true }).click();
const dialogOf = (app: Frame) => app.getByRole('dialog');
const submit = (app: Frame, name: string) => dialogOf(app).getByRole('button', { name, exact: true }).click();
const noDialog = (app: Frame) => dialogOf(app).waitFor({ state: 'detached' });

async function discard(app: Frame): Promise<void> {
  await submit(app, 'Cancel');
  await submit(app, 'Discard');
  await noDialog(app);
}

it('the rules, the spaces and their dialogs with what they refuse are accessible', async () => {
  const { app, site, check } = await walk({ path });
  await app.getByText('Reminders for authors').waitFor();
  await app.getByText('Critical or higher', { exact: true }).waitFor();
  for (const summary of await app.locator('summary').all()) await summary.click();
  await check('settings');

  await press(app, 'Edit site settings');
  await dialogOf(app).getByLabel('Default level').selectOption(levelNamed(site, 'Highly Restricted').levelId);
  await submit(app, 'Save');
  await dialogOf(app).getByRole('alert').getByText('Space Engineering').waitFor();
  await check('settings-site-refused');
  await discard(app);

  await goTo(app, 'Spaces');
  await press(app, 'Edit settings for Engineering');
  await app.getByRole('menuitem', { name: 'Edit levels' }).click();
  await dialogOf(app).getByLabel('Default level').selectOption(levelNamed(site, 'Highly Restricted').levelId);
  await submit(app, 'Save');
  await dialogOf(app).getByText('isn’t one of the allowed levels').waitFor();
  await check('settings-space-error');
  await dialogOf(app).getByLabel('Default level').selectOption('none');
  const levelIds = [levelNamed(site, 'Public').levelId];
  await changeLevels(site, 'createScheme', { name: 'Theirs', levelIds });
  await submit(app, 'Save');
  await dialogOf(app).getByText('Another admin changed the levels or settings').waitFor();
  await check('settings-space-conflict');
  await discard(app);

  await app.getByLabel('Find a space').fill('e');
  await app.getByRole('table', { name: 'Spaces found' }).waitFor();
  await check('settings-found-spaces');
  site.host.faults.add({ target: 'confluence', match: '/spaces', status: 503, times: 1 });
  await app.getByLabel('Find a space').fill('Eng');
  await app.getByText('We couldn’t search for spaces.').waitFor();
  await check('settings-spaces-failed');
});

itSlow('the settings for pages and the update of all pages are accessible', async () => {
  const { app, site, check } = await walk({ path });
  await press(app, 'Edit settings for pages');
  await dialogOf(app).getByLabel('Remove detected values from the page').check();
  await dialogOf(app).getByText('People can permanently change page content').waitFor();
  await dialogOf(app).getByLabel('Search spaces').fill('Engin');
  await dialogOf(app).getByRole('checkbox', { name: 'Engineering' }).check();
  await check('settings-surfaces');
  await changeLevels(site, 'changeSiteSettings', { lowering: 'forbidden' });
  await submit(app, 'Save');
  await dialogOf(app).getByText('Another admin changed the levels or settings').waitFor();
  await check('settings-surfaces-conflict');
  await discard(app);

  await goTo(app, 'Scans', 'Background work');
  await app.getByText('The app can’t view the page').waitFor();
  for (const summary of await app.locator('summary').all()) await summary.click();
  await app.getByText('Payroll process').waitFor();
  await press(app, 'Update all pages');
  await app.getByRole('progressbar', { name: 'Progress of the update' }).waitFor();
  await check('settings-mirror-running');
  await press(app, 'Cancel the update of pages');
  await dialogOf(app).getByText('Cancel the update of pages?').waitFor();
  await check('settings-mirror-cancel');
});

itSlow(
  'the reminders for authors are accessible: off, on, and refused because another admin changed the settings',
  async () => {
    const { app, page, site, check } = await walk({ path });
    const section = app.getByRole('region', { name: 'Reminders for authors' });
    const status = section.getByRole('status');
    const toggle = (name: string) => section.getByRole('button', { name, exact: true }).press('Enter');
    const stored = async () => ((await site.admin('listLevels', {})).value as LevelList).settings.mentions === true;

    await section.getByText('Off', { exact: true }).waitFor();
    await check('settings-mentions-off');
    await changeLevels(site, 'changeSiteSettings', { lowering: 'allowed' });
    await toggle('Turn on reminders');
    await section.getByText('The setting wasn’t changed').waitFor();
    await check('settings-mentions-conflict');
    expect(await stored()).toBe(false);

    await section.getByRole('button', { name: 'Try again' }).click();
    await section.getByText('The setting wasn’t changed').waitFor({ state: 'detached' });
    await toggle('Turn on reminders');
    await section.getByText('On', { exact: true }).waitFor();
    await check('settings-mentions-on');
    expect(await stored()).toBe(true);
    // The section has no dialog, so the address stays, and a reload shows the stored setting.
    expect(new URL(page.url()).search).toBe('');
    await app.goto(app.url());
    await section.getByRole('button', { name: 'Turn off reminders' }).waitFor();
    expect(await status.textContent()).toBe('On');
    await toggle('Turn off reminders');
    await section.getByText('Off', { exact: true }).waitFor();
    expect(await stored()).toBe(false);
  },
);

itSlow('the dialogs of allowed levels are accessible', async () => {
  const { app, page, check } = await walk({ path });
  await press(app, 'Create allowed levels');
  await submit(app, 'Create allowed levels');
  await dialogOf(app).getByText('Enter a name.').waitFor();
  await dialogOf(app).getByText('Select at least one level.').waitFor();
  await check('settings-scheme-errors');
  await submit(app, 'Cancel');
  await noDialog(app);

  await press(app, 'Edit Open');
  await dialogOf(app).getByLabel('Name').fill('Not saved');
  await check('settings-scheme-edit');
  await pressEscape(page, app);
  await app.getByText('Discard changes?').waitFor();
  await check('settings-scheme-discard');
  await submit(app, 'Discard');
  await noDialog(app);

  await press(app, 'Remove Open');
  await dialogOf(app).getByText('Engineering').waitFor();
  await check('settings-scheme-in-use');
  await submit(app, 'Close');
  await noDialog(app);
  await press(app, 'Remove Nobody uses it');
  await dialogOf(app).waitFor();
  await check('settings-scheme-remove');
});

it('the section for space admins and its dialog are accessible', async () => {
  const { app, site, check } = await walk({ path: '/spaces' });
  await changeLevels(site, 'changeDelegated', { delegated: ['defaultLevel', 'levels'] });
  const levelIds = [levelNamed(site, 'Internal').levelId, levelNamed(site, 'Public').levelId];
  const inEng = { spaceKey: 'ENG', as: SPACE_ADMIN.email };
  const { value } = await site.surface('space-classification-settings', 'openSpaceSettings', {}, inEng);
  const own = { revision: value.revision, levelIds, defaultLevel: { levelId: levelIds[0] } };
  const saved = await site.surface('space-classification-settings', 'saveSpaceSettings', own, inEng);
  expect(saved.value.outcome).toBe('saved');
  await app.goto(app.url());

  await press(app, 'Edit what space admins can set');
  await dialogOf(app)
    .getByRole('checkbox', { name: /^Lowering levels/ })
    .check();
  await dialogOf(app)
    .getByRole('checkbox', { name: /^Default level/ })
    .uncheck();
  await dialogOf(app).getByText('Spaces follow the site’s settings again').waitFor();
  await check('settings-space-admins-dialog');
  await submit(app, 'Save');
  await noDialog(app);

  const section = app.getByRole('region', { name: 'Space admins' });
  await section.getByText('Allowed levels, Lowering levels', { exact: true }).waitFor();
  await section.getByText('Default level: Internal (no effect').waitFor();
  await check('settings-space-admins');
});

itSlow('a page that cannot be loaded is accessible', async () => {
  const { app, site, check } = await walk({ path });
  site.host.faults.add({ target: 'confluence', status: 503, times: 2 });
  await app.goto(app.url());
  await app.getByText('We couldn’t load the settings').waitFor();
  await check('settings-failed');
});

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
  const next = { ticket: crypto.randomUUID(), step: 20, touchedAt: at(1_450) };
  const run = { startedAt: at(1_440), ...next, ...start, counts, unseenPageIds };
  await putRow(site, 'config', 'reconciliation', { v: 1, rev: 1, value: { last, run } });
}
