import * as z from 'zod';
import { listPageLevels } from '../../classification/list-page-levels';
import { findLevel, type Levels } from '../../classification/level-store';
import type { PageLevelRecord } from '../../classification/model';
import { readPageLevels } from '../../classification/page-level-store';
import { listPagesAsCreator, type SeenPage } from '../../classification/pages-lookup';
import { isOffIn, isUsableIn } from '../../classification/settings';
import { listVisibleRows } from '../../classification/visible-list';
import type { Visibility, VisiblePage } from '../../classification/visible-pages';
import { HostError } from '../../platform/confluence';
import type { Position } from '../../platform/rows-by-time';
import { pointsThatFit } from '../../quota/charge-or-wait';
import { levelNameOf } from '../level-name';
import type { SurfaceRequest } from '../operation';
import { notAllowed, readInput } from '../result';
import { type CountedLevel, MAX_COUNTED_PAGES, type SpacePage, type SpacePages, type SpaceView } from './contract';
import { cursorsOf, inSpace, seeAsViewer, type ViewedSpace } from './viewed-space';

/**
 * The pages of a space by level, as far as the viewer can see them. Every page is confirmed by Confluence in the viewer's
 * name, and its level comes from the stored rows (ADR 49).
 */

/** The pages that Confluence returns in one call. */
const PAGES_AT_ONCE = 250;
/** The rows of a large space that one request reads to find pages by level. */
const MAX_ROWS = 1_000;

/** Pages by level, exact to 99. */
export function openSpace(request: SurfaceRequest, payload: unknown): Promise<SpaceView> {
  readInput(z.strictObject({}), payload);
  return inSpace<SpaceView>(request, async (space) => {
    const { levels, spaceId, mayAdminister: isAdmin } = space;
    if (isOffIn(levels.settings, spaceId)) return { state: 'off', isAdmin };
    return { state: 'space', counts: await countPages(request, space), isAdmin };
  });
}

/** The pages by level. */
type Counts = Map<string | null, Set<string>>;

function addTo(counts: Counts, levelId: string | null, pageId: string): void {
  counts.set(levelId, (counts.get(levelId) ?? new Set()).add(pageId));
}

function idsOf(pages: readonly SeenPage[]): readonly string[] {
  return pages.map(({ pageId }) => pageId);
}

async function countPages(request: SurfaceRequest, space: ViewedSpace): Promise<readonly CountedLevel[]> {
  const { levels, spaceId } = space;
  const limit = Math.max(1, Math.min(PAGES_AT_ONCE, pointsThatFit(request.quotas) - 2));
  const { pages, cursor } = await listPages(space, undefined, limit);
  const counts: Counts = new Map();
  const stored = await readLevelRecords(request, idsOf(pages));
  for (const { pageId } of pages) addTo(counts, stored.get(pageId)?.levelId ?? null, pageId);
  const isComplete = cursor === undefined;
  const isEachCounted = isComplete || (await countFurther(request, space, counts));

  const isShown = (levelId: string) =>
    counts.has(levelId) || (findLevel(levels, levelId)?.status === 'PUBLISHED' && isUsableIn(levels, spaceId, levelId));
  const unknown = [...counts.keys()].filter((id) => id !== null && findLevel(levels, id) === undefined);
  const ids = [...levels.all.map(({ levelId }) => levelId).filter(isShown), ...unknown, null];
  return ids.map((levelId) => {
    const count = Math.min(counts.get(levelId)?.size ?? 0, MAX_COUNTED_PAGES + 1);
    return {
      levelId,
      level: levelId === null ? null : levelNameOf(levels, levelId, undefined),
      pages: count,
      isExact: isComplete || count > MAX_COUNTED_PAGES || (levelId !== null && isEachCounted),
    };
  });
}

/**
 * Counts the pages of levels that the first list of a large space did not complete, from the rows of the space. Pages without a
 * level have no rows. A level needs 100 visible pages at most, so no more are looked up.
 * @returns true if each level is exact or has 100 pages. It is one answer for all levels: an answer for each would reveal
 * the levels of pages that the viewer cannot see.
 */
async function countFurther(request: SurfaceRequest, space: ViewedSpace, counts: Counts): Promise<boolean> {
  const { storage, now } = request;
  const { spaceId } = space;
  const known = new Set([...counts.values()].flatMap((pageIds) => [...pageIds]));
  const open = new Set<string>();
  let after: Position | undefined;
  for (let read = 0; read < MAX_ROWS; read += PAGES_AT_ONCE) {
    const question = { filter: { spaceId }, isWanted: () => true, now, after, limit: PAGES_AT_ONCE };
    const { items, next } = await listPageLevels(storage, question);
    const rows = await readLevelRecords(
      request,
      items.map(({ pageId }) => pageId).filter((id) => !known.has(id)),
    );
    const candidates: string[] = [];
    const room = new Map<string, number>();
    for (const [pageId, { levelId }] of rows) {
      const left = room.get(levelId) ?? MAX_COUNTED_PAGES + 1 - (counts.get(levelId)?.size ?? 0);
      room.set(levelId, left - 1);
      if (left > 0) candidates.push(pageId);
      else open.add(levelId);
    }
    const seen = candidates.length === 0 ? new Map<string, Visibility>() : await seeIfPaid(request, space, candidates);
    if (seen === 'not-paid' || candidates.some((pageId) => !seen.has(pageId))) return false;
    for (const [pageId, visible] of seen) {
      known.add(pageId);
      if (visible !== 'hidden' && visible.page.spaceId === spaceId && visible.level !== undefined)
        addTo(counts, visible.level.levelId, pageId);
    }
    if (next === undefined) return [...open].every((levelId) => (counts.get(levelId)?.size ?? 0) > MAX_COUNTED_PAGES);
    after = next;
  }
  return false;
}

/** The page shows what it has counted if there are no points for more. */
async function seeIfPaid(request: SurfaceRequest, space: ViewedSpace, pageIds: readonly string[]) {
  try {
    return await seeAsViewer(request, space, pageIds);
  } catch (error) {
    if (error instanceof HostError && error.kind === 'quota') return 'not-paid';
    throw error;
  }
}

/** The levels of pages, by id. Pages without a level are omitted. */
export async function readLevelRecords(
  { storage }: Pick<SurfaceRequest, 'storage'>,
  pageIds: readonly string[],
): Promise<ReadonlyMap<string, PageLevelRecord>> {
  return new Map(
    [...(await readPageLevels(storage, pageIds))].flatMap(([pageId, stored]) =>
      stored === 'unreadable' || stored.record === undefined ? [] : [[pageId, stored.record] as const],
    ),
  );
}

/** The pages of the space that the viewer sees, in the order of their ids. @throws Refusal NOT_ALLOWED, HostError */
export async function listPages(
  { confluence, accountId, spaceId }: ViewedSpace,
  cursor: string | undefined,
  limit: number,
): Promise<{ readonly pages: readonly SeenPage[]; readonly cursor: string | undefined }> {
  const list = await listPagesAsCreator(confluence, { creatorId: accountId, spaceIds: [spaceId], cursor, limit });
  if (list.outcome === 'creator-inactive') throw notAllowed();
  return { pages: list.pages.filter((page) => page.spaceId === spaceId), cursor: list.cursor };
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
  return inSpace<SpacePages>(request, async (space) => {
    const { levels, spaceId } = space;
    if (isOffIn(levels.settings, spaceId)) return { state: 'off' };
    const cursors = cursorsOf(request, space, ['pages', levelId]);
    const after = cursors.read(cursor);
    const found =
      levelId === 'none'
        ? await listUnclassified(request, space, after)
        : await listOfLevel(request, space, levelId, after);
    return {
      state: 'pages',
      pages: found.pages.map((page) => shownPage(page, levels)),
      ...cursors.write(found.next),
    };
  });
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
  const { storage, now } = request;
  const { spaceId } = space;
  const list = await listVisibleRows<{ pageId: string; at: Position }, Visibility, VisiblePage, Position | undefined>({
    after,
    limit: FOUND_AT_ONCE,
    find: async (place, limit) => {
      const filter = { spaceId, levelId };
      const found = await listPageLevels(storage, { filter, isWanted: () => true, now, after: place, limit });
      return { ...found, hasMore: found.next !== undefined };
    },
    see: (candidates) =>
      seeAsViewer(
        request,
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
  const stored = await readLevelRecords(request, idsOf(pages));
  return {
    pages: pages.filter(({ pageId }) => !stored.has(pageId)).map((page) => ({ page, level: undefined })),
    next: cursor === undefined ? undefined : { time: '', key: cursor },
  };
}

export function shownPage({ page, level }: VisiblePage, levels: Levels): SpacePage {
  return {
    pageId: page.pageId,
    title: page.title,
    level: level === undefined ? null : levelNameOf(levels, level.levelId, level.subLevelId),
    ...(level === undefined ? {} : { classifiedAt: level.classificationDate }),
  };
}
