import type { Frame } from 'playwright-core';
import { DEMO_PAGES } from '../../../local/demo';
import { withPlaces } from '../../support/places';
import { itSlow } from '../../support/sample';

const walk = withPlaces(() => Promise.resolve());

const path = '/import-export';
const choose = (app: Frame, text: string, label = 'CSV file') =>
  app
    .getByLabel(label, { exact: true })
    .setInputFiles({ name: 'levels of the old app.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
const FILE = [
  'Page,Level,Sub-level,Justification',
  `https://example.atlassian.net/wiki/spaces/HR/pages/${DEMO_PAGES.payroll}/Payroll+process+with+a+long+title,restricted/finance,,`,
  `${DEMO_PAGES.welcome},Public,,`,
  `${DEMO_PAGES.hrRestricted},Internal,,`,
  ',Public,,',
  `${DEMO_PAGES.glossary},${'Geheim'.repeat(20)},,`,
].join('\n');

const LEVELS = 'name,parent,color\nTop secret,,RED\nPlans,top secret,\nPink,,PINK\nPublic,,GREEN';

it('an import of page levels is accessible from its file to its confirmation', async () => {
  const { app, page, check } = await walk({ path });
  await choose(app, 'page,level\n');
  await app.getByText('no rows after the header line').waitFor();
  await check('import-wrong-file');
  await choose(app, 'a,b\n1,2');
  await app.getByText('Column', { exact: false }).first().waitFor();
  await check('import-unmapped');

  await choose(app, FILE);
  // A dry run without a response stays as it is.
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/site/bridge/invoke', async (route) => {
    if (route.request().postDataJSON().functionKey === 'importPageLevels') await released;
    await route.continue();
  });
  await app.getByRole('button', { name: 'Start dry run' }).click();
  await app.getByRole('progressbar').waitFor();
  await check('import-running');
  release();
  await app.locator('.message-title').getByText('Dry run finished. Nothing was changed.').waitFor();
  await check('import-dry-run');
  await app.getByRole('button', { name: /^Import [0-9]/ }).click();
  await app.getByRole('dialog').waitFor();
  await check('import-confirm');
});

itSlow('an import of levels and an export are accessible', async () => {
  const { app, check } = await walk({ path });
  await check('import-export');
  await choose(app, LEVELS, 'CSV file with levels');
  await app.getByRole('button', { name: /^Create/ }).waitFor();
  await app.getByRole('button', { name: 'Page levels (CSV)' }).click();
  await app.getByRole('link', { name: /^Download/ }).waitFor();
  await check('import-levels-and-exported');
});
