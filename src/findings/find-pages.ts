import type { Confluence } from '../platform/confluence';
import { isUpToDate } from './freshness';
import { listContentsAsApp, listPagesAsApp, type PageContent, searchAsApp } from './page-content';
import type { ScanRun } from './run-model';
import type { ScanContext } from './scan-page';
import { readScans } from './scan-store';

/** The pages that a step of a scan is about, with what stands on them. */

interface Found {
  readonly contents: readonly PageContent[];
  /** Those that the app does not see. */
  readonly missing: readonly string[];
  /** How many others need no look. */
  readonly upToDate: number;
  readonly cursor: string | undefined;
}

/** @throws HostError, StorageUnavailableError */
export async function findPages(
  context: ScanContext,
  { record }: ScanRun,
  atOnce: number,
): Promise<Found | 'not-understood'> {
  const { confluence } = context;
  const { order, cursor } = record.data;
  const limit = String(atOnce);
  const onwards = cursor === undefined ? {} : { cursor };
  const named = async (pageIds: readonly string[], next: string | undefined): Promise<Found> => {
    if (pageIds.length === 0) return { contents: [], missing: [], upToDate: 0, cursor: next };
    const { contents } = await listContentsAsApp(confluence, { id: pageIds.join(','), limit });
    const isSeen = new Set(contents.map(({ page }) => page.pageId));
    return { contents, missing: pageIds.filter((pageId) => !isSeen.has(pageId)), upToDate: 0, cursor: next };
  };
  const listed = async (inSpace: Readonly<Record<string, string>>, onlyStale = false): Promise<Found> => {
    const from = { ...inSpace, ...onwards };
    return onlyStale
      ? listStale(context, from, atOnce)
      : { missing: [], upToDate: 0, ...(await listContentsAsApp(confluence, { ...from, limit })) };
  };
  switch (order.of) {
    case 'site':
      return listed({}, order.onlyStale);
    case 'space':
      return listed({ 'space-id': order.spaceId }, order.onlyStale);
    case 'query': {
      const search = await searchAsApp(confluence, order.cql, atOnce, cursor);
      return search === 'not-understood' ? search : named(search.pageIds, search.cursor);
    }
    case 'pages': {
      const from = Number(cursor ?? 0);
      const to = from + atOnce;
      return named(order.pageIds.slice(from, to), to < order.pageIds.length ? String(to) : undefined);
    }
  }
}

/** Most of them are passed over, without what stands on them being asked for. */
const LISTED_FOR_STALE = 100;

async function listStale(
  { storage, inspector, confluence }: ScanContext,
  from: Readonly<Record<string, string>>,
  atOnce: number,
): Promise<Found> {
  const { pages, cursor } = await listPagesAsApp(confluence, { ...from, limit: String(LISTED_FOR_STALE) });
  const scans = await readScans(
    storage,
    pages.map(({ pageId }) => pageId),
  );
  const stale = pages.filter((page) => {
    const scan = scans.get(page.pageId);
    return scan === 'unreadable' || !isUpToDate(scan?.record, page, inspector.configHash(page.spaceId));
  });
  const pageIds = stale.map(({ pageId }) => pageId);
  const contents = await listNamedContents(confluence, pageIds, atOnce);
  return { contents, missing: [], upToDate: pages.length - stale.length, cursor };
}

/** Those that the app sees. @throws HostError */
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
