import { storeFinding } from '../../support/findings';
import { observe } from '../../support/observed';
import { withPlaces } from '../../support/places';
import { itSlow } from '../../support/sample';
import { aPage } from '../../support/wiki-pages';

const walk = withPlaces(async (site) => {
  await observe(site, ['card-pan', 'iban', 'us-ssn'], { triggers: { onPublish: false, schedule: 'off' } });
  const [one, other] = [await aPage(site), await aPage(site)];
  for (const pageId of [one, one, other]) await storeFinding(site, pageId, { detectorId: 'card-pan' });
  await storeFinding(site, one, { detectorId: 'iban' });
});

it('new detectors are turned on one by one or all at once, with undo, and are accessible', async () => {
  const { app, check } = await walk({ path: '/new-detectors' });
  const table = app.getByRole('table', { name: 'New detectors' });
  const dialog = app.getByRole('dialog');
  await table.getByText('3 findings on 2 pages').waitFor();
  await check('new-detectors', '#new-detectors-list');

  await app.getByRole('button', { name: /^Turn on: .*card/ }).click();
  await dialog.getByText('3 findings on pages that you can view become open at once').waitFor();
  await check('new-detectors-turn-on');
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  await app.getByText('1 detector turned on').waitFor();
  await app.getByRole('button', { name: 'Undo' }).click();
  await app.getByRole('button', { name: /^Turn on: .*card/ }).waitFor();

  await app.getByRole('button', { name: 'Turn on all' }).click();
  await dialog.getByText('4 findings on pages').waitFor();
  await check('new-detectors-turn-all-on');
  await dialog.getByRole('button', { name: 'Turn on all' }).click();
  await app.getByText('All new detectors are on.').waitFor();
});

itSlow('the number of findings leads to the list of observed findings', async () => {
  const { app } = await walk({ path: '/new-detectors' });
  await app.getByText(/^Turned on/).click();
  await app.getByRole('button', { name: 'Observe again: IBAN' }).click();
  await app.getByRole('row').filter({ hasText: 'IBAN' }).getByRole('link', { name: '1 finding on 1 page' }).click();
  await app.getByRole('row').filter({ hasText: 'IBAN' }).getByText('Observed', { exact: true }).waitFor();
});
