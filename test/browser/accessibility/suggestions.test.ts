import { withPlaces } from '../../support/places';
import { levelNamed } from '../../support/levels';
import { storeFinding, storePageScan } from '../../support/findings';
import { stopScans } from '../../support/stored-rows';
import { aPage, storeLevel } from '../../support/wiki-pages';

const walk = withPlaces(async (site) => {
  await stopScans(site);
  const level = (name: 'Internal' | 'Restricted') => levelNamed(site, name).levelId;
  const parentId = await aPage(site, { parentId: await aPage(site) });
  await storeLevel(site, parentId, level('Restricted'));
  for (let n = 0; n < 5; n += 1) await storeLevel(site, await aPage(site, { parentId }), level('Internal'));
  for (let n = 0; n < 3; n += 1) await aPage(site, { parentId });
  const found = await aPage(site);
  const findingIds = [await storeFinding(site, found, { severity: 'critical' })];
  await storePageScan(site, found, findingIds);
});

it('the suggestions are set and undone in their dialog, and are accessible', async () => {
  const { site, app, check } = await walk({ path: '/suggestions' });
  const dialog = app.getByRole('dialog');
  await app.getByRole('table', { name: 'Suggested levels' }).waitFor();
  await check('suggestions');
  await app.getByRole('button', { name: 'Select all strong' }).click();
  await app.getByText('3 pages selected').waitFor();
  await check('suggestions-selected');
  await app.getByRole('button', { name: 'Set the suggested levels' }).click();
  await dialog.getByText('Restricted: 3 pages').waitFor();
  await check('suggestions-confirm');
  await dialog.getByRole('button', { name: 'Set 3 levels' }).click();
  await dialog.getByRole('progressbar').waitFor();
  await site.host.background.settle();
  await dialog.getByText('3 pages have the suggested level now.').waitFor();
  await check('suggestions-done');
  await dialog.getByRole('button', { name: 'Undo' }).click();
  await dialog.getByRole('progressbar').waitFor();
  await site.host.background.settle();
  await dialog.getByText('3 pages have no level again.').waitFor();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await app.getByRole('checkbox').first().waitFor();
});
