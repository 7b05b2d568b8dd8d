import type { Position } from '../platform/newest-first';

/**
 * Lists of what belongs to pages, for somebody who may not see all of them: rows are found first, then their pages are
 * looked at, many at once, and what may not be shown is left out.
 */

/** How often to look for more where what was found may not be shown. */
const MAX_ROUNDS = 4;

/** Something about a page. */
export interface Candidate {
  readonly pageId: string;
  /** Its place in the list. */
  readonly at: Position;
}

/** Rows of a list, and where it goes on. */
export interface Found<C, P> {
  readonly items: readonly C[];
  readonly next: P;
  readonly hasMore: boolean;
}

interface VisibleList<C, V, T, P> {
  readonly after: P;
  readonly limit: number;
  readonly find: (after: P, limit: number) => Promise<Found<C, P>>;
  /** By the ids of the pages that could be looked at. */
  readonly see: (candidates: readonly C[]) => Promise<ReadonlyMap<string, V>>;
  /** undefined = nothing is shown of it. */
  readonly show: (candidate: C, visible: V) => T | undefined;
}

/** A page of the list may be short, or empty, and still have a next one. */
export async function listVisibleRows<C extends Candidate, V, T, P extends Position | undefined>({
  after,
  limit,
  find,
  see,
  show,
}: VisibleList<C, V, T, P>): Promise<{
  readonly results: readonly T[];
  readonly next: P | Position;
  readonly hasMore: boolean;
}> {
  const results: T[] = [];
  let place = after;
  let hasMore = true;
  for (let round = 1; round <= MAX_ROUNDS; round += 1) {
    const wanted = limit - results.length;
    const found: Found<C, P> = await find(place, wanted);
    const seen = await see(found.items);
    // What was not looked at is for the next page.
    const unasked = found.items.findIndex(({ pageId }) => !seen.has(pageId));
    const decided = unasked === -1 ? found.items : found.items.slice(0, unasked);
    for (const candidate of decided) {
      const visible = seen.get(candidate.pageId);
      const shown = visible === undefined ? undefined : show(candidate, visible);
      if (shown !== undefined) results.push(shown);
    }
    if (unasked !== -1) return { results, next: decided.at(-1)?.at ?? place, hasMore: true };
    ({ next: place, hasMore } = found);
    // Fewer than wanted: looking for them took as many reads as one request should.
    if (!hasMore || results.length >= limit || found.items.length < wanted) break;
  }
  return { results, next: place, hasMore };
}
