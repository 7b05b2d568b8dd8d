import { isWithinLimit } from '../access/decide';
import type { Position } from '../platform/rows-by-time';
import type { Storage } from '../platform/storage';
import { readPageLevels } from './page-level-store';
import type { PageListQuestion, SeenPage } from './pages-lookup';
import { type Candidate, type Found, listVisibleRows, type VisibleRows } from './visible-list';
import { type Viewer, type Visibility, visibilityOf } from './visible-pages';

/**
 * The pages without a level: Confluence's own list of pages, without those that have a stored level. Ordered by page
 * id. The cursor of the app contains Confluence's cursor, encrypted.
 */

interface UnclassifiedQuestion {
  /** The spaces to ask Confluence for, at most 100. Empty = every space. */
  readonly spaceIds: readonly string[];
  /** The space that a page must be in now. undefined = every space. */
  readonly spaceId: string | undefined;
  readonly after: Position | undefined;
  readonly limit: number;
}

interface UnclassifiedReader {
  readonly storage: Pick<Storage, 'readMany'>;
  readonly viewer: Viewer;
  /** Confluence's list, as the viewer. */
  readonly list: (question: Omit<PageListQuestion, 'creatorId'>) => Promise<PagePart>;
}

interface PagePart {
  readonly pages: readonly SeenPage[];
  readonly cursor: string | undefined;
}

/** The maximum number of pages in one call to Confluence. */
const MAX_PAGES_IN_A_CALL = 250;

interface ListedPage extends Candidate {
  readonly page: SeenPage;
}

/** @throws StorageUnavailableError, and what `list` throws */
export async function listUnclassifiedPages(
  { storage, viewer, list }: UnclassifiedReader,
  { spaceIds, spaceId, after, limit }: UnclassifiedQuestion,
): Promise<VisibleRows<SeenPage, Position | undefined>> {
  return listVisibleRows<ListedPage, Visibility, SeenPage, Position | undefined>({
    after,
    limit,
    find: (place, count) => listPagesOf(list, spaceIds, place, count),
    see: async (candidates) => {
      const levels = await readPageLevels(
        storage,
        candidates.map(({ pageId }) => pageId),
      );
      return new Map(
        candidates.map(({ pageId, page }) => [pageId, visibilityOf(viewer, page, levels.get(pageId))] as const),
      );
    },
    show: ({ page }, visible) => {
      const isInSpace = isWithinLimit(spaceId === undefined ? [] : [spaceId], page.spaceId);
      return visible !== 'hidden' && visible.level === undefined && isInSpace ? page : undefined;
    },
  });
}

/**
 * A batch of Confluence's list of the pages of some spaces, or of all. Confluence continues only after a whole batch, so the position of a page has the cursor
 * of its batch, and the id of the page as its time.
 */
export async function listPagesOf(
  list: UnclassifiedReader['list'],
  spaceIds: readonly string[],
  place: Position | undefined,
  count: number,
): Promise<Found<ListedPage, Position | undefined>> {
  const { time: lastId, key: cursor } = place ?? { time: '', key: '' };
  const part = await list({
    spaceIds,
    cursor: cursor === '' ? undefined : cursor,
    limit: Math.min(count, MAX_PAGES_IN_A_CALL),
  });
  const items = part.pages
    .filter(({ pageId }) => lastId === '' || BigInt(pageId) > BigInt(lastId))
    .map((page) => ({ pageId: page.pageId, page, at: { time: page.pageId, key: cursor } }));
  // The next batch may contain listed pages too, because batches of the previous request may have been longer.
  const next = part.cursor === undefined ? undefined : { time: lastId, key: part.cursor };
  if (items.length === 0 && next !== undefined && lastId !== '' && count < MAX_PAGES_IN_A_CALL)
    return listPagesOf(list, spaceIds, next, MAX_PAGES_IN_A_CALL);
  return { items, next, hasMore: next !== undefined, isShortAnyway: true };
}
