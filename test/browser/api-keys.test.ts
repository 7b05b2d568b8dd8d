import { DEMO_SPACES } from '../../local/demo/ids';
import { capture, pressEscape, type ServedSite } from '../support/browser';
import { withFreshSite } from '../support/fresh-site';
import { choose, shownValue } from '../support/keys-page';

/** The API Keys page, on the production build, under Forge's policy, through the local host: what a person can do there. */

let site: ServedSite;
const visit = withFreshSite((fresh) => {
  site = fresh;
});

/** The status of a request over HTTP, as a script would make it. */
async function statusOf(key: string, path = '/v1/page-level/by-page/164034'): Promise<number> {
  const response = await fetch(`${site.url}/public/local/compliance/api${path}`, { headers: { 'x-api-key': key } });
  return response.status;
}

it('takes a key from its making to its end: create, copy, use, edit, revoke', async () => {
  const { app, page } = await visit();
  await app.getByText('No API keys yet').waitFor();
  await capture(page, 'keys-empty');

  await app.getByRole('button', { name: 'Create key' }).click();
  const dialog = app.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Publish rule');
  await capture(page, 'create');
  await dialog.getByRole('group', { name: 'Classification scope' }).getByLabel('Manage').check();
  await dialog.getByText('Pages with specific levels').click();
  await dialog.getByLabel('Unclassified pages').check();
  // With the key of the level, which is what scripts call it.
  await dialog.getByRole('checkbox', { name: 'Highly Restricted highly-restricted', exact: true }).waitFor();
  await dialog.getByText('Specific spaces').click();
  await dialog.getByLabel('Search spaces').fill('engin');
  await dialog.getByRole('checkbox', { name: /Engineering/ }).check();
  await dialog.getByText('This key may have more access than it needs').scrollIntoViewIfNeeded();
  await capture(page, 'create-limits');
  await dialog.getByText('All pages', { exact: true }).click();
  await dialog.getByText('All spaces', { exact: true }).click();
  await dialog.getByRole('button', { name: 'Create key' }).click();

  const value = app.getByLabel('API key', { exact: true });
  await value.waitFor();
  const key = await value.inputValue();
  expect(key).toMatch(/^pclsk_/);
  await app.getByLabel('Try it with curl').waitFor();
  await capture(page, 'created', [value]);

  // Nobody loses a key by closing too early.
  await pressEscape(page, app);
  await app.getByText('Close without copying the key?').waitFor();
  await pressEscape(page, app);
  await app.getByRole('button', { name: 'Done' }).click();
  await capture(page, 'created-confirm');
  await app.getByRole('button', { name: 'Back to key' }).click();

  await app.getByRole('button', { name: 'Copy command' }).click();
  expect(await app.evaluate('navigator.clipboard.readText()')).toBe(
    `curl --header "x-api-key: ${key}" "${site.url}/public/local/compliance/api/v1/level"`,
  );
  await app.getByRole('button', { name: 'Copy key' }).click();
  await app.getByRole('button', { name: 'Copy key' }).waitFor({ state: 'detached' });
  expect(await app.evaluate('navigator.clipboard.readText()')).toBe(key);
  await app.getByRole('button', { name: 'Done' }).click();
  await app.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await page.content()).not.toContain(key);
  expect(await app.content()).not.toContain(key);
  expect(await statusOf(key, '/v1/level')).toBe(200);

  await choose(app, 'Edit', 'Publish rule');
  await capture(page, 'edit');
  await app.getByRole('group', { name: 'Classification scope' }).getByLabel('Read', { exact: true }).check();
  await app.getByLabel('Name').fill('Reader');
  await app.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Key saved').waitFor();
  await app.getByRole('rowheader', { name: /^Reader/ }).waitFor();
  expect(await statusOf(key, '/v1/level')).toBe(403);
  expect(await statusOf(key)).not.toBe(401);

  await choose(app, 'Revoke', 'Reader');
  await app.getByText('“Reader” stops working immediately').waitFor();
  await capture(page, 'revoke');
  await app.getByRole('button', { name: 'Revoke key' }).click();
  await page.getByText('Key revoked').waitFor();
  await app.getByRole('cell', { name: 'Revoked' }).waitFor();
  expect(await statusOf(key)).toBe(401);
  await capture(page, 'keys-revoked');
});

it('tells the second of two admins what the first has changed, and keeps their own change', async () => {
  await site.createKey({ name: 'Shared', classificationScope: 'write' });
  const { app, page } = await visit();
  await choose(app, 'Edit', 'Shared');
  await app.getByLabel('Name').fill('Shared rule');

  const second = await visit({ as: 'admin2@example.com' });
  await choose(second.app, 'Edit', 'Shared');
  await second.app.getByText('Only the creator of this key can extend its access').waitFor();
  await second.app.getByRole('group', { name: 'Classification scope' }).getByLabel('Read', { exact: true }).check();
  await second.app.getByRole('button', { name: 'Save' }).click();
  await second.page.getByText('Key saved').waitFor();

  await app.getByRole('button', { name: 'Save' }).click();
  await app.getByText('Another admin changed this key').waitFor();
  await app.getByRole('row', { name: 'Classification scope Write Read' }).waitFor();
  expect(await app.getByLabel('Name').inputValue()).toBe('Shared rule');
  expect(
    await app.getByRole('group', { name: 'Classification scope' }).getByLabel('Read', { exact: true }).isChecked(),
  ).toBe(true);
  await capture(page, 'edit-conflict');
  await app.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Key saved').waitFor();
  const { value } = await site.admin('listKeys', {});
  expect(value.keys).toMatchObject([{ name: 'Shared rule', classificationScope: 'read' }]);
});

it('lets nobody but the creator widen a key', async () => {
  await site.createKey({ name: 'Narrow', classificationScope: 'read' });
  const { app } = await visit({ as: 'admin2@example.com' });
  await choose(app, 'Edit', 'Narrow');
  await app.getByRole('group', { name: 'Classification scope' }).getByLabel('Manage').check();
  await app.getByRole('button', { name: 'Save' }).click();
  await app.getByRole('alert').getByText('only its creator can extend its access').waitFor();
});

it.each(['editor@example.com', 'outsider@example.com'])('shows %s, who is no site admin, whom to ask', async (as) => {
  const { app, page } = await visit({ as });
  await app.getByText('Only site admins can manage').waitFor();
  await app.getByText('Ask a Confluence site admin').waitFor();
  expect(await app.getByRole('button').count()).toBe(0);
  await capture(page, 'not-admin');
});

it('says when the keys cannot be loaded, and loads them when asked again', async () => {
  await site.createKey({ name: 'There all along' });
  site.host.faults.add({ target: 'confluence', status: 503, times: 2 });
  const { app, page } = await visit();
  await app.getByRole('alert').getByText('We couldn’t load the API keys').waitFor();
  await capture(page, 'keys-failed');
  await app.getByRole('button', { name: 'Try again' }).click();
  await app.getByText('There all along').waitFor();
});

it('finds, filters, sorts and pages keys', async () => {
  for (let index = 1; index <= 25; index += 1) {
    const as = index <= 20 ? 'admin@example.com' : 'admin2@example.com';
    const expiresOn = new Date(Date.now() + (index === 3 ? 5 : 60) * 86_400_000).toISOString().slice(0, 10);
    await site.createKey({ name: `Key ${String(index).padStart(2, '0')}`, as, expiresOn });
  }
  const { app, page } = await visit();
  const names = () => app.locator('.key-name').allTextContents();
  await app.getByText('1–20 of 25').waitFor();
  await capture(page, 'keys');
  await app.getByRole('button', { name: 'Next page' }).click();
  await app.getByText('21–25 of 25').waitFor();
  await app.getByRole('button', { name: 'Name' }).click();
  expect((await names())[0]).toBe('Key 01');
  await app.getByRole('button', { name: 'Name' }).click();
  expect((await names())[0]).toBe('Key 25');
  expect(await app.getByRole('columnheader', { name: 'Name' }).getAttribute('aria-sort')).toBe('descending');

  await app.getByLabel('Created by').selectOption({ label: 'Boris Brandt' });
  await app.getByText('1–5 of 5').waitFor();
  await app.getByLabel('Created by').selectOption('');
  await app.getByRole('combobox', { name: 'Status' }).selectOption({ label: 'Expiring soon' });
  expect(await names()).toEqual(['Key 03']);
  await app.locator('.lozenge').getByText('Expires in 6 days').waitFor();
  await app.getByLabel('Search keys').fill('nothing like it');
  await app.getByText('No matching keys').waitFor();
  await app.getByRole('button', { name: 'Clear search and filters' }).click();
  await app.getByText('1–20 of 25').waitFor();
  await app.getByLabel('Search keys').fill('key 17');
  expect(await names()).toEqual(['Key 17']);
});

it('says what is missing before anything is sent', async () => {
  const { app, page } = await visit();
  await app.getByRole('button', { name: 'Create key' }).click();
  const dialog = app.getByRole('dialog');
  await dialog.getByRole('group', { name: 'Classification scope' }).getByLabel('No access').check();
  await dialog.getByLabel('Expiry date').fill('2001-01-01');
  await dialog.getByText('Specific spaces').click();
  await dialog.getByText('Pages with specific levels').click();
  await dialog.getByRole('button', { name: 'Create key' }).click();
  for (const text of [
    'Enter a name.',
    'Choose a date 1 to 365',
    'at least one scope',
    'at least one level',
    'at least one space',
  ])
    await dialog.getByText(text).waitFor();
  expect(await dialog.getByLabel('Name').evaluate((input) => input === input.ownerDocument.activeElement)).toBe(true);
  await dialog.getByLabel('Name').fill('There');
  await dialog.getByRole('button', { name: 'Create key' }).click();
  const day = dialog.getByLabel('Expiry date');
  expect(await day.evaluate((input) => input === input.ownerDocument.activeElement)).toBe(true);
  await capture(page, 'create-errors');
  expect((await site.admin('listKeys', {})).value.keys).toEqual([]);
});

it.each([
  ['Label automation', { classificationScope: 'write', detectionScope: 'none', spaceLimit: [DEMO_SPACES.ENG] }],
  ['Read-only export', { classificationScope: 'read', detectionScope: 'read', spaceLimit: [] }],
  ['Level management', { classificationScope: 'manage', detectionScope: 'none', spaceLimit: [] }],
])('starts a key from “%s”', async (preset, made) => {
  const { app } = await visit();
  await app.getByRole('button', { name: 'Create key' }).click();
  const dialog = app.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Preset');
  await dialog.getByRole('button', { name: preset }).click();
  if (made.spaceLimit.length > 0) {
    await dialog.getByRole('button', { name: 'Create key' }).click();
    await dialog.getByText('Select at least one space').waitFor();
    await dialog.getByRole('checkbox', { name: /Engineering/ }).check();
  }
  await dialog.getByRole('button', { name: 'Create key' }).click();
  await shownValue(app);
  expect((await site.admin('listKeys', {})).value.keys).toMatchObject([{ name: 'Preset', levelLimit: [], ...made }]);
});

it('makes one key, however often and fast it is asked to', async () => {
  const { app } = await visit();
  await app.getByRole('button', { name: 'Create key' }).click();
  const dialog = app.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Once');
  await dialog.getByRole('button', { name: 'Create key' }).evaluate((button: { click(): void }) => {
    for (let clicks = 1; clicks <= 3; clicks += 1) button.click();
  });
  await shownValue(app);
  expect((await site.admin('listKeys', {})).value.keys).toHaveLength(1);
});

it('offers what the keyboard needs to copy a key where the frame may not', async () => {
  const { app } = await visit({ clipboard: false });
  await app.evaluate(
    `Object.defineProperty(navigator, 'clipboard', { value: { writeText: () => Promise.reject(new Error('no')) } })`,
  );
  await app.getByRole('button', { name: 'Create key' }).click();
  await app.getByRole('dialog').getByLabel('Name').fill('Manual');
  await app.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();
  await app.getByRole('button', { name: 'Copy key' }).click();
  await app.getByText('The browser didn’t allow copying').waitFor();
});

it('creates a key with the keyboard alone, and gives the focus back', async () => {
  const { app, page } = await visit();
  const focused = () => app.evaluate<string>(`document.activeElement?.textContent ?? ''`);
  const tabTo = async (isThere: () => Promise<boolean>) => {
    for (let presses = 0; presses < 60 && !(await isThere()); presses += 1) await page.keyboard.press('Tab');
    expect(await isThere()).toBe(true);
  };
  await tabTo(async () => (await focused()) === 'Create key');
  await page.keyboard.press('Enter');
  await app.getByRole('dialog').waitFor();
  await page.keyboard.type('By keyboard');
  await page.keyboard.press('Enter');
  await app.getByLabel('API key', { exact: true }).waitFor();
  await tabTo(async () => (await focused()) === 'Copy key');
  await page.keyboard.press('Space');
  await app.getByRole('button', { name: 'Copied' }).waitFor();
  await tabTo(async () => (await focused()) === 'Done');
  await page.keyboard.press('Enter');
  await app.getByText('By keyboard').waitFor();
  await app.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await focused()).toBe('Create key');
});
