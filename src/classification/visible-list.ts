import { awaitAll } from '../platform/await-all';
import type { Position } from '../platform/rows-by-time';

/**
 * Lists of rows that belong to pages, for a reader who may not see all pages. The list reads rows, looks up their
 * pages, many at once, and omits rows of hidden pages. The list looks as if those rows did not exist (docs/adr/0038).
 * It continues only if another visible row exists, and after a row that it shows. The one exception is a request that
 * reads the maximum number of rows.
 */

/** Per request. With the sizes below, it limits the rows that one request reads, whatever its `limit` is. */
const MAX_ROUNDS = 4;
/** The minimum in a round, so that a few hidden rows do not need another round. */
export const FEW_ROWS = 25;
/** The minimum in a round after one with hidden rows. */
const MANY_ROWS = 250;
/** The number of pages that Confluence returns in one call. */
const PAGES_AT_ONCE = 250;

/** Something about a page. */
export interface Candidate {
  readonly pageId: string;
  /** Its position in the list. */
  readonly at: Position;
}

/** Rows of a list, and where it continues. */
export interface Found<C, P> {
  readonly items: readonly C[];
  readonly next: P;
  readonly hasMore: boolean;
  /**
   * True if there may be fewer rows than requested although more can be read. If false, fewer rows mean that
   * this request cannot read more.
   */
  readonly isShortAnyway?: boolean;
}

export interface VisibleList<C, V, T, P> {
  readonly after: P;
  readonly limit: number;
  /** The maximum number of pages that the rows of the list belong to. Default: no maximum. */
  readonly maxPages?: number;
  readonly find: (after: P | Position, limit: number) => Promise<Found<C, P>>;
  /** By the ids of the pages that could be looked up; always includes the first one. */
  readonly see: (candidates: readonly C[]) => Promise<ReadonlyMap<string, V>>;
  /** Reads what `show` needs besides the pages, at the same time. */
  readonly prepare?: (candidates: readonly C[]) => Promise<void>;
  /** undefined = the row is omitted. */
  readonly show: (candidate: C, visible: V) => T | undefined;
}

export interface VisibleRows<T, P> {
  readonly results: readonly T[];
  readonly next: P | Position;
  readonly hasMore: boolean;
  /** True if the list ends at its limit. Otherwise `next` may be the position of a hidden row, and is encrypted. */
  readonly isFull: boolean;
}

/** If a request reads the maximum number of rows, its list may be short or empty and still continue. */
export async function listVisibleRows<C extends Candidate, V, T, P extends Position | undefined>({
  after,
  limit,
  maxPages = Infinity,
  find,
  see,
  prepare,
  show,
}: VisibleList<C, V, T, P>): Promise<VisibleRows<T, P>> {
  const results: T[] = [];
  const pages = new Set<string>();
  const seen = new Map<string, V>();
  let lastShown: Position | undefined;
  let place: P | Position = after;
  let areAllShown = true;
  for (let round = 1; round <= MAX_ROUNDS; round += 1) {
    // One row more than the limit shows whether the list continues.
    const wanted = Math.max(limit + 1 - results.length, areAllShown ? FEW_ROWS : MANY_ROWS);
    const found: Found<C, P> = await find(place, wanted);
    const unknown = found.items.map(({ pageId }) => pageId).filter((pageId) => !seen.has(pageId));
    const asked = new Set([...new Set(unknown)].slice(0, PAGES_AT_ONCE));
    const toSee = found.items.filter(({ pageId }) => asked.has(pageId));
    const [some] = await awaitAll([toSee.length === 0 ? undefined : see(toSee), prepare?.(found.items)] as const);
    some?.forEach((visible, pageId) => seen.set(pageId, visible));
    const unasked = found.items.findIndex(({ pageId }) => !seen.has(pageId));
    const decided = unasked === -1 ? found.items : found.items.slice(0, unasked);
    for (const candidate of decided) {
      const { pageId, at } = candidate;
      const visible = seen.get(pageId);
      const shown = visible === undefined ? undefined : show(candidate, visible);
      if (shown === undefined) {
        areAllShown = false;
        continue;
      }
      pages.add(pageId);
      if (results.length === limit || pages.size > maxPages)
        return { results, next: lastShown ?? place, hasMore: true, isFull: true };
      results.push(shown);
      lastShown = at;
    }
    if (unasked !== -1) {
      place = decided.at(-1)?.at ?? place;
      continue;
    }
    place = found.next;
    if (!found.hasMore) return { results, next: place, hasMore: false, isFull: false };
    if (found.items.length < wanted && found.isShortAnyway !== true) break;
  }
  return { results, next: place, hasMore: true, isFull: false };
}
