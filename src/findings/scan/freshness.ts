import type { PageScanRecord, ScanReason } from '../model';

/**
 * Decides from the version of a page whether its scan covers everything that its space currently requires. Comments and
 * attachments are checked separately (run-phases.ts).
 */

interface VersionNow {
  readonly version: number;
  /** When the version was created. Undefined: not known. */
  readonly versionAt: string | undefined;
}

export interface PageNow extends VersionNow {
  readonly spaceId: string;
}

/** The settings of a scan: a hash, and the patterns of exclusions that it tried. */
export function settingsText(hash: string, patterns: readonly string[]): string {
  return [hash, ...patterns].join(' ');
}

/**
 * True if a scan with the first settings finds the same as one with the second settings, because it has the same hash
 * and has tried every pattern. A removed pattern needs no scan.
 */
export function coversSettings(scanned: string, now: string): boolean {
  const [[hash, ...tried], [hashNow, ...patterns]] = [scanned.split(' '), now.split(' ')];
  return hash === hashNow && patterns.every((one) => tried.includes(one));
}

/** Another scan may find more although the page has not changed. */
const PASSING: readonly ScanReason[] = ['unreadable', 'detectors-over-budget'];

/** True if the last scanned version is the current version of the page. False for a page that was restored since. */
export function isOfVersion({ pageVersion, data }: PageScanRecord, { version, versionAt }: VersionNow): boolean {
  // After older versions were deleted, another version may have the same number.
  return pageVersion === version && data.versionAt === versionAt && data.inTrash !== true;
}

export type ScanState = 'never' | 'current' | 'outdated';

/** `current`: the page has not changed since the scan. */
export function scanStateOf(scan: PageScanRecord | undefined, page: VersionNow): ScanState {
  if (scan === undefined || scan.pageVersion === 0) return 'never';
  return isOfVersion(scan, page) ? 'current' : 'outdated';
}

export function isUpToDate(record: PageScanRecord | undefined, page: PageNow, configHash: string): boolean {
  if (record === undefined || record.spaceId !== page.spaceId) return false;
  const { state, data } = record;
  if (!coversSettings(record.configHash, configHash) || !isOfVersion(record, page)) return false;
  return state === 'complete' || (state === 'partial' && !data.reasons.some((reason) => PASSING.includes(reason)));
}
