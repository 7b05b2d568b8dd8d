import type { Browser, Frame, Page } from 'playwright-core';
import { DEMO_PAGES } from '../../local/demo';
import {
  launchBrowser,
  type ServedSite,
  serveSite,
  type SiteVisit,
  type SiteVisitOptions,
  visitSite,
} from '../support/browser';
import { bareFrames, type BareFrames } from '../support/surface-frames';
import { expectOk } from '../support/wiki-pages';

/** The modules of the app on a page: their elements, their frames, and the bridge of those frames. */

let browser: Browser;
let frames: BareFrames;
let site: ServedSite;
let visit: SiteVisit;
beforeAll(async () => {
  browser = await launchBrowser();
  frames = bareFrames();
});
afterAll(async () => {
  await browser.close();
  frames.remove();
});
beforeEach(async () => {
  const echo = (argument: unknown) => Promise.resolve({ argument });
  site = await serveSite({ manifest: frames.manifest, functions: { surfaces: echo } }, site);
});
afterEach(async () => {
  await visit.close();
  await site.stop();
});

const PAGE = `/site/spaces/ENG/pages/${DEMO_PAGES.architecture}`;

async function open(options: SiteVisitOptions = {}): Promise<Page> {
  visit = await visitSite(browser, site, { path: PAGE, ...options });
  return visit.page;
}

const level = (value: object) =>
  expectOk(site.wiki('POST', `/api/v2/pages/${DEMO_PAGES.architecture}/properties`, { key: 'pgcls_level', value }));

const chip = (page: Page) => page.getByTestId('byline-forge-app-button');

/** The frame in an element, once its script has run. */
async function frameIn(page: Page, selector: string): Promise<Frame> {
  const element = await page.waitForSelector(`${selector} iframe`, { state: 'attached' });
  const frame = await element.contentFrame();
  if (frame === null) throw new Error(`no frame in ${selector}`);
  await frame.waitForFunction('globalThis.bridge');
  return frame;
}

it('opens the popup of the byline with the keyboard, and gives the focus back', async () => {
  await level({ title: 'Confidential', tooltip: 'For few', icon: 'data:image/svg+xml;utf8,x', banner: 'false' });
  const page = await open();
  expect(await chip(page).textContent()).toBe('Confidential');
  await chip(page).focus();
  await page.keyboard.press('Enter');
  const popup = await frameIn(page, '#byline-popup');
  expect(await popup.title()).toBe('popup.html');
  await popup.waitForFunction('document.hasFocus()');
  expect(await popup.evaluate('bridge.view.getContext()')).toMatchObject({ moduleKey: 'level-byline' });
  expect(await popup.evaluate(`bridge.invoke('openPopup', { a: 1 })`)).toMatchObject({
    argument: {
      call: { functionKey: 'openPopup', payload: { a: 1 } },
      context: { moduleKey: 'level-byline', extension: { content: { id: DEMO_PAGES.architecture, type: 'page' } } },
    },
  });
  await page.keyboard.press('Escape');
  await page.locator('#byline-popup').waitFor({ state: 'hidden' });
  expect(await page.evaluate('document.activeElement.dataset.testid')).toBe('byline-forge-app-button');
  expect(visit.problems).toEqual([]);
});

it.each(['anonymous', 'unlicensed@example.com'])('shows the byline of a public page to %s', async (as) => {
  const page = await open({ as, path: `/site/spaces/OPEN/pages/${DEMO_PAGES.welcome}` });
  expect(await page.getByLabel('Acting as').inputValue()).toBe(as);
  expect(await chip(page).textContent()).toBe('Classification');
  await chip(page).click();
  const popup = await frameIn(page, '#byline-popup');
  expect(await popup.evaluate(`bridge.invoke('openPopup')`)).toMatchObject({
    argument: { context: { accountType: as === 'anonymous' ? 'anonymous' : 'unlicensed' } },
  });
  expect(await page.locator('#page-actions, #selection-menu').count()).toBe(0);
  expect(visit.problems).toEqual([]);
});
