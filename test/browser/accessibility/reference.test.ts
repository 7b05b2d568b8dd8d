import type { Frame } from 'playwright-core';
import { type Place, testPlaces } from '../../support/places';
import { execute, ONE_OF_EACH_METHOD, openOperation } from '../../support/reference-page';

const path = '/api-reference';
let key = '';

async function tryOut(app: Frame, method: string, apiPath: string): Promise<void> {
  const operation = await openOperation(app, method, apiPath);
  await operation.getByRole('button', { name: 'Try it out' }).click();
  await execute(operation);
}

/** What was opened of a page that shows every operation. */
const within = '.opblock.is-open, .models article';

const places: readonly Place[] = [
  { name: 'reference', path },
  {
    name: 'reference-open',
    path,
    within,
    open: async (app) => {
      for (const operation of ONE_OF_EACH_METHOD) await openOperation(app, operation.method, operation.path);
    },
  },
  {
    name: 'reference-answered',
    path,
    within,
    open: async (app) => {
      await tryOut(app, 'POST', '/v1/page-level');
      const operation = await openOperation(app, 'GET', '/v1/page-level/by-page/{pageId}');
      await operation.getByRole('button', { name: 'Try it out' }).click();
      await operation.getByLabel('pageId', { exact: true }).fill('');
      await operation.getByRole('button', { name: 'Execute' }).click();
      await operation.getByRole('alert').waitFor();
      await app.getByLabel('API key', { exact: true }).fill(key);
      await app.getByRole('button', { name: 'Show key' }).click();
      await tryOut(app, 'GET', '/v1/level');
    },
  },
  {
    name: 'reference-schemas',
    path,
    within,
    open: async (app) => {
      const operation = await openOperation(app, 'POST', '/v1/page-level');
      for (const tab of await operation.getByRole('tab', { name: 'Schema' }).all()) await tab.click();
      for (const name of ['PageLevelOptions', 'Problem']) {
        await app
          .locator('article', { has: app.getByRole('button', { name, exact: true }) })
          .getByText('Expand all')
          .first()
          .click();
      }
    },
  },
];

testPlaces(places, async (site) => {
  ({ key } = await site.createKey());
});
