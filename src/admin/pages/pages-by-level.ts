import * as z from 'zod';
import { readLevels } from '../../classification/level-store';
import { listPageLevels } from '../../classification/list-page-levels';
import { pageId as confluenceId } from '../../classification/page-level-fields';
import { listPagesAsCreator } from '../../classification/pages-lookup';
import { lookUpSpace } from '../../classification/space-lookup';
import { listUnclassifiedPages } from '../../classification/unclassified-pages';
import { listVisibleRows } from '../../classification/visible-list';
import type { Visibility, VisiblePage } from '../../classification/visible-pages';
import { listBelowRequired } from '../../findings/lists/below-required';
import { type ListedPageState, listPagesInState } from '../../native-levels/model';
import type { ListedRows, Position } from '../../platform/rows-by-time';
import { readListCursor, writeListCursor } from '../cursors';
import type { PageName } from './pages';
import { findPagesWithLevels, requireKnownAdmin } from '../visible-pages';
import { cursorInput, operation } from '../input';
import type { AdminRequest } from '../operation';

/** The lists behind the overview: visible pages of a level, without one, or with a problem. */

/**
 * In place of a level id: pages without a level, pages whose findings require a more sensitive one, and pages whose level in
 * Confluence's own classification a rule of the app forbids.
 */
const NO_LEVEL = 'none';
const BELOW_REQUIRED = 'below-required';
const FORBIDDEN_NATIVE = 'forbidden-native';
const NAMED = [NO_LEVEL, BELOW_REQUIRED, FORBIDDEN_NATIVE] as const;

const listPagesByLevelInput = z.strictObject({
  levelId: z.union([z.uuid(), z.enum(NAMED)], { error: `must be the ID of a level, or one of ${NAMED.join(', ')}` }),
  spaceId: confluenceId.optional(),
  cursor: cursorInput,
});

type Input = z.output<typeof listPagesByLevelInput>;

export interface PagesByLevel {
  /** In an order that never changes for a page. */
  readonly pages: readonly PageByLevel[];
  /** The cursor of the next part; omitted: no more pages. */
  readonly cursor?: string;
}

interface PageByLevel extends PageName {
  readonly classifiedAt?: string;
  /** The level that the findings require, for a page below its required level. */
  readonly requiredLevelId?: string;
}

const PAGES = 50;

/** A part may be short or empty although more pages follow. A space that the admin cannot see has no pages. */
export const listPagesByLevel = operation(listPagesByLevelInput, async (request, { cursor, ...input }) => {
  const question = ['pages-by-level', input.levelId, input.spaceId];
  const after = readListCursor(request, cursor, question);
  const { confluence, accountId } = request;
  const isHidden =
    input.spaceId !== undefined && (await lookUpSpace(confluence, accountId, input.spaceId)) !== 'visible';
  if (isHidden) return { pages: [] };
  const list =
    { [NO_LEVEL]: listWithoutLevel, [BELOW_REQUIRED]: listBelow, [FORBIDDEN_NATIVE]: listForbidden }[input.levelId] ??
    listWithLevel;
  const { results, next, hasMore } = await list(request, input, after);
  return {
    pages: results,
    ...(hasMore && next !== undefined ? { cursor: writeListCursor(request, next, question) } : {}),
  };
});

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
  const results = found.results.map((one) => ({ ...viewOf(one), requiredLevelId: one.requiredLevelId }));
  return { ...found, results };
}

function listWithLevel(request: AdminRequest, { levelId, spaceId }: Input, after: Position | undefined) {
  const filter = { levelId, spaceId };
  const find = (place: Place) => listPageLevels(request.storage, { filter, isWanted: () => true, ...place });
  return listVisible(request, spaceId, after, find, ({ level }) => level?.levelId === levelId);
}

function listForbidden(request: AdminRequest, { spaceId }: Input, after: Position | undefined) {
  return listVisible(request, spaceId, after, (place) => listPagesInState(request.storage, 'rules', place));
}

type Place = Parameters<typeof listPagesInState>[2];

function listVisible(
  request: AdminRequest,
  spaceId: string | undefined,
  after: Position | undefined,
  find: (place: Place) => Promise<ListedRows<ListedPageState>>,
  isWanted: (page: VisiblePage) => boolean = () => true,
) {
  return listVisibleRows<ListedPageState, Visibility, PageByLevel, Position | undefined>({
    after,
    limit: PAGES,
    find: async (place, limit) => {
      const found = await find({ after: place, limit });
      return { ...found, hasMore: found.next !== undefined };
    },
    see: (candidates) => findPagesWithLevels(request, [...new Set(candidates.map(({ pageId }) => pageId))]),
    show: (_candidate, visible) => {
      if (visible === 'hidden' || !isWanted(visible)) return undefined;
      return spaceId === undefined || spaceId === visible.page.spaceId ? viewOf(visible) : undefined;
    },
  });
}

function viewOf({ page: { pageId, title, spaceId }, level }: VisiblePage): PageByLevel {
  return { pageId, title, spaceId, ...(level === undefined ? {} : { classifiedAt: level.classificationDate }) };
}
