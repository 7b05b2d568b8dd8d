import type { Browser, Page } from 'playwright-core';
import { DEMO_PAGES } from '../../../local/demo';
import {
  accessibilityProblems,
  capture,
  launchBrowser,
  type ServedSite,
  serveSite,
  type SiteVisitOptions,
  visitSite,
} from '../../support/browser';
import { tooWide } from '../../support/places';
import { aRichPage, aSpaceWithoutPages } from '../../support/shell-pages';

/** The pages of the site around the app: axe-core finds nothing wrong, and nothing scrolls sideways at 320 px. */

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

interface ShellPlace extends Omit<SiteVisitOptions, 'path'> {
  readonly name: string;
  readonly path: string | (() => string);
  readonly open?: (page: Page) => Promise<void>;
}

const refusedLabel = async (page: Page) => {
  await page.getByLabel('Add a label').fill('not one');
  await page.keyboard.press('Enter');
  await page.getByText('The following label is not valid').waitFor();
};

const places: readonly ShellPlace[] = [
  { name: 'home', path: '/site/' },
  { name: 'apps-menu', path: '/site/', open: (page) => page.getByText('Apps', { exact: true }).click() },
  { name: 'space', path: '/site/spaces/ENG' },
  { name: 'space-empty', path: '/site/spaces/BARE' },
  { name: 'page-rich', path: () => `/site/spaces/ENG/pages/${richPage}`, open: refusedLabel },
  { name: 'page-archived', path: `/site/spaces/ENG/pages/${DEMO_PAGES.archived}` },
  { name: 'page-restricted', path: `/site/spaces/ENG/pages/${DEMO_PAGES.engRestrictedChild}` },
  { name: 'not-found', path: '/site/spaces/ENG/pages/1' },
  { name: 'no-access', path: '/site/', as: 'outsider@example.com' },
];

describe.each(['light', 'dark'] as const)('in the %s theme', (theme) => {
  it.each(places)('axe-core finds nothing wrong, and nothing scrolls sideways: $name', async (place) => {
    const { name, path, as, open } = place;
    const where = typeof path === 'string' ? path : path();
    const { page, problems, close } = await visitSite(browser, site, { path: where, theme, ...(as && { as }) });
    await open?.(page);
    await capture(page, `site-${name}-${theme}`);
    expect(await accessibilityProblems(page.mainFrame())).toEqual([]);
    await page.setViewportSize({ width: 320, height: 900 });
    expect(await tooWide(page.mainFrame())).toEqual([]);
    if (theme === 'light') await capture(page, `site-${name}-narrow`);
    expect(problems.filter((problem) => !STATUS_REMARK.test(problem))).toEqual([]);
    await close();
  });
});

/** Chromium's warning about a page with another status than 200, which these have on purpose. */
const STATUS_REMARK = /^Failed to load resource: the server responded with a status of (400|403|404) /;
