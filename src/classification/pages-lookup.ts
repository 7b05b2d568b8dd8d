import * as z from 'zod';
import { readCreator } from '../keys/creator';
import { type Actor, APP, type Confluence, HostError, ImpersonationRefusedError, route } from '../platform/confluence';
import { joinIds } from '../platform/confluence-id';
import { awaitAll } from '../platform/await-all';
import { type ContentType, folderOf, type ListedContentType, typesOf } from './content-type';
import { checkPermission, classifiable, type Page, pageBody, parse } from './page-lookup';

/**
 * Looks up several pages at once as the creator of a key currently sees them, like page-lookup.ts for one page. If the
 * platform does not let the app act for the creator, Confluence is asked page by page, up to a maximum. A page beyond
 * it is absent from the result, which is not the same as hidden.
 */

/** The properties of a page that lists show. */
export type SeenPage = Omit<Page, 'mayUpdate'>;

/** The number of pages that Confluence lists in one call. */
const MAX_PAGES_AT_ONCE = 250;
/** The maximum number of page checks in one request, for pages that the app sees. */
const MAX_CHECKS = 25;
/** Confluence may return the result in several parts. */
const MAX_PARTS = 3;
/** A longer cursor than Confluence is known to create would not fit into the app's cursor. */
const MAX_CURSOR_CHARACTERS = 280;

export type PagesLookup =
  | {
      readonly outcome: 'pages';
      /** By id, starting with the first requested page; a page that is absent was not looked up. */
      readonly pages: ReadonlyMap<string, SeenPage | 'hidden'>;
      readonly asked: 'as-creator' | 'as-app';
    }
  | { readonly outcome: 'creator-inactive' };

export type PageList =
  | {
      readonly outcome: 'pages';
      readonly pages: readonly SeenPage[];
      /** The position where Confluence continues; undefined = there are no more. */
      readonly cursor: string | undefined;
      readonly asked: 'as-creator' | 'as-app';
    }
  | { readonly outcome: 'creator-inactive' };

const listBody = z.object({
  results: z.array(pageBody),
  _links: z.object({ next: z.string().optional() }).optional(),
});

/**
 * @param pageIds at most MAX_PAGES_AT_ONCE, each once
 * @param which `all`: for pages that a client listed, because a page that was not looked up would seem hidden
 * @param contentType content of another type is hidden
 * @throws HostError
 */
export async function lookUpPages(
  confluence: Confluence,
  creatorId: string,
  pageIds: readonly string[],
  which: 'first' | 'all' = 'first',
  contentType: ListedContentType = 'page',
): Promise<PagesLookup> {
  const resultOf = (seen: ReadonlyMap<string, SeenPage>, asked: readonly string[]) =>
    new Map(asked.map((pageId) => [pageId, seen.get(pageId) ?? ('hidden' as const)]));
  const find = async (actor: Actor) => {
    const found = await awaitAll(typesOf(contentType).map((type) => findPages(confluence, actor, pageIds, type)));
    return new Map(found.flatMap((some) => [...some]));
  };
  try {
    const seen = await find({ kind: 'person', accountId: creatorId });
    return { outcome: 'pages', pages: resultOf(seen, pageIds), asked: 'as-creator' };
  } catch (error) {
    if (!(error instanceof ImpersonationRefusedError)) throw error;
  }
  // Up to this number, every page is checked, visible or not, so that the number of calls does not reveal why a page is
  // hidden.
  const isChecked = which === 'all' || pageIds.length <= MAX_CHECKS;
  const [creator, seen, checked] = await awaitAll([
    readCreator(confluence, creatorId),
    find(APP),
    isChecked ? keepReadable(confluence, creatorId, pageIds) : undefined,
  ] as const);
  if (!creator.mayUseConfluence) return { outcome: 'creator-inactive' };
  const candidates = pageIds.filter((pageId) => seen.has(pageId));
  const tooMany = isChecked ? undefined : candidates[MAX_CHECKS];
  const asked = tooMany === undefined ? pageIds : pageIds.slice(0, pageIds.indexOf(tooMany));
  const readable = checked ?? (await keepReadable(confluence, creatorId, candidates.slice(0, MAX_CHECKS)));
  const pages = new Map([...seen].filter(([pageId]) => readable.has(pageId)));
  return { outcome: 'pages', pages: resultOf(pages, asked), asked: 'as-app' };
}

/** Confluence gives no page this id or a higher one. */
export const NO_PAGE = '9000000000000000000';

/**
 * Adds ids that no page has, so that a lookup of ids that a client knows takes the same calls whichever of them exist.
 * @returns each id once, at least `count` ids
 */
export function padPageIds(pageIds: readonly string[], count: number): readonly string[] {
  const wanted = [...new Set(pageIds)];
  const missing = Math.max(0, count - wanted.length);
  return [...wanted, ...Array.from({ length: missing }, (_none, index) => String(BigInt(NO_PAGE) + BigInt(index)))];
}

/**
 * Looks up any number of pages in as many calls as needed, and returns those that a person currently sees. Only ids that are no page
 * that this person sees are looked up as blog posts.
 * @throws HostError
 */
export async function findVisiblePages(
  confluence: Confluence,
  accountId: string,
  pageIds: readonly string[],
  contentType: ListedContentType = 'page',
): Promise<ReadonlySet<string> | 'inactive'> {
  const visible = new Set<string>();
  for (const type of typesOf(contentType)) {
    let left = [...new Set(pageIds)].filter((pageId) => !visible.has(pageId));
    while (left.length > 0) {
      const lookup = await lookUpPages(confluence, accountId, left.slice(0, MAX_PAGES_AT_ONCE), 'first', type);
      if (lookup.outcome === 'creator-inactive') return 'inactive';
      const { pages } = lookup;
      for (const [pageId, page] of pages) if (page !== 'hidden') visible.add(pageId);
      left = left.filter((pageId) => !pages.has(pageId));
    }
  }
  return visible;
}

export interface PageListQuestion {
  readonly creatorId: string;
  /** Empty = every space; at most 100. */
  readonly spaceIds: readonly string[];
  /** From a `PageList`. */
  readonly cursor: string | undefined;
  /** The number of pages, at most MAX_PAGES_AT_ONCE. */
  readonly limit: number;
}

/** The pages of a site or of some spaces, in the order of their ids in Confluence. @throws HostError */
export async function listPagesAsCreator(confluence: Confluence, question: PageListQuestion): Promise<PageList> {
  const { creatorId, limit } = question;
  try {
    const part = await readPart(confluence, { kind: 'person', accountId: creatorId }, queryOf(question, limit));
    return { outcome: 'pages', ...part, asked: 'as-creator' };
  } catch (error) {
    if (!(error instanceof ImpersonationRefusedError)) throw error;
  }
  const [creator, { pages, cursor }] = await awaitAll([
    readCreator(confluence, creatorId),
    readPart(confluence, APP, queryOf(question, Math.min(limit, MAX_CHECKS))),
  ] as const);
  if (!creator.mayUseConfluence) return { outcome: 'creator-inactive' };
  const readable = await keepReadable(
    confluence,
    creatorId,
    pages.map(({ pageId }) => pageId),
  );
  return { outcome: 'pages', pages: pages.filter(({ pageId }) => readable.has(pageId)), cursor, asked: 'as-app' };
}

/** The ids of the newest pages that the app itself sees. @throws HostError */
export async function pageIdsAsApp(confluence: Confluence, limit: number): Promise<readonly string[]> {
  const { pages } = await readPart(confluence, APP, { sort: '-modified-date', limit: String(limit) });
  return pages.map(({ pageId }) => pageId);
}

function queryOf({ spaceIds, cursor }: PageListQuestion, limit: number): Record<string, string> {
  return {
    sort: 'id',
    limit: String(limit),
    ...(spaceIds.length === 0 ? {} : { 'space-id': joinIds(spaceIds) }),
    ...(cursor === undefined ? {} : { cursor }),
  };
}

/** The pages that a person sees, by id. */
async function findPages(
  confluence: Confluence,
  actor: Actor,
  pageIds: readonly string[],
  type: ContentType,
): Promise<ReadonlyMap<string, SeenPage>> {
  const query = { id: joinIds(pageIds), limit: String(MAX_PAGES_AT_ONCE) };
  const found = new Map<string, SeenPage>();
  let cursor: string | undefined;
  for (let part = 1; part <= MAX_PARTS; part += 1) {
    const answer = await readPart(confluence, actor, cursor === undefined ? query : { ...query, cursor }, type);
    for (const page of answer.pages) if (pageIds.includes(page.pageId)) found.set(page.pageId, page);
    cursor = answer.cursor;
    if (cursor === undefined) return found;
  }
  throw new HostError('failure', 'Confluence returned more lists than the requested pages need');
}

async function readPart(
  confluence: Confluence,
  actor: Actor,
  query: Readonly<Record<string, string>>,
  type: ContentType = 'page',
): Promise<{ readonly pages: readonly SeenPage[]; readonly cursor: string | undefined }> {
  const answer = await confluence.get(actor, route`/wiki/api/v2/${folderOf(type)}?${new URLSearchParams(query)}`);
  if (answer.status !== 200) throw new HostError('failure', `Confluence returned ${answer.status} for a list of pages`);
  const { results, _links } = parse(listBody, answer.body);
  // Only the cursor is taken from the URL of the next part: Confluence's answer must not decide which URL the app
  // calls.
  const cursor = new URLSearchParams(_links?.next?.split('?')[1]).get('cursor') ?? undefined;
  if (_links?.next !== undefined && (cursor === undefined || cursor.length > MAX_CURSOR_CHARACTERS)) {
    throw new HostError('failure', 'Confluence returned a list of pages without a valid cursor');
  }
  return { pages: results.flatMap((page) => classifiable(page, type) ?? []), cursor };
}

async function keepReadable(
  confluence: Confluence,
  creatorId: string,
  pageIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const checks = await awaitAll(
    pageIds.map((pageId) => checkPermission(confluence, { pageId, creatorId, operation: 'read' })),
  );
  return new Set(pageIds.filter((_pageId, index) => checks[index]?.isPermitted === true));
}
