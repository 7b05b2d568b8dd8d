import * as z from 'zod';
import { CONTENT_TYPES } from '../../classification/content-type';
import type { SpaceNumbers } from '../../counts/numbers';
import type { ReportedPages } from '../../counts/reported-pages';
import { fingerprintKeyOf } from '../../findings/fingerprint-key';
import type { PageScanRecord, ScanReason } from '../../findings/model';
import { COVERAGES, type CoveredPageScan, openCoverage } from '../../findings/lists/page-coverage';
import { readListCursor, writeListCursor } from '../cursors';
import { readCounts } from '../site/setup';
import { requirePeppers } from '../keys/require-peppers';
import { findPages } from '../visible-pages';
import { cursorInput, noInput, operation } from '../input';

/** The scan coverage of the pages that the acting admin can see in Confluence. */

const listCoverageInput = z.strictObject({
  coverage: z.enum(COVERAGES),
  contentType: z.enum([...CONTENT_TYPES, 'all']).optional(),
  cursor: cursorInput,
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
export const listCoverage = operation(listCoverageInput, async (request, { coverage, contentType, cursor }) => {
  const { storage, installationId } = request;
  const fingerprintKey = fingerprintKeyOf(requirePeppers(request), installationId);
  const known = await openCoverage({ storage, fingerprintKey }, { coverage, contentType, spaceId: undefined });
  const question = ['coverage', coverage, contentType];
  const list = await known.list({
    after: readListCursor(request, cursor, question),
    limit: PAGES,
    see: (pageIds) => findPages(request, pageIds, 'first', contentType),
  });
  const { next } = list;
  return {
    pages: list.results.map(viewPage),
    ...(next === undefined ? {} : { cursor: writeListCursor(request, next, question) }),
  };
});

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
export const countCoverage = operation(noInput, async (request): Promise<CountedCoverage> => {
  const { counts } = await readCounts(request);
  const { asOf = null, isCounting, pagesInConfluence, site } = counts;
  const { pages, isAtLeast, coverage } = site;
  return {
    asOf,
    isCounting,
    numbers: { pages, isAtLeast, coverage },
    ...(pagesInConfluence === undefined ? {} : { pagesInConfluence }),
  };
});
