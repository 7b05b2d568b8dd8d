import type { Browser } from 'playwright-core';
import {
  launchBrowser,
  type ServedSite,
  serveSite,
  type SiteVisit,
  type Visit,
  visitAdmin,
  type VisitOptions,
} from './browser';
import type { SiteOptions } from './site';

interface FreshSiteOptions {
  /** The default path of a visit. */
  readonly path?: string;
  readonly site?: SiteOptions;
}

/** @returns a function that visits the admin area of the site; see `withVisits` */
export function withFreshSite(
  onSite: (site: ServedSite) => unknown,
  { path = '', site: siteOptions = {} }: FreshSiteOptions = {},
): (options?: VisitOptions) => Promise<Visit> {
  const visit = withVisits<Visit>(onSite, siteOptions);
  return (options = {}) => visit((browser, site) => visitAdmin(browser, site, { path, ...options }));
}

/**
 * A browser for the tests of a file, and a new site for each test. No visit may cause a problem: a policy violation, a
 * script error, or a request to another host.
 * @returns a function that opens a visit, which is closed after the test
 */
export function withVisits<V extends SiteVisit>(
  onSite: (site: ServedSite) => unknown,
  siteOptions: SiteOptions,
): (open: (browser: Browser, site: ServedSite) => Promise<V>) => Promise<V> {
  let browser: Browser;
  let site: ServedSite;
  let visits: V[];
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser.close());
  beforeEach(async () => {
    site = await serveSite(siteOptions, site);
    visits = [];
    await onSite(site);
  });
  afterEach(async () => {
    const problems = visits.flatMap((visit) => visit.problems);
    await Promise.all(visits.map((visit) => visit.close()));
    await site.stop();
    expect(problems).toEqual([]);
  });
  return async (open) => {
    const opened = await open(browser, site);
    visits.push(opened);
    return opened;
  };
}
