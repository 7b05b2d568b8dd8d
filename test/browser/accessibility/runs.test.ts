import type { Frame } from 'playwright-core';
import { DEMO_PAGES } from '../../../local/demo';
import { type Place, testPlaces } from '../../support/places';
import { stopScans } from '../../support/stored-rows';

const path = '/background-work';
const ready = (app: Frame) => app.getByRole('table', { name: 'Background work' }).waitFor();

const places: readonly Omit<Place, 'path'>[] = [
  { name: 'runs', open: ready },
  {
    name: 'runs-cancel',
    open: async (app) => {
      await ready(app);
      await app
        .getByRole('button', { name: /^Cancel: / })
        .first()
        .click();
      await app.getByRole('dialog').waitFor();
    },
  },
];

testPlaces(
  places.map((place) => ({ ...place, path })),
  async (site) => {
    await stopScans(site);
    for (let n = 0; n < 4; n += 1)
      await site.admin('startScan', {
        of: { of: 'pages', pageIds: [DEMO_PAGES.welcome] },
        requestKey: crypto.randomUUID(),
      });
  },
);
