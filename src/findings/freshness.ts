import type { PageScanRecord, ScanReason } from './model';

/** Whether all is known of a page that its space now wants to know, as far as its version tells; what was said beside it is seen otherwise (run-phases.ts). */

interface VersionNow {
  readonly version: number;
  /** When it was made; undefined = not known. */
  readonly versionAt: string | undefined;
}

export interface PageNow extends VersionNow {
  readonly spaceId: string;
}

/** Another look may find more, though the page is still the same. */
const PASSING: readonly ScanReason[] = ['unreadable', 'detectors-over-budget'];

/** Whether the version that was looked at last is the one that the page has now. */
export function isOfVersion({ pageVersion, data }: PageScanRecord, { version, versionAt }: VersionNow): boolean {
  // Where older versions were deleted, another version may have the number.
  return pageVersion === version && data.versionAt === versionAt;
}

export function isUpToDate(record: PageScanRecord | undefined, page: PageNow, configHash: string): boolean {
  if (record === undefined || record.spaceId !== page.spaceId) return false;
  const { state, data } = record;
  if (record.configHash !== configHash || !isOfVersion(record, page)) return false;
  return state === 'complete' || (state === 'partial' && !data.reasons.some((reason) => PASSING.includes(reason)));
}
