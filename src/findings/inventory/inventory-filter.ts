import * as z from 'zod';
import { SEVERITIES } from '../../detection/detector';
import { confluenceId } from '../../platform/confluence-id';

/** Which pages of the site a list has, and the index that its read follows (docs/adr/0121). */

/** In place of the id of a level: the page has none. */
export const NO_LEVEL = 'none';

/** In place of a severity: the page has no open finding. */
export const NO_FINDING = 'none';

/** As the counters of the overview. `notVisible`: the app could not see the page at its last scan. */
export const PAGE_COVERAGES = ['complete', 'partial', 'outdated', 'notScanned', 'notVisible'] as const;
export type PageCoverage = (typeof PAGE_COVERAGES)[number];

/** A page must match every filter that is set. */
export const inventoryFilter = z.strictObject({
  spaceId: confluenceId.optional(),
  level: z.union([z.uuid(), z.literal(NO_LEVEL)], { error: `must be the ID of a level, or ${NO_LEVEL}` }).optional(),
  /** The most severe open finding of the page is one of these, as in the matrix of the overview (docs/adr/0122). */
  severities: z
    .array(z.enum([...SEVERITIES, NO_FINDING]))
    .min(1, { error: 'must not be empty' })
    .max(SEVERITIES.length + 1)
    .optional(),
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

/** True if every matching page has findings. */
export function needsFindings({ severities, below }: InventoryFilter): boolean {
  return below === true || severities?.includes(NO_FINDING) === false;
}

/** The source with the fewest rows that contains every matching page. Pure. */
export function sourceOf(filter: InventoryFilter): InventorySource {
  const { level, coverage, since, forbidden } = filter;
  if (forbidden === true) return 'native';
  // A page without a scan can be in no other list.
  if (coverage === 'notScanned') return 'confluence';
  if (since !== undefined && level !== NO_LEVEL) return 'dates';
  if (needsFindings(filter) || coverage !== undefined) return 'scans';
  return level === undefined || level === NO_LEVEL ? 'confluence' : 'levels';
}
