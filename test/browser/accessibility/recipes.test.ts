import { DEMO_PAGES } from '../../../local/demo/ids';
import { withPlaces } from '../../support/places';
import { askToSend, chooseKey, chooseLevel, fillPair, labelField, SEND } from '../../support/recipe-page';
import { itSlow } from '../../support/sample';

/** The key that tries the recipes. */
let key = '';
const walk = withPlaces(async (site) => {
  await site.createKey({ name: 'Export', classificationScope: 'read', detectionScope: 'read' });
  ({ key } = await site.createKey({ name: 'Publish rule', classificationScope: 'write' }));
});

it('recipes with actions are accessible', async () => {
  const { app, check } = await walk({ path: '/recipes' });
  await app.getByRole('heading', { name: 'Every new page gets a level' }).waitFor();
  await check('recipes-actions');
});

itSlow('recipes for published and labeled pages are accessible, and so is a test request', async () => {
  const { app, check } = await walk({ path: '/recipes?with=web-request' });
  await check('recipes');
  await chooseLevel(app, 'Internal');
  await app.getByLabel('Change their level').check();
  await askToSend(app, key, DEMO_PAGES.payroll);
  await app.getByText('Payroll process').waitFor();
  await check('recipes-confirm');
  await app.getByRole('button', { name: 'Set level' }).click();
  await app.getByText('Response: 201').waitFor();
  await check('recipes-result');
  await chooseKey(app, 'Export');
  await app.getByText('Requests with this key will be rejected').waitFor();
  await check('recipes-unfit-key');

  await app.getByLabel('A label is added to a page').check();
  await fillPair(app, 1, 'confidential', 'Restricted');
  await app.getByRole('button', { name: 'Add label' }).click();
  await fillPair(app, 2, 'public', 'Public');
  await app.getByLabel('One rule with an If/else block per label').check();
  await app.getByText('CQL condition of the block for public').waitFor();
  await check('recipes-labelled');
});

itSlow('recipes on a schedule are accessible, and so are wrong entries', async () => {
  const { app, check } = await walk({ path: '/recipes?with=web-request' });
  await app.getByLabel('A label is added to a page').check();
  await labelField(app, 1).fill('Top Secret');
  await app.getByLabel('Only these spaces').check();
  await app.getByRole('button', { name: SEND }).click();
  await app.getByText('Enter a page ID or page URL.').waitFor();
  await check('recipes-errors');
  await app.getByLabel('On a schedule').check();
  await app.getByRole('checkbox', { name: /Engineering/ }).check();
  await app.getByLabel('Only pages with this label').fill('confidential');
  await chooseLevel(app, 'Internal');
  await app.getByText('type = page and label = "confidential" and space = "ENG"').waitFor();
  await check('recipes-scheduled');
});
