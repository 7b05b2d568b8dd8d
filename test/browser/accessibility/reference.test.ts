import type { Frame, Locator } from 'playwright-core';
import { withPlaces } from '../../support/places';
import { execute, ONE_OF_EACH_METHOD, openOperation } from '../../support/reference-page';

let key = '';
const walk = withPlaces(async (site) => {
  ({ key } = await site.createKey());
});

async function tryOut(app: Frame, method: string, apiPath: string): Promise<Locator> {
  const operation = await openOperation(app, method, apiPath);
  await operation.getByRole('button', { name: 'Try it out' }).click();
  await execute(operation);
  return operation;
}

/** GET and POST are tried out. */
const OTHER_METHODS = ONE_OF_EACH_METHOD.filter(({ method }) => method !== 'GET' && method !== 'POST');

it('the API reference is accessible, with its operations, responses, errors and schemas', async () => {
  const { app, check } = await walk({ path: '/api-reference' });
  await check('reference');
  for (const { method, path } of OTHER_METHODS) await openOperation(app, method, path);
  const setLevel = await tryOut(app, 'POST', '/v1/page-level');
  const operation = await openOperation(app, 'GET', '/v1/page-level/by-page/{pageId}');
  await operation.getByRole('button', { name: 'Try it out' }).click();
  await operation.getByLabel('pageId', { exact: true }).fill('');
  await operation.getByRole('button', { name: 'Execute' }).click();
  await operation.getByRole('alert').waitFor();
  await app.getByLabel('API key', { exact: true }).fill(key);
  await app.getByRole('button', { name: 'Show key' }).click();
  await tryOut(app, 'GET', '/v1/level');

  for (const tab of await setLevel.getByRole('tab', { name: 'Schema' }).all()) await tab.click();
  for (const name of ['PageLevelOptions', 'Problem']) {
    await app
      .locator('article', { has: app.getByRole('button', { name, exact: true }) })
      .getByText('Expand all')
      .first()
      .click();
  }
  // The page shows every operation; the closed ones were checked above.
  await check('reference-open', '.opblock.is-open, .models article');
});
