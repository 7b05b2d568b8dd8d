import * as z from 'zod';
import { readLevels } from '../classification/level-store';
import { listPageLevels, type ListedPageLevel } from '../classification/list-page-levels';
import { pageId as confluenceId } from '../classification/page-level-fields';
import { listPagesAsCreator } from '../classification/pages-lookup';
import { lookUpSpace } from '../classification/space-lookup';
import { listUnclassifiedPages } from '../classification/unclassified-pages';
import { listVisibleRows } from '../classification/visible-list';
import type { Visibility } from '../classification/visible-pages';
import { listBelowRequired } from '../findings/below-required';
import type { Position } from '../platform/rows-by-time';
import { readListCursor, writeListCursor } from './cursors';
import type { AdminRequest } from './operation';
import type { PageName } from './pages';
import { readInput } from './result';
import { findPagesWithLevels, requireKnownAdmin } from './visible-pages';

/** The pages of a level, or without one, that the acting admin can see: the list behind the numbers of the overview. */

/** In place of a level id: pages without a level, and pages whose findings require a more sensitive one. */
const NO_LEVEL = 'none';
const BELOW_REQUIRED = 'below-required';

export const listPagesByLevelInput = z.strictObject({
  levelId: z.union([z.uuid(), z.enum([NO_LEVEL, BELOW_REQUIRED])], {
    error: `must be the ID of a level, ${NO_LEVEL} or ${BELOW_REQUIRED}`,
  }),
  spaceId: confluenceId.optional(),
  cursor: z.string().max(512).optional(),
});

type Input = z.output<typeof listPagesByLevelInput>;

export interface PagesByLevel {
  /** By ID. */
  readonly pages: readonly PageByLevel[];
  /** The cursor of the next part; omitted: no more pages. */
  readonly cursor?: string;
}

interface PageByLevel extends PageName {
  readonly classifiedAt?: string;
  /** Below the required level: the level that the findings require. */
  readonly requiredLevelId?: string;
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
  const list = { [NO_LEVEL]: listWithoutLevel, [BELOW_REQUIRED]: listBelow }[input.levelId] ?? listWithLevel;
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

async function listBelow(request: AdminRequest, { spaceId }: Input, after: Position | undefined) {
  const { storage, confluence, installationId, now } = request;
  const levels = await readLevels(storage, installationId);
  const see = (pageIds: readonly string[]) => findPagesWithLevels(request, pageIds);
  const found = await listBelowRequired({ storage, confluence, levels, now, see }, { spaceId, after, limit: PAGES });
  const results = found.results.map(({ page: { pageId, title, spaceId: of }, level, requiredLevelId }): PageByLevel => {
    const classified = level === undefined ? {} : { classifiedAt: level.classificationDate };
    return { pageId, title, spaceId: of, requiredLevelId, ...classified };
  });
  return { ...found, results };
}

function listWithLevel(request: AdminRequest, { levelId, spaceId }: Input, after: Position | undefined) {
  const { storage } = request;
  const filter = { levelId, spaceId };
  return listVisibleRows<ListedPageLevel, Visibility, PagesByLevel['pages'][number], Position | undefined>({
    after,
    limit: PAGES,
    find: async (place, limit) => {
      const found = await listPageLevels(storage, { filter, isWanted: () => true, after: place, limit });
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
