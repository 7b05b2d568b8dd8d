import type { Browser } from 'playwright-core';
import { launchBrowser, type ServedSite, serveSite, type Visit, visitAdmin, type VisitOptions } from './browser';
import type { SiteOptions } from './site';

interface FreshSiteOptions {
  /** The default path of a visit. */
  readonly path?: string;
  readonly site?: SiteOptions;
}

/**
 * A browser for the tests of a file, and a new site for each test. No visit may cause a problem: a policy violation, a
 * script error, or a request to another host.
 * @returns a function that visits the admin area of the site
 */
export function withFreshSite(
  onSite: (site: ServedSite) => void,
  { path = '', site: siteOptions = {} }: FreshSiteOptions = {},
): (options?: VisitOptions) => Promise<Visit> {
  let browser: Browser;
  let site: ServedSite;
  let visits: Visit[];
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser.close());
  beforeEach(async () => {
    site = await serveSite(siteOptions, site);
    visits = [];
    onSite(site);
  });
  afterEach(async () => {
    const problems = visits.flatMap((visit) => visit.problems);
    await Promise.all(visits.map((visit) => visit.close()));
    await site.stop();
    expect(problems).toEqual([]);
  });
  return async (options = {}) => {
    const opened = await visitAdmin(browser, site, { path, ...options });
    visits.push(opened);
    return opened;
  };
}
