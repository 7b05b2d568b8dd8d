import { decide } from '../access/decide';
import type { Scope } from '../access/scope';
import type { PageLevelRecord } from '../classification/model';
import { readPageLevels, type StoredPageLevel } from '../classification/page-level-store';
import { lookUpPages, type PageList, type PagesLookup, type SeenPage } from '../classification/pages-lookup';
import type { Position } from '../platform/newest-first';
import { together } from '../platform/together';
import { requireActiveCreator } from './active-creator';
import { rightsOf } from '../keys/key-rights';
import { Problem } from './problem';
import type { AuthorizedRequest } from './route';

/**
 * Lists of what belongs to pages, of which only those may be shown that the key's creator sees now and that are inside
 * the key's limits. Pages are looked at many at once, and records are read again: what a list of storage says is a little
 * old, and what was true a moment ago must not show a page that a limit hides now.
 */

/** How often a request looks for more where what it found may not be shown. */
const MAX_ROUNDS = 4;

/** Something about a page. */
export interface Candidate {
  readonly pageId: string;
  /** Its place in the list. */
  readonly at: Position;
}

/** Rows of a list, and where it goes on. */
interface Found<C, P> {
  readonly items: readonly C[];
  readonly next: P;
  readonly hasMore: boolean;
}

interface VisibleList<C, T, P> {
  /** The scope that the list takes. Default: classification::read. */
  readonly required?: Scope;
  readonly after: P;
  readonly limit: number;
  readonly find: (after: P, limit: number) => Promise<Found<C, P>>;
  /** What is shown of a page that the key may see; undefined = nothing. */
  readonly show: (candidate: C, page: SeenPage, record: PageLevelRecord | undefined) => T | undefined;
}

/** @throws Problem, HostError, StorageUnavailableError */
export async function listVisible<C extends Candidate, T, P extends Position | undefined>(
  request: AuthorizedRequest,
  { required, after, limit, find, show }: VisibleList<C, T, P>,
): Promise<{ readonly results: readonly T[]; readonly next: P | Position; readonly hasMore: boolean }> {
  const results: T[] = [];
  let place = after;
  let hasMore = true;
  let hasAsked = false;
  for (let round = 1; round <= MAX_ROUNDS; round += 1) {
    const wanted = limit - results.length;
    const found = await find(place, wanted);
    const seen = await seePages(request, found.items, required);
    // What was not looked at is for the next page.
    hasAsked ||= seen.size > 0;
    const unasked = found.items.findIndex(({ pageId }) => !seen.has(pageId));
    const decided = unasked === -1 ? found.items : found.items.slice(0, unasked);
    for (const candidate of decided) {
      const visible = seen.get(candidate.pageId);
      const shown = visible === undefined || visible === 'hidden' ? undefined : show(candidate, ...visible);
      if (shown !== undefined) results.push(shown);
    }
    if (unasked !== -1) return { results, next: decided.at(-1)?.at ?? place, hasMore: true };
    ({ next: place, hasMore } = found);
    // Fewer than wanted: looking for them took as many reads as one request should.
    if (!hasMore || results.length >= limit || found.items.length < wanted) break;
  }
  // With nothing to ask Confluence about, it is still to say whether the creator may use it.
  if (!hasAsked) await requireActiveCreator(request);
  return { results, next: place, hasMore };
}

type Visible = readonly [page: SeenPage, record: PageLevelRecord | undefined];

/**
 * By the ids of those that could be asked about.
 * @param candidates of 250 pages at most
 */
export async function seePages(
  request: AuthorizedRequest,
  candidates: readonly Pick<Candidate, 'pageId'>[],
  required?: Scope,
): Promise<ReadonlyMap<string, Visible | 'hidden'>> {
  const pageIds = [...new Set(candidates.map(({ pageId }) => pageId))];
  if (pageIds.length === 0) return new Map();
  const { confluence, storage, key } = request;
  const [lookup, stored] = await together([
    lookUpPages(confluence, key.record.createdBy, pageIds),
    readPageLevels(storage, pageIds),
  ] as const);
  const { pages } = requirePages(request, lookup);
  return new Map([...pages].map(([pageId, page]) => [pageId, visibleTo(request, page, stored.get(pageId), required)]));
}

/** Of a record that cannot be read nobody knows whether the limits allow its page. */
export function visibleTo(
  { key }: AuthorizedRequest,
  page: SeenPage | 'hidden',
  stored: StoredPageLevel | 'unreadable' | undefined,
  required: Scope = 'classification::read',
): Visible | 'hidden' {
  if (page === 'hidden' || stored === undefined || stored === 'unreadable') return 'hidden';
  const { record } = stored;
  const decision = decide({
    required,
    key: rightsOf(key.record),
    page: { spaceId: page.spaceId, mayUpdate: false },
    currentLevelId: record?.levelId ?? null,
  });
  return decision.allow ? [page, record] : 'hidden';
}

/** What Confluence showed of several pages, with a line in the log. @throws Problem 401 */
export function requirePages<L extends PagesLookup | PageList>(
  { log, exchange }: AuthorizedRequest,
  lookup: L,
): Extract<L, { outcome: 'pages' }> {
  const isList = (one: L): one is Extract<L, { outcome: 'pages' }> => one.outcome === 'pages';
  const { requestId } = exchange;
  log('pages.lookup', { requestId, outcome: lookup.outcome, asked: isList(lookup) ? lookup.asked : 'as-app' });
  if (!isList(lookup)) throw new Problem('API_KEY_OWNER_INACTIVE');
  return lookup;
}
