import { launchBrowser, pressEscape, type ServedSite, serveSite, type Visit, visitAdmin } from '../support/browser';
import { choose } from '../support/keys-page';
import { levelNamed } from '../support/levels';
import type { Browser, Frame } from 'playwright-core';
import { itSlow } from '../support/sample';

/** The state of a page is in its address, so that it survives a reload and Back, and a link opens it. */

let browser: Browser;
let site: ServedSite;
let visit: Visit;
beforeAll(async () => {
  browser = await launchBrowser();
  site = await serveSite();
  for (const name of ['Alpha', 'Beta']) await site.createKey({ name });
  const { keyId } = await site.createKey({ name: 'Beta revoked' });
  await site.admin('revokeKey', { keyId });
});
afterEach(async () => {
  expect(visit.problems).toEqual([]);
  await visit.close();
});
afterAll(async () => {
  await browser.close();
  await site.stop();
});

const at = (path: string) => visit.page.waitForURL(`${site.url}/site/admin${path}`);
const keyNames = (app: Frame) => app.locator('tbody th .link.key-name').allTextContents();

/** Loads the page again. */
async function reload(): Promise<Frame> {
  await visit.page.reload();
  const [, app] = visit.page.frames();
  if (app === undefined) throw new Error('the page has no frame of the app');
  await app.waitForSelector('h1');
  await app.waitForSelector('.skeleton', { state: 'detached' });
  return app;
}

itSlow('the admin area keeps the search, the filters and the order of a list', async () => {
  visit = await visitAdmin(browser, site, { path: '/keys' });
  await visit.app.getByLabel('Search keys').pressSequentially('beta');
  await visit.app.getByLabel('Status', { exact: true }).selectOption('active');
  await visit.app.getByRole('button', { name: 'Name' }).click();
  await at('/keys?text=beta&status=active&sort=name');
  const app = await reload();
  expect(await app.getByLabel('Search keys').inputValue()).toBe('beta');
  expect(await keyNames(app)).toEqual(['Beta']);
  expect(await app.locator('th[aria-sort=ascending]').textContent()).toBe('Name');
  await app.getByLabel('Status', { exact: true }).selectOption('');
  await app.getByRole('button', { name: 'Name' }).click();
  await at('/keys?text=beta&sort=-name');
  expect(await keyNames(app)).toEqual(['Beta revoked', 'Beta']);
});

it('the admin area opens a dialog as a step that Back undoes and a reload keeps', async () => {
  visit = await visitAdmin(browser, site, { path: '/keys?text=alpha' });
  await choose(visit.app, 'Edit', 'Alpha');
  await visit.app.getByRole('heading', { name: 'Edit Alpha' }).waitFor();
  const app = await reload();
  await app.getByRole('heading', { name: 'Edit Alpha' }).waitFor();
  await visit.page.goBack();
  await app.getByRole('dialog').waitFor({ state: 'detached' });
  await at('/keys?text=alpha');
  expect(await keyNames(app)).toEqual(['Alpha']);
});

it('the admin area asks before Back discards unsaved input, and keeps the dialog and its address until then', async () => {
  visit = await visitAdmin(browser, site, { path: '/keys' });
  const { app, page } = visit;
  await choose(app, 'Edit', 'Alpha');
  const name = app.getByRole('dialog').getByLabel('Name');
  await name.fill('Alpha 2');
  await page.goBack();
  await app.getByRole('heading', { name: 'Discard changes?' }).waitFor();
  await page.waitForURL(/[?&]dialog=edit/);
  await app.getByRole('button', { name: 'Keep editing' }).click();
  expect(await name.inputValue()).toBe('Alpha 2');
  await pressEscape(page, app);
  await app.getByRole('button', { name: 'Discard' }).click();
  await app.getByRole('dialog').waitFor({ state: 'detached' });
  await at('/keys');
  expect(await keyNames(app)).toContain('Alpha');
});

it('the admin area shows a new key once, and neither a reload nor Back brings it or its form back', async () => {
  visit = await visitAdmin(browser, site, { path: '/keys' });
  const { app, page } = visit;
  await app.getByRole('button', { name: 'Create key' }).click();
  await at('/keys?dialog=create');
  await app.getByRole('dialog').getByLabel('Name').fill('Gamma');
  await app.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
  await app.getByLabel('API key', { exact: true }).waitFor();
  await at('/keys');
  expect(page.url()).not.toContain('pclsk');
  await page.goBack();
  await app.getByRole('button', { name: 'Back to key' }).click();
  await app.getByLabel('API key', { exact: true }).waitFor();
  const again = await reload();
  expect(await again.getByRole('dialog').count()).toBe(0);
});

itSlow('the admin area keeps the dialogs of levels and settings, and ignores what a link makes up', async () => {
  const { levelId } = levelNamed(site, 'Restricted');
  visit = await visitAdmin(browser, site, { path: `/levels?dialog=archive&levelId=${levelId}` });
  await visit.app.getByRole('dialog').getByText('Restricted').first().waitFor();
  await pressEscape(visit.page, visit.app);
  await at('/levels');
  for (const path of [
    '/levels?dialog=level&levelId=made-up',
    '/settings?dialog=space',
    '/keys?dialog=edit&keyId=made-up&sort=made-up&page=-1',
  ]) {
    await visit.page.goto(`${site.url}/site/admin${path}`);
    const app = await reload();
    expect(await app.getByRole('dialog').count()).toBe(0);
  }
  await visit.page.goto(`${site.url}/site/admin/settings?dialog=space&spaceId=1&name=Made+up`);
  const app = await reload();
  await app.getByRole('dialog').waitFor();
  expect(await app.getByRole('dialog').textContent()).not.toContain('Made up');
});

itSlow('the admin area keeps the filters of the audit log, and never a key value', async () => {
  visit = await visitAdmin(browser, site, { path: '/audit-log' });
  const { app } = visit;
  await app.getByLabel('Event', { exact: true }).selectOption({ label: 'API key revoked' });
  await app.getByRole('button', { name: 'Last 7 days' }).click();
  await at('/audit-log?type=apikey.revoked&hours=168');
  const again = await reload();
  await again.getByText('1 event').first().waitFor();
  expect(await again.getByRole('button', { name: 'Last 7 days' }).getAttribute('aria-pressed')).toBe('true');
  const { key, keyId } = await site.createKey({ name: 'Pasted' });
  await again.getByLabel('Page or key').fill(key);
  await visit.page.waitForURL((url) => url.searchParams.get('subject') === `pclsk_${keyId}`);
  // An empty list offers the same button again.
  await again.getByRole('button', { name: 'Clear filters' }).first().click();
  await at('/audit-log');
});

itSlow('the admin area opens what space admins can set with its button and by its address, and saves it', async () => {
  visit = await visitAdmin(browser, site, { path: '/settings' });
  await visit.app.getByRole('button', { name: 'Edit what space admins can set' }).click();
  await at('/settings?dialog=spaceAdmins');
  await visit.app.getByRole('dialog').waitFor();
  const app = await reload();
  const dialog = app.getByRole('dialog');
  await dialog.getByRole('checkbox', { name: /^Default level/ }).check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  await app.getByText('Nothing', { exact: true }).waitFor({ state: 'detached' });
});
