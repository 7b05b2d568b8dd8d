import { DEMO_PAGES } from '../../../local/demo';
import { withPlaces } from '../../support/places';
import { stopScans } from '../../support/stored-rows';

const walk = withPlaces(async (site) => {
  await stopScans(site);
  for (let n = 0; n < 4; n += 1)
    await site.admin('startScan', {
      of: { of: 'pages', pageIds: [DEMO_PAGES.welcome] },
      requestKey: crypto.randomUUID(),
    });
});

it('the list of background work and its dialog are accessible', async () => {
  const { app, check } = await walk({ path: '/background-work' });
  await app.getByRole('table', { name: 'Background work' }).waitFor();
  await check('runs');
  await app
    .getByRole('button', { name: /^Cancel: / })
    .first()
    .click();
  await app.getByRole('dialog').waitFor();
  await check('runs-cancel');
});
