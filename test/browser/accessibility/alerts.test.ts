import { DEMO_PAGES, EDITOR } from '../../../local/demo';
import type { AlertsView } from '../../../src/admin/site/alerts';
import { done } from '../../admin/ask';
import { withPlaces } from '../../support/places';
import { rowsOf } from '../../support/stored-rows';

const walk = withPlaces(() => Promise.resolve());

it('the Alerts page turns on an alert with a page and a person, sends a test, and is accessible', async () => {
  const { app, site, check } = await walk({ path: '/alerts' });
  await app.getByText('No page chosen.').waitFor();
  const rule = app.getByRole('region', { name: 'Leaked API keys', exact: true });
  await rule.getByRole('switch').check();
  await app.getByRole('button', { name: 'Save alerts' }).click();
  await rule.getByText('Must have at least one person.').waitFor();
  await check('alerts-refused');

  await rule.getByRole('combobox', { name: 'Add a person' }).fill(EDITOR.accountId);
  await rule.getByRole('button', { name: /^Remove / }).waitFor();
  await app
    .getByLabel('Add a page')
    .fill(`https://example.atlassian.net/wiki/spaces/OPEN/pages/${DEMO_PAGES.openHome}`);
  await app.getByLabel('Add a page').press('Enter');
  await app.getByRole('button', { name: /^Add (?!a )/ }).click();
  await app.getByRole('button', { name: /^Send test alert/ }).click();
  await app.getByText('Test alert sent. It mentions you.').waitFor();
  await app.getByRole('button', { name: 'Save alerts' }).click();
  await app.getByRole('button', { name: 'Save alerts', disabled: true }).waitFor();
  await app.getByRole('cell', { name: 'Test alert' }).waitFor();
  await check('alerts');
  const { pages, rules } = await done<AlertsView>(site, 'getAlerts', {});
  const [stored] = rowsOf(site, 'config', '/alerts');
  expect(stored?.value['value']).toMatchObject({ address: expect.stringMatching(/^\/.*\/alerts$/) });
  expect([pages.map(({ pageId }) => pageId), rules.leaked]).toEqual([
    [DEMO_PAGES.openHome],
    { isOn: true, accountIds: [EDITOR.accountId], when: 'at-once' },
  ]);

  // A change that is not saved asks before the page is left.
  await app.getByRole('region', { name: 'Late scans', exact: true }).getByRole('switch').check();
  await app
    .getByRole('link', { name: 'Overview' })
    .or(app.getByRole('button', { name: 'Overview' }))
    .first()
    .click();
  await app.getByRole('dialog').getByText('Your changes to the alerts are lost.').waitFor();
});
