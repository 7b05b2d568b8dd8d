import type { PageScanRecord, ScanReason } from './model';

/** Whether all is known of a page that its space now wants to know, as far as its version tells; what was said beside it is seen otherwise (run-phases.ts). */

interface PageNow {
  readonly version: number;
  readonly spaceId: string;
}

/** Another look may find more, though the page is still the same. */
const PASSING: readonly ScanReason[] = ['unreadable', 'detectors-over-budget'];

export function isUpToDate(record: PageScanRecord | undefined, page: PageNow, configHash: string): boolean {
  if (record === undefined || record.spaceId !== page.spaceId) return false;
  if (record.configHash !== configHash || record.pageVersion !== page.version) return false;
  const { state, data } = record;
  return state === 'complete' || (state === 'partial' && !data.reasons.some((reason) => PASSING.includes(reason)));
}
