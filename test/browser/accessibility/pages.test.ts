import { withPlaces } from '../../support/places';
import { levelNamed } from '../../support/levels';
import { storeFinding, storePageScan } from '../../support/findings';
import { stopScans } from '../../support/stored-rows';
import { aPage, storeLevel } from '../../support/wiki-pages';

const walk = withPlaces(async (site) => {
  await stopScans(site);
  const level = (name: 'Public' | 'Restricted') => levelNamed(site, name).levelId;
  for (let n = 0; n < 3; n += 1) {
    const found = await aPage(site);
    await storeLevel(site, found, level(n === 0 ? 'Restricted' : 'Public'));
    await storePageScan(site, found, [await storeFinding(site, found, { severity: 'critical', detectorId: 'ssn' })]);
  }
  for (let n = 0; n < 60; n += 1) await aPage(site);
});

it('all matching pages get a level after a dry run, also after a reload, and lose it again by an undo', async () => {
  const { site, app, page, check } = await walk({ path: '/pages' });
  const settle = () => site.host.background.settle();
  await app.getByRole('table', { name: 'Pages' }).waitFor();
  await check('pages');
  await app.getByLabel('Level', { exact: true }).selectOption('none');
  await app.getByRole('button', { name: 'Save view' }).click();
  await app.getByRole('dialog').getByLabel('Name').fill('No level yet');
  await app.getByRole('dialog').getByRole('button', { name: 'Save view' }).click();
  await app.getByRole('button', { name: 'No level yet', exact: true }).waitFor();
  await app.getByLabel('Select all shown pages').check();
  await app.getByRole('button', { name: 'Select all matching pages' }).click();
  await check('pages-selected');
  await app.getByRole('button', { name: 'Set level' }).click();
  const dialog = app.getByRole('dialog', { name: 'Set level' });
  await dialog.getByLabel(/^Level/).selectOption({ label: 'Internal' });
  await check('pages-set');
  await dialog.getByRole('button', { name: 'Check pages' }).click();
  await dialog.getByRole('progressbar').waitFor();
  await settle();
  await dialog.getByText('Checked. Nothing has changed yet.').waitFor();
  await check('pages-checked');
  await dialog.getByRole('button', { name: /^Change \d+ pages$/ }).click();
  await dialog.getByRole('progressbar').waitFor();
  await page.reload();
  const again = page.frames()[1] ?? app;
  const reloaded = again.getByRole('dialog', { name: 'Set level' });
  await settle();
  await reloaded.getByText('Levels changed').waitFor();
  await reloaded.getByRole('button', { name: 'Undo' }).click();
  await reloaded.getByRole('progressbar').waitFor();
  await settle();
  await reloaded.getByText(/their previous level again/).waitFor();
  await reloaded.getByRole('button', { name: 'Close' }).last().click();
  await again.getByRole('table', { name: 'Pages' }).waitFor();
});

it('a link shows the pages with severe findings alone, and a chosen page is scanned', async () => {
  const { app } = await walk({ path: '/pages?severity=critical%2Chigh' });
  await app.getByText('3 pages. Sorted: newest pages first.').waitFor();
  await app
    .getByLabel(/^Select Page number/)
    .first()
    .check();
  await app
    .getByRole('group', { name: 'Actions for the selected pages' })
    .getByRole('button', { name: 'Scan' })
    .click();
  await app.getByRole('dialog').getByRole('button', { name: 'Scan' }).click();
  await app.getByRole('dialog', { name: 'Scan', exact: true }).getByRole('progressbar').waitFor();
});
