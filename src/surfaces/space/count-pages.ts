import * as z from 'zod';
import { listPageLevels } from '../../classification/list-page-levels';
import { findLevel } from '../../classification/level-store';
import { NO_LIMITS, searchPages } from '../../classification/search-pages';
import { isUsableIn } from '../../classification/settings';
import { awaitAll } from '../../platform/await-all';
import { HostError } from '../../platform/confluence';
import { pointsThatFit } from '../../quota/charge-or-wait';
import { levelNameOf } from '../level-name';
import type { SurfaceRequest } from '../operation';
import { spaceKey } from '../report';
import { seeAsPerson } from '../viewed-page';
import { type CountedLevel, MAX_COUNTED_PAGES } from './contract';
import { listPages, readLevelRecords } from './listed-pages';
import type { ViewedSpace } from './viewed-space';
import { RANK_ALIAS } from '../../mirror/prefix';

/**
 * Counts the pages of a space by level, as far as the viewer can see them (ADR 49). Rows and the search only propose pages:
 * Confluence confirms each page in the viewer's name, and the row of a page decides its level.
 */

/** The pages that Confluence returns in one call. */
export const PAGES_AT_ONCE = 250;
/** Confluence's own list of pages. In a larger space, rows and the search propose the further pages. */
const MAX_LISTED_PAGES = 500;
/** The rows that one walk reads. */
const MAX_ROWS = 2_000;
/** The levels with a walk of their own, in a space with too many rows. */
const MAX_WALKS = 10;
/** Calls that confirm proposed pages. */
const MAX_CONFIRMATIONS = 4;
const MAX_SEARCHES = 2;
const FOUND_AT_ONCE = 100;

/** A count that needs no further pages. */
const FULL = MAX_COUNTED_PAGES + 1;

type LevelOrNone = string | null;

/** The pages that were counted so far. */
class Counted {
  readonly #pages = new Map<string, LevelOrNone>();
  readonly #counts = new Map<LevelOrNone, number>();

  add(pageId: string, levelId: LevelOrNone): void {
    if (this.#pages.has(pageId)) return;
    this.#pages.set(pageId, levelId);
    this.#counts.set(levelId, this.of(levelId) + 1);
  }
  has = (pageId: string) => this.#pages.has(pageId);
  of = (levelId: LevelOrNone) => this.#counts.get(levelId) ?? 0;
  roomOf = (levelId: LevelOrNone) => Math.max(0, FULL - this.of(levelId));
  levelIds = () => [...this.#counts.keys()].filter((levelId) => levelId !== null);
}

/** @throws Refusal NOT_ALLOWED, HostError, StorageUnavailableError */
export async function countPages(request: SurfaceRequest, space: ViewedSpace): Promise<readonly CountedLevel[]> {
  const { levels, spaceId } = space;
  const counted = new Counted();
  const isComplete = await countListed(request, space, counted);
  const [isEachCounted] = isComplete
    ? [true]
    : await awaitAll([countByRows(request, space, counted), countBySearch(request, space, counted)] as const);

  const isShown = (levelId: string) =>
    counted.of(levelId) > 0 ||
    (findLevel(levels, levelId)?.status === 'PUBLISHED' && isUsableIn(levels, spaceId, levelId));
  const unknown = counted.levelIds().filter((id) => findLevel(levels, id) === undefined);
  const ids = [...levels.all.map(({ levelId }) => levelId).filter(isShown), ...unknown, null];
  return ids.map((levelId) => {
    const isFull = counted.roomOf(levelId) === 0;
    return {
      levelId,
      level: levelId === null ? null : levelNameOf(levels, levelId, undefined),
      pages: Math.min(counted.of(levelId), FULL),
      isExact: isComplete || isFull || (levelId !== null && isEachCounted),
    };
  });
}

/**
 * Counts Confluence's own list of the pages that the viewer sees. It continues only for pages without a level, because rows
 * propose all others.
 * @returns true if the list has ended: every count is exact
 */
async function countListed(request: SurfaceRequest, space: ViewedSpace, counted: Counted): Promise<boolean> {
  const limit = Math.max(1, Math.min(PAGES_AT_ONCE, (await pointsThatFit(request, 'people')) - 2));
  let list = await listPages(space, undefined, limit);
  for (let listed = limit; ; listed += limit) {
    const pageIds = list.pages.map(({ pageId }) => pageId);
    const levels = await readLevelRecords(request, pageIds);
    for (const pageId of pageIds) counted.add(pageId, levels.get(pageId)?.levelId ?? null);
    if (list.cursor === undefined) return true;
    if (listed >= MAX_LISTED_PAGES || counted.roomOf(null) === 0) return false;
    const next = await ifPaid(listPages(space, list.cursor, limit));
    if (next === 'not-paid') return false;
    list = next;
  }
}

/**
 * @returns true if each level is exact or has 100 pages. It is one answer for all levels, because an answer for each
 * would reveal the levels of pages that the viewer cannot see.
 */
async function countByRows(request: SurfaceRequest, space: ViewedSpace, counted: Counted): Promise<boolean> {
  const { proposed, open } = await proposePages(request, space, counted);
  for (let call = 1; proposed.size > 0; call += 1) {
    if (call > MAX_CONFIRMATIONS) break;
    const asked = pagesToConfirm(proposed, counted, call > 1);
    const seen = asked.length === 0 ? 'none' : await ifPaid(seeAsPerson(space, asked));
    if (seen === 'none' || seen === 'not-paid') break;
    for (const [pageId, visible] of seen) {
      proposed.delete(pageId);
      if (visible !== 'hidden' && visible.page.spaceId === space.spaceId && visible.level !== undefined)
        counted.add(pageId, visible.level.levelId);
    }
  }
  return [...open, ...proposed.values()].every((levelId) => counted.roomOf(levelId) === 0);
}

/** Pages by level, as their rows propose them. `open`: the levels that may have further rows. */
async function proposePages(request: SurfaceRequest, { levels, spaceId }: ViewedSpace, counted: Counted) {
  const { storage } = request;
  const proposed = new Map<string, string>();
  const question = { after: undefined, limit: MAX_ROWS };
  const propose = (items: readonly { readonly pageId: string; readonly levelId: string }[]) => {
    for (const { pageId, levelId } of items) if (!counted.has(pageId)) proposed.set(pageId, levelId);
  };
  const isWanted = ({ levelId }: { readonly levelId: string }) => counted.roomOf(levelId) > 0;
  const walk = await listPageLevels(storage, { ...question, filter: { spaceId }, isWanted });
  propose(walk.items);
  if (walk.next === undefined) return { proposed, open: new Set<string>() };
  const left = levels.all.map(({ levelId }) => levelId).filter((levelId) => isWanted({ levelId }));
  const open = new Set(left.slice(MAX_WALKS));
  await awaitAll(
    left.slice(0, MAX_WALKS).map(async (levelId) => {
      const filter = { spaceId, levelId };
      const ofLevel = await listPageLevels(storage, { ...question, filter, by: 'levelId', isWanted: () => true });
      propose(ofLevel.items);
      if (ofLevel.next !== undefined) open.add(levelId);
    }),
  );
  return { proposed, open };
}

/**
 * @param isFilled true: pages for which there is no room are confirmed too, as many as fit into the call, because the viewer
 *   does not see all pages
 */
function pagesToConfirm(proposed: ReadonlyMap<string, string>, counted: Counted, isFilled: boolean): readonly string[] {
  const room = new Map<string, number>();
  const needed: string[] = [];
  const more: string[] = [];
  for (const [pageId, levelId] of proposed) {
    const left = room.get(levelId) ?? counted.roomOf(levelId);
    room.set(levelId, left - 1);
    if (left > 0) needed.push(pageId);
    else if (counted.roomOf(levelId) > 0) more.push(pageId);
  }
  return [...needed, ...(isFilled ? more : [])].slice(0, PAGES_AT_ONCE);
}

const inSpace = z.object({ space: z.object({ key: spaceKey }) });

/**
 * Counts pages without a level that the search proposes. The search follows changes within minutes, so the number is a
 * minimum. The key of the space is a claim, and a wrong one proposes pages of another space, which are not counted.
 */
async function countBySearch(request: SurfaceRequest, space: ViewedSpace, counted: Counted): Promise<void> {
  const place = inSpace.safeParse(request.extension);
  if (!place.success) return;
  const { confluence, accountId: creatorId, spaceId } = space;
  const cql = `type = page and space = "${place.data.space.key}" and not (${RANK_ALIAS} >= 0)`;
  let cursor: string | undefined;
  for (let search = 1; search <= MAX_SEARCHES && counted.roomOf(null) > 0; search += 1) {
    const question = { creatorId, cql, cursor, limit: FOUND_AT_ONCE, rights: NO_LIMITS };
    const found = await ifPaid(searchPages(confluence, request.storage, question));
    if (found === 'not-paid' || found.outcome !== 'found') return;
    const further = found.pageIds.filter((pageId) => !counted.has(pageId));
    const seen = further.length === 0 ? [] : await ifPaid(seeAsPerson(space, further));
    if (seen === 'not-paid') return;
    for (const [pageId, visible] of seen) {
      if (visible === 'hidden' || visible.page.spaceId !== spaceId || visible.level !== undefined) continue;
      counted.add(pageId, null);
    }
    ({ cursor } = found);
    if (cursor === undefined) return;
  }
}

/** The page shows what it has counted if there are no points for more. */
async function ifPaid<T>(result: Promise<T>): Promise<T | 'not-paid'> {
  return result.catch((error: unknown) => {
    if (error instanceof HostError && error.kind === 'quota') return 'not-paid' as const;
    throw error;
  });
}
