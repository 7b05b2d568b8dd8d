import type { Frame } from 'playwright-core';
import { accessibilityProblems, capture, type ServedSite, type Visit, type VisitOptions } from './browser';
import { withFreshSite } from './fresh-site';

/** A visit that checks the places that a user reaches, which are pages and dialogs in their states. */
export interface Walk extends Visit {
  readonly site: ServedSite;
  /**
   * Checks that, at the current place, axe-core finds no violation in either theme, and nothing scrolls horizontally on
   * a screen of 320 px. Saves screenshots.
   * @param name the name of the place in failures and screenshots
   * @param within a selector of the elements that axe-core checks. Default: the open dialog, which makes all else
   * inert, or everything.
   */
  check(name: string, within?: string): Promise<void>;
}

/**
 * @param seed runs on the new site of each test
 * @returns a function that visits the admin area of the site; see `withVisits`
 */
export function withPlaces(seed: (site: ServedSite) => Promise<unknown>): (options: VisitOptions) => Promise<Walk> {
  let site: ServedSite;
  const visit = withFreshSite((fresh) => {
    site = fresh;
    return seed(fresh);
  });
  return async (options) => {
    const opened = await visit(options);
    return { ...opened, site, check: (name, within) => checkPlace(opened, name, within) };
  };
}

/** Screenshots never contain key values. */
const secretsIn = (app: Frame) => [app.getByLabel('API key', { exact: true })];

async function checkPlace({ app, page }: Visit, name: string, within?: string): Promise<void> {
  const frames = [app, page.mainFrame()];
  const scope = within ?? ((await app.locator('dialog[open]').count()) > 0 ? 'dialog[open]' : undefined);
  for (const theme of ['light', 'dark'] as const) {
    for (const frame of frames) await frame.evaluate(inTheme(theme));
    await capture(page, `${name}-${theme}`, secretsIn(app));
    const options = { ...(scope !== undefined && { within: scope }), onlyColors: theme === 'dark' };
    expect({ name, theme, found: await accessibilityProblems(app, options) }).toEqual({ name, theme, found: [] });
  }
  const size = page.viewportSize();
  await page.setViewportSize({ width: 320, height: 900 });
  for (const frame of frames) expect({ name, wide: await tooWide(frame) }).toEqual({ name, wide: [] });
  await capture(page, `${name}-narrow`, secretsIn(app));
  if (size !== null) await page.setViewportSize(size);
}

/** A script that changes the theme like a user's choice on the site, without color transitions. */
export const inTheme = (theme: 'light' | 'dark') => `{
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
