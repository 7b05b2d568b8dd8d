import * as z from 'zod';
import { pageId } from '../../classification/page-level-fields';
import { NO_LIMITS, searchPages } from '../../classification/search-pages';
import { createScan } from '../../findings/runs/create-scan';
import {
  countsFor,
  isAtPosts,
  MAX_NAMED_PAGES,
  type PageResult,
  type ScanCounts,
  type ScanOrder,
  type ScanRunRecord,
} from '../../findings/runs/run-model';
import { estimateScan, type ScanEstimate } from '../../findings/runs/estimate-end';
import type { ScanReason } from '../../findings/model';
import { SCANS } from '../../findings/runs/scan-kind';
import { listScanRuns, readPageResults } from '../../findings/runs/scan-run-store';
import type { PlaceInLine } from '../../runs/line';
import { type PlacedRun, type Standing, standingOf } from '../../runs/placed-run';
import { hasEnded } from '../../runs/run-kind';
import { readPlacedRun } from '../../runs/run-store';
import { cqlText } from '../../keys/plain-text';
import { findSpaceIds } from '../spaces/find-spaces';
import { countPagesToScan } from '../detection/count-pages-to-scan';
import { cancelAsAdmin, startCreated } from './long-work';
import { findPages } from '../visible-pages';
import { noInput, operation } from '../input';
import type { AdminRequest } from '../operation';
import { invalidInput, Refusal } from '../result';
import { definedOf } from '../../platform/defined-of';

/** Scans of many pages that an admin starts; they run in the background. */

/** Skips pages whose scans are up to date. */
const onlyStale = z.literal(true).optional();

const startScanInput = z.strictObject({
  of: z.discriminatedUnion('of', [
    z.strictObject({
      of: z.literal('pages'),
      pageIds: z
        .array(pageId)
        .min(1, { error: 'must not be empty' })
        .max(MAX_NAMED_PAGES, { error: `must have at most ${MAX_NAMED_PAGES} entries` }),
    }),
    z.strictObject({ of: z.literal('space'), spaceId: pageId, onlyStale }),
    z.strictObject({ of: z.literal('site'), onlyStale }),
    z.strictObject({
      of: z.literal('query'),
      cql: cqlText,
    }),
  ]),
  /** The same UUID when the request is repeated because no response arrived. */
  requestKey: z.uuid(),
});
const oneScanInput = z.strictObject({ scanId: z.uuid() });

const resultsInput = oneScanInput.extend({
  /** The number of pages that were already listed. */
  from: z.int().min(0).max(MAX_NAMED_PAGES).default(0),
});

/** The result of a named page. */
export interface ScannedPage {
  readonly pageId: string;
  readonly title: string;
  readonly state: PageResult['state'];
  /** The reasons why the page was not scanned, or not completely. */
  readonly reasons: readonly ScanReason[];
  readonly found: number;
  readonly reopened: number;
  readonly resolved: number;
}

export interface ScanResults {
  readonly pages: readonly ScannedPage[];
  /** Pages that the admin cannot see or that no longer exist; 0 if another person named the pages. */
  readonly hidden: number;
  /** The position of the next part; omitted: no more results yet. */
  readonly next?: number;
}

export interface ScanView extends Standing {
  readonly scanId: string;
  readonly state: ScanRunRecord['state'];
  /** Omitted for a scan that ended. */
  readonly turn?: PlaceInLine;
  readonly of: ScanOrder['of'];
  readonly createdAt: string;
  /** An accountId, or `system` for the schedule. */
  readonly createdBy: string;
  /** Counts pages that the admin could see when they were scanned. Omitted under the same condition as the space. */
  readonly counts?: ScanCounts;
  readonly onlyStale: boolean;
  /** Omitted if another person started the scan, because the admin may not see the space. */
  readonly spaceId?: string;
  /** Omitted under the same condition as the space. */
  readonly cql?: string;
  readonly startedAt?: string;
  /** About how many pages, if known. Omitted under the same condition as the space. */
  readonly total?: number;
  /** About how long the scan still takes, if known. Omitted under the same condition as the space. */
  readonly secondsLeft?: number;
  /** All pages are scanned, and blog posts follow, which no number counts. Omitted under the same condition as the space. */
  readonly isAtPosts?: true;
  /** The points that the scan can use in an hour, if they are what limits it. Omitted under the same condition as the space. */
  readonly limit?: NonNullable<ScanEstimate['limit']>;
  readonly finishedAt?: string;
  /** The reason why it stopped early. */
  readonly stoppedBy?: string;
}

export const startScan = operation(startScanInput, async (request, { of: wanted, requestKey }): Promise<ScanView> => {
  const { accountId, requestId, installationId } = request;
  const order = wanted.of === 'pages' ? { ...wanted, pageIds: [...new Set(wanted.pageIds)] } : wanted;
  if (order.of === 'query') await requireSearch(request, order.cql);
  if (order.of === 'space') await findSpaceIds(request, [order.spaceId], 'of.spaceId');
  const creator = { kind: 'person', accountId } as const;
  const total = await countPagesToScan(request, order);
  const scan = { creator, idempotencyKey: requestKey, order, total, requestId, installationId };
  const creation = await createScan(request, scan);
  return viewScan(request, await startCreated(request, SCANS, creation));
});

/** The open scans and the last finished ones, newest first. */
export const listScans = operation(noInput, async (request) => {
  const scans = await listScanRuns(request.storage, request.now);
  return { scans: scans.map((run) => viewScan(request, run)) };
});

export const getScan = operation(oneScanInput, async (request, { scanId }): Promise<ScanView> => {
  return viewScan(request, await requireScan(request, scanId));
});

const RESULTS_AT_ONCE = 100;

/** Lists the results of a scan of named pages so far, in their order. Other scans have none. */
export const listScanResults = operation(resultsInput, async (request, { scanId, from }): Promise<ScanResults> => {
  const run = await requireScan(request, scanId);
  const all = await readPageResults(request.storage, run);
  const results = all.slice(from, from + RESULTS_AT_ONCE);
  if (results.length === 0) return { pages: [], hidden: 0 };
  const pageIds = results.map(({ pageId }) => pageId);
  const seen = await findPages(request, pageIds);
  // The next list continues with the first page that could not be looked up.
  const unasked = pageIds.findIndex((pageId) => !seen.has(pageId));
  const asked = unasked === -1 ? results : results.slice(0, unasked);
  const pages = asked.flatMap(
    ({ pageId, state, reasons = [], found = 0, reopened = 0, resolved = 0 }): ScannedPage[] => {
      const page = seen.get(pageId);
      if (page === undefined || page === 'hidden') return [];
      return [{ pageId, title: page.title, state, reasons, found, reopened, resolved }];
    },
  );
  const next = from + asked.length;
  const hidden = countsFor(run, request.accountId) === undefined ? 0 : asked.length - pages.length;
  return { pages, hidden, ...(next < all.length ? { next } : {}) };
});

/** Page scans that are running may still finish. A scan that has ended stays unchanged. */
export const cancelScan = operation(oneScanInput, async (request, { scanId }): Promise<ScanView> => {
  const { runId } = await requireScan(request, scanId);
  return viewScan(request, await cancelAsAdmin(request, SCANS, runId));
});

/** Runs the search as the admin from the first request on. @throws Refusal */
async function requireSearch({ confluence, storage, accountId }: AdminRequest, cql: string): Promise<void> {
  const search = { creatorId: accountId, cql, cursor: undefined, limit: 1, rights: NO_LIMITS };
  const { outcome } = await searchPages(confluence, storage, search);
  if (outcome === 'found') return;
  const message =
    outcome === 'not-understood'
      ? 'must be a valid CQL query; try it in Confluence search'
      : 'cannot be used: Confluence doesn’t let the app search on your behalf';
  throw invalidInput([{ field: 'of.cql', message }]);
}

async function requireScan({ storage, now }: AdminRequest, scanId: string): Promise<PlacedRun<ScanRunRecord>> {
  const run = await readPlacedRun(storage, SCANS, scanId, now);
  if (run !== undefined && now < SCANS.expiryOf(run)) return run;
  throw new Refusal('SCAN_NOT_FOUND', 'The scan was not found. Scans are kept for 30 days.');
}

/** Another admin sees only owner, kind, state and times. Only the owner sees pages, query, space and counts. */
function viewScan({ accountId, now }: AdminRequest, run: PlacedRun<ScanRunRecord>): ScanView {
  const { runId: scanId, record, place } = run;
  const { order, createdBy, startedAt, finishedAt, stoppedBy } = record.data;
  const counts = countsFor(run, accountId);
  const estimate = hasEnded(record) ? undefined : estimateScan(record, now);
  return {
    scanId,
    state: record.state,
    of: order.of,
    createdAt: record.createdAt,
    createdBy,
    ...(counts === undefined ? {} : { counts, ...viewOrder(record), ...estimate }),
    onlyStale: 'onlyStale' in order && order.onlyStale === true,
    ...definedOf({ turn: place, startedAt, finishedAt, stoppedBy }),
    ...standingOf(run),
  };
}

function viewOrder({ data }: ScanRunRecord): Pick<ScanView, 'spaceId' | 'cql' | 'total' | 'isAtPosts'> {
  const { order, total } = data;
  return definedOf({
    isAtPosts: isAtPosts(data) || undefined,
    spaceId: order.of === 'space' ? order.spaceId : undefined,
    cql: order.of === 'query' ? order.cql : undefined,
    total: order.of === 'pages' ? order.pageIds.length : total,
  });
}
