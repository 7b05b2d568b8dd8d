import * as z from 'zod';
import { SEVERITIES } from '../../detection/detector';
import { confluenceId } from '../../platform/confluence-id';

/** Which pages of the site a list has, and the index that its read follows (docs/adr/0121). */

/** In place of the id of a level: the page has none. */
export const NO_LEVEL = 'none';

/** As the counters of the overview. `notVisible`: the app could not see the page at its last scan. */
export const PAGE_COVERAGES = ['complete', 'partial', 'outdated', 'notScanned', 'notVisible'] as const;
export type PageCoverage = (typeof PAGE_COVERAGES)[number];

/** A page must match every filter that is set. */
export const inventoryFilter = z.strictObject({
  spaceId: confluenceId.optional(),
  level: z.union([z.uuid(), z.literal(NO_LEVEL)], { error: `must be the ID of a level, or ${NO_LEVEL}` }).optional(),
  /** The page has an open finding of one of these. */
  severities: z.array(z.enum(SEVERITIES)).min(1, { error: 'must not be empty' }).max(SEVERITIES.length).optional(),
  coverage: z.enum(PAGE_COVERAGES, { error: `must be one of ${PAGE_COVERAGES.join(', ')}` }).optional(),
  /** The open findings of the page require a more sensitive level than it has. */
  below: z.literal(true).optional(),
  /** Since then, the level of the page was set, or a page without a level was edited. */
  since: z.iso.datetime({ precision: 3, error: 'must be a UTC timestamp with milliseconds' }).optional(),
  /** The rules of the app forbid the level that the page has in Confluence's own classification. */
  forbidden: z.literal(true).optional(),
});

export type InventoryFilter = z.infer<typeof inventoryFilter>;

/**
 * The rows that a list reads. `native`, `scans` and `levels` follow the ids of pages, the newest page first; `dates` follows
 * the changes of levels, the last one first; `confluence` is Confluence's own list of pages, the oldest page first. Only that
 * list has pages without a stored row.
 */
export type InventorySource = 'native' | 'dates' | 'scans' | 'levels' | 'confluence';

/** The source with the fewest rows that contains every matching page. Pure. */
export function sourceOf({ level, severities, coverage, below, since, forbidden }: InventoryFilter): InventorySource {
  if (forbidden === true) return 'native';
  // A page without a scan can be in no other list.
  if (coverage === 'notScanned') return 'confluence';
  if (since !== undefined && level !== NO_LEVEL) return 'dates';
  if (severities !== undefined || below === true || coverage !== undefined) return 'scans';
  return level === undefined || level === NO_LEVEL ? 'confluence' : 'levels';
}
