import type { Frame } from 'playwright-core';
import { DEMO_PAGES } from '../../../local/demo/ids';
import { type Place, testPlaces } from '../../support/places';
import { askToSend, chooseKey, chooseLevel, fillPair, labelField, SEND } from '../../support/recipe-page';

/** The value of the key with which the recipes are tried. */
let value = '';

async function confirm(app: Frame): Promise<void> {
  await chooseLevel(app, 'Internal');
  await app.getByLabel('Change their level').check();
  await askToSend(app, value, DEMO_PAGES.payroll);
  await app.getByText('Payroll process').waitFor();
}

const states: Readonly<Record<string, (app: Frame) => Promise<void>>> = {
  recipes: async () => undefined,
  'recipes-published': async (app) => {
    await chooseLevel(app, 'Restricted › Finance');
    await chooseKey(app, 'Publish rule');
    await app.getByText('Web request URL').waitFor();
  },
  'recipes-labelled': async (app) => {
    await app.getByLabel('A label is added to a page').check();
    await fillPair(app, 1, 'confidential', 'Restricted');
    await app.getByRole('button', { name: 'Add label' }).click();
    await fillPair(app, 2, 'public', 'Public');
    await app.getByLabel('One rule with an If/else block per label').check();
    await app.getByText('CQL condition of the block for public').waitFor();
  },
  'recipes-scheduled': async (app) => {
    await app.getByLabel('On a schedule').check();
    await app.getByLabel('Specific spaces').check();
    await app.getByRole('checkbox', { name: /Engineering/ }).check();
    await app.getByLabel('Only pages with this label').fill('confidential');
    await chooseLevel(app, 'Internal');
    await app.getByText('type = page and label = "confidential" and space = "ENG"').waitFor();
  },
  'recipes-errors': async (app) => {
    await app.getByLabel('A label is added to a page').check();
    await labelField(app, 1).fill('Top Secret');
    await app.getByLabel('Specific spaces').check();
    await app.getByRole('button', { name: SEND }).click();
    await app.getByText('Enter a page ID or page URL.').waitFor();
  },
  'recipes-unfit-key': async (app) => {
    await chooseLevel(app, 'Internal');
    await chooseKey(app, 'Export');
    await app.getByText('Requests with this key will be rejected').waitFor();
  },
  'recipes-confirm': confirm,
  'recipes-result': async (app) => {
    await confirm(app);
    await app.getByRole('button', { name: 'Set level' }).click();
    await app.getByText('Response: 201').waitFor();
  },
};

const places = Object.entries(states).map(([name, open]): Place => ({ name, path: '/recipes', open }));

testPlaces(places, async (site) => {
  await site.createKey({ name: 'Export', classificationScope: 'read', detectionScope: 'read' });
  value = (await site.createKey({ name: 'Publish rule', classificationScope: 'write' })).key;
});
