import * as z from 'zod';
import type { LevelOfPage } from '../classification/model';
import type { Page } from '../classification/page-lookup';
import { parsePageLevel, readPageRows } from '../classification/page-level-store';
import type { Severity } from '../detection/detector';
import { isOfVersion, scanStateOf, type ScanState } from '../findings/scan/freshness';
import type { PageScanRecord } from '../findings/model';
import { openFindingsOf, readPageFindings } from '../findings/lists/page-findings';
import { parseScan } from '../findings/scan/scan-store';
import { POINTS_OF_A_PAGE } from '../quota/host-points';
import type { Action, ActionRequest } from './action';
import { pageIdInput } from './inputs';
import { requiredLevelName } from './level-name';
import { openPage, requireEdit } from './seen-page';

interface CheckOutputs extends Readonly<Record<Severity, number>> {
  readonly total: number;
  readonly scan: ScanState;
  readonly requiredLevelName: string | null;
}

/** A scan of a page usually starts within seconds after its new version. Later, the action does not wait for it. */
const YOUNG_MS = 10 * 60_000;
const PAUSE_MS = 3_000;
/** The action waits at most 30 seconds. */
const MAX_PAUSES = 10;
/** The time for the reads after the wait. */
const RESERVED_MS = 5_000;

/**
 * Counts the open findings of a page by severity, as the popup on the page does. Never returns a value or an excerpt.
 * Waits for the scan of a young version, so that a rule on a new page does not run before its scan.
 */
export const checkPage: Action<{ readonly pageId: string }, CheckOutputs> = {
  name: 'check-page',
  effect: 'read',
  input: z.object({ pageId: pageIdInput }),
  cost: { key: 1, host: POINTS_OF_A_PAGE },
  run: async (request, { pageId }) => {
    const { storage, confluence, now } = request;
    const { page, levels, rows: firstRows } = await openPage(request, pageId, readPageRows);
    requireEdit(page, 'see what the last scan found on it');
    const counts = { critical: 0, high: 0, medium: 0, low: 0 };
    const { rows, scan } = await awaitScan(request, page, firstRows);
    const none = { ...counts, total: 0, scan: scanStateOf(scan, page), requiredLevelName: null };
    if (scan === undefined) return none;
    const current: LevelOfPage | undefined = parsePageLevel(pageId, rows.row).record;
    const findings = await readPageFindings({ rows: storage, confluence, now }, pageId, scan);
    const open = openFindingsOf(findings, { pageId, spaceId: page.spaceId, levelId: current?.levelId }, now);
    for (const { severity } of open.values()) counts[severity] += 1;
    return {
      ...none,
      ...counts,
      total: open.size,
      requiredLevelName: requiredLevelName(levels, findings, page, current, now),
    };
  },
};

type PageRows = Awaited<ReturnType<typeof readPageRows>>;

/**
 * Reads the rows of a page again until its current version is scanned, if this version is young.
 * @returns the rows that were read last, even if the scan did not end in time
 * @throws StorageUnavailableError, CorruptRecordError
 */
async function awaitScan(
  { storage, now, pause, deadline }: ActionRequest,
  page: Page,
  first: PageRows,
): Promise<{ readonly rows: PageRows; readonly scan: PageScanRecord | undefined }> {
  const { pageId, versionAt } = page;
  const isYoung = versionAt !== undefined && now.getTime() - Date.parse(versionAt) < YOUNG_MS;
  let rows = first;
  let scan = parseScan(pageId, rows.scan).record;
  const isScanned = () => scan !== undefined && isOfVersion(scan, page);
  for (let pauses = 0; isYoung && !isScanned() && pauses < MAX_PAUSES; pauses += 1) {
    if (deadline.leftMs() < PAUSE_MS + RESERVED_MS) break;
    await pause(PAUSE_MS);
    rows = await readPageRows(storage, pageId);
    scan = parseScan(pageId, rows.scan).record;
  }
  return { rows, scan };
}
