import type { Browser, Frame, Page } from 'playwright-core';
import { accessibilityProblems, capture, launchBrowser, type ServedSite, serveSite, visitAdmin } from './browser';

/** A page or dialog of the admin area in one of its states, and the steps to reach it. */
export interface Place {
  /** Also the name of its screenshots. */
  readonly name: string;
  /** The path of the page below the admin area. */
  readonly path?: string;
  /**
   * A selector of the elements that axe-core checks, if another place covers the rest: a long page takes seconds.
   * Default: all.
   */
  readonly within?: string;
  readonly as?: string;
  /** Prepares the site before the page is opened. */
  readonly prepare?: (site: ServedSite) => Promise<void>;
  readonly open?: (app: Frame, page: Page, site: ServedSite) => Promise<void>;
}

/** Screenshots never contain key values. */
const secretsIn = (app: Frame) => [app.getByLabel('API key', { exact: true })];

/**
 * Checks every place: axe-core finds no violation in either theme, nothing scrolls horizontally on a screen of 320 px,
 * and no policy is violated. Saves screenshots.
 */
export function testPlaces(places: readonly Place[], seed: (site: ServedSite) => Promise<void>): void {
  let browser: Browser;
  let site: ServedSite;
  beforeAll(async () => {
    browser = await launchBrowser();
    site = await serveSite();
    await seed(site);
  });
  afterAll(async () => {
    await browser.close();
    await site.stop();
  });

  it.each(places)(
    'axe-core finds nothing wrong in either theme, and nothing scrolls sideways: $name',
    async (place) => {
      const { name, path = '', within, as = 'admin@example.com', prepare, open } = place;
      await prepare?.(site);
      const { app, page, problems, close } = await visitAdmin(browser, site, { path, as });
      await open?.(app, page, site);
      for (const theme of ['light', 'dark'] as const) {
        for (const frame of [app, page.mainFrame()]) await frame.evaluate(inTheme(theme));
        await capture(page, `${name}-${theme}`, secretsIn(app));
        const found = await accessibilityProblems(app, { ...(within && { within }), onlyColors: theme === 'dark' });
        expect({ theme, found }).toEqual({ theme, found: [] });
      }
      await page.setViewportSize({ width: 320, height: 900 });
      for (const frame of [app, page.mainFrame()]) expect(await tooWide(frame)).toEqual([]);
      await capture(page, `${name}-narrow`, secretsIn(app));
      expect(problems).toEqual([]);
      await close();
    },
  );
}

/** Changes the theme like a user's choice on the site, without color transitions. */
const inTheme = (theme: 'light' | 'dark') => `{
  document.documentElement.dataset.colorMode = '${theme}';
  for (const animation of document.getAnimations()) {
    if (animation.effect?.getTiming().iterations === Infinity) animation.cancel();
    else animation.finish();
  }
}`;

/** The elements that scroll horizontally in a frame. */
export function tooWide(frame: Frame): Promise<string[]> {
  return frame.evaluate(`[document.documentElement, ...document.querySelectorAll('.dialog-body')]
    .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
    .map((element) => (element.className || element.tagName) + ' ' + element.scrollWidth)`);
}
