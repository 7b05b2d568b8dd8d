import type { Browser } from 'playwright-core';
import {
  accessibilityProblems,
  capture,
  launchBrowser,
  type ServedSite,
  serveSite,
  visitAdmin,
} from '../../support/browser';

let browser: Browser;
let site: ServedSite;
beforeAll(async () => {
  browser = await launchBrowser();
  site = await serveSite();
});
afterAll(async () => {
  await browser.close();
  await site.stop();
});

it('axe-core finds nothing wrong with the shell around the administration', async () => {
  const { page, close } = await visitAdmin(browser, site);
  await page.goto(`${site.url}/site/`);
  await capture(page, 'shell');
  expect(await accessibilityProblems(page.mainFrame())).toEqual([]);
  await close();
});
