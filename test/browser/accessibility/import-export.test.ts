import type { Frame, Page } from 'playwright-core';
import { DEMO_PAGES } from '../../../local/demo';
import { type Place, testPlaces } from '../../support/places';

const path = '/import-export';

const choose = (app: Frame, text: string) =>
  app
    .getByLabel('CSV file', { exact: true })
    .setInputFiles({ name: 'levels of the old app.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
const FILE = [
  'Page,Level,Sub-level,Justification',
  `https://example.atlassian.net/wiki/spaces/HR/pages/${DEMO_PAGES.payroll}/Payroll+process+with+a+long+title,restricted/finance,,`,
  `${DEMO_PAGES.welcome},Public,,`,
  `${DEMO_PAGES.hrRestricted},Internal,,`,
  ',Public,,',
  `${DEMO_PAGES.glossary},${'Geheim'.repeat(20)},,`,
].join('\n');

const dryRun = async (app: Frame) => {
  await choose(app, FILE);
  await app.getByRole('button', { name: 'Start dry run' }).click();
  await app.locator('.message-title').getByText('Dry run finished. Nothing was changed.').waitFor();
};

/** Leaves an operation without an answer, so that the page stays as it is while it waits. */
const neverAnswer = (page: Page, operation: string) =>
  page.route('**/site/bridge/invoke', (route) =>
    route.request().postDataJSON().functionKey === operation ? undefined : route.fallback(),
  );

const places: readonly Place[] = [
  { name: 'import-export', path },
  { name: 'import-chosen', path, open: (app) => choose(app, FILE) },
  {
    name: 'import-wrong-file',
    path,
    open: async (app) => {
      await choose(app, 'page,level\n');
      await app.getByText('no rows after the header line').waitFor();
    },
  },
  { name: 'import-unmapped', path, open: (app) => choose(app, 'a,b\n1,2') },
  {
    name: 'import-running',
    path,
    open: async (app, page) => {
      await neverAnswer(page, 'importPageLevels');
      await choose(app, FILE);
      await app.getByRole('button', { name: 'Start dry run' }).click();
      await app.getByRole('progressbar').waitFor();
    },
  },
  { name: 'import-dry-run', path, open: dryRun },
  {
    name: 'import-confirm',
    path,
    open: async (app) => {
      await dryRun(app);
      await app.getByRole('button', { name: /^Import [0-9]/ }).click();
      await app.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'import-levels-looked-at',
    path,
    open: async (app) => {
      const text = 'name,parent,color\nTop secret,,RED\nPlans,top secret,\nPink,,PINK\nPublic,,GREEN';
      const file = { name: 'levels.csv', mimeType: 'text/csv', buffer: Buffer.from(text) };
      await app.getByLabel('CSV file with levels').setInputFiles(file);
      await app.getByRole('button', { name: /^Create/ }).waitFor();
    },
  },
  {
    name: 'exported',
    path,
    open: async (app) => {
      await app.getByRole('button', { name: 'Page levels (CSV)' }).click();
      await app.getByRole('link', { name: /^Download/ }).waitFor();
    },
  },
];

testPlaces(places, () => Promise.resolve());
