import type { ContentType } from '../../classification/content-type';
import { NO_LIMITS, nextSearchPlace, searchCursorOf, searchPages } from '../../classification/search-pages';
import { isUpToDate } from '../scan/freshness';
import {
  listContentsAsApp,
  listNamedContents,
  listPagesAsApp,
  type PageContent,
  pagesAtOnce,
} from '../scan/page-content';
import type { PageScanRecord } from '../model';
import type { ScanRun } from './run-model';
import type { ScanContext } from '../scan/scan-page';
import type { StepOfScan } from './counted-pages';
import { APART_MS, FIRST_CHANGES } from '../scan/list-contents';
import { listsAllContents } from '../scan/plan-scan';
import { hasContentFindings, readScans } from '../scan/scan-store';
import { joinIds } from '../../platform/confluence-id';

/** Finds the pages for a step of a scan, with their content. */

interface UpToDatePage {
  readonly page: PageContent['page'];
  readonly record: PageScanRecord;
}

interface Found {
  readonly contents: readonly PageContent[];
  /** Pages that the app does not see. */
  readonly missing: readonly string[];
  /** Pages whose scans are up to date. */
  readonly upToDate: readonly UpToDatePage[];
  readonly cursor: string | undefined;
  /** The number of pages that Confluence listed. */
  readonly listed: number;
}

/**
 * @param cursor the position to continue from; undefined = the start
 * @param contentType of a list of the site or of a space. Default: pages
 * @throws HostError, StorageUnavailableError
 */
export async function findPages(
  context: StepOfScan,
  run: ScanRun,
  cursor: string | undefined,
  atOnce: number,
  contentType?: ContentType,
): Promise<Found | 'not-understood' | 'not-possible'> {
  const { confluence, storage, counted, attempt } = context;
  const { order, createdBy, plan } = run.record.data;
  const limit = String(atOnce);
  const onwards = cursor === undefined ? {} : { cursor };
  const named = async (pageIds: readonly string[], next: string | undefined): Promise<Found> => {
    if (pageIds.length === 0) return { contents: [], missing: [], upToDate: [], cursor: next, listed: 0 };
    const { contents } = await listContentsAsApp(confluence, { id: joinIds(pageIds), limit }, attempt);
    const isSeen = new Set(contents.map(({ page }) => page.pageId));
    const missing = pageIds.filter((pageId) => !isSeen.has(pageId));
    return { contents, missing, upToDate: [], cursor: next, listed: contents.length };
  };
  const listed = async (inSpace: Readonly<Record<string, string>>, onlyStale = false): Promise<Found> => {
    const from = { ...inSpace, ...onwards };
    if (plan?.pagesSince !== undefined) {
      const first = cursor === undefined ? pagesAtOnce(FIRST_CHANGES, attempt) : atOnce;
      return listChanged(context, run, { ...from, limit: String(first) }, plan.pagesSince, contentType);
    }
    if (onlyStale && (plan === undefined || plan.lists === 'versions'))
      return listStale(context, run, from, atOnce, contentType);
    const list = await listContentsAsApp(confluence, { ...from, limit }, attempt, contentType);
    const { stale, upToDate } = onlyStale
      ? await split(context, run, list.contents)
      : { stale: list.contents, upToDate: [] };
    return { missing: [], contents: stale, upToDate, cursor: list.cursor, listed: list.contents.length };
  };
  switch (order.of) {
    case 'site':
      return listed({}, order.onlyStale);
    case 'space':
      return listed({ 'space-id': order.spaceId }, order.onlyStale);
    case 'query': {
      const search = await searchPages(confluence, storage, {
        creatorId: createdBy,
        cql: order.cql,
        cursor: searchCursorOf(cursor),
        limit: atOnce,
        rights: NO_LIMITS,
      });
      if (search.outcome !== 'found') return search.outcome;
      const pageIds = [...new Set(search.pageIds)].filter((pageId) => !counted.has(pageId));
      return named(pageIds, nextSearchPlace(cursor, counted.size + pageIds.length, search.cursor));
    }
    case 'pages': {
      const from = Number(cursor ?? 0);
      const to = from + atOnce;
      return named(order.pageIds.slice(from, to), to < order.pageIds.length ? String(to) : undefined);
    }
  }
}

/**
 * Pages that changed since a time, last changed first. Skips those that are up to date, because their event was
 * handled.
 */
async function listChanged(
  context: StepOfScan,
  run: ScanRun,
  from: Readonly<Record<string, string>>,
  since: string,
  contentType: ContentType | undefined,
): Promise<Found> {
  const { contents, cursor } = await listContentsAsApp(
    context.confluence,
    { ...from, sort: '-modified-date' },
    context.attempt,
    contentType,
  );
  const sinceMs = Date.parse(since) - APART_MS;
  const isChanged = ({ page: { versionAt } }: PageContent) =>
    versionAt === undefined || Date.parse(versionAt) >= sinceMs;
  const changed = contents.filter(isChanged);
  const uncounted = changed.filter(({ page }) => !context.counted.has(page.pageId));
  const { stale } = await split(context, run, uncounted);
  const next = changed.length < contents.length ? undefined : cursor;
  return { contents: stale, missing: [], upToDate: [], cursor: next, listed: contents.length };
}

/** Separates pages whose scans are up to date. */
async function split(context: ScanContext, run: ScanRun, contents: readonly PageContent[]) {
  const pages = contents.map(({ page }) => page);
  const upToDate = await findUpToDate(context, run, pages);
  const isUpToDatePage = new Set(upToDate.map(({ page }) => page));
  return { stale: contents.filter(({ page }) => !isUpToDatePage.has(page)), upToDate };
}

async function findUpToDate(
  { storage, scanner }: ScanContext,
  { record: { createdAt, data } }: ScanRun,
  pages: readonly PageContent['page'][],
): Promise<readonly UpToDatePage[]> {
  const scans = await readScans(
    storage,
    pages.map(({ pageId }) => pageId),
  );
  const upToDate: UpToDatePage[] = [];
  for (const page of pages) {
    const scan = scans.get(page.pageId);
    const record = scan === 'unreadable' ? undefined : scan?.record;
    if (record === undefined || !isUpToDate(record, page, scanner.configHash(page.spaceId))) continue;
    // The lists of all comments and attachments did not confirm these findings, which may be deleted.
    const isUnconfirmed = listsAllContents(data) && (record.data.contentsAt ?? '') < createdAt;
    if (!isUnconfirmed || !(await hasContentFindings(storage, record))) upToDate.push({ page, record });
  }
  return upToDate;
}

/** Most listed pages are skipped without a request for their content. */
const LISTED_FOR_STALE = 100;

async function listStale(
  context: StepOfScan,
  run: ScanRun,
  from: Readonly<Record<string, string>>,
  atOnce: number,
  contentType: ContentType = 'page',
): Promise<Found> {
  const { confluence, attempt } = context;
  const limit = String(pagesAtOnce(LISTED_FOR_STALE, attempt));
  const { pages, cursor } = await listPagesAsApp(confluence, { ...from, limit }, contentType);
  const upToDate = await findUpToDate(context, run, pages);
  const isUpToDatePage = new Set(upToDate.map(({ page }) => page));
  const stale = pages.filter((page) => !isUpToDatePage.has(page)).map(({ pageId }) => pageId);
  const contents = await listNamedContents(confluence, stale, atOnce, attempt, [contentType]);
  return { contents, missing: [], upToDate, cursor, listed: pages.length };
}
