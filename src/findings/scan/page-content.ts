import * as z from 'zod';
import { type ContentType, CONTENT_TYPES, folderOf } from '../../classification/content-type';
import { classifiable, type Page, pageBody, parse } from '../../classification/page-lookup';
import { type Actor, APP, type Confluence, HostError, route } from '../../platform/confluence';
import { joinIds } from '../../platform/confluence-id';
import { partsOf } from '../../platform/parts';

/**
 * The content of a page, as the app or a user sees it. The app cannot see restricted pages, like any other user, so a
 * page that it cannot see may still exist.
 */

export type BodyFormat = 'atlas_doc_format' | 'storage';

export interface PageBody {
  readonly format: BodyFormat;
  readonly value: string;
}

export interface PageContent {
  readonly page: Omit<Page, 'mayUpdate'>;
  readonly title: string;
  /** `empty-live-doc`: people may see content that Confluence does not return. */
  readonly body: PageBody | 'too-large' | 'unreadable' | 'empty-live-doc';
}

export type ContentSeen =
  { readonly kind: 'unseen' | 'trashed' } | { readonly kind: 'page'; readonly content: PageContent };

/** Size in characters. With more, an invocation could run out of memory. */
const MAX_BODY = 4_000_000;

const representation = z.object({ value: z.string() });
const contentBody = pageBody.extend({
  title: z.string(),
  createdAt: pageBody.shape.version.shape.createdAt,
  subtype: z.string().nullish(),
  body: z.object({ atlas_doc_format: representation.optional(), storage: representation.optional() }),
});

/**
 * @param contentType undefined = not known: a page, or a blog post if no page has the id
 * @throws HostError, and ImpersonationRefusedError where the actor is a person
 */
export async function readContentAs(
  confluence: Confluence,
  actor: Actor,
  pageId: string,
  contentType?: ContentType,
): Promise<ContentSeen> {
  let seen: ContentSeen = { kind: 'unseen' };
  for (const type of contentType === undefined ? CONTENT_TYPES : [contentType]) {
    seen = await readAs(confluence, actor, pageId, type);
    if (seen.kind !== 'unseen') break;
  }
  return seen;
}

async function readAs(
  confluence: Confluence,
  actor: Actor,
  pageId: string,
  contentType: ContentType,
): Promise<ContentSeen> {
  const read = (format: BodyFormat) => readOne(confluence, actor, { pageId, contentType }, format);
  const seen = await read('atlas_doc_format');
  const body = seen.kind === 'page' ? seen.content.body : undefined;
  // Pages from the old editor may have no document of the new editor.
  if (body === 'unreadable') return read('storage');
  if (body !== 'empty-live-doc') return seen;
  // Only lists say which pages are live docs.
  const query = { id: pageId, status: 'current,archived,trashed', limit: '1' };
  return (await listSeen(confluence, actor, query)).seen.get(pageId) ?? { kind: 'unseen' };
}

async function readOne(
  confluence: Confluence,
  actor: Actor,
  { pageId, contentType }: { readonly pageId: string; readonly contentType: ContentType },
  format: BodyFormat,
): Promise<ContentSeen> {
  const folder = folderOf(contentType);
  const answer = await confluence.get(actor, route`/wiki/api/v2/${folder}/${pageId}?body-format=${format}`);
  if (answer.status !== 200) return { kind: 'unseen' };
  const body = parse(contentBody, answer.body);
  if (body.id !== pageId) throw new HostError('failure', 'Confluence returned another page');
  return contentOf(body, format, { contentType, mayBeLive: contentType === 'page' });
}

/** @param mayBeLive true if the page may be a live doc */
function contentOf(
  body: z.infer<typeof contentBody>,
  format: BodyFormat,
  { contentType, mayBeLive }: { readonly contentType: ContentType; readonly mayBeLive: boolean },
): ContentSeen {
  if (body.status === 'trashed') return { kind: 'trashed' };
  const page = classifiable(body, contentType);
  if (page === undefined) return { kind: 'unseen' };
  const found = bodyOf(body.body[format]?.value, format);
  // A new live doc is empty. The end of its first session changes the version.
  const isNew = page.version === 1 && page.versionAt === body.createdAt;
  const isEmpty = mayBeLive && !isNew && typeof found === 'object' && isBlank(found);
  return { kind: 'page', content: { page, title: body.title, body: isEmpty ? 'empty-live-doc' : found } };
}

const blankParagraph = z.object({ type: z.literal('paragraph'), content: z.tuple([]).optional() });

/** Live docs have a document of the new editor. */
function isBlank({ format, value }: PageBody): boolean {
  if (format !== 'atlas_doc_format') return false;
  return value === '' || z.object({ content: z.array(blankParagraph) }).safeParse(JSON.parse(value)).success;
}

/** The body in one format. Also `unreadable` if the page has no body in this format. */
export function bodyOf(value: string | undefined, format: BodyFormat): PageContent['body'] {
  if (value === undefined) return 'unreadable';
  if (value.length > MAX_BODY) return 'too-large';
  return format === 'atlas_doc_format' && !isDocument(value) ? 'unreadable' : { format, value };
}

const document = z.object({ type: z.literal('doc'), content: z.array(z.unknown()) });

/** An empty page may have no document at all. */
function isDocument(value: string): boolean {
  if (value === '') return true;
  try {
    return document.safeParse(JSON.parse(value)).success;
  } catch {
    return false;
  }
}

export interface ContentList {
  readonly contents: readonly PageContent[];
  /** The position to continue from. Undefined: no more pages. */
  readonly cursor: string | undefined;
}

export const links = z.object({ next: z.string().optional() }).optional();
const listBody = z.object({ results: z.array(contentBody), _links: links });

/** Where the next part of a list in Confluence begins. Undefined if the list has no next part. */
export function cursorOf(next: z.infer<typeof links>): string | undefined {
  return new URLSearchParams(next?.next?.split('?')[1]).get('cursor') ?? undefined;
}

/**
 * Lists pages with their content, many in one call.
 * @param query parameters of Confluence's list of pages: `id`, `space-id`, `limit`, `cursor`, `sort` (default: `id`)
 * @throws HostError
 */
export function listContentsAsApp(
  confluence: Confluence,
  query: Readonly<Record<string, string>>,
  attempt?: Attempt,
  contentType?: ContentType,
): Promise<ContentList> {
  return listContentsAs(confluence, APP, query, attempt, contentType);
}

/** @throws HostError, and ImpersonationRefusedError where the actor is a person */
export async function listContentsAs(
  confluence: Confluence,
  actor: Actor,
  query: Readonly<Record<string, string>>,
  attempt?: Attempt,
  contentType?: ContentType,
): Promise<ContentList> {
  const { seen, cursor } = await listSeen(confluence, actor, query, attempt, contentType);
  return { contents: [...seen.values()].flatMap((one) => (one.kind === 'page' ? [one.content] : [])), cursor };
}

/** Returns the named pages and blog posts that the app sees. @param types of the named content @throws HostError */
export async function listNamedContents(
  confluence: Confluence,
  pageIds: readonly string[],
  atOnce: number,
  attempt?: Attempt,
  types: readonly ContentType[] = CONTENT_TYPES,
): Promise<readonly PageContent[]> {
  const contents = new Map<string, PageContent>();
  for (const type of types)
    for (const some of partsOf(
      pageIds.filter((pageId) => !contents.has(pageId)),
      atOnce,
    )) {
      const query = { id: joinIds(some), limit: String(atOnce) };
      const listed = await listContentsAsApp(confluence, query, attempt, type);
      for (const one of listed.contents) contents.set(one.page.pageId, one);
    }
  return [...contents.values()];
}

/**
 * An attempt to list pages with their bodies, which may need more memory or time than the app has. The attempts read fewer and
 * fewer pages. If Confluence lists a single page only without its body, the body is `too-large`.
 */
export interface Attempt {
  readonly failedBefore: number;
  /** The attempt before ran out of memory or time. */
  readonly ranOutOfMemory: boolean;
}

const FIRST_ATTEMPT: Attempt = { failedBefore: 0, ranOutOfMemory: false };
/** The number of pages of the second and the third attempt, and of all later ones. */
const SIZES = [5, 1];
/** Has one page. A later one does the same, but for a page that does not fit into the memory. */
export const LAST_ATTEMPT = SIZES.length;

/** The content of the pages may be why Confluence did not respond in time. */
export function needsFewerPages(error: unknown): boolean {
  return error instanceof HostError && error.kind === 'timeout';
}

/** @param usual the number of pages of the first attempt */
export function pagesAtOnce(usual: number, { failedBefore }: Attempt): number {
  return failedBefore === 0 ? usual : (SIZES[failedBefore - 1] ?? 1);
}

interface SeenContents {
  readonly seen: ReadonlyMap<string, ContentSeen>;
  readonly cursor: string | undefined;
}

/** The same list by id, with pages in the trash if the query asks for them. @throws as `listContentsAs` */
export async function listSeen(
  confluence: Confluence,
  actor: Actor,
  query: Readonly<Record<string, string>>,
  attempt: Attempt = FIRST_ATTEMPT,
  contentType: ContentType = 'page',
): Promise<SeenContents> {
  const format = 'atlas_doc_format';
  const { failedBefore, ranOutOfMemory } = attempt;
  const withBodies = () =>
    list(confluence, actor, { sort: 'id', ...query, 'body-format': format }, contentType).catch((error: unknown) => {
      if (failedBefore < LAST_ATTEMPT || !needsFewerPages(error)) throw error;
      return undefined;
    });
  const listed = failedBefore > LAST_ATTEMPT && ranOutOfMemory ? undefined : await withBodies();
  const { results, cursor } = listed ?? (await list(confluence, actor, { sort: 'id', ...query }, contentType));
  const contentIn = (body: z.infer<typeof contentBody>): ContentSeen => {
    const seen = contentOf(body, format, { contentType, mayBeLive: body.subtype === 'live' });
    if (listed !== undefined || seen.kind !== 'page') return seen;
    return { kind: 'page', content: { ...seen.content, body: 'too-large' } };
  };
  return { seen: new Map(results.map((body) => [body.id, contentIn(body)])), cursor };
}

/**
 * Lists pages without their content, to find out which have changed.
 * @param query as for listContentsAsApp
 * @throws HostError
 */
export async function listPagesAsApp(
  confluence: Confluence,
  query: Readonly<Record<string, string>>,
  contentType: ContentType = 'page',
): Promise<{
  readonly pages: readonly PageContent['page'][];
  readonly cursor: string | undefined;
}> {
  const { results, cursor } = await list(confluence, APP, { ...query, sort: 'id' }, contentType);
  return { pages: results.flatMap((body) => classifiable(body, contentType) ?? []), cursor };
}

async function list(
  confluence: Confluence,
  actor: Actor,
  query: Readonly<Record<string, string>>,
  contentType: ContentType,
) {
  const folder = folderOf(contentType);
  const answer = await confluence.get(actor, route`/wiki/api/v2/${folder}?${new URLSearchParams(query)}`);
  if (answer.status !== 200) throw new HostError('failure', `Confluence returned ${answer.status} for a list of pages`);
  const { results, _links } = parse(listBody, answer.body);
  return { results, cursor: cursorOf(_links) };
}

const searchBody = z.object({
  results: z.array(z.object({ content: z.object({ id: z.string(), type: z.string() }).nullish() })),
  _links: z.object({ next: z.string().optional() }),
});

/** The ids of the pages and blog posts that a search returns, limited to those that the app sees. @throws HostError */
export async function searchAsApp(
  confluence: Confluence,
  cql: string,
  limit: number,
  cursor: string | undefined,
): Promise<{ readonly pageIds: readonly string[]; readonly cursor: string | undefined } | 'not-understood'> {
  const query = new URLSearchParams({ cql, limit: String(limit), excerpt: 'none', ...(cursor && { cursor }) });
  const answer = await confluence.get(APP, route`/wiki/rest/api/search?${query}`);
  if (answer.status === 400) return 'not-understood';
  if (answer.status !== 200) throw new HostError('failure', `Confluence returned ${answer.status} for a search`);
  const { results, _links } = parse(searchBody, answer.body);
  const pageIds = results.flatMap(({ content }) =>
    CONTENT_TYPES.some((type) => type === content?.type) ? (content?.id ?? []) : [],
  );
  return { pageIds, cursor: cursorOf(_links) };
}
