import { type ContentType, CONTENT_TYPES, type ListedContentType } from '../classification/content-type';
import type { Levels } from '../classification/level-store';
import type { PageLevelRecord } from '../classification/model';
import {
  lookUpPageForReader,
  lookUpPageWithProperties,
  type Page,
  type PageWithProperties,
} from '../classification/page-lookup';
import { parsePageLevel, readPageLevelRow } from '../classification/page-level-store';
import { isOffIn } from '../classification/settings';
import { seePages, type Visibility } from '../classification/visible-pages';
import { awaitAll } from '../platform/await-all';
import { ImpersonationRefusedError } from '../platform/confluence';
import type { NoPage } from './contract';
import type { SurfaceRequest } from './operation';
import { cannotActAsPerson, notAllowed } from './result';

/** The page of a frame as its viewer currently sees it. Every operation asks Confluence; nothing is cached. */

/** `page`: a person sees it with their own permissions. */
export interface PersonsPage {
  readonly state: 'page';
  readonly accountId: string;
  readonly page: PageWithProperties;
}

/** `reader`: the viewer may see the level of the page only. */
export interface ReadersPage {
  readonly state: 'reader';
  readonly page: Page;
}

export type ViewedPage = PersonsPage | ReadersPage | NoPage;

/** The content that an operation is for. Most are for pages only. */
type Wanted = readonly ContentType[];
const ONLY_PAGES: Wanted = ['page'];

/**
 * Reads the page or blog post of the context as the viewer, with one call for people with a license. Does not know yet if
 * classification is off in its space: see `openPage` and `unlessOff`.
 * @throws HostError
 */
export async function readPageAsViewer(request: SurfaceRequest, wanted: Wanted = CONTENT_TYPES): Promise<ViewedPage> {
  const { confluence, viewer, place } = request;
  if (place === undefined) return { state: 'hidden' };
  const { contentId: pageId, contentType } = place;
  if (contentType === undefined || !wanted.includes(contentType)) return { state: 'not-a-page' };
  const { accountId } = viewer;
  if (viewer.kind === 'person') {
    try {
      const page = await lookUpPageWithProperties(confluence, { accountId: viewer.accountId, pageId, contentType });
      return page === 'hidden' ? { state: 'hidden' } : { state: 'page', accountId: viewer.accountId, page };
    } catch (error) {
      if (!(error instanceof ImpersonationRefusedError)) throw error;
    }
  }
  const page = await lookUpPageForReader(confluence, { accountId, pageId, contentType });
  return page === 'hidden' ? { state: 'hidden' } : { state: 'reader', page };
}

/** The page, or `off` if classification is off in its space. A hidden page stays hidden. */
export function unlessOff<V extends ViewedPage>(viewed: V, { settings }: Levels): V | { readonly state: 'off' } {
  return 'page' in viewed && isOffIn(settings, viewed.page.spaceId) ? { state: 'off' } : viewed;
}

/**
 * Reads the page as the viewer, and the levels, in parallel.
 * @throws HostError, StorageUnavailableError, CorruptRecordError
 */
async function openPage(
  request: SurfaceRequest,
  wanted?: Wanted,
): Promise<{ readonly viewed: ViewedPage; readonly levels: Levels }> {
  const [viewed, levels] = await awaitAll([readPageAsViewer(request, wanted), request.levels()] as const);
  return { viewed: unlessOff(viewed, levels), levels };
}

/**
 * Reads the page as the viewer, the levels, and the level of the page, in parallel. For operations that readers can use.
 * @throws HostError, StorageUnavailableError, CorruptRecordError
 */
export async function openPageLevel(
  request: SurfaceRequest,
): Promise<NoPage | { readonly levels: Levels; readonly record: PageLevelRecord | undefined }> {
  const { place, storage } = request;
  const [{ viewed, levels }, row] = await awaitAll([
    openPage(request),
    place === undefined ? undefined : readPageLevelRow(storage, place.contentId),
  ] as const);
  if (!('page' in viewed)) return viewed;
  return { levels, record: row && parsePageLevel(viewed.page.pageId, row).record };
}

/**
 * For operations that readers cannot use.
 * @param wanted default: only pages
 * @throws Refusal NOT_ALLOWED; and as `openPage`
 */
export async function openPageAsPerson(
  request: SurfaceRequest,
  wanted = ONLY_PAGES,
): Promise<{ readonly viewed: PersonsPage | NoPage; readonly levels: Levels }> {
  requirePerson(request);
  const { viewed, levels } = await openPage(request, wanted);
  if (viewed.state === 'reader') throw cannotActAsPerson();
  return { viewed, levels };
}

/** A person who reads many pages, with calls to Confluence that the points of this person pay. */
export interface Reader extends SurfaceRequest {
  readonly accountId: string;
}

/**
 * Runs an operation that costs many points. Many viewers can start it, so none uses the points of all others.
 * @param options with the points that are charged at a time. Unused points are returned
 * @throws Refusal NOT_ALLOWED for readers, and what `run` throws
 */
export async function withPoints<T>(
  request: SurfaceRequest,
  run: (reader: Reader) => Promise<T>,
  options?: Parameters<SurfaceRequest['openPoints']>[1],
): Promise<T> {
  const accountId = requirePerson(request);
  const points = request.openPoints(accountId, options);
  const confluence = points.meter(request.unpaid);
  return run({ ...request, accountId, confluence }).finally(points.close);
}

/** @param pageIds 250 at most. @throws Refusal NOT_ALLOWED, HostError, StorageUnavailableError */
export async function seeAsPerson(
  { storage, confluence, accountId }: Pick<Reader, 'storage' | 'confluence' | 'accountId'>,
  pageIds: readonly string[],
  contentType?: ListedContentType,
): Promise<ReadonlyMap<string, Visibility>> {
  const seen = await seePages({ storage, confluence }, { accountId }, pageIds, 'first', contentType);
  if (seen.outcome === 'creator-inactive') throw notAllowed();
  return seen.pages;
}

/** Refuses readers before the first platform call. @throws Refusal NOT_ALLOWED */
export function requirePerson({ viewer }: SurfaceRequest): string {
  if (viewer.kind !== 'person') throw notAllowed();
  return viewer.accountId;
}
