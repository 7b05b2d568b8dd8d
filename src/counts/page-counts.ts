import * as z from 'zod';
import type { Row, RowWrite } from '../platform/storage';
import { storedRecord, storedRows } from '../platform/stored-rows';
import { type Contribution, contributionRecord } from './contribution';
import { instant } from '../platform/instant';

/** The counted share of each page, so that a page that is counted again replaces its previous share. */

/** Entity `page-count`, row key = the page's id. */
const pageCountRecord = storedRecord({
  /** `none`: the page is not counted in any space. */
  spaceId: z.string().min(1),
  countedAt: instant,
  data: z.strictObject({
    /** Omitted: the page is not counted. */
    contribution: contributionRecord.optional(),
    /** The revisions of the counted records. 0: no record. */
    levelRev: z.int().min(0),
    scanRev: z.int().min(0),
    /** The exclusions that were active and the observed detectors (activeConditions). */
    exclusions: z.string(),
    /** The open findings, with those that are excluded. */
    findings: z.int().min(0),
    /** The last finished scan that is counted in the changes of findings. */
    lastScan: z.strictObject({ at: instant, findings: z.int().min(0) }).optional(),
    /** The last change of the level that is counted in the changes of levels. 0: none. */
    changeRev: z.int().min(0),
    /** The day (UTC) on which the page was first counted as below its required level. Omitted: it is not. */
    belowSince: z.iso.date().optional(),
  }),
});

type PageCountData = z.infer<typeof pageCountRecord>['data'];

export interface PageCount extends Omit<PageCountData, 'contribution'> {
  readonly contribution: Contribution | undefined;
}

export interface StoredPageCount {
  readonly revision: Row['revision'];
  /** undefined: the page was never counted, or the row is corrupt. */
  readonly count: PageCount | undefined;
}

const NOT_COUNTED = 'none';
/** The row of a page that is not counted is only needed as long as its changes are read again. */
const KEEP_NOT_COUNTED_DAYS = 30;

const ROWS = storedRows('page-count', pageCountRecord);

export function parsePageCount(row: Row): StoredPageCount {
  const { revision } = row;
  const parsed = ROWS.find(row);
  if (parsed === undefined) return { revision, count: undefined };
  const { contribution, ...data } = parsed.data;
  return {
    revision,
    count: { ...data, contribution: contribution && { ...contribution, spaceId: parsed.spaceId } },
  };
}

export function pageCountWrite(
  pageId: string,
  { revision }: StoredPageCount,
  { contribution, ...data }: PageCount,
  now: Date,
): RowWrite {
  const countedAt = now.toISOString();
  if (contribution === undefined)
    return ROWS.write(pageId, revision, { spaceId: NOT_COUNTED, countedAt, data }, KEEP_NOT_COUNTED_DAYS);
  const { spaceId, ...counted } = contribution;
  return ROWS.write(pageId, revision, { spaceId, countedAt, data: { ...data, contribution: counted } });
}
