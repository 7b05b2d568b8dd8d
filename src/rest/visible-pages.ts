import { decide } from '../access/decide';
import type { Scope } from '../access/scope';
import type { PageLevelRecord } from '../classification/model';
import { readPageLevels, type StoredPageLevel } from '../classification/page-level-store';
import {
  lookUpPages,
  padPageIds,
  type PageList,
  type PagesLookup,
  type SeenPage,
} from '../classification/pages-lookup';
import { type Candidate, type Found, listVisibleRows } from '../classification/visible-list';
import type { Position } from '../platform/newest-first';
import { together } from '../platform/together';
import { requireActiveCreator } from './active-creator';
import { rightsOf } from '../keys/key-rights';
import { readPageAsCreator } from './page-access';
import { Problem } from './problem';
import type { AuthorizedRequest } from './route';

/**
 * Lists of what belongs to pages, of which only those may be shown that the key's creator sees now and that are inside
 * the key's limits. Pages are looked at many at once, and records are read again: what a list of storage says is a little
 * old, and what was true a moment ago must not show a page that a limit hides now.
 */

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
  /** How many pages could be looked at, each time. */
  const looks: number[] = [];
  const list = await listVisibleRows<C, Visible | 'hidden', T, P>({
    after,
    limit,
    find,
    see: async (candidates) => {
      const seen = await seePages(request, candidates, required);
      looks.push(seen.size);
      return seen;
    },
    show: (candidate, visible) => (visible === 'hidden' ? undefined : show(candidate, ...visible)),
  });
  // With nothing to ask Confluence about, it is still to say whether the creator may use it.
  if (looks.every((pages) => pages === 0)) await requireActiveCreator(request);
  return list;
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
  which: 'first' | 'all' = 'first',
): Promise<ReadonlyMap<string, Visible | 'hidden'>> {
  const pageIds = [...new Set(candidates.map(({ pageId }) => pageId))];
  if (pageIds.length === 0) return new Map();
  const { confluence, storage, key } = request;
  const [lookup, stored] = await together([
    lookUpPages(confluence, key.record.createdBy, pageIds, which),
    readPageLevels(storage, pageIds),
  ] as const);
  const { pages } = requirePages(request, lookup);
  return new Map([...pages].map(([pageId, page]) => [pageId, visibleTo(request, page, stored.get(pageId), required)]));
}

/**
 * True if the page that a filter names is hidden from the key. The answer must then be the same as for a page that does not exist,
 * and must not show that a list continues. The page is looked up by itself, because a list of pages takes other calls for a page
 * that the app sees.
 * @param pageId undefined = no page is named
 */
export async function isHidden(
  request: AuthorizedRequest,
  pageId: string | undefined,
  required: Scope,
): Promise<boolean> {
  if (pageId === undefined) return false;
  const [page, stored] = await together([
    readPageAsCreator(request, pageId, false),
    readPageLevels(request.storage, [pageId]),
  ] as const);
  return visibleTo(request, page, stored.get(pageId), required) === 'hidden';
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

/** As many pages as Confluence is asked for in one call. */
export const MAX_PAGES_IN_A_CALL = 250;

/** @returns the first runs of a list whose pages fit into one call to Confluence; one at least, if there is any */
export function firstRuns<T>(runs: readonly T[], countPages: (run: T) => number): readonly T[] {
  let pages = 0;
  const end = runs.findIndex((run, index) => {
    pages += countPages(run);
    return index > 0 && pages > MAX_PAGES_IN_A_CALL;
  });
  return end === -1 ? runs : runs.slice(0, end);
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

/**
 * @param count how many pages Confluence is asked for at least: the number of ids that the client knows
 * @returns the pages that the key can see now, by id
 * @throws Problem 401, HostError, StorageUnavailableError
 */
export async function seePagesAmong(
  request: AuthorizedRequest,
  pageIds: readonly string[],
  count: number,
  required: Scope,
): Promise<ReadonlyMap<string, SeenPage>> {
  const candidates = padPageIds(pageIds, count).map((pageId) => ({ pageId }));
  const pages = new Map<string, SeenPage>();
  for (const [pageId, visible] of await seePages(request, candidates, required, 'all'))
    if (visible !== 'hidden') pages.set(pageId, visible[0]);
  return pages;
}
