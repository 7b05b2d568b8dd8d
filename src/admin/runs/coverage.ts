import * as z from 'zod';
import { readLevels } from '../../classification/level-store';
import type { SpaceNumbers } from '../../counts/numbers';
import type { ReportedPages } from '../../counts/reported-pages';
import { countingKeyOf } from '../../counts/read-counts';
import { COUNT_ROWS, readSiteCounts } from '../../counts/read-site-counts';
import { fingerprintKeyOf } from '../../findings/fingerprint-key';
import type { PageScanRecord, ScanReason } from '../../findings/model';
import { COVERAGES, type CoveredPageScan, openCoverage } from '../../findings/lists/page-coverage';
import { readListCursor, writeListCursor } from '../cursors';
import { readAhead } from '../../platform/read-ahead';
import type { AdminRequest } from '../operation';
import { requirePeppers } from '../keys/require-peppers';
import { readInput } from '../result';
import { findPages } from '../visible-pages';

/** The scan coverage of the pages that the acting admin can see in Confluence. */

export const listCoverageInput = z.strictObject({
  coverage: z.enum(COVERAGES),
  cursor: z.string().max(512).optional(),
});

export interface CoveredPage {
  readonly pageId: string;
  readonly title: string;
  readonly spaceId: string;
  readonly state: PageScanRecord['state'];
  readonly reasons: readonly ScanReason[];
  readonly detectorsOverBudget: readonly string[];
  readonly scannedAt: string;
  readonly isStale: boolean;
}

export interface CoverageList {
  readonly pages: readonly CoveredPage[];
  /** The cursor of the next part; omitted: no more pages. */
  readonly cursor?: string;
}

const PAGES = 25;

/** A part may be short or empty although more pages follow. */
export async function listCoverage(request: AdminRequest, payload: unknown): Promise<CoverageList> {
  const { coverage, cursor } = readInput(listCoverageInput, payload);
  const { storage, installationId } = request;
  const fingerprintKey = fingerprintKeyOf(requirePeppers(request), installationId);
  const known = await openCoverage({ storage, fingerprintKey }, { coverage, spaceId: undefined });
  const question = ['coverage', coverage];
  const list = await known.list({
    after: cursor === undefined ? undefined : readListCursor(request, cursor, question),
    limit: PAGES,
    see: (pageIds) => findPages(request, pageIds),
  });
  const { next } = list;
  return {
    pages: list.results.map(viewPage),
    ...(next === undefined ? {} : { cursor: writeListCursor(request, next, question) }),
  };
}

function viewPage({ record, page, isStale }: CoveredPageScan): CoveredPage {
  const { state, scannedAt, data } = record;
  const { pageId, title, spaceId } = page;
  const { reasons, detectorsOverBudget } = data;
  return { pageId, title, spaceId, state, scannedAt, isStale, reasons, detectorsOverBudget };
}

export interface CountedCoverage {
  /** The numbers include all changes up to this time. null: nothing has been counted yet. */
  readonly asOf: string | null;
  /** True while the counters catch up. */
  readonly isCounting: boolean;
  /** The pages of all spaces, also of those that the admin does not see. */
  readonly numbers: Pick<SpaceNumbers, 'pages' | 'isAtLeast' | 'coverage'>;
  /** The pages that Confluence reports to the app. Omitted: not counted yet. */
  readonly pagesInConfluence?: ReportedPages;
}

/** Storage: one read. @throws StorageUnavailableError, CorruptRecordError */
export async function countCoverage(request: AdminRequest, payload: unknown): Promise<CountedCoverage> {
  readInput(z.strictObject({}), payload);
  const { storage, installationId, now } = request;
  const rows = await readAhead(storage, COUNT_ROWS);
  const levels = await readLevels(rows, installationId);
  const counts = await readSiteCounts({ rows, levels, fingerprintKey: countingKeyOf(request) }, now);
  const { asOf = null, isCounting, pagesInConfluence, site } = counts;
  const { pages, isAtLeast, coverage } = site;
  return {
    asOf,
    isCounting,
    numbers: { pages, isAtLeast, coverage },
    ...(pagesInConfluence === undefined ? {} : { pagesInConfluence }),
  };
}
