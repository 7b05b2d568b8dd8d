import type { Browser, Frame, Page } from 'playwright-core';
import { DEMO_PAGES, DEMO_SPACES } from '../../local/demo';
import {
  accessibilityProblems,
  capture,
  drawn,
  launchBrowser,
  type ServedSite,
  serveSite,
  type SiteVisit,
  type SiteVisitOptions,
  visitSite,
} from '../support/browser';
import { inTheme, tooWide } from '../support/places';
import { itSlow } from '../support/sample';
import { bareFrames, type BareFrames } from '../support/surface-frames';
import { expectOk } from '../support/wiki-pages';

/** Tests the elements and the frames of the app's modules on a page, and the bridge of those frames. */

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
  await frame.waitForSelector('html[data-ready]');
  return frame;
}

it('the local page opens the popup of the byline with the keyboard, and gives the focus back', async () => {
  await level({ title: 'Confidential', tooltip: 'For few', icon: 'data:image/svg+xml;utf8,x', banner: 'false' });
  const page = await open();
  expect(await chip(page).textContent()).toBe('Confidential');
  await chip(page).focus();
  await page.keyboard.press('Enter');
  const popup = await frameIn(page, '#byline-popup');
  expect(await popup.title()).toBe('popup');
  await popup.waitForSelector('html[data-focused]');
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

itSlow.each(['anonymous', 'unlicensed@example.com'])(
  'the local page shows the byline of a public page to %s',
  async (as) => {
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
  },
);

it('the local page changes the text of the byline on the open page, and reads it again when a frame asks for it', async () => {
  await level({ title: 'Internal', banner: 'true' });
  const page = await open();
  const banner = await frameIn(page, '#page-banner');
  const valueUpdate = { title: 'Secret', tooltip: 'For nobody', icon: 'data:image/svg+xml;utf8,y' };
  const update = { propertyKey: 'pgcls_level', valueUpdate };
  await banner.evaluate(`bridge.events.emit('FORGE_CONTENT_PROPERTY_UPDATED', ${JSON.stringify(update)})`);
  expect(await chip(page).textContent()).toBe('Secret');
  expect(await chip(page).getAttribute('title')).toBe('For nobody');
  expect(await page.getByTestId('byline-forge-app-image').getAttribute('src')).toBe('data:image/svg+xml;utf8,y');
  const other = { ...update, propertyKey: 'other', valueUpdate: { title: 'Other' } };
  await banner.evaluate(`bridge.events.emit('FORGE_CONTENT_PROPERTY_UPDATED', ${JSON.stringify(other)})`);
  expect(await chip(page).textContent()).toBe('Secret');
  await banner.evaluate('bridge.view.refresh()');
  expect(await chip(page).textContent()).toBe('Internal');
});

itSlow('the local page hides the banner and shows it again, and passes events to every frame of the page', async () => {
  await level({ banner: 'true' });
  const page = await open();
  const banner = await frameIn(page, '#page-banner');
  const listen = `bridge.events.on('changed', ({ rev }) => { document.body.dataset.rev = rev; })`;
  await banner.evaluate(listen);
  await chip(page).click();
  const popup = await frameIn(page, '#byline-popup');
  await popup.evaluate(listen);
  await popup.evaluate(`bridge.events.emit('changed', { rev: 7 })`);
  for (const frame of [banner, popup]) await frame.waitForSelector('body[data-rev="7"]');
  await banner.evaluate('bridge.view.close()');
  await page.locator('#page-banner').waitFor({ state: 'hidden' });
  await banner.evaluate('bridge.view.open()');
  await page.locator('#page-banner').waitFor({ state: 'visible' });
  // A click in another frame is a click outside of the popup.
  await banner.locator('button').click();
  await page.locator('#byline-popup').waitFor({ state: 'hidden' });
  expect(visit.problems).toEqual([]);
});

itSlow('frames are as high as their content', async () => {
  const page = await open();
  await chip(page).click();
  const popup = await frameIn(page, '#byline-popup');
  const heights = async () => [
    await page.locator('#byline-popup iframe').evaluate(({ clientHeight }) => clientHeight),
    await popup.evaluate<number>('Math.ceil(document.documentElement.getBoundingClientRect().height)'),
  ];
  for (const height of ['300px', '10px']) {
    await popup.evaluate(`document.querySelector('p').style.height = '${height}'`);
    await drawn(popup);
    await drawn(page);
    const [frame, content] = await heights();
    expect(frame).toBe(content);
  }
});

it('a popup opens a modal with its own context, which returns a result and outlives it', async () => {
  const page = await open();
  await chip(page).click();
  const popup = await frameIn(page, '#byline-popup');
  const modal = `{ resource: 'history', size: 'large', context: { finding: 'f-1' }, onClose: ({ done }) => { document.body.dataset.done = done; } }`;
  await popup.evaluate(`new bridge.Modal(${modal}).open()`);
  const history = await frameIn(page, 'dialog.app-modal');
  expect(await history.title()).toBe('history');
  const context = { moduleKey: 'level-byline', extension: { modal: { finding: 'f-1' } } };
  expect(await history.evaluate('bridge.view.getContext()')).toMatchObject(context);
  expect(await history.evaluate(`bridge.invoke('x')`)).toMatchObject({ argument: { context } });
  await history.evaluate(`bridge.view.close({ done: 'yes' })`).catch(() => undefined);
  await popup.waitForSelector('body[data-done="yes"]');
  await page.locator('dialog.app-modal').waitFor({ state: 'detached' });

  await popup.evaluate(`new bridge.Modal(${modal}).open()`);
  await frameIn(page, 'dialog.app-modal');
  await popup.evaluate('bridge.view.close()').catch(() => undefined);
  await page.locator('#byline-popup').waitFor({ state: 'hidden' });
  await page.keyboard.press('Escape');
  await page.locator('dialog.app-modal').waitFor({ state: 'detached' });
  expect(visit.problems).toEqual([]);
});

itSlow('the menu of the local page works with the keyboard', async () => {
  const page = await open();
  const summary = page.getByText('More actions', { exact: true });
  await summary.focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const history = await frameIn(page, 'dialog.app-modal');
  expect(await history.title()).toBe('history');
  await history.waitForSelector('html[data-focused]');
  await page.keyboard.press('Escape');
  await page.locator('dialog.app-modal').waitFor({ state: 'detached' });
  expect(await page.evaluate('document.activeElement.textContent')).toBe('More actions');
  expect(await page.locator('#page-actions').getAttribute('open')).toBeNull();
});

itSlow('the local page offers actions for the selected text, and passes it to the frame', async () => {
  const page = await open();
  const menu = page.locator('#selection-menu');
  expect(await menu.isVisible()).toBe(false);
  await page.getByText('The shop is five services').selectText();
  const action = menu.getByRole('button', { name: 'Redact' });
  await action.focus();
  await page.keyboard.press('Enter');
  const frame = await frameIn(page, '#selection-menu');
  const context = {
    moduleKey: 'redact-selection',
    extension: { selectedText: expect.stringContaining('The shop is five services') },
  };
  expect(await frame.evaluate('bridge.view.getContext()')).toMatchObject(context);
  expect(await frame.evaluate(`bridge.invoke('x')`)).toMatchObject({ argument: { context } });
  await frame.evaluate('bridge.view.close()').catch(() => undefined);
  await menu.waitFor({ state: 'hidden' });
  expect(visit.problems).toEqual([]);
});

itSlow('the local page shows macros with their settings, which change in place of the editor', async () => {
  const value = `<p>Level: <ac:structured-macro ac:name="level-macro"/></p><ac:structured-macro ac:name="report-macro"><ac:parameter ac:name="space">ENG</ac:parameter></ac:structured-macro>`;
  const body = { representation: 'storage', value };
  const created = { spaceId: DEMO_SPACES.ENG, status: 'current', title: 'With macros', body };
  const { id } = (await expectOk(site.wiki('POST', '/api/v2/pages', created))) as { id: string };
  const page = await open({ path: `/site/spaces/ENG/pages/${id}` });
  expect(await (await frameIn(page, '.macro.inline')).title()).toBe('level');
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await page.getByText('The editor would be here').waitFor();
  const report = await frameIn(page, '.macro.block');
  expect(await report.evaluate('bridge.view.getContext()')).toMatchObject({
    extension: { config: { space: 'ENG' }, isEditing: true, location: expect.stringContaining('/pages/edit-v2/') },
  });
  await page.getByRole('button', { name: 'Edit Classification report' }).click();
  const config = await frameIn(page, 'dialog.app-modal');
  expect(await config.title()).toBe('config');
  const reloaded = page.waitForEvent('load');
  await config.evaluate(`void bridge.view.submit({ config: { space: 'HR' } })`);
  await reloaded;
  expect(await (await frameIn(page, '.macro.block')).evaluate('bridge.view.getContext()')).toMatchObject({
    extension: { config: { space: 'HR' } },
  });
  expect(visit.problems).toEqual([]);
});

itSlow('the local page leads to pages and spaces', async () => {
  const page = await open();
  await chip(page).click();
  const popup = await frameIn(page, '#byline-popup');
  const opened = page.context().waitForEvent('page');
  await popup.evaluate(`bridge.router.open({ target: 'contentView', contentId: '${DEMO_PAGES.payroll}' })`);
  await (await opened).waitForURL(`${site.url}/site/spaces/HR/pages/${DEMO_PAGES.payroll}`);
  await popup.evaluate(`void bridge.router.navigate('/wiki/spaces/HR')`);
  await page.waitForURL(`${site.url}/site/spaces/HR`);
});

it('a page of the app in a space has an address of its own, which survives a reload', async () => {
  const page = await open({ path: '/site/', as: 'spaceadmin@example.com' });
  await page.getByRole('link', { name: 'Engineering' }).click();
  const sidebar = page.getByRole('navigation', { name: 'Space' });
  await sidebar.getByRole('link', { name: 'Classification' }).first().click();
  const frame = await frameIn(page, '#app-page');
  expect(await frame.title()).toBe('space');
  const address = page.url();
  await frame.evaluate(`bridge.view.createHistory().then((history) => { window.history_ = history; })`);
  const location = () => frame.evaluate<string>('history_.location.pathname + history_.location.search');
  expect(await location()).toBe('/');
  await frame.evaluate(`history_.push('/levels?sort=name')`);
  expect([await location(), page.url()]).toEqual(['/levels?sort=name', `${address}/levels?sort=name`]);
  await frame.evaluate('history_.goBack()');
  await page.waitForURL(address);
  await page.goForward();
  await page.waitForURL(`${address}/levels?sort=name`);
  await page.reload();
  const again = await frameIn(page, '#app-page');
  expect(
    await again.evaluate(`bridge.view.createHistory().then(({ location }) => location.pathname + location.search)`),
  ).toBe('/levels?sort=name');
  await sidebar.getByRole('link', { name: 'Classification' }).last().click();
  expect(await (await frameIn(page, '#app-page')).title()).toBe('space-settings');
  expect(visit.problems).toEqual([]);
});

itSlow('the Apps menu leads everybody to the page of the app, which stays when the account changes', async () => {
  const page = await open({ path: '/site/', as: 'viewer@example.com' });
  await page.getByText('Apps', { exact: true }).click();
  await page.getByRole('link', { name: 'Page Classification' }).click();
  expect(await (await frameIn(page, '#app-page')).title()).toBe('home');
  const address = page.url();
  await Promise.all([page.waitForEvent('load'), page.getByLabel('Acting as').selectOption('outsider@example.com')]);
  expect(page.url()).toBe(address);
  const home = await frameIn(page, '#app-page');
  expect(await home.evaluate(`bridge.invoke('x')`)).toMatchObject({ argument: { context: { moduleKey: 'home' } } });
  expect(visit.problems).toEqual([]);
});

/** Commands that a frame on a page does not have here. */
const NOT_MODELED = ['createHistory', 'onClose', 'emitReadyEvent', 'constructor'];

it('a command that is not modeled fails by its name, and so does a resource that does not exist', async () => {
  const page = await open();
  await chip(page).click();
  const popup = await frameIn(page, '#byline-popup');
  const messages = await popup.evaluate(
    `Promise.all(${JSON.stringify(NOT_MODELED)}.map((name) => __bridge.callBridge(name, {}).then(() => 'answered', ({ message }) => message)))`,
  );
  const expected = NOT_MODELED.map((name) => `The local host does not model the bridge command ${name}.`);
  expect(messages).toEqual(expected);
  await expect(popup.evaluate(`new bridge.Modal({ resource: 'none' }).open()`)).rejects.toThrow('Unable to open modal');
  const resource = 'The manifest has no resource none.';
  expect(visit.problems).toEqual([...expected, resource]);
  // Only the settings of a macro can be submitted.
  await expect(popup.evaluate(`bridge.view.submit({})`)).rejects.toThrow('not submittable');
});

it('the local page is accessible in both themes, and fits into 320 px', async () => {
  await level({ title: 'Confidential and quite long for a level', banner: 'true' });
  const page = await open();
  await frameIn(page, '#page-banner');
  const found: string[] = [];
  const check = async (name: string) => {
    for (const theme of ['light', 'dark'] as const) {
      await page.evaluate(inTheme(theme));
      await capture(page, `page-shell-${name}-${theme}`);
      found.push(...(await accessibilityProblems(page.mainFrame(), { onlyColors: theme === 'dark' })));
    }
    await page.setViewportSize({ width: 320, height: 900 });
    found.push(...(await tooWide(page.mainFrame())));
    await capture(page, `page-shell-${name}-narrow`);
    await page.setViewportSize({ width: 1280, height: 900 });
  };
  await chip(page).click();
  await frameIn(page, '#byline-popup');
  await check('popup');
  await page.keyboard.press('Escape');
  await page.getByText('More actions', { exact: true }).click();
  await check('menu');
  await page.locator('#page-actions button').first().click();
  await frameIn(page, 'dialog.app-modal');
  await check('modal');
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await page.getByText('The shop is five services').selectText();
  await page.locator('#selection-menu').waitFor();
  await check('selection');
  await page.goto(site.url + PAGE.replace('/pages/', '/pages/edit-v2/'));
  await check('editor');
  await page.goto(`${site.url}/site/spaces/ENG`);
  await check('space');
  await page.getByRole('navigation', { name: 'Space' }).getByRole('link', { name: 'Classification' }).last().click();
  await frameIn(page, '#app-page');
  await check('space-settings');
  expect(found).toEqual([]);
  expect(visit.problems).toEqual([]);
});
