import type { Browser, Page } from 'playwright-core';
import { DEMO_PAGES } from '../../../local/demo';
import {
  accessibilityProblems,
  capture,
  launchBrowser,
  type ServedSite,
  serveSite,
  visitSite,
} from '../../support/browser';
import { inTheme, tooWide } from '../../support/places';
import { itSlow } from '../../support/sample';
import { aRichPage, aSpaceWithoutPages } from '../../support/shell-pages';

/** On the pages of the site around the app, axe-core finds no violation, and nothing scrolls horizontally at 320 px. */

let browser: Browser;
let site: ServedSite;
let richPage: string;
beforeAll(async () => {
  browser = await launchBrowser();
  site = await serveSite();
  richPage = await aRichPage(site);
  await aSpaceWithoutPages(site, 'BARE');
  await site.setUser('outsider@example.com', { mayUseConfluence: false });
});
afterAll(async () => {
  await browser.close();
  await site.stop();
});

interface ShellPlace {
  readonly name: string;
  readonly path: string;
  readonly open?: (page: Page) => Promise<void>;
}

const refusedLabel = async (page: Page) => {
  await page.getByLabel('Add a label').fill('not one');
  await page.keyboard.press('Enter');
  await page.getByText('The following label is not valid').waitFor();
};

/** @returns the problems of each place, by its name */
async function checkPlaces(places: readonly ShellPlace[], as = 'admin@example.com') {
  const { page, problems, close } = await visitSite(browser, site, { as, path: places[0]?.path ?? '' });
  const found: Record<string, string[]> = {};
  for (const { name, path, open } of places) {
    if (page.url() !== site.url + path) await page.goto(site.url + path);
    await open?.(page);
    const inBothThemes: string[] = [];
    for (const theme of ['light', 'dark'] as const) {
      await page.evaluate(inTheme(theme));
      await capture(page, `site-${name}-${theme}`);
      inBothThemes.push(...(await accessibilityProblems(page.mainFrame(), { onlyColors: theme === 'dark' })));
    }
    await page.setViewportSize({ width: 320, height: 900 });
    found[name] = [...inBothThemes, ...(await tooWide(page.mainFrame()))];
    await capture(page, `site-${name}-narrow`);
    await page.setViewportSize({ width: 1280, height: 900 });
  }
  const scripts = problems.filter((problem) => !STATUS_WARNING.test(problem));
  await close();
  return { ...found, scripts };
}

const NONE: readonly string[] = [];

it('home, spaces and pages are accessible', async () => {
  const found = await checkPlaces([
    { name: 'home', path: '/site/', open: (page) => page.getByText('Apps', { exact: true }).click() },
    { name: 'space', path: '/site/spaces/ENG' },
    { name: 'space-empty', path: '/site/spaces/BARE' },
    { name: 'page-rich', path: `/site/spaces/ENG/pages/${richPage}`, open: refusedLabel },
    { name: 'page-archived', path: `/site/spaces/ENG/pages/${DEMO_PAGES.archived}` },
    { name: 'page-restricted', path: `/site/spaces/ENG/pages/${DEMO_PAGES.engRestrictedChild}` },
    { name: 'not-found', path: '/site/spaces/ENG/pages/1' },
  ]);
  for (const [name, problems] of Object.entries(found)) expect({ name, problems }).toEqual({ name, problems: NONE });
});

itSlow('the page for a user without access to Confluence is accessible', async () => {
  const found = await checkPlaces(
    [{ name: 'no-access', path: `/site/spaces/ENG/pages/${DEMO_PAGES.architecture}` }],
    'outsider@example.com',
  );
  expect(found).toEqual({ 'no-access': NONE, scripts: NONE });
});

/** Chromium's warning about a page with another status than 200, which these have on purpose. */
const STATUS_WARNING = /^Failed to load resource: the server responded with a status of (400|403|404) /;
