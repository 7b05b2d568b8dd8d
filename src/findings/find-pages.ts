import { NO_LIMITS, searchPages } from '../classification/search-pages';
import type { Confluence } from '../platform/confluence';
import { isUpToDate } from './freshness';
import { listContentsAsApp, listPagesAsApp, type PageContent } from './page-content';
import type { ScanRun } from './run-model';
import type { ScanContext } from './scan-page';
import { readScans } from './scan-store';

/** Finds the pages for a step of a scan, with their content. */

interface Found {
  readonly contents: readonly PageContent[];
  /** Pages that the app does not see. */
  readonly missing: readonly string[];
  /** Pages whose scans are up to date. */
  readonly upToDate: readonly string[];
  readonly cursor: string | undefined;
}

/** @throws HostError, StorageUnavailableError */
export async function findPages(
  context: ScanContext,
  { record }: ScanRun,
  atOnce: number,
): Promise<Found | 'not-understood' | 'not-possible'> {
  const { confluence, storage } = context;
  const { order, cursor, createdBy } = record.data;
  const limit = String(atOnce);
  const onwards = cursor === undefined ? {} : { cursor };
  const named = async (pageIds: readonly string[], next: string | undefined): Promise<Found> => {
    if (pageIds.length === 0) return { contents: [], missing: [], upToDate: [], cursor: next };
    const { contents } = await listContentsAsApp(confluence, { id: pageIds.join(','), limit });
    const isSeen = new Set(contents.map(({ page }) => page.pageId));
    return { contents, missing: pageIds.filter((pageId) => !isSeen.has(pageId)), upToDate: [], cursor: next };
  };
  const listed = async (inSpace: Readonly<Record<string, string>>, onlyStale = false): Promise<Found> => {
    const from = { ...inSpace, ...onwards };
    return onlyStale
      ? listStale(context, from, atOnce)
      : { missing: [], upToDate: [], ...(await listContentsAsApp(confluence, { ...from, limit })) };
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
        cursor,
        limit: atOnce,
        rights: NO_LIMITS,
      });
      return search.outcome === 'found' ? named(search.pageIds, search.cursor) : search.outcome;
    }
    case 'pages': {
      const from = Number(cursor ?? 0);
      const to = from + atOnce;
      return named(order.pageIds.slice(from, to), to < order.pageIds.length ? String(to) : undefined);
    }
  }
}

/** Most listed pages are skipped without a request for their content. */
const LISTED_FOR_STALE = 100;

async function listStale(
  { storage, scanner, confluence }: ScanContext,
  from: Readonly<Record<string, string>>,
  atOnce: number,
): Promise<Found> {
  const { pages, cursor } = await listPagesAsApp(confluence, { ...from, limit: String(LISTED_FOR_STALE) });
  const scans = await readScans(
    storage,
    pages.map(({ pageId }) => pageId),
  );
  const isStale = (page: PageContent['page']) => {
    const scan = scans.get(page.pageId);
    return scan === 'unreadable' || !isUpToDate(scan?.record, page, scanner.configHash(page.spaceId));
  };
  const stale = new Set(pages.filter(isStale).map(({ pageId }) => pageId));
  const contents = await listNamedContents(confluence, [...stale], atOnce);
  const upToDate = pages.map(({ pageId }) => pageId).filter((pageId) => !stale.has(pageId));
  return { contents, missing: [], upToDate, cursor };
}

/** Returns the named pages that the app sees. @throws HostError */
export async function listNamedContents(
  confluence: Confluence,
  pageIds: readonly string[],
  atOnce: number,
): Promise<readonly PageContent[]> {
  const contents: PageContent[] = [];
  for (let start = 0; start < pageIds.length; start += atOnce) {
    const some = pageIds.slice(start, start + atOnce);
    contents.push(...(await listContentsAsApp(confluence, { id: some.join(','), limit: String(atOnce) })).contents);
  }
  return contents;
}
