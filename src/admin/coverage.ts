import * as z from 'zod';
import type { SeenPage } from '../classification/pages-lookup';
import { listVisibleRows } from '../classification/visible-list';
import { fingerprintKeyOf } from '../findings/fingerprint-key';
import type { ListedPageScan } from '../findings/list-page-scans';
import type { PageScanRecord, ScanReason } from '../findings/model';
import { COVERAGES, openCoverage } from '../findings/page-coverage';
import type { Position } from '../platform/newest-first';
import { readListCursor, writeListCursor } from './cursors';
import type { AdminRequest } from './operation';
import { readInput } from './result';
import { findPages } from './visible-pages';

/** How far pages were looked at, for the admin who asks: of those that this person sees in Confluence. */

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
  /** Where to go on; left out: there is nothing more. */
  readonly cursor?: string;
}

const PAGES = 25;

/** There may be fewer pages than fit, or none, and still more of them. */
export async function listCoverage(request: AdminRequest, payload: unknown): Promise<CoverageList> {
  const { coverage, cursor } = readInput(listCoverageInput, payload);
  const { storage, clock, installationId } = request;
  const peppers = request.peppers();
  if (peppers === undefined) throw new Error('there is no pepper');
  const fingerprintKey = fingerprintKeyOf(peppers, installationId);
  const known = await openCoverage({ storage, clock, fingerprintKey }, { coverage, spaceId: undefined });
  const question = ['coverage', coverage];
  const list = await listVisibleRows<ListedPageScan, SeenPage | 'hidden', CoveredPage, Position | undefined>({
    after: cursor === undefined ? undefined : readListCursor(request, cursor, question),
    limit: PAGES,
    find: async (after, count) => {
      const found = await known.find(after, count);
      return { ...found, hasMore: found.next !== undefined };
    },
    see: (items) =>
      findPages(
        request,
        items.map(({ pageId }) => pageId),
      ),
    show: ({ pageId, record }, page) => {
      if (page === 'hidden' || !known.isWanted(record, page)) return undefined;
      const { state, scannedAt, data } = record;
      const { title, spaceId } = page;
      const isStale = known.isStale(record, page);
      return { pageId, title, spaceId, state, scannedAt, isStale, ...told(data) };
    },
  });
  const { next } = list;
  return {
    pages: list.results,
    ...(next === undefined ? {} : { cursor: writeListCursor(request, next, question) }),
  };
}

function told({ reasons, detectorsOverBudget }: PageScanRecord['data']) {
  return { reasons, detectorsOverBudget };
}
