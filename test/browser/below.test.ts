import type { Browser, Frame, Page } from 'playwright-core';
import { ADMIN, DEMO_PAGES, EDITOR, VIEWER } from '../../local/demo';
import {
  accessibilityProblems,
  capture,
  launchBrowser,
  type ServedSite,
  serveSite,
  type SiteVisit,
  visitSite,
} from '../support/browser';
import { levelNamed } from '../support/levels';
import { tooWide } from '../support/places';
import { itSlow } from '../support/sample';
import { rowsOf, stopScans } from '../support/stored-rows';

/**
 * Tests the ••• menu of a page, with its classification history, and with classifying the page and everything below it.
 */

let browser: Browser;
let site: ServedSite;
let key: string;
let visit: SiteVisit;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());
beforeEach(async () => {
  site = await serveSite({}, site);
  await stopScans(site);
  ({ key } = await site.createKey());
});
afterEach(async () => {
  expect(visit.problems).toEqual([]);
  await visit.close();
  await site.stop();
});

const ROOT = DEMO_PAGES.architecture;
const TREE = [ROOT, DEMO_PAGES.architectureEvents, DEMO_PAGES.architectureStorage];

const set = (pageId: string, name: 'Restricted' | 'Internal' | 'Public') =>
  site.rest('POST', '/v1/page-level', { key, body: { pageId, levelId: levelNamed(site, name).levelId } });

/** The current levels of the pages of the tree; null = none. */
async function levels(): Promise<readonly (string | null)[]> {
  const rows = rowsOf(site, 'page-level');
  const nameOf = (levelId: unknown) =>
    (['Restricted', 'Internal', 'Public'] as const).find((name) => levelNamed(site, name).levelId === levelId) ?? null;
  return TREE.map((pageId) => nameOf(rows.find((row) => row.key === pageId)?.value['levelId']));
}

/** Chooses an entry of the menu with the keyboard. @returns the frame of its dialog */
async function openEntry(
  name: string,
  { as = EDITOR.email, width, theme }: { as?: string; width?: number; theme?: 'light' | 'dark' } = {},
): Promise<Frame> {
  visit = await visitSite(browser, site, {
    ...{ as, path: `/site/spaces/ENG/pages/${ROOT}` },
    ...(width === undefined ? {} : { width }),
    ...(theme === undefined ? {} : { theme }),
  });
  const { page } = visit;
  await page.locator('#page-actions summary').focus();
  await page.keyboard.press('Enter');
  const entry = page.locator('#page-actions').getByRole('button', { name });
  await entry.focus();
  await page.keyboard.press('Enter');
  return frameOf(page);
}

async function frameOf(page: Page): Promise<Frame> {
  const element = await page.waitForSelector('dialog.app-modal iframe', { state: 'attached' });
  const frame = await element.contentFrame();
  if (frame === null) throw new Error('no frame in the dialog');
  await frame.waitForSelector('h1');
  return frame;
}

async function expectAccessible(frame: Frame): Promise<void> {
  expect(await accessibilityProblems(frame)).toEqual([]);
  expect(await tooWide(frame)).toEqual([]);
}

const button = (frame: Frame, name: string | RegExp) => frame.getByRole('button', { name });

describe('the classification history', () => {
  it.each([
    { width: 1280, theme: 'light' },
    { width: 320, theme: 'dark' },
  ] as const)(
    'shows the changes at $width px in the $theme theme, and loads more with the keyboard',
    async (screen) => {
      for (let n = 0; n < 15; n += 1) {
        await set(ROOT, 'Internal');
        await set(ROOT, 'Restricted');
      }
      const frame = await openEntry('Classification history', screen);
      await frame.getByRole('listitem').first().waitFor();
      expect(await frame.getByRole('listitem').count()).toBe(25);
      await expectAccessible(frame);
      await capture(visit.page, `page-history-${screen.width}`);
      await button(frame, 'Load more').focus();
      await visit.page.keyboard.press('Enter');
      await frame.getByRole('listitem').nth(29).waitFor();
      await frame.waitForSelector('li:nth-child(26) :focus');
      expect(await button(frame, 'Load more').count()).toBe(0);
    },
  );

  itSlow.each([ADMIN, VIEWER])('is open to $email', async ({ email }) => {
    await set(ROOT, 'Internal');
    const frame = await openEntry('Classification history', { as: email });
    await frame.getByRole('listitem').getByText('Internal').waitFor();
  });

  itSlow('says what it is for if nothing has changed yet', async () => {
    const frame = await openEntry('Classification history');
    await frame.getByText('The level has not changed yet').waitFor();
    await expectAccessible(frame);
  });
});

describe('an editor classifies a page and everything below it', () => {
  /** Runs the pending work until the dialog shows a heading. */
  const until = async (frame: Frame, heading: string) => {
    const shown = frame.getByRole('heading', { name: heading, exact: true });
    for (;;) {
      await site.host.background.settle();
      if ((await shown.count()) > 0) return;
      await frame.evaluate('new Promise((resolve) => requestAnimationFrame(resolve))');
    }
  };

  it('with a preview that counts, a result, and an undo', async () => {
    await set(DEMO_PAGES.architectureEvents, 'Restricted');
    const frame = await openEntry('Classify this page and everything below it');
    await button(frame, 'Preview').click();
    await frame.getByText('Select a level.').waitFor();
    await expectAccessible(frame);
    await frame.getByRole('radio', { name: /^Internal/ }).check();
    await capture(visit.page, 'below-form');
    await button(frame, 'Preview').click();
    await until(frame, 'Preview');
    expect(await frame.locator('h2:focus').textContent()).toBe('Preview');
    await button(frame, 'Show pages: 1 page will keep a more sensitive level').click();
    await frame.getByRole('link').waitFor();
    await capture(visit.page, 'below-preview');
    await expectAccessible(frame);
    expect(await levels()).toEqual([null, 'Restricted', null]);

    await button(frame, 'Classify 2 pages').click();
    await until(frame, 'Pages classified');
    await visit.page.getByTestId('byline-forge-app-button').filter({ hasText: 'Internal' }).waitFor();
    expect(await levels()).toEqual(['Internal', 'Restricted', 'Internal']);
    await expectAccessible(frame);
    await capture(visit.page, 'below-result');

    // The result is still there when the dialog is opened again.
    await button(frame, 'Close').click();
    await visit.page.locator('dialog.app-modal').waitFor({ state: 'detached' });
    await visit.close();
    const again = await openEntry('Classify this page and everything below it', { width: 320, theme: 'dark' });
    await expectAccessible(again);
    await button(again, 'Undo').click();
    await again.getByRole('heading', { name: 'Undo these changes?' }).waitFor();
    await expectAccessible(again);
    await button(again, 'Undo').click();
    await until(again, 'Undone');
    await again.getByText('2 pages restored').waitFor();
    expect(await levels()).toEqual([null, 'Restricted', null]);
    await capture(visit.page, 'below-undone');
  });

  itSlow('and so does an admin, who can stop a job that waits', async () => {
    const frame = await openEntry('Classify this page and everything below it', { as: ADMIN.email });
    await frame.getByRole('radio', { name: /^Internal/ }).check();
    await button(frame, 'Preview').click();
    await button(frame, 'Stop').click();
    await until(frame, 'Canceled');
    await expectAccessible(frame);
    expect(await levels()).toEqual([null, null, null]);
  });
});
