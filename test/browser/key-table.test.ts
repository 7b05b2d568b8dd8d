import type { Browser, Frame, Page } from 'playwright-core';
import { capture, launchBrowser, type ServedSite, serveSite, type Visit, visitAdmin } from '../support/browser';
import { tooWide } from '../support/places';

/** The table of keys: with the keyboard, with many keys, and with little room. */

let browser: Browser;
let site: ServedSite;
let visit: Visit;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());
beforeEach(async () => {
  site = await serveSite({}, site);
});
afterEach(async () => {
  expect(visit.problems).toEqual([]);
  await visit.close();
  await site.stop();
});

const focused = (app: Frame) =>
  app.evaluate<string>(`document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent`);

async function press(page: Page, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

it('offers the actions of a key to the keyboard, and gives the focus back', async () => {
  await site.createKey({ name: 'CI' });
  visit = await visitAdmin(browser, site);
  const { app, page } = visit;
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
  expect(path).toEqual(['Edit', 'Rotate', 'Revoke', 'Edit', 'Revoke', 'Edit']);
  expect(await focused(app)).toBe('Revoke');

  await press(page, 'Escape');
  await menu.waitFor({ state: 'detached' });
  expect(await focused(app)).toBe('Actions for CI');
  await press(page, 'ArrowUp');
  expect(await focused(app)).toBe('Revoke');
  await press(page, 'Shift+Tab');
  await menu.waitFor({ state: 'detached' });
  expect(await focused(app)).toBe('CI');

  await press(page, 'Tab', 'ArrowDown', 'ArrowDown', 'Enter');
  await app.getByRole('dialog', { name: 'Rotate CI' }).waitFor();
  await press(page, 'Escape');
  await app.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await focused(app)).toBe('Actions for CI');

  // With a key that is revoked there is nothing more to do, but it is there.
  await press(page, 'ArrowUp', 'Enter');
  await app.getByRole('dialog').getByRole('button', { name: 'Revoke key' }).click();
  await app.getByText('Revoked', { exact: true }).last().waitFor();
  await app.locator('button:focus', { hasText: 'CI' }).waitFor();
});

it('closes the actions of one key when another place is clicked, or those of another key', async () => {
  await site.createKey({ name: 'One' });
  await site.createKey({ name: 'Two' });
  visit = await visitAdmin(browser, site);
  const { app } = visit;
  await app.getByRole('button', { name: 'Actions for One' }).click();
  await app.getByRole('button', { name: 'Actions for Two' }).click();
  expect(await app.getByRole('menu').count()).toBe(1);
  await app.getByRole('heading', { name: 'API keys' }).click();
  expect(await app.getByRole('menu').count()).toBe(0);
});

it('offers what can be done with a key in its state, and nothing else', async () => {
  const expiresOn = new Date(Date.now() + 60 * 86_400_000).toISOString().slice(0, 10);
  const { keyId } = await site.createKey({ name: 'Old' });
  await site.admin('rotateKey', { keyId, rev: 1, expiresOn, grace: '1h' });
  const revoked = await site.createKey({ name: 'Revoked' });
  await site.admin('revokeKey', { keyId: revoked.keyId });
  visit = await visitAdmin(browser, site);
  const { app } = visit;
  const row = app.getByRole('row').filter({ hasText: 'Replaced by' });
  await row.getByRole('button', { name: 'Actions for Old' }).click();
  expect(await app.getByRole('menuitem').allTextContents()).toEqual(['Edit', 'Revoke']);
  expect(await app.getByRole('button', { name: 'Actions for Revoked' }).count()).toBe(0);
});

it('keeps its shape with a hundred keys, the longest names and every width of a screen', async () => {
  const expiresOn = new Date(Date.now() + 60 * 86_400_000).toISOString().slice(0, 10);
  const longest = 'W'.repeat(100);
  for (let index = 1; index <= 99; index += 1) {
    const as = `admin${index % 2 === 0 ? '' : '2'}@example.com`;
    const name = index % 3 === 0 ? `Key ${index}` : longest;
    const { keyId } = await site.createKey({ name, as, spaceLimit: ['ENG', 'HR', 'OPEN'] });
    // A person can have 25 keys that are active.
    if (index < 60) await site.admin('revokeKey', { keyId });
  }
  const { keyId } = await site.createKey({ name: longest, levelLimit: ['unclassified'] });
  await site.admin('rotateKey', { keyId, rev: 1, expiresOn, grace: '7d' });
  visit = await visitAdmin(browser, site);
  const { app, page } = visit;
  await app.getByText('1–20 of 101').waitFor();
  for (const width of [1920, 1280, 1100, 1000, 901, 900, 600, 320]) {
    await page.setViewportSize({ width, height: 900 });
    expect([width, ...(await tooWide(app))]).toEqual([width]);
    await capture(page, `keys-many-${width}`);
    await app
      .getByRole('button', { name: `Actions for ${longest}` })
      .first()
      .click();
    expect([width, ...(await tooWide(app))]).toEqual([width]);
    await page.keyboard.press('Escape');
  }
});

it('tells of the keys that stop working soon, the first of them first, and shows them', async () => {
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  for (const [name, days] of [
    ['Far', 60],
    ['Later', 10],
    ['Sooner', 3],
  ] as const) {
    await site.createKey({ name, expiresOn: inDays(days) });
  }
  const { keyId } = await site.createKey({ name: 'Gone', expiresOn: inDays(5) });
  await site.admin('revokeKey', { keyId });
  visit = await visitAdmin(browser, site);
  const { app, page } = visit;
  const notice = app.getByRole('region', { name: '2 keys expire soon' });
  expect(await notice.getByRole('listitem').allTextContents()).toEqual([
    'Sooner Expires in 4 days',
    'Later Expires in 11 days',
  ]);
  await capture(page, 'keys-expiring');
  await notice.getByRole('button', { name: 'Sooner' }).click();
  await app.getByRole('dialog', { name: 'Sooner' }).waitFor();
});

it('says nothing of expiry while no key stops working soon', async () => {
  await site.createKey({ name: 'Far' });
  visit = await visitAdmin(browser, site);
  expect(await visit.app.getByText('expire soon').count()).toBe(0);
});
