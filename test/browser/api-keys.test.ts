import type { Frame, Page } from 'playwright-core';
import { capture, pressEscape, type ServedSite } from '../support/browser';
import { withFreshSite } from '../support/fresh-site';
import { choose } from '../support/keys-page';
import { tooWide } from '../support/places';
import { itSlow } from '../support/sample';

/** Tests the API keys page with the production build in a real browser, on the local host. */

let site: ServedSite;
const visit = withFreshSite((fresh) => {
  site = fresh;
});

/** The status of a request over HTTP, as from a script. */
async function statusOf(key: string, path = '/v1/page-level/by-page/164034'): Promise<number> {
  const response = await fetch(`${site.url}/public/local/compliance/api${path}`, { headers: { 'x-api-key': key } });
  return response.status;
}

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const focused = (app: Frame) =>
  app.evaluate<string>(
    `document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? ''`,
  );

async function press(page: Page, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

async function tabTo(app: Frame, page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < 60 && (await focused(app)) !== name; presses += 1) await page.keyboard.press('Tab');
  expect(await focused(app)).toBe(name);
}

it('the page API keys creates one key however fast the button is pressed, copies, edits and revokes it', async () => {
  const { app, page } = await visit({ path: '/keys' });
  await app.getByText('No API keys yet').waitFor();
  await capture(page, 'keys-empty');

  await app.getByRole('button', { name: 'Create key' }).click();
  const dialog = app.getByRole('dialog');
  await dialog.getByLabel('Set page levels').click();
  await dialog.getByLabel('Expiry date').fill('2001-01-01');
  await dialog.getByRole('button', { name: 'Create key' }).click();
  for (const text of ['Enter a name.', 'Choose a date 1 to 365', 'at least one space'])
    await dialog.getByText(text).waitFor();
  expect(await dialog.getByLabel('Name').evaluate((input) => input === input.ownerDocument.activeElement)).toBe(true);
  await capture(page, 'create-errors');
  await dialog.getByLabel('Name').fill('Publish rule');
  await dialog.getByLabel('Expiry date').fill(inDays(90));
  await dialog.getByRole('group', { name: 'Classification scope' }).getByLabel('Manage').check();
  await dialog.getByText('Only these levels').click();
  await dialog.getByLabel('Unclassified pages').check();
  // Scripts use the key of the level.
  await dialog.getByRole('checkbox', { name: 'Highly Restricted highly-restricted', exact: true }).waitFor();
  await dialog.getByLabel('Search spaces').fill('engin');
  await dialog.getByRole('checkbox', { name: /Engineering/ }).check();
  await dialog.getByText('This key may have more access than it needs').scrollIntoViewIfNeeded();
  await capture(page, 'create-limits');
  await dialog.getByText('All levels, also future ones').click();
  await dialog.getByText('All spaces, also future ones').click();
  await dialog.getByRole('button', { name: 'Create key' }).evaluate((button: { click(): void }) => {
    for (let clicks = 1; clicks <= 3; clicks += 1) button.click();
  });

  const value = app.getByLabel('API key', { exact: true });
  await value.waitFor();
  const key = await value.inputValue();
  expect(key).toMatch(/^pclsk_/);
  await app.getByLabel('Try it with curl').waitFor();
  await capture(page, 'created', [value]);

  expect((await site.admin('listKeys', {})).value.keys).toHaveLength(1);
  // The dialog asks before it closes without a copied key.
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
  expect(await app.getByRole('dialog').textContent()).toContain('Last used: ');
  await app.getByRole('button', { name: 'Revoke key' }).click();
  await page.getByText('Key revoked').waitFor();
  await app.getByRole('cell', { name: 'Revoked' }).waitFor();
  expect(await statusOf(key)).toBe(401);
  await capture(page, 'keys-revoked');
});

itSlow(
  'the page API keys shows an admin what another admin changed, keeps the own change, and lets only the creator extend access',
  async () => {
    await site.createKey({ name: 'Shared', classificationScope: 'write' });
    const { app, page } = await visit({ path: '/keys' });
    await choose(app, 'Edit', 'Shared');
    await app.getByLabel('Name').fill('Shared rule');

    const second = await visit({ path: '/keys', as: 'admin2@example.com' });
    await choose(second.app, 'Edit', 'Shared');
    await second.app.getByText('Only the creator of this key can extend its access').waitFor();
    const scope = second.app.getByRole('group', { name: 'Classification scope' });
    await scope.getByLabel('Manage').check();
    await second.app.getByRole('button', { name: 'Save' }).click();
    await second.app.getByRole('alert').getByText('only its creator can extend its access').waitFor();
    await scope.getByLabel('Read', { exact: true }).check();
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
  },
);

it('the page API keys explains itself to other users, loads after a failure, and finds, filters, sorts and pages keys', async () => {
  for (let index = 1; index <= 22; index += 1) {
    const as = index <= 20 ? 'admin@example.com' : 'admin2@example.com';
    const name = `Key ${String(index).padStart(2, '0')}`;
    await site.createKey({ name, as, expiresOn: inDays(index === 3 ? 5 : 60) });
  }
  const editor = await visit({ path: '/keys', as: 'editor@example.com' });
  await editor.app.getByText('Only site admins can manage').waitFor();
  await editor.app.getByText('Ask a Confluence site admin').waitFor();
  expect(await editor.app.getByRole('button').count()).toBe(0);
  site.host.faults.add({ target: 'confluence', status: 503, times: 2 });
  const { app, page } = await visit({ path: '/keys' });
  await app.getByRole('alert').getByText('We couldn’t load the API keys').waitFor();
  await capture(page, 'keys-failed');
  await app.getByRole('button', { name: 'Try again' }).click();

  const names = () => app.locator('.key-name').allTextContents();
  await app.getByText('1–20 of 22').waitFor();
  await capture(page, 'keys');
  await app.getByRole('button', { name: 'Next page' }).click();
  await app.getByText('21–22 of 22').waitFor();
  await app.getByRole('button', { name: 'Name' }).click();
  expect((await names())[0]).toBe('Key 01');
  await app.getByRole('button', { name: 'Name' }).click();
  expect((await names())[0]).toBe('Key 22');
  expect(await app.getByRole('columnheader', { name: 'Name' }).getAttribute('aria-sort')).toBe('descending');
  await app.getByLabel('Created by').selectOption({ label: 'Boris Brandt' });
  await app.getByText('1–2 of 2').waitFor();
  await app.getByLabel('Created by').selectOption('');
  await app.getByRole('combobox', { name: 'Status' }).selectOption({ label: 'Expiring soon' });
  expect(await names()).toEqual(['Key 03']);
  await app.locator('.lozenge').getByText('Expires in 5 days').waitFor();
  await app.getByLabel('Search keys').fill('nothing like it');
  await app.getByText('No matching keys').waitFor();
  await app.getByRole('button', { name: 'Clear search and filters' }).click();
  await app.getByText('1–20 of 22').waitFor();
  await app.getByLabel('Search keys').fill('key 17');
  expect(await names()).toEqual(['Key 17']);
  await app.getByRole('region', { name: '1 key expires soon' }).getByRole('button', { name: 'Key 03' }).click();
  await app.getByRole('dialog', { name: 'Key 03' }).waitFor();
});

it('the page API keys creates a key with the keyboard alone, also if the browser refuses to copy, and gives the focus back', async () => {
  const { app, page } = await visit({ path: '/keys' });
  await tabTo(app, page, 'Create key');
  await press(page, 'Enter');
  await app.getByRole('dialog').waitFor();
  await page.keyboard.type('By keyboard');
  await press(page, 'Enter');
  await app.getByLabel('API key', { exact: true }).waitFor();
  await app.evaluate(
    `Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText: () => Promise.reject(new Error('no')) } })`,
  );
  await tabTo(app, page, 'Copy key');
  await press(page, 'Space');
  await app.getByText('The browser didn’t allow copying').waitFor();
  await app.evaluate('delete navigator.clipboard');
  await tabTo(app, page, 'Copy key');
  await press(page, 'Space');
  await app.getByRole('button', { name: 'Copied' }).waitFor();
  await tabTo(app, page, 'Done');
  await press(page, 'Enter');
  await app.getByText('By keyboard').waitFor();
  await app.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await focused(app)).toBe('Create key');
});

itSlow(
  'the page API keys offers the actions that fit the status of a key, one menu at a time, to the keyboard as well',
  async () => {
    await site.createKey({ name: 'CI' });
    const old = await site.createKey({ name: 'Old' });
    await site.admin('rotateKey', { keyId: old.keyId, rev: 1, expiresOn: inDays(60), grace: '1h' });
    const { app, page } = await visit({ path: '/keys' });
    const row = app.getByRole('row').filter({ hasText: 'Replaced by' });
    await app.getByRole('button', { name: 'Actions for CI' }).click();
    await row.getByRole('button', { name: 'Actions for Old' }).click();
    expect(await app.getByRole('menu').count()).toBe(1);
    expect(await app.getByRole('menuitem').allTextContents()).toEqual(['Edit', 'Revoke', 'It leaked']);
    await app.getByRole('heading', { name: 'API keys' }).click();
    expect(await app.getByRole('menu').count()).toBe(0);

    const button = app.getByRole('button', { name: 'Actions for CI' });
    const menu = app.getByRole('menu', { name: 'Actions for CI' });
    await button.focus();
    expect(await button.getAttribute('aria-expanded')).toBe('false');

    await press(page, 'Enter');
    await menu.waitFor();
    expect(await button.getAttribute('aria-expanded')).toBe('true');
    const path = [];
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp', 'Home', 'End']) {
      path.push(await focused(app));
      await press(page, key);
    }
    expect(path).toEqual(['Edit', 'Rotate', 'Revoke', 'It leaked', 'Revoke', 'Edit']);
    expect(await focused(app)).toBe('It leaked');

    await press(page, 'Escape');
    await menu.waitFor({ state: 'detached' });
    expect(await focused(app)).toBe('Actions for CI');
    await press(page, 'ArrowUp');
    expect(await focused(app)).toBe('It leaked');
    await press(page, 'Shift+Tab');
    await menu.waitFor({ state: 'detached' });
    expect(await focused(app)).toBe('CI');

    await press(page, 'Tab', 'ArrowDown', 'ArrowDown', 'Enter');
    await app.getByRole('dialog', { name: 'Rotate CI' }).waitFor();
    await press(page, 'Escape');
    await app.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await focused(app)).toBe('Actions for CI');

    // The changes of a revoked key can still be seen and reverted.
    await press(page, 'ArrowUp', 'ArrowUp', 'Enter');
    await app.getByRole('dialog').getByRole('button', { name: 'Revoke key' }).click();
    await app.getByText('Revoked', { exact: true }).last().waitFor();
    expect(await focused(app)).toBe('Actions for CI');
    await press(page, 'Enter');
    expect(await app.getByRole('menuitem').allTextContents()).toEqual(['It leaked']);
  },
);

it('the page API keys fits any screen width with the longest names and a full page of keys', async () => {
  const longest = 'W'.repeat(100);
  for (let index = 1; index <= 20; index += 1) {
    const name = index % 3 === 0 ? `Key ${index}` : longest;
    const { keyId } = await site.createKey({ name, spaceLimit: ['ENG', 'HR', 'OPEN'] });
    if (index < 5) await site.admin('revokeKey', { keyId });
  }
  const { keyId } = await site.createKey({ name: longest, levelLimit: ['unclassified'] });
  await site.admin('rotateKey', { keyId, rev: 1, expiresOn: inDays(60), grace: '7d' });
  const { app, page } = await visit({ path: '/keys' });
  await app.getByText('1–20 of 22').waitFor();
  for (const width of [1920, 1280, 1100, 1000, 901, 900, 600, 320]) {
    await page.setViewportSize({ width, height: 900 });
    expect([width, ...(await tooWide(app))]).toEqual([width]);
    await capture(page, `keys-many-${width}`);
  }
  // The keys can be sorted in a narrow window as well.
  await app.getByRole('button', { name: 'Last used' }).click();
  expect(await app.getByRole('columnheader', { name: 'Last used' }).getAttribute('aria-sort')).not.toBeNull();
  for (const width of [1280, 320]) {
    await page.setViewportSize({ width, height: 900 });
    await app
      .getByRole('button', { name: `Actions for ${longest}` })
      .first()
      .click();
    expect([width, ...(await tooWide(app))]).toEqual([width]);
    await press(page, 'Escape');
  }
});
