import type { Browser, Frame, Page } from 'playwright-core';
import { DEMO_PAGES, EDITOR } from '../../local/demo';
import {
  accessibilityProblems,
  capture,
  launchBrowser,
  type ServedSite,
  serveSite,
  type SiteVisit,
  visitSite,
} from '../support/browser';
import { inTheme, tooWide } from '../support/places';

/** Rules of Automation and the chat stub in the browser, with the production build of the forms of the actions. */

let browser: Browser;
let site: ServedSite;
let visit: SiteVisit;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());
beforeEach(async () => {
  site = await serveSite({}, site);
});
afterEach(async () => {
  await visit.close();
  await site.stop();
});

async function open(path: string): Promise<Page> {
  visit = await visitSite(browser, site, { as: EDITOR.email, path });
  return visit.page;
}

async function formOf(page: Page, index: number): Promise<Frame> {
  const element = await page.waitForSelector(`.rule-steps > li:nth-child(${index}) .action-form iframe`, {
    state: 'attached',
  });
  const frame = await element.contentFrame();
  if (frame === null) throw new Error('no frame');
  await frame.waitForSelector('#root > :not(.skeleton)', { state: 'attached' });
  return frame;
}

async function check(page: Page, name: string): Promise<void> {
  const found: string[] = [];
  for (const theme of ['light', 'dark'] as const) {
    await page.evaluate(inTheme(theme));
    await capture(page, `${name}-${theme}`);
    found.push(...(await accessibilityProblems(page.mainFrame(), { onlyColors: theme === 'dark' })));
  }
  await page.setViewportSize({ width: 320, height: 900 });
  found.push(...(await tooWide(page.mainFrame())));
  await capture(page, `${name}-narrow`);
  await page.setViewportSize({ width: 1280, height: 900 });
  expect({ name, found }).toEqual({ name, found: [] });
}

it('a person builds a rule with the form of an action, allows the app, runs it and reads its log', async () => {
  const page = await open('/site/rules');
  await check(page, 'rules');
  await page.getByLabel('Name').fill('Restricted by hand');
  await page.getByRole('button', { name: 'Create rule' }).click();
  await page.getByLabel('Trigger').selectOption({ label: 'Manual trigger from page' });
  await page.getByLabel('Add a step').selectOption({ label: 'Set the classification level of a page' });
  await page.getByRole('button', { name: 'Add step' }).click();

  // Without a level, the rule cannot be turned on, and the form shows it.
  await formOf(page, 1);
  await page.getByLabel('Rule is on').check();
  await page.getByRole('button', { name: 'Save rule' }).click();
  await page.getByRole('alert').getByText('Enter a value for “Level”.').waitFor();
  const form = await formOf(page, 1);
  const stored = page.waitForResponse((response) => response.url().endsWith('/site/bridge/rule'));
  await form.getByRole('combobox', { name: /^Level/ }).selectOption({ label: 'Restricted' });
  await stored;
  await page.getByLabel('Rule is on').check();
  await page.getByRole('button', { name: 'Save rule' }).click();
  await page.getByRole('alert').waitFor({ state: 'detached' });
  await formOf(page, 1);
  await check(page, 'rule');

  const run = async () => {
    await page.getByLabel('Page ID', { exact: true }).fill(DEMO_PAGES.architecture);
    await page.getByRole('button', { name: 'Run rule' }).click();
  };
  await run();
  await page.getByText('failure', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Allow access' }).click();
  await page.getByRole('button', { name: 'Take back' }).waitFor();
  await run();
  await page.locator('.rule-log').getByText('outcome: changed').waitFor();
  await check(page, 'rule-log');
  expect((await site.action('get-level', { pageId: DEMO_PAGES.architecture })).levelName).toBe('Restricted');
  // The page of the refused rule has the status 400.
  expect(visit.problems).toEqual(['Failed to load resource: the server responded with a status of 400 (Bad Request)']);
});

it('the chat stub calls the actions of the agent with inputs of a person and with bad inputs', async () => {
  const page = await open('/site/chat');
  await page.getByText('This is a stub: no model answers.').waitFor();
  await check(page, 'chat');
  await page.getByLabel('Inputs (JSON)').fill(JSON.stringify({ pageId: DEMO_PAGES.architecture }));
  await page.getByRole('button', { name: 'Call the action' }).click();
  await page.locator('#answer').getByText('"isClassified": false').waitFor();
  await check(page, 'chat-answer');
  const sets = await page.getByLabel('Or a set of bad inputs').locator('option').count();
  for (let index = 1; index < sets; index += 1) {
    await page.getByLabel('Or a set of bad inputs').selectOption({ index });
    await page.getByRole('button', { name: 'Call the action' }).click();
    await page.locator('#answer').waitFor();
  }
  await page.getByLabel('Or a set of bad inputs').selectOption({ index: 0 });
  await page.getByLabel('Inputs (JSON)').fill('no JSON');
  await page.getByRole('button', { name: 'Call the action' }).click();
  await page.getByRole('alert').getByText('must be a JSON object').waitFor();
  expect((await site.action('get-level', { pageId: DEMO_PAGES.architecture })).levelName).toBeNull();
});
