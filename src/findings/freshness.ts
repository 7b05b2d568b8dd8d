import type { PageScanRecord, ScanReason } from './model';

/** Whether all is known of a page that its space now wants to know, as far as its version tells; what was said beside it is seen otherwise (run-phases.ts). */

interface PageNow {
  readonly version: number;
  /** When it was made; undefined = not known. */
  readonly versionAt: string | undefined;
  readonly spaceId: string;
}

/** Another look may find more, though the page is still the same. */
const PASSING: readonly ScanReason[] = ['unreadable', 'detectors-over-budget'];

export function isUpToDate(record: PageScanRecord | undefined, page: PageNow, configHash: string): boolean {
  if (record === undefined || record.spaceId !== page.spaceId) return false;
  const { state, data } = record;
  if (record.configHash !== configHash || record.pageVersion !== page.version) return false;
  // Where older versions were deleted, another version may have the number.
  if (data.versionAt !== page.versionAt) return false;
  return state === 'complete' || (state === 'partial' && !data.reasons.some((reason) => PASSING.includes(reason)));
}
