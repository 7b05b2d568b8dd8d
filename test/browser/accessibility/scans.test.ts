import type { Frame } from 'playwright-core';
import { ADMIN, DEMO_PAGES, DEMO_SPACES } from '../../../local/demo';
import { type Place, testPlaces } from '../../support/places';
import { aPage, restrict } from '../../support/wiki-pages';

const path = '/scans';
const press = (app: Frame, name: string) => app.getByRole('button', { name, exact: true }).click();
const dialogOf = (app: Frame) => app.getByRole('dialog');
const ready = async (app: Frame) => {
  await app.getByRole('table', { name: 'Scans' }).waitFor();
  await app.getByRole('table', { name: 'Pages' }).waitFor();
};

const places: readonly Omit<Place, 'path'>[] = [
  { name: 'scans', open: ready },
  {
    name: 'scans-start-errors',
    open: async (app) => {
      await press(app, 'Start scan');
      await dialogOf(app).getByLabel('One space').check();
      await dialogOf(app).getByRole('button', { name: 'Start scan' }).click();
      await dialogOf(app).getByText('Choose a space.').waitFor();
    },
  },
  {
    name: 'scans-pages',
    open: async (app) => {
      await ready(app);
      await app.getByRole('button', { name: /^Pages in the scan/ }).click();
      await dialogOf(app).getByText('Couldn’t be scanned').waitFor();
    },
  },
  {
    name: 'scans-cancel',
    open: async (app) => {
      await ready(app);
      await app.getByRole('button', { name: /^Cancel scan: / }).click();
      await dialogOf(app).waitFor();
    },
  },
];

testPlaces(
  places.map((place) => ({ ...place, path })),
  async (site) => {
    const hidden = await aPage(site);
    await restrict(site, hidden, 'read', [ADMIN.accountId]);
    const start = (of: object) => site.admin('startScan', { of, requestKey: crypto.randomUUID() });
    await start({ of: 'space', spaceId: DEMO_SPACES.ENG });
    await start({ of: 'pages', pageIds: [hidden, DEMO_PAGES.engHome] });
    await site.host.background.settle();
    await start({ of: 'site', onlyStale: true });
  },
);
