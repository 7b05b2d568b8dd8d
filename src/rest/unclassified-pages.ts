import { isInside } from '../access/decide';
import { readPageLevels } from '../classification/page-level-store';
import { listPagesAsCreator, type SeenPage } from '../classification/pages-lookup';
import type { Position } from '../platform/newest-first';
import { rightsOf } from '../keys/key-rights';
import type { AuthorizedRequest } from './route';
import { requirePages, visibleTo } from './visible-pages';

/**
 * The pages that have no level: Confluence's own list of pages, without those of which a level is stored. In the order
 * of their ids; where it goes on is Confluence's cursor, sealed in one of ours.
 */

interface UnclassifiedQuestion {
  readonly spaceId: string | undefined;
  readonly after: Position | undefined;
  readonly limit: number;
}

const MAX_ROUNDS = 4;
/** So many can be named in one question to Confluence. */
const MAX_SPACES = 100;

/** @throws Problem, HostError, StorageUnavailableError */
export async function listUnclassified(
  request: AuthorizedRequest,
  { spaceId, after, limit }: UnclassifiedQuestion,
): Promise<{ readonly pages: readonly SeenPage[]; readonly next: Position | undefined }> {
  const { confluence, storage, key } = request;
  const { spaceLimit } = rightsOf(key.record);
  const inLimit = spaceLimit.length <= MAX_SPACES ? spaceLimit : [];
  const pages: SeenPage[] = [];
  let cursor = after?.key;
  for (let round = 1; round <= MAX_ROUNDS; round += 1) {
    const list = await listPagesAsCreator(confluence, {
      creatorId: key.record.createdBy,
      spaceIds: spaceId === undefined ? inLimit : [spaceId],
      cursor,
      limit: limit - pages.length,
    });
    const part = requirePages(request, list);
    const stored = await readPageLevels(
      storage,
      part.pages.map(({ pageId }) => pageId),
    );
    for (const page of part.pages) {
      const visible = visibleTo(request, page, stored.get(page.pageId));
      const isInSpace = isInside(spaceId === undefined ? [] : [spaceId], page.spaceId);
      if (visible !== 'hidden' && visible[1] === undefined && isInSpace) pages.push(page);
    }
    cursor = part.cursor;
    // Asking page by page is for one round alone.
    if (cursor === undefined || pages.length >= limit || part.asked === 'as-app') break;
  }
  return { pages, next: cursor === undefined ? undefined : { time: '', key: cursor } };
}
