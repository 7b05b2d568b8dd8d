import type { Browser } from 'playwright-core';
import { launchBrowser, type ServedSite, serveSite, type Visit, visitAdmin } from '../support/browser';

/** The way between the pages of the administration. */

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

it('opens every page, gives it an address, and moves the focus to its heading', async () => {
  visit = await visitAdmin(browser, site);
  const { app, page } = visit;
  for (const [title, path] of [...PAGES.slice(1), ...PAGES.slice(0, 1)]) {
    await app.getByRole('navigation', { name: 'Administration' }).getByRole('button', { name: title }).click();
    await app.getByRole('heading', { level: 1, name: title }).waitFor();
    expect(await app.getByRole('button', { name: title, exact: true }).getAttribute('aria-current')).toBe('page');
    expect(page.url()).toBe(`${site.url}/site/admin${path}`);
    await app.locator('h1:focus').waitFor();
  }
  // Also with forced colours, which draw transparent lines and mark the element under the pointer.
  await page.mouse.move(0, 0);
  await page.emulateMedia({ forcedColors: 'active' });
  await app.waitForFunction(`matchMedia('(forced-colors: active)').matches`);
  const lines = `[...document.querySelectorAll('nav button')].map((one) => getComputedStyle(one).borderBottomColor)`;
  const [ofOpened, ...others] = await app.evaluate<string[]>(lines);
  expect(others).not.toContain(ofOpened);
  await page.emulateMedia({ forcedColors: null });
});

it.each(PAGES)('opens %s at its own address', async (title, path) => {
  visit = await visitAdmin(browser, site, { path });
  await visit.app.getByRole('heading', { level: 1, name: title }).waitFor();
  expect(await visit.app.evaluate(`document.activeElement?.tagName`)).toBe('BODY');
});

it('goes back and forth with the browser', async () => {
  visit = await visitAdmin(browser, site);
  const { app, page } = visit;
  await app.getByRole('button', { name: 'Levels' }).click();
  await app.getByRole('heading', { level: 1, name: 'Levels' }).waitFor();
  await page.goBack();
  await app.getByRole('heading', { level: 1, name: 'API keys' }).waitFor();
  await page.goForward();
  await app.getByRole('heading', { level: 1, name: 'Levels' }).waitFor();
});

it('shows the first page where an address names none', async () => {
  visit = await visitAdmin(browser, site, { path: '/nothing' });
  await visit.app.getByRole('heading', { level: 1, name: 'API keys' }).waitFor();
});

/** As a site would answer that has no history for this module. */
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

it('opens every page where the site has no history for it, only without addresses', async () => {
  visit = await visitAdmin(browser, site, { before: WITHOUT_HISTORY });
  const { app, page } = visit;
  for (const [title] of PAGES.slice(1)) {
    await app.getByRole('navigation', { name: 'Administration' }).getByRole('button', { name: title }).click();
    await app.getByRole('heading', { level: 1, name: title }).waitFor();
    await app.locator('h1:focus').waitFor();
  }
  expect(page.url()).toBe(`${site.url}/site/admin`);
});
