import type { Frame, Page } from 'playwright-core';
import {
  accessibilityProblems,
  capture,
  drawn,
  type ServedSite,
  type SiteVisit,
  type SiteVisitOptions,
  visitSite,
} from './browser';
import { withVisits } from './fresh-site';
import { inTheme, tooWide } from './places';
import type { SiteOptions } from './site';

/** The production build of the frames on pages of the local site, in a real browser. */

/** A page of the local site with the frames of the app. */
export interface PageVisit extends SiteVisit {
  /** The frame in an element, once it has content. */
  frame(selector: string): Promise<Frame>;
  /** Opens the popup of the byline. */
  popup(): Promise<Frame>;
}

/** @returns a function that opens a page: `ENG/pages/164001`; see `withVisits` */
export function withPageSurfaces(
  onSite: (site: ServedSite) => Promise<void> | void,
  siteOptions: SiteOptions = {},
): (path: string, options?: Omit<SiteVisitOptions, 'path'>) => Promise<PageVisit> {
  const open = withVisits<SiteVisit>(onSite, siteOptions);
  return async (path, options = {}) => {
    const visit = await open((browser, site) =>
      visitSite(browser, site, { as: 'editor@example.com', ...options, path: `/site/spaces/${path}` }),
    );
    const { page } = visit;
    const frame = (selector: string) => frameIn(page, selector);
    const popup = async () => {
      await page.getByTestId('byline-forge-app-button').click();
      return frame('#byline-popup');
    };
    return { ...visit, frame, popup };
  };
}

export async function frameIn(page: Page, selector: string): Promise<Frame> {
  const element = await page.waitForSelector(`${selector} iframe`, { state: 'attached' });
  const frame = await element.contentFrame();
  if (frame === null) throw new Error(`no frame in ${selector}`);
  await frame.waitForSelector('#root > :not(.skeleton)', { state: 'attached' });
  return frame;
}

/** Checks that axe-core finds no violation in either theme, and that nothing scrolls horizontally on a screen of 320 px. */
export async function checkFrame(page: Page, frame: Frame, name: string): Promise<void> {
  for (const theme of ['light', 'dark'] as const) {
    await frame.evaluate(inTheme(theme));
    await drawn(frame);
    await capture(page, `${name}-${theme}`);
    // Rules about whole documents do not apply, because the frame is a part of the page.
    const found = await accessibilityProblems(frame, { within: '#root', onlyColors: theme === 'dark' });
    expect({ name, theme, found }).toEqual({ name, theme, found: [] });
  }
  const size = page.viewportSize();
  await page.setViewportSize({ width: 320, height: 900 });
  expect({ name, wide: await tooWide(frame) }).toEqual({ name, wide: [] });
  await capture(page, `${name}-narrow`);
  if (size !== null) await page.setViewportSize(size);
}
