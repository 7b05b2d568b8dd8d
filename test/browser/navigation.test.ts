import type { Browser, Frame } from 'playwright-core';
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

/** The section, the name in the navigation, the heading and the path of each page. */
const PAGES = [
  ['Classification', 'Levels', 'Levels', '/levels'],
  ['Classification', 'Suggestions', 'Suggestions', '/suggestions'],
  ['Classification', 'Settings', 'Settings', '/settings'],
  ['Detection', 'Findings', 'Findings', '/detections'],
  ['Detection', 'Detectors', 'Detectors', '/detectors'],
  ['Detection', 'New detectors', 'New detectors', '/new-detectors'],
  ['Detection', 'Exclusions', 'Exclusions', '/exclusions'],
  ['Detection', 'Scans', 'Scans', '/scans'],
  ['Detection', 'Background work', 'Background work', '/background-work'],
  ['API', 'Keys', 'API keys', '/keys'],
  ['API', 'Recipes', 'Recipes', '/recipes'],
  ['API', 'Reference', 'API reference', '/api-reference'],
  ['Audit log', 'Audit log', 'Audit log', '/audit-log'],
  ['Import and export', 'Import and export', 'Import and export', '/import-export'],
  ['Site', 'Site check', 'Site check', '/site-check'],
  ['Site', 'Personal data', 'Personal data', '/personal-data'],
  ['Site', 'Stored data', 'Stored data', '/stored-data'],
  ['Overview', 'Overview', 'Overview', ''],
] as const;

const FIRST: readonly string[] = [
  'Levels',
  'Findings',
  'Keys',
  'Audit log',
  'Import and export',
  'Site check',
  'Overview',
];

const buttonsIn = (app: Frame) => app.getByRole('navigation', { name: 'Administration' }).getByRole('button');

/** A section opens its first page. */
async function open(app: Frame, section: string, name: string): Promise<void> {
  for (const each of FIRST.includes(name) ? [section] : [section, name])
    await buttonsIn(app)
      .and(app.getByRole('button', { name: each, exact: true }))
      .click();
}

it('the navigation opens every page with its own address, focuses its heading, and goes back and forth', async () => {
  visit = await visitAdmin(browser, site);
  const { app, page } = visit;
  for (const [section, name, heading, path] of PAGES) {
    await open(app, section, name);
    await app.getByRole('heading', { level: 1, name: heading }).waitFor();
    expect(await app.locator('nav [aria-current=page]').allTextContents()).toEqual([name]);
    expect(await app.locator('nav [aria-current]').first().textContent()).toBe(section);
    expect(page.url()).toBe(`${site.url}/site/admin${path}`);
    await app.locator('h1:focus').waitFor();
  }
  await page.goBack();
  await app.getByRole('heading', { level: 1, name: 'Stored data' }).waitFor();
  await page.goForward();
  await app.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();

  // Forced colors draw transparent lines and mark the element under the pointer.
  await page.mouse.move(0, 0);
  await page.emulateMedia({ forcedColors: 'active' });
  await app.waitForFunction(`matchMedia('(forced-colors: active)').matches`);
  const lines = `[...document.querySelectorAll('.sections > li > button')].map((one) => getComputedStyle(one).borderBottomColor)`;
  const [ofOpened, ...others] = await app.evaluate<string[]>(lines);
  expect(others).not.toContain(ofOpened);
  await page.emulateMedia({ forcedColors: null });
});

it('an address opens its page without taking the focus, and an unknown address opens the first page', async () => {
  visit = await visitAdmin(browser, site, { path: '/levels' });
  await visit.app.getByRole('heading', { level: 1, name: 'Levels' }).waitFor();
  expect(await visit.app.evaluate(`document.activeElement?.tagName`)).toBe('BODY');
  await visit.page.goto(`${site.url}/site/admin/nothing`);
  await visit.page.frameLocator('iframe').getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
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
  for (const [section, name, heading] of PAGES.slice(-4)) {
    await open(app, section, name);
    await app.getByRole('heading', { level: 1, name: heading }).waitFor();
    await app.locator('h1:focus').waitFor();
  }
  expect(page.url()).toBe(`${site.url}/site/admin`);
});

it('the navigation is a menu in a narrow window, opens with the keyboard, and closes with Escape and after a choice', async () => {
  visit = await visitAdmin(browser, site, { width: 375, path: '/scans' });
  const { app, page } = visit;
  const menu = app.getByRole('button', { name: 'Menu' });
  expect(await buttonsIn(app).allTextContents()).toContain('Menu');
  expect(await app.getByRole('button', { name: 'Detectors', exact: true }).isVisible()).toBe(false);
  await menu.press('Enter');
  await app.getByRole('button', { name: 'Detectors', exact: true }).waitFor();
  await capture(page, 'navigation-menu');
  expect(await tooWide(app)).toEqual([]);
  await page.keyboard.press('Escape');
  expect(await menu.getAttribute('aria-expanded')).toBe('false');
  await menu.click();
  await app.getByRole('button', { name: 'Keys', exact: true }).click();
  await app.getByRole('heading', { level: 1, name: 'API keys' }).waitFor();
  expect(await menu.getAttribute('aria-expanded')).toBe('false');
});

itSlow('a link to a key from before the overview opens the key', async () => {
  const { keyId } = await site.createKey({ name: 'Linked' });
  visit = await visitAdmin(browser, site, { path: `/?keyId=${keyId}` });
  await visit.app.getByRole('dialog').getByRole('heading', { name: 'Linked' }).waitFor();
});
