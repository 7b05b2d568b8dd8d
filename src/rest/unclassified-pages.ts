import { isWithinLimit } from '../access/decide';
import { readPageLevels } from '../classification/page-level-store';
import { listPagesAsCreator, type SeenPage } from '../classification/pages-lookup';
import { type Candidate, type Found, listVisibleRows, type VisibleRows } from '../classification/visible-list';
import { type Visibility, visibilityOf } from '../classification/visible-pages';
import { rightsOf } from '../keys/key-rights';
import type { Position } from '../platform/rows-by-time';
import type { AuthorizedRequest } from './route';
import { MAX_PAGES_IN_A_CALL, requirePages, viewerOf } from './visible-pages';

/**
 * The pages without a level: Confluence's own list of pages, without those that have a stored level. Ordered by page
 * id. Our cursor contains Confluence's cursor, sealed.
 */

interface UnclassifiedQuestion {
  readonly spaceId: string | undefined;
  readonly after: Position | undefined;
  readonly limit: number;
}

/** The maximum number of ids in one request to Confluence. */
const MAX_SPACES = 100;

interface ListedPage extends Candidate {
  readonly page: SeenPage;
}

/** @throws Problem, HostError, StorageUnavailableError */
export async function listUnclassified(
  request: AuthorizedRequest,
  { spaceId, after, limit }: UnclassifiedQuestion,
): Promise<VisibleRows<SeenPage, Position | undefined>> {
  const { storage, key } = request;
  const { spaceLimit } = rightsOf(key.record);
  const inLimit = spaceLimit.length <= MAX_SPACES ? spaceLimit : [];
  const spaceIds = spaceId === undefined ? inLimit : [spaceId];
  return listVisibleRows<ListedPage, Visibility, SeenPage, Position | undefined>({
    after,
    limit,
    find: (place, count) => findFrom(request, spaceIds, place, count),
    see: async (candidates) => {
      const levels = await readPageLevels(
        storage,
        candidates.map(({ pageId }) => pageId),
      );
      const viewer = viewerOf(request);
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
 * A batch of Confluence's list. Confluence continues only after a whole batch, so the position of a page has the cursor
 * of its batch, and the id of the page as its time.
 */
async function findFrom(
  request: AuthorizedRequest,
  spaceIds: readonly string[],
  place: Position | undefined,
  count: number,
): Promise<Found<ListedPage, Position | undefined>> {
  const { time: lastId, key: cursor } = place ?? { time: '', key: '' };
  const list = await listPagesAsCreator(request.confluence, {
    creatorId: request.key.record.createdBy,
    spaceIds,
    cursor: cursor === '' ? undefined : cursor,
    limit: Math.min(count, MAX_PAGES_IN_A_CALL),
  });
  const part = requirePages(request, list);
  const items = part.pages
    .filter(({ pageId }) => lastId === '' || BigInt(pageId) > BigInt(lastId))
    .map((page) => ({ pageId: page.pageId, page, at: { time: page.pageId, key: cursor } }));
  const next = part.cursor === undefined ? undefined : { time: '', key: part.cursor };
  return { items, next, hasMore: next !== undefined, isShortAnyway: true };
}
