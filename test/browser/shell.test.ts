import type { Browser, Page } from 'playwright-core';
import { DEMO_PAGES } from '../../local/demo';
import {
  capture,
  drawn,
  launchBrowser,
  type ServedSite,
  serveSite,
  type SiteVisit,
  type SiteVisitOptions,
  visitSite,
} from '../support/browser';
import { aHostilePage, aHostileSpace, HOSTILE_LABEL, HOSTILE_TITLE } from '../support/hostile-page';
import { itSlow } from '../support/sample';

/** The site around the app, as a person clicks through it. */

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

async function open(options: SiteVisitOptions = {}): Promise<Page> {
  visit = await visitSite(browser, site, options);
  return visit.page;
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });
const actAs = (page: Page, email: string) => page.getByLabel('Acting as').selectOption(email);

it('the local site leads from home through a space and its pages to the administration of the app, and back', async () => {
  const page = await open();
  await heading(page, 'Demo site').waitFor();
  await page.getByRole('link', { name: 'Human Resources' }).click();
  await heading(page, 'Human Resources').waitFor();
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Payroll process' }).click();
  await heading(page, 'Payroll process').waitFor();
  expect(page.url()).toBe(`${site.url}/site/spaces/HR/pages/${DEMO_PAGES.payroll}`);
  await capture(page, 'page');
  await page.getByRole('link', { name: 'Payroll corrections 2025' }).click();
  await heading(page, 'Payroll corrections 2025').waitFor();
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Payroll process' }).click();
  await heading(page, 'Payroll process').waitFor();

  await page.getByText('Apps', { exact: true }).click();
  await page.getByRole('navigation', { name: 'Apps' }).getByRole('link', { name: 'Administration' }).click();
  await page.frameLocator('iframe').getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  await page.getByRole('link', { name: 'Confluence local' }).click();
  await heading(page, 'Demo site').waitFor();
  expect(visit.problems).toEqual([]);
});

itSlow(
  'the local site stays where it is when the account is switched, and shows what the other account may see',
  async () => {
    const path = `/site/spaces/ENG/pages/${DEMO_PAGES.engRestricted}`;
    const page = await open({ as: 'editor@example.com', path });
    await heading(page, 'Due diligence: project Kestrel').waitFor();
    await actAs(page, 'viewer@example.com');
    await heading(page, 'We can’t find what you are looking for').waitFor();
    expect(await page.content()).not.toContain('Kestrel');
    expect(page.url()).toBe(site.url + path);
    await actAs(page, 'admin@example.com');
    await heading(page, 'Due diligence: project Kestrel').waitFor();
    expect(page.url()).toBe(site.url + path);
  },
);

itSlow('the local site stays on the current page of the admin area', async () => {
  const page = await open({ path: '/site/admin' });
  const app = page.frameLocator('iframe');
  await app.getByRole('link', { name: 'Policy' }).click();
  await app.getByRole('heading', { level: 1, name: 'Levels' }).waitFor();
  await page.getByRole('button', { name: 'Dark theme' }).click();
  await page.getByRole('button', { name: 'Light theme' }).waitFor();
  await app.getByRole('heading', { level: 1, name: 'Levels' }).waitFor();
  expect(page.url()).toBe(`${site.url}/site/admin/levels`);
});

it('the local site adds and removes a label with the keyboard, and says at its field why a label is refused', async () => {
  const page = await open({ as: 'editor@example.com', path: `/site/spaces/HR/pages/${DEMO_PAGES.leavePolicy}` });
  const field = page.getByLabel('Add a label');
  await field.fill('not one');
  await page.keyboard.press('Enter');
  await page.getByText('The following label is not valid').waitFor();
  expect(await field.inputValue()).toBe('not one');
  expect(await field.getAttribute('aria-describedby')).toBe('label-problem');
  await page.locator('#new-label:focus').waitFor();
  await capture(page, 'label-refused');

  await field.fill('Approved');
  await page.keyboard.press('Enter');
  await page.getByRole('listitem').getByText('approved').waitFor();
  const remove = page.getByRole('button', { name: 'Remove label draft-policy' });
  await remove.focus();
  await page.keyboard.press('Enter');
  await remove.waitFor({ state: 'detached' });
  expect(await page.getByRole('button', { name: /^Remove label/ }).count()).toBe(1);
});

/** The elements of a page that an author could inject. */
const SUSPICIOUS = `[...document.querySelectorAll('main *, nav *')].flatMap((element) => [
  ...(/^(script|style|img|svg|math|iframe|object|embed|base|meta|link|input)$/i.test(element.localName) && !element.matches('#new-label, .byline img') ? [element.outerHTML] : []),
  ...element.getAttributeNames().filter((name) => /^on|^style$|^srcdoc$|^background$|^target$/i.test(name)).map((name) => name + ' of ' + element.localName),
  ...(element.href && !/^(https?|mailto):/.test(element.href) ? [element.href] : []),
])`;

/** Uses every element with mouse and keyboard like a reader, except that links to other pages are not followed. */
const TOUCH_EVERYTHING = `
  document.addEventListener('click', (event) => {
    if (event.target.closest('button, a:is([href^="/"], [href^="http:"], [href^="https:"], [href^="mailto:"])')) event.preventDefault();
  });
  for (const element of document.querySelectorAll('main *, nav *'))
    for (const type of ['pointerover', 'mouseover', 'focus', 'click', 'load', 'error'])
      element.dispatchEvent(new MouseEvent(type, { bubbles: true, cancelable: true }));`;

// Without the policy of the page nothing but the page itself keeps a script from running.
it.each([true, false])(
  'the local site runs nothing that the author of a page has put into it, policy: %s',
  async (policy) => {
    const pageId = await aHostilePage(site);
    const key = await aHostileSpace(site);
    const page = await open({ policy });
    for (const path of ['/site/', '/site/spaces/ENG', `/site/spaces/${key}`, `/site/spaces/ENG/pages/${pageId}`]) {
      await page.goto(site.url + path);
      await page.getByText(HOSTILE_TITLE).first().waitFor();
      expect(await page.evaluate(SUSPICIOUS)).toEqual([]);
      await page.evaluate(TOUCH_EVERYTHING);
      await drawn(page);
      expect(page.url()).toBe(site.url + path);
      expect(await page.evaluate('window.attacked')).toBeUndefined();
    }
    await page.getByRole('button', { name: `Remove label ${HOSTILE_LABEL}`, exact: true }).waitFor();
    expect(visit.problems).toEqual([]);
  },
);
