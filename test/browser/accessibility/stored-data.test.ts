import type { StoredDataView } from '../../../src/admin/site/stored-data';
import { withPlaces } from '../../support/places';
import { putRow, rowOf, stopScans } from '../../support/stored-rows';

const STARTED_AT = '2026-11-22T02:00:00.000Z';

const walk = withPlaces(async (site) => {
  await stopScans(site);
  await site.createKey();
  const last = {
    startedAt: STARTED_AT,
    endedAt: STARTED_AT,
    isComplete: false,
    counts: { 'api-key': 3, audit: 1_204 },
  };
  await putRow(site, 'config', 'removal', { v: 1, rev: 1, value: { positions: {}, last } });
});

it('the page of stored data and its dialog are accessible, and a changed time is saved', async () => {
  const { app, page, check, site } = await walk({ path: '/stored-data' });
  await app.getByText('Audit events: 1,204').waitFor();
  await check('stored-data');
  await app.getByRole('button', { name: 'Edit how long data is kept' }).click();
  const dialog = app.getByRole('dialog');
  const keys = dialog.getByLabel('Keys that expired or were revoked');
  await keys.fill('7');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('Enter a number of days from 30 to 3,650.').waitFor();
  await check('stored-data-dialog');
  await keys.fill('30');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Retention saved').waitFor();
  await dialog.waitFor({ state: 'detached' });
  await app.getByRole('row', { name: /^Keys that expired or were revoked 30 days after the end/ }).waitFor();
  await app.getByText('Keys that expired or were revoked: 365 days after the end').waitFor();
  await check('stored-data-shorter');
  expect(rowOf(site, 'config', 'retention')['value']).toMatchObject({
    settings: { endedKeys: 30, auditEvents: 'forever' },
  });
  expect(((await site.admin('getStoredData', {})).value as StoredDataView).rev).toBe(1);
  await app.getByRole('button', { name: 'Undo the shorter times' }).click();
  await app.getByRole('row', { name: /^Keys that expired or were revoked 365 days after the end/ }).waitFor();
  await app.getByText('A shorter time applies from', { exact: false }).waitFor({ state: 'detached' });
});
