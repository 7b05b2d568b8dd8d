import type { Browser } from 'playwright-core';
import { launchBrowser, type ServedSite, serveSite, type Visit, visitAdmin } from '../support/browser';

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

const PAGES = [
  ['API keys', ''],
  ['Levels', '/levels'],
  ['Settings', '/settings'],
  ['Detections', '/detections'],
  ['Detectors', '/detectors'],
  ['Exclusions', '/exclusions'],
  ['Scans', '/scans'],
  ['Background work', '/background-work'],
  ['API reference', '/api-reference'],
  ['Recipes', '/recipes'],
  ['Audit log', '/audit-log'],
  ['Import and export', '/import-export'],
] as const;

it('opens every page with its own address, focuses its heading, and goes back and forth', async () => {
  visit = await visitAdmin(browser, site);
  const { app, page } = visit;
  for (const [title, path] of [...PAGES.slice(1), ...PAGES.slice(0, 1)]) {
    await app.getByRole('navigation', { name: 'Administration' }).getByRole('button', { name: title }).click();
    await app.getByRole('heading', { level: 1, name: title }).waitFor();
    expect(await app.getByRole('button', { name: title, exact: true }).getAttribute('aria-current')).toBe('page');
    expect(page.url()).toBe(`${site.url}/site/admin${path}`);
    await app.locator('h1:focus').waitFor();
  }
  await page.goBack();
  await app.getByRole('heading', { level: 1, name: 'Import and export' }).waitFor();
  await page.goForward();
  await app.getByRole('heading', { level: 1, name: 'API keys' }).waitFor();

  // Forced colors draw transparent lines and mark the element under the pointer.
  await page.mouse.move(0, 0);
  await page.emulateMedia({ forcedColors: 'active' });
  await app.waitForFunction(`matchMedia('(forced-colors: active)').matches`);
  const lines = `[...document.querySelectorAll('nav button')].map((one) => getComputedStyle(one).borderBottomColor)`;
  const [ofOpened, ...others] = await app.evaluate<string[]>(lines);
  expect(others).not.toContain(ofOpened);
  await page.emulateMedia({ forcedColors: null });
});

it('an address opens its page without taking the focus, and an unknown address opens the first page', async () => {
  visit = await visitAdmin(browser, site, { path: '/levels' });
  await visit.app.getByRole('heading', { level: 1, name: 'Levels' }).waitFor();
  expect(await visit.app.evaluate(`document.activeElement?.tagName`)).toBe('BODY');
  await visit.page.goto(`${site.url}/site/admin/nothing`);
  await visit.page.frameLocator('iframe').getByRole('heading', { level: 1, name: 'API keys' }).waitFor();
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

it('opens pages without addresses if the site has no history', async () => {
  visit = await visitAdmin(browser, site, { before: WITHOUT_HISTORY });
  const { app, page } = visit;
  for (const title of ['Levels', 'Audit log', 'API keys']) {
    await app.getByRole('navigation', { name: 'Administration' }).getByRole('button', { name: title }).click();
    await app.getByRole('heading', { level: 1, name: title }).waitFor();
    await app.locator('h1:focus').waitFor();
  }
  expect(page.url()).toBe(`${site.url}/site/admin`);
});
