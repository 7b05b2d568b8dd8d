import type { Browser, Frame } from 'playwright-core';
import { DEMO_PAGES } from '../../local/demo';
import { goTo } from '../support/admin-navigation';
import { capture, launchBrowser, type ServedSite, serveSite, type Visit, visitAdmin } from '../support/browser';
import { tooWide } from '../support/places';
import { itSlow } from '../support/sample';

/** The navigation between the pages of the administration. */

let browser: Browser;
let site: ServedSite;
let visit: Visit;
beforeAll(async () => {
  browser = await launchBrowser();
  site = await serveSite();
});
afterEach(async () => {
  expect(visit.problems).toEqual([]);
  await visit.close();
});
afterAll(async () => {
  await browser.close();
  await site.stop();
});

/** The entry, its tab, the heading and the path of each page. */
const PAGES = [
  ['Pages', 'Pages', 'Pages', '/pages'],
  ['Pages', 'Suggestions', 'Suggestions', '/suggestions'],
  ['Findings', 'Findings', 'Findings', '/findings'],
  ['Findings', 'Exclusions', 'Exclusions', '/exclusions'],
  ['Policy', 'Levels', 'Levels', '/levels'],
  ['Policy', 'Rules', 'Rules', '/policy'],
  ['Spaces', undefined, 'Spaces', '/spaces'],
  ['Detectors', 'Detectors', 'Detectors', '/detectors'],
  ['Detectors', 'New detectors', 'New detectors', '/new-detectors'],
  ['Scans', 'Scans', 'Scans', '/scans'],
  ['Scans', 'Background work', 'Background work', '/background-work'],
  ['Audit log', undefined, 'Audit log', '/audit-log'],
  ['API', 'Keys', 'API keys', '/keys'],
  ['API', 'Recipes', 'Recipes', '/recipes'],
  ['API', 'Reference', 'API reference', '/api-reference'],
  ['API', 'Limits', 'Limits', '/limits'],
  ['System', 'Site check', 'Site check', '/site-check'],
  ['System', 'Import and export', 'Import and export', '/import-export'],
  ['System', 'Personal data', 'Personal data', '/personal-data'],
  ['System', 'Stored data', 'Stored data', '/stored-data'],
  ['Help', undefined, 'Help', '/help'],
  ['Overview', undefined, 'Overview', ''],
] as const;

const currentIn = (app: Frame) => app.locator('nav [aria-current=page]').allTextContents();

it('the navigation opens every page with its own address, focuses its heading, and goes back and forth', async () => {
  visit = await visitAdmin(browser, site);
  const { app, page } = visit;
  for (const [entry, tab, heading, path] of PAGES) {
    await goTo(app, entry, tab);
    await app.getByRole('heading', { level: 1, name: heading }).waitFor();
    expect(await currentIn(app)).toEqual(tab === undefined ? [entry] : [entry, tab]);
    expect(page.url()).toBe(`${site.url}/site/admin${path}`);
    await app.locator('h1:focus').waitFor();
  }
  await page.goBack();
  await app.getByRole('heading', { level: 1, name: 'Help' }).waitFor();
  await page.goForward();
  await app.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();

  // A copied address and a new tab open the page.
  const link = app.getByRole('link', { name: 'Spaces' });
  expect(await link.getAttribute('href')).toBe(`${site.url}/site/admin/spaces`);
  const opened = page.context().waitForEvent('page');
  await link.click({ modifiers: ['Control'] });
  const tab = await opened;
  await tab.frameLocator('iframe').getByRole('heading', { level: 1, name: 'Spaces' }).waitFor();
  await tab.close();

  // The search opens with the keyboard and finds each kind of thing.
  for (const [text, heading] of [
    ['reminders', 'Rules'],
    ['limits', 'Limits'],
    ['engineer', 'Spaces'],
  ] as const) {
    await page.keyboard.press('Control+k');
    await app.getByRole('combobox').fill(text);
    await app.getByRole('option').first().waitFor();
    await page.keyboard.press('Enter');
    await app.getByRole('heading', { level: 1, name: heading }).waitFor();
    if (text === 'reminders')
      await app.getByRole('heading', { name: 'Reminders for authors' }).and(app.locator(':focus')).waitFor();
  }
  await app.getByRole('dialog').getByText('Settings for Engineering').waitFor();
  await page.keyboard.press('Escape');
  await app.getByRole('dialog').waitFor({ state: 'detached' });
  await page.keyboard.press('Control+k');
  await app.getByRole('combobox', { name: 'Page, setting' }).fill('payroll');
  await app.getByRole('option', { name: 'Payroll process Confluence page' }).waitFor();
  const [confluence] = await Promise.all([page.waitForEvent('popup'), page.keyboard.press('Enter')]);
  await confluence.waitForURL(`${site.url}/site/spaces/HR/pages/${DEMO_PAGES.payroll}`);
  await confluence.close();
});

it('an address opens its page without taking the focus, and an unknown address says so', async () => {
  visit = await visitAdmin(browser, site, { path: '/levels' });
  await visit.app.getByRole('heading', { level: 1, name: 'Levels' }).waitFor();
  expect(await visit.app.evaluate(`document.activeElement?.tagName`)).toBe('BODY');
  await visit.page.goto(`${site.url}/site/admin/nothing`);
  const unknown = visit.page.frameLocator('iframe');
  await unknown.getByRole('heading', { level: 1, name: 'This page doesn’t exist' }).waitFor();
  await unknown.getByRole('link', { name: 'Go to the overview' }).click();
  await unknown.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
});

/** The responses of a site without a history for this module. */
const WITHOUT_HISTORY = `
  let bridge;
  Object.defineProperty(globalThis, '__bridge', {
    get: () => bridge,
    set: ({ callBridge }) => {
      bridge = {
        callBridge: (command, payload) =>
          command === 'createHistory' ? Promise.reject(new Error('no history here')) : callBridge(command, payload),
      };
    },
  });`;

itSlow('the navigation opens pages without addresses if the site has no history', async () => {
  visit = await visitAdmin(browser, site, { before: WITHOUT_HISTORY });
  const { app, page } = visit;
  for (const [entry, tab, heading] of PAGES.slice(-4)) {
    await goTo(app, entry, tab);
    await app.getByRole('heading', { level: 1, name: heading }).waitFor();
    await app.locator('h1:focus').waitFor();
  }
  expect(page.url()).toBe(`${site.url}/site/admin`);
});

it('the navigation is a menu in a narrow window, opens with the keyboard, and closes with Escape and after a choice', async () => {
  visit = await visitAdmin(browser, site, { width: 375, path: '/scans' });
  const { app, page } = visit;
  const menu = app.getByRole('button', { name: 'Menu' });
  const detectors = app.getByRole('link', { name: 'Detectors' });
  expect(await detectors.isVisible()).toBe(false);
  await menu.press('Enter');
  await detectors.waitFor();
  await capture(page, 'navigation-menu');
  expect(await tooWide(app)).toEqual([]);
  await page.keyboard.press('Escape');
  expect(await menu.getAttribute('aria-expanded')).toBe('false');
  await goTo(app, 'API');
  await app.getByRole('heading', { level: 1, name: 'API keys' }).waitFor();
  expect(await menu.getAttribute('aria-expanded')).toBe('false');
});

itSlow('a link to a key from before the overview opens the key', async () => {
  const { keyId } = await site.createKey({ name: 'Linked' });
  visit = await visitAdmin(browser, site, { path: `/?keyId=${keyId}` });
  await visit.app.getByRole('dialog').getByRole('heading', { name: 'Linked' }).waitFor();
});
