import { createHash } from 'node:crypto';
import { isActive } from '../findings/exclusions/model';
import type { ShownBy } from '../findings/exclusions/shown-status';

/** Change this when a page with findings counts in more counters. The pages with findings are then counted again. */
const COUNTED = '2';

/**
 * Identifies the active exclusions and the observed detectors: it also changes when an exclusion expires, and when a detector
 * is turned on.
 */
export function activeConditions({ exclusions, observed, now }: ShownBy): string {
  const ids = exclusions.filter((one) => isActive(one, now)).map(({ exclusionId }) => exclusionId);
  const all = [...ids, ...[...observed].map(([detectorId, exceptIn]) => [detectorId, ...exceptIn].join(':'))];
  if (all.length === 0) return COUNTED;
  return createHash('sha256')
    .update([COUNTED, ...all.toSorted()].join(' '))
    .digest('base64url')
    .slice(0, 22);
}
