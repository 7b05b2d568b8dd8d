import type { Scope } from '../access/scope';
import type { PageLevelRecord } from '../classification/model';
import { readPageLevels } from '../classification/page-level-store';
import { padPageIds, type SeenPage } from '../classification/pages-lookup';
import {
  type Candidate,
  FEW_ROWS,
  type Found,
  listVisibleRows,
  type VisibleRows,
} from '../classification/visible-list';
import { isUnknownSpace } from './require-space';
import type { ListedContentType } from '../classification/content-type';
import { seePages as lookUp, type Viewer, type Visibility, visibilityOf } from '../classification/visible-pages';
import type { Position } from '../platform/rows-by-time';
import { awaitAll } from '../platform/await-all';
import { requireActiveCreator } from './active-creator';
import type { NamedFindingsReader } from '../findings/lists/named-findings';
import { rightsOf } from '../keys/key-rights';
import { readPageAsCreator } from './page-access';
import { Problem } from './problem';
import type { AuthorizedRequest } from './route';

/**
 * Data of pages, restricted to what the creator of the key sees now, inside the limits of the key. The levels are read
 * again, because a storage query may return stale rows.
 */

interface VisibleList<C, T, P> {
  /** The required scope. Default: classification::read. */
  readonly required?: Scope;
  /** Default: pages. */
  readonly contentType?: ListedContentType;
  readonly after: P;
  readonly limit: number;
  readonly find: (after: P | Position, limit: number) => Promise<Found<C, P>>;
  /** The entry for a page that the key may see; undefined = no entry. */
  readonly show: (candidate: C, page: SeenPage, record: PageLevelRecord | undefined) => T | undefined;
}

/** @throws Problem, HostError, StorageUnavailableError */
export async function listVisible<C extends Candidate, T, P extends Position | undefined>(
  request: AuthorizedRequest,
  { required, contentType, after, limit, find, show }: VisibleList<C, T, P>,
): Promise<VisibleRows<T, P>> {
  const read = (see: See) =>
    listVisibleRows<C, Visibility, T, P>({
      after,
      limit,
      find,
      see: (candidates) => see(candidates.map(({ pageId }) => pageId)),
      show: (candidate, visible) => (visible === 'hidden' ? undefined : show(candidate, visible.page, visible.level)),
    });
  return withActiveCreator(request, required, read, contentType);
}

type See = (pageIds: readonly string[]) => Promise<ReadonlyMap<string, Visibility>>;

/**
 * Reads data of pages with a function that looks pages up. If no page is looked up, checks with Confluence that the
 * creator of the key is active.
 * @throws Problem 401, HostError, and what `read` throws
 */
export async function withActiveCreator<T>(
  request: AuthorizedRequest,
  required: Scope | undefined,
  read: (see: See) => Promise<T>,
  contentType?: ListedContentType,
): Promise<T> {
  // Without points for a first round, a list is refused whatever rows it has, so that its end does not count hidden ones.
  request.requirePages(FEW_ROWS);
  /** The number of pages that each lookup decided. */
  const counts: number[] = [];
  const done = await read(async (pageIds) => {
    const within = request.pagesWithin(pageIds.length);
    // Without points for another round, the list ends with the pages that it has.
    if (counts.length > 0 && within < Math.min(FEW_ROWS, pageIds.length)) return new Map();
    const seen = await seePages(request, pageIds.slice(0, Math.max(FEW_ROWS, within)), required, 'first', contentType);
    counts.push(seen.size);
    return seen;
  });
  if (counts.every((count) => count === 0)) await requireActiveCreator(request);
  return done;
}

/** Without the levels. */
export function pagesOf(seen: ReadonlyMap<string, Visibility>): ReadonlyMap<string, SeenPage | 'hidden'> {
  return new Map([...seen].map(([pageId, one]) => [pageId, one === 'hidden' ? one : one.page]));
}

/**
 * By id, the pages that Confluence was able to return.
 * @param pageIds at most 250
 * @throws Problem 401, HostError, StorageUnavailableError
 */
export async function seePages(
  request: AuthorizedRequest,
  pageIds: readonly string[],
  required?: Scope,
  which: 'first' | 'all' = 'first',
  contentType?: ListedContentType,
): Promise<ReadonlyMap<string, Visibility>> {
  if (pageIds.length === 0) return new Map();
  return requirePages(request, await lookUp(request, viewerOf(request, required), pageIds, which, contentType)).pages;
}

/**
 * True if the page of a filter is hidden from the key. The response must then be the same as for a page that does not
 * exist, and must not show that a list continues. The page is looked up separately, because a list of pages takes
 * different calls for a page that the app sees.
 * @param pageId undefined = the filter has no page
 */
export async function isHidden(
  request: AuthorizedRequest,
  pageId: string | undefined,
  required: Scope,
  contentType?: ListedContentType,
): Promise<boolean> {
  if (pageId === undefined) return false;
  const [page, stored] = await awaitAll([
    readPageAsCreator(request, pageId, false, contentType),
    readPageLevels(request.storage, [pageId]),
  ] as const);
  return visibilityOf(viewerOf(request, required), page, stored.get(pageId)) === 'hidden';
}

/** The filters of a list that name a place. */
interface Place {
  readonly pageId?: string | undefined;
  readonly spaceId?: string | undefined;
}

/** True if the page or the space of the filters is hidden from the key. @throws Problem 401, HostError */
export async function isOfHiddenPlace(
  request: AuthorizedRequest,
  { pageId, spaceId }: Place,
  required: Scope,
  contentType?: ListedContentType,
): Promise<boolean> {
  const hidden = await awaitAll([
    isHidden(request, pageId, required, contentType),
    isUnknownSpace(request, spaceId),
  ] as const);
  return hidden.includes(true);
}

/** The creator of the key, inside its limits. */
export function viewerOf({ key }: AuthorizedRequest, required: Scope = 'classification::read'): Viewer {
  return { accountId: key.record.createdBy, key: { rights: rightsOf(key.record), required } };
}

/** The maximum number of pages in one call to Confluence. */
export const MAX_PAGES_IN_A_CALL = 250;

/**
 * @returns the first runs of a list whose pages fit into one call to Confluence; at least one, unless the list is empty
 */
export function firstRuns<T>(runs: readonly T[], countPages: (run: T) => number): readonly T[] {
  let pages = 0;
  const end = runs.findIndex((run, index) => {
    pages += countPages(run);
    return index > 0 && pages > MAX_PAGES_IN_A_CALL;
  });
  return end === -1 ? runs : runs.slice(0, end);
}

interface Lookup {
  readonly outcome: 'pages';
  readonly asked: 'as-creator' | 'as-app';
}

/** The result of a read of several pages, with a line in the log. @throws Problem 401 */
export function requirePages<L extends Lookup>(
  { log, requestId }: AuthorizedRequest,
  lookup: L | { readonly outcome: 'creator-inactive' },
): L {
  const { outcome } = lookup;
  log('pages.lookup', { requestId, outcome, asked: lookup.outcome === 'pages' ? lookup.asked : 'as-app' });
  if (lookup.outcome === 'creator-inactive') throw new Problem('API_KEY_OWNER_INACTIVE');
  return lookup;
}

/** The dependencies of a read of findings by id. */
export function namedFindingsReaderOf(request: AuthorizedRequest, required: Scope): NamedFindingsReader {
  const { storage } = request;
  return { storage, findPages: (pageIds, type) => seePagesAmong(request, pageIds, 0, required, type) };
}

/**
 * @param count the minimum number of pages to request from Confluence, which is the number of ids that the client sent
 * @returns the pages that the key can see now, by id
 * @throws Problem 401, HostError, StorageUnavailableError
 */
export async function seePagesAmong(
  request: AuthorizedRequest,
  pageIds: readonly string[],
  count: number,
  required: Scope,
  type?: ListedContentType,
): Promise<ReadonlyMap<string, SeenPage>> {
  const pages = new Map<string, SeenPage>();
  for (const [pageId, visible] of await seePages(request, padPageIds(pageIds, count), required, 'all', type))
    if (visible !== 'hidden') pages.set(pageId, visible.page);
  return pages;
}
