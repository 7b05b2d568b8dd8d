import type { Query } from '../address-part';

/** Filters of the lists behind the numbers, as the addresses of their pages have them. */

/** In the audit log. */
export const LAST_SEVEN_DAYS: Query = { hours: '168' };
export const LEVELS_SET_THIS_WEEK: Query = { type: 'page.level.set', ...LAST_SEVEN_DAYS };

/** In the findings. */
export const SEVERE: Query = { severity: 'critical,high' };

/**
 * On the Scans page, by the name of the number. Confluence has no list of the pages that were never scanned, but a scan
 * finds them.
 */
export const COVERAGE_LISTS = {
  complete: { coverage: 'complete' },
  partial: { coverage: 'partial' },
  outdated: { coverage: 'stale' },
  notScanned: { dialog: 'start' },
  notVisible: { coverage: 'not-inspected' },
} as const satisfies Readonly<Record<string, Query>>;
