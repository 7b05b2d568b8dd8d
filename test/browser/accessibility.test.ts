import type { Browser, Frame } from 'playwright-core';
import {
  accessibilityProblems,
  capture,
  launchBrowser,
  type ServedSite,
  serveSite,
  type Visit,
  visitAdmin,
  type VisitOptions,
} from '../support/browser';

/** axe-core finds nothing wrong on any page or dialog, in either theme; nothing scrolls sideways on a narrow screen. */

let browser: Browser;
let site: ServedSite;
beforeAll(async () => {
  browser = await launchBrowser();
  site = await serveSite();
  await site.createKey({ name: 'Publish rule', classificationScope: 'write', spaceLimit: ['ENG'] });
  const soon = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
  await site.createKey({ name: 'Soon gone', expiresOn: soon, classificationScope: 'read' });
  const { keyId } = await site.createKey({ name: 'Gone', classificationScope: 'read' });
  await site.admin('revokeKey', { keyId });
});
afterAll(async () => {
  await browser.close();
  await site.stop();
});

/** Every page and dialog, and the way to it from the page. */
interface Place {
  readonly name: string;
  readonly open?: (app: Frame) => Promise<void>;
  readonly as?: string;
}

const places: readonly Place[] = [
  { name: 'keys' },
  { name: 'not-admin', as: 'editor@example.com' },
  {
    name: 'create',
    open: async (app) => {
      await app.getByRole('button', { name: 'Create key' }).click();
      const dialog = app.getByRole('dialog');
      await dialog.getByText('Level administration').click();
      await dialog.getByText('Only pages with these levels').click();
      await dialog.getByText('Only these spaces').click();
      await dialog.getByRole('checkbox', { name: /Engineering/ }).check();
      await dialog.getByRole('button', { name: 'Create key' }).click();
      await dialog.getByText('Enter a name.').waitFor();
    },
  },
  {
    name: 'created',
    open: async (app) => {
      await app.getByRole('button', { name: 'Create key' }).click();
      await app.getByRole('dialog').getByLabel('Name').fill('Another');
      await app.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();
      await app.getByLabel('Try it with curl').waitFor();
    },
  },
  {
    name: 'edit',
    open: async (app) => {
      await app.getByRole('button', { name: 'Edit Publish rule' }).click();
      await app.getByRole('dialog').waitFor();
    },
    as: 'admin2@example.com',
  },
  {
    name: 'revoke',
    open: async (app) => {
      await app.getByRole('button', { name: 'Revoke Publish rule' }).click();
      await app.getByRole('dialog').waitFor();
    },
  },
];

const secretsIn = (app: Frame) => [app.getByLabel('API key', { exact: true })];

async function open({ open: go, as = 'admin@example.com' }: Place, options: VisitOptions): Promise<Visit> {
  const visit = await visitAdmin(browser, site, { as, ...options });
  await go?.(visit.app);
  return visit;
}

describe.each(['light', 'dark'] as const)('in the %s theme', (theme) => {
  it.each(places)('axe-core finds nothing wrong: $name', async (place) => {
    const { app, page, problems, close } = await open(place, { theme });
    await capture(page, `${place.name}-${theme}`, secretsIn(app));
    expect(await accessibilityProblems(app)).toEqual([]);
    expect(problems).toEqual([]);
    await close();
  });
});

it('axe-core finds nothing wrong with the shell around it', async () => {
  const { page, close } = await visitAdmin(browser, site);
  await page.goto(`${site.url}/site/`);
  await capture(page, 'shell');
  expect(await accessibilityProblems(page.mainFrame())).toEqual([]);
  await close();
});

it.each(places)('is usable 320 px wide, without scrolling sideways: $name', async (place) => {
  const { app, page, close } = await open(place, { width: 320 });
  await capture(page, `${place.name}-narrow`, secretsIn(app));
  for (const frame of [app, page.mainFrame()]) {
    const tooWide = await frame.evaluate<
      string[]
    >(`[document.documentElement, ...document.querySelectorAll('.dialog-body')]
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
        .map((element) => (element.className || element.tagName) + ' ' + element.scrollWidth)`);
    expect(tooWide).toEqual([]);
  }
  await close();
});
