import * as z from 'zod';
import type { StoredPageLevel } from '../classification/page-level-store';
import { SEVERITIES, type Severity } from '../detection/detector';
import type { ExcludablePage } from '../findings/exclusions/excluded-by';
import { asOpen, type ShownBy } from '../findings/exclusions/shown-status';
import { type FindingRecord, isHidden } from '../findings/model';
import type { StoredScan } from '../findings/scan/reconcile-scan';
import type { PageRecord } from '../exposure/store';
import { type Verdict, VERDICTS } from '../exposure/audience';
import { type BySeverity, type Counters, NO_COUNTERS, noOpen } from './numbers';

/** The share of one page in the counters. Pure: the same records always give the same share. */

const count = z.int().min(0);

export const contributionRecord = z.strictObject({
  /** Omitted: the page has no level. */
  levelId: z.uuid().optional(),
  /** `partial` includes a scan that is not completely stored. */
  scan: z.enum(['complete', 'partial', 'not-inspected', 'never']),
  /** The detectors of the scan. Omitted: none, or those of another space. */
  configHash: z.string().optional(),
  open: z.strictObject({ low: count, medium: count, high: count, critical: count }),
  /** The highest severity of the open findings. Omitted: no open finding. */
  highest: z.enum(SEVERITIES).optional(),
  /** The measured exposure of the page for its level. Omitted: its space decides, or its level has no rule. */
  exposure: z.enum(VERDICTS).optional(),
});

export type Contribution = z.infer<typeof contributionRecord> & { readonly spaceId: string };

/** The stored records of a page. A record that cannot be read counts as absent. */
export interface PageTruth {
  readonly pageId: string;
  readonly level: StoredPageLevel;
  readonly scan: StoredScan;
  /** The findings that the last scan lists. */
  readonly findings: readonly FindingRecord[];
  /** Its measured exposure. */
  readonly exposure?: PageRecord | undefined;
}

/** The space of a page; undefined in the trash. A level is moved along with its page at once, a scan only by the next scan. */
export function spaceOf({ level, scan }: Pick<PageTruth, 'level' | 'scan'>): string | undefined {
  if (scan.record?.data.inTrash === true) return undefined;
  return level.record?.spaceId ?? scannedOf(scan)?.spaceId;
}

/** @returns undefined if the page has no level and no scan, or was deleted or put into the trash */
export function contributionOf(truth: PageTruth, by: ShownBy): Contribution | undefined {
  const spaceId = spaceOf(truth);
  if (spaceId === undefined) return undefined;
  // The counters are numbers of pages.
  if ((truth.level.contentType ?? truth.scan.record?.data.contentType) === 'blogpost') return undefined;
  const levelId = truth.level.record?.levelId;
  const scan = scannedOf(truth.scan);
  const open = openOf(truth, { pageId: truth.pageId, spaceId, levelId }, by);
  const highest = highestOf(open);
  const exposure = exposureOf(truth, spaceId);
  // Confluence reports it, unlike a page that is hidden from the app.
  const isUnread = scan?.state === 'not-inspected' && !isHidden(scan);
  return {
    spaceId,
    ...(levelId === undefined ? {} : { levelId }),
    scan: scan === undefined || isUnread ? 'never' : scan.state === 'unfinished' ? 'partial' : scan.state,
    ...(scan === undefined || scan.spaceId !== spaceId ? {} : { configHash: scan.configHash }),
    open,
    ...(highest === undefined ? {} : { highest }),
    ...(exposure === undefined ? {} : { exposure }),
  };
}

/** Undefined: the page was measured in another space or for another level, and is judged again soon. */
export function exposureOf(
  { level, exposure }: Pick<PageTruth, 'level' | 'exposure'>,
  spaceId: string,
): Verdict | undefined {
  if (exposure?.spaceList !== spaceId) return undefined;
  return exposure.data.levelId === level.record?.levelId ? exposure.list : undefined;
}

function scannedOf({ record }: StoredScan) {
  return record === undefined || record.state === 'gone' ? undefined : { ...record, state: record.state };
}

/** As the list of findings shows them. The labels of the page are not known, so exclusions by label match nothing. */
function openOf({ findings }: PageTruth, page: ExcludablePage, by: ShownBy): BySeverity {
  const open = noOpen();
  for (const record of findings) {
    const shown = asOpen(record, page, by);
    if (shown !== undefined) open[shown.severity] += 1;
  }
  return open;
}

function highestOf(open: BySeverity): Severity | undefined {
  return SEVERITIES.findLast((severity) => open[severity] > 0);
}

export function countersOf(contribution: Contribution | undefined): Counters {
  if (contribution === undefined) return NO_COUNTERS;
  const { levelId = 'none', scan, configHash = '', open, highest, exposure } = contribution;
  const hash = scan === 'complete' || scan === 'partial' ? `:${configHash}` : '';
  return new Map([
    [`level:${levelId}`, 1],
    [`scan:${scan}${hash}`, 1],
    ...SEVERITIES.flatMap((severity) => (open[severity] === 0 ? [] : [[`open:${severity}`, open[severity]] as const])),
    ...(highest === undefined ? [] : [[`need:${highest}:${levelId}`, 1] as const]),
    ...(exposure === undefined ? [] : [[`exposure:${exposure}:${levelId}`, 1] as const]),
  ]);
}
