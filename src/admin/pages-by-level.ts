import * as z from 'zod';
import { listPageLevels, type ListedPageLevel } from '../classification/list-page-levels';
import { pageId as confluenceId } from '../classification/page-level-fields';
import { listPagesAsCreator } from '../classification/pages-lookup';
import { lookUpSpace } from '../classification/space-lookup';
import { listUnclassifiedPages } from '../classification/unclassified-pages';
import { listVisibleRows } from '../classification/visible-list';
import type { Visibility } from '../classification/visible-pages';
import type { Position } from '../platform/rows-by-time';
import { readListCursor, writeListCursor } from './cursors';
import type { AdminRequest } from './operation';
import type { PageName } from './pages';
import { readInput } from './result';
import { findPagesWithLevels, requireKnownAdmin } from './visible-pages';

/** The pages of a level, or without one, that the acting admin can see: the list behind the numbers of the overview. */

/** In place of a level id: pages without a level. */
const NO_LEVEL = 'none';

export const listPagesByLevelInput = z.strictObject({
  levelId: z.union([z.uuid(), z.literal(NO_LEVEL)], { error: `must be the ID of a level, or ${NO_LEVEL}` }),
  spaceId: confluenceId.optional(),
  cursor: z.string().max(512).optional(),
});

type Input = z.output<typeof listPagesByLevelInput>;

export interface PagesByLevel {
  /** With a level: the last classified first. Without one: by ID. */
  readonly pages: readonly (PageName & { readonly classifiedAt?: string })[];
  /** The cursor of the next part; omitted: no more pages. */
  readonly cursor?: string;
}

const PAGES = 50;

/** A part may be short or empty although more pages follow. A space that the admin cannot see has no pages. */
export async function listPagesByLevel(request: AdminRequest, payload: unknown): Promise<PagesByLevel> {
  const { cursor, ...input } = readInput(listPagesByLevelInput, payload);
  const question = ['pages-by-level', input.levelId, input.spaceId];
  const after = cursor === undefined ? undefined : readListCursor(request, cursor, question);
  const { confluence, accountId } = request;
  const isHidden =
    input.spaceId !== undefined && (await lookUpSpace(confluence, accountId, input.spaceId)) !== 'visible';
  if (isHidden) return { pages: [] };
  const list = input.levelId === NO_LEVEL ? listWithoutLevel : listWithLevel;
  const { results, next, hasMore } = await list(request, input, after);
  return {
    pages: results,
    ...(hasMore && next !== undefined ? { cursor: writeListCursor(request, next, question) } : {}),
  };
}

async function listWithoutLevel(request: AdminRequest, { spaceId }: Input, after: Position | undefined) {
  const { storage, confluence, accountId } = request;
  const spaceIds = spaceId === undefined ? [] : [spaceId];
  const found = await listUnclassifiedPages(
    {
      storage,
      viewer: { accountId },
      list: async (question) =>
        requireKnownAdmin(await listPagesAsCreator(confluence, { creatorId: accountId, ...question })),
    },
    { spaceIds, spaceId, after, limit: PAGES },
  );
  const results = found.results.map(({ pageId, title, spaceId: of }) => ({ pageId, title, spaceId: of }));
  return { ...found, results };
}

function listWithLevel(request: AdminRequest, { levelId, spaceId }: Input, after: Position | undefined) {
  const { storage, now } = request;
  const filter = { levelId, spaceId };
  return listVisibleRows<ListedPageLevel, Visibility, PagesByLevel['pages'][number], Position | undefined>({
    after,
    limit: PAGES,
    find: async (place, limit) => {
      const found = await listPageLevels(storage, { filter, isWanted: () => true, now, after: place, limit });
      return { ...found, hasMore: found.next !== undefined };
    },
    see: (candidates) => findPagesWithLevels(request, [...new Set(candidates.map(({ pageId }) => pageId))]),
    show: (_candidate, visible) => {
      if (visible === 'hidden' || visible.level?.levelId !== levelId) return undefined;
      const { pageId, title, spaceId: of } = visible.page;
      if (spaceId !== undefined && spaceId !== of) return undefined;
      return { pageId, title, spaceId: of, classifiedAt: visible.level.classificationDate };
    },
  });
}
