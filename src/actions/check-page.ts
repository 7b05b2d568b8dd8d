import * as z from 'zod';
import type { LevelOfPage } from '../classification/model';
import { parsePageLevel, readPageRows } from '../classification/page-level-store';
import type { Severity } from '../detection/detector';
import { scanStateOf, type ScanState } from '../findings/freshness';
import { openFindingsOf, readPageFindings } from '../findings/page-findings';
import { parseScan } from '../findings/scan-store';
import { awaitAll } from '../platform/await-all';
import { POINTS_OF_A_PAGE } from '../quota/host-points';
import type { Action } from './action';
import { pageIdInput } from './inputs';
import { requiredLevelName } from './required-level';
import { readPage, requireEdit, requireOn } from './seen-page';

interface CheckOutputs extends Readonly<Record<Severity, number>> {
  readonly total: number;
  readonly scan: ScanState;
  readonly requiredLevelName: string | null;
}

/** Counts the open findings of a page by severity, as the popup on the page does. Never returns a value or an excerpt. */
export const checkPage: Action<{ readonly pageId: string }, CheckOutputs> = {
  name: 'check-page',
  input: z.object({ pageId: pageIdInput }),
  cost: { key: 1, host: POINTS_OF_A_PAGE },
  run: async (request, { pageId }) => {
    const { storage, confluence, now } = request;
    const [page, levels, rows] = await awaitAll([
      readPage(request, pageId),
      request.levels(),
      readPageRows(storage, pageId),
    ] as const);
    requireOn(levels, page);
    requireEdit(page, 'see what the last scan found on it');
    const counts = { critical: 0, high: 0, medium: 0, low: 0 };
    const scan = parseScan(pageId, rows.scan).record;
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
