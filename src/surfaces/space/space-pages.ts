import * as z from 'zod';
import { listPageLevels } from '../../classification/list-page-levels';
import { isOffIn } from '../../classification/settings';
import { listVisibleRows } from '../../classification/visible-list';
import type { Visibility, VisiblePage } from '../../classification/visible-pages';
import type { Position } from '../../platform/rows-by-time';
import { cursorsOf } from '../cursors';
import { showPage } from '../level-name';
import { NO_INPUT, type SurfaceRequest } from '../operation';
import { readInput } from '../result';
import { seeAsPerson } from '../viewed-page';
import type { SpacePages, SpaceView } from './contract';
import { countPages, PAGES_AT_ONCE } from './count-pages';
import { listPages, readLevelRecords } from './listed-pages';
import { inSpace, pointsOfList, type ViewedSpace } from './viewed-space';

/**
 * The pages of a space by level, as far as the viewer can see them. Every page is confirmed by Confluence in the viewer's
 * name, and its level comes from the stored rows (ADR 49).
 */

/** Pages by level, exact to 99. */
export function openSpace(request: SurfaceRequest, payload: unknown): Promise<SpaceView> {
  readInput(NO_INPUT, payload);
  return inSpace<SpaceView>(
    request,
    async (space) => {
      const { levels, spaceId, mayAdminister: isAdmin } = space;
      if (isOffIn(levels.settings, spaceId)) return { state: 'off', isAdmin };
      return { state: 'space', counts: await countPages(request, space), isAdmin };
    },
    pointsOfList(PAGES_AT_ONCE),
  );
}

const findInput = z.strictObject({
  levelId: z.union([z.uuid(), z.literal('none')], { error: 'must be the id of a level, or none' }),
  cursor: z.string().min(1).max(1_000).optional(),
});

const FOUND_AT_ONCE = 25;
/** Pages without a level are looked for among this many pages at a time. */
const LISTED_AT_ONCE = 100;

/** The pages of one level that the viewer can see. */
export function findInSpace(request: SurfaceRequest, payload: unknown): Promise<SpacePages> {
  const { levelId, cursor } = readInput(findInput, payload);
  const read = async (space: ViewedSpace): Promise<SpacePages> => {
    const { levels, spaceId } = space;
    if (isOffIn(levels.settings, spaceId)) return { state: 'off' };
    const cursors = cursorsOf(request, space.accountId, ['space', spaceId, 'pages', levelId]);
    const after = cursors.read(cursor);
    const found =
      levelId === 'none'
        ? await listUnclassified(request, space, after)
        : await listOfLevel(request, space, levelId, after);
    return {
      state: 'pages',
      pages: found.pages.map((page) => showPage(levels, page)),
      ...cursors.write(found.next),
    };
  };
  return inSpace(request, read, pointsOfList(levelId === 'none' ? LISTED_AT_ONCE : FOUND_AT_ONCE));
}

interface FoundPages {
  readonly pages: readonly VisiblePage[];
  readonly next: Position | undefined;
}

async function listOfLevel(
  request: SurfaceRequest,
  space: ViewedSpace,
  levelId: string,
  after: Position | undefined,
): Promise<FoundPages> {
  const { storage } = request;
  const { spaceId } = space;
  const list = await listVisibleRows<{ pageId: string; at: Position }, Visibility, VisiblePage, Position | undefined>({
    after,
    limit: FOUND_AT_ONCE,
    find: async (place, limit) => {
      const filter = { spaceId, levelId };
      const found = await listPageLevels(storage, { filter, isWanted: () => true, after: place, limit });
      return { ...found, hasMore: found.next !== undefined };
    },
    see: (candidates) =>
      seeAsPerson(
        space,
        candidates.map(({ pageId }) => pageId),
      ),
    show: (_candidate, visible) =>
      visible !== 'hidden' && visible.page.spaceId === spaceId && visible.level?.levelId === levelId
        ? visible
        : undefined,
  });
  return { pages: list.results, next: list.hasMore ? list.next : undefined };
}

/** Confluence's own list without the pages that have a level. The cursor is that of Confluence, in our sealed one. */
async function listUnclassified(
  request: SurfaceRequest,
  space: ViewedSpace,
  after: Position | undefined,
): Promise<FoundPages> {
  const { pages, cursor } = await listPages(space, after?.key, LISTED_AT_ONCE);
  const stored = await readLevelRecords(
    request,
    pages.map(({ pageId }) => pageId),
  );
  return {
    pages: pages.filter(({ pageId }) => !stored.has(pageId)).map((page) => ({ page, level: undefined })),
    next: cursor === undefined ? undefined : { time: '', key: cursor },
  };
}
