import { ADMIN, DEMO_PAGES, DEMO_SPACES } from '../../../local/demo';
import { withPlaces } from '../../support/places';
import { aPage, restrict } from '../../support/wiki-pages';

const walk = withPlaces(async (site) => {
  const hidden = await aPage(site);
  await restrict(site, hidden, 'read', [ADMIN.accountId]);
  const start = (of: object) => site.admin('startScan', { of, requestKey: crypto.randomUUID() });
  await start({ of: 'space', spaceId: DEMO_SPACES.ENG });
  await start({ of: 'pages', pageIds: [hidden, DEMO_PAGES.engHome] });
  await site.host.background.settle();
  await start({ of: 'site', onlyStale: true });
});

it('the Scans page and its dialogs are accessible', async () => {
  const { app, check } = await walk({ path: '/scans' });
  const dialog = app.getByRole('dialog');
  const close = async (name: string) => {
    await dialog.getByRole('button', { name, exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
  };
  for (const name of ['Scans', 'Pages']) await app.getByRole('table', { name, exact: true }).waitFor();
  await app.getByLabel('Every week').waitFor();
  await check('scans');

  await app.getByRole('button', { name: /^Pages in the scan/ }).click();
  await dialog.getByText('Couldn’t be scanned').waitFor();
  await check('scans-pages');
  await close('Close');

  await app.getByRole('button', { name: /^Cancel scan: / }).click();
  await dialog.waitFor();
  await check('scans-cancel');
  await close('Keep running');

  await app.getByRole('button', { name: 'Start scan', exact: true }).click();
  await dialog.getByLabel('One space').check();
  await dialog.getByRole('button', { name: 'Start scan' }).click();
  await dialog.getByText('Choose a space.').waitFor();
  await check('scans-start-errors');
});
