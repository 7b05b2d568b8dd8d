import * as z from 'zod';
import { readCreator } from '../keys/creator';
import { type Actor, type Confluence, HostError, ImpersonationRefusedError, route } from '../platform/confluence';
import { awaitAll } from '../platform/await-all';
import { checkPermission, classifiable, type Page, pageBody, parse } from './page-lookup';

/**
 * Several pages as the creator of a key sees them now: the question of page-lookup.ts, asked for many at once. Where the
 * platform does not let the app act for the creator, Confluence is asked page by page, for so many at most; what was not
 * asked is not answered, which is not the same as hidden.
 */

/** What lists show of a page. */
export type SeenPage = Omit<Page, 'mayUpdate'>;

/** As many as Confluence lists at once. */
const MAX_PAGES_AT_ONCE = 250;
/** Of pages that the app sees, in one request. */
const MAX_CHECKS = 25;
/** Confluence may return the result in several parts. */
const MAX_PARTS = 3;
/** A cursor that is longer than any that Confluence is known to make would not fit into one of ours. */
const MAX_CURSOR_CHARACTERS = 280;

export type PagesLookup =
  | {
      readonly outcome: 'pages';
      /** By id, from the first that was asked for on; a page that is not in it was not looked at. */
      readonly pages: ReadonlyMap<string, SeenPage | 'hidden'>;
      readonly asked: 'as-creator' | 'as-app';
    }
  | { readonly outcome: 'creator-inactive' };

export type PageList =
  | {
      readonly outcome: 'pages';
      readonly pages: readonly SeenPage[];
      /** Where Confluence goes on; undefined = there are no more. */
      readonly cursor: string | undefined;
      readonly asked: 'as-creator' | 'as-app';
    }
  | { readonly outcome: 'creator-inactive' };

const listBody = z.object({
  results: z.array(pageBody),
  _links: z.object({ next: z.string().optional() }).optional(),
});

const APP: Actor = { kind: 'app' };

/**
 * @param pageIds at most MAX_PAGES_AT_ONCE, each once
 * @param which `all`: for pages that a client named, where a page that was not asked about would look hidden
 * @throws HostError
 */
export async function lookUpPages(
  confluence: Confluence,
  creatorId: string,
  pageIds: readonly string[],
  which: 'first' | 'all' = 'first',
): Promise<PagesLookup> {
  const resultOf = (seen: ReadonlyMap<string, SeenPage>, asked: readonly string[]) =>
    new Map(asked.map((pageId) => [pageId, seen.get(pageId) ?? ('hidden' as const)]));
  try {
    const seen = await findPages(confluence, { kind: 'person', accountId: creatorId }, pageIds);
    return { outcome: 'pages', pages: resultOf(seen, pageIds), asked: 'as-creator' };
  } catch (error) {
    if (!(error instanceof ImpersonationRefusedError)) throw error;
  }
  // Up to so many, every page is checked, seen or not: then the calls are the same whatever hides a page.
  const isChecked = which === 'all' || pageIds.length <= MAX_CHECKS;
  const [creator, seen, checked] = await awaitAll([
    readCreator(confluence, creatorId),
    findPages(confluence, APP, pageIds),
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

/** Confluence gives this id, and those after it, to no page. */
export const NO_PAGE = '9000000000000000000';

/**
 * Adds ids of no page, so that a question about ids that a client knows takes the same calls whichever of them exist.
 * @returns each id once, `count` of them at least
 */
export function padPageIds(pageIds: readonly string[], count: number): readonly string[] {
  const wanted = [...new Set(pageIds)];
  const missing = Math.max(0, count - wanted.length);
  return [...wanted, ...Array.from({ length: missing }, (_none, index) => String(BigInt(NO_PAGE) + BigInt(index)))];
}

/**
 * Those of any number of pages that a person sees now, asked for in as many parts as it takes.
 * @throws HostError
 */
export async function findVisiblePages(
  confluence: Confluence,
  accountId: string,
  pageIds: readonly string[],
): Promise<ReadonlySet<string> | 'inactive'> {
  const visible = new Set<string>();
  let left = [...new Set(pageIds)];
  while (left.length > 0) {
    const lookup = await lookUpPages(confluence, accountId, left.slice(0, MAX_PAGES_AT_ONCE));
    if (lookup.outcome === 'creator-inactive') return 'inactive';
    const { pages } = lookup;
    for (const [pageId, page] of pages) if (page !== 'hidden') visible.add(pageId);
    left = left.filter((pageId) => !pages.has(pageId));
  }
  return visible;
}

export interface PageListQuestion {
  readonly creatorId: string;
  /** Empty = every space; at most 100. */
  readonly spaceIds: readonly string[];
  /** From a `PageList`. */
  readonly cursor: string | undefined;
  /** Of pages, at most MAX_PAGES_AT_ONCE. */
  readonly limit: number;
}

/** The pages of a site or of some spaces, in Confluence's order of ids. @throws HostError */
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

function queryOf({ spaceIds, cursor }: PageListQuestion, limit: number): Record<string, string> {
  return {
    sort: 'id',
    limit: String(limit),
    ...(spaceIds.length === 0 ? {} : { 'space-id': spaceIds.join(',') }),
    ...(cursor === undefined ? {} : { cursor }),
  };
}

/** Those of the pages that somebody sees, by id. */
async function findPages(
  confluence: Confluence,
  actor: Actor,
  pageIds: readonly string[],
): Promise<ReadonlyMap<string, SeenPage>> {
  const query = { id: pageIds.join(','), limit: String(MAX_PAGES_AT_ONCE) };
  const found = new Map<string, SeenPage>();
  let cursor: string | undefined;
  for (let part = 1; part <= MAX_PARTS; part += 1) {
    const answer = await readPart(confluence, actor, cursor === undefined ? query : { ...query, cursor });
    for (const page of answer.pages) if (pageIds.includes(page.pageId)) found.set(page.pageId, page);
    cursor = answer.cursor;
    if (cursor === undefined) return found;
  }
  throw new HostError('failure', 'Confluence did not come to an end of the pages that it was asked for');
}

async function readPart(
  confluence: Confluence,
  actor: Actor,
  query: Readonly<Record<string, string>>,
): Promise<{ readonly pages: readonly SeenPage[]; readonly cursor: string | undefined }> {
  const answer = await confluence.get(actor, route`/wiki/api/v2/pages?${new URLSearchParams(query)}`);
  if (answer.status !== 200) throw new HostError('failure', `Confluence answered ${answer.status} to a list of pages`);
  const { results, _links } = parse(listBody, answer.body);
  // Of the address of the next part only the cursor is taken: where to ask is never Confluence's to say.
  const cursor = new URLSearchParams(_links?.next?.split('?')[1]).get('cursor') ?? undefined;
  if (_links?.next !== undefined && (cursor === undefined || cursor.length > MAX_CURSOR_CHARACTERS)) {
    throw new HostError('failure', 'Confluence did not say where its list of pages goes on');
  }
  return { pages: results.flatMap((page) => classifiable(page) ?? []), cursor };
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
