import * as z from 'zod';
import {
  type Actor,
  APP,
  type Confluence,
  type HostResponse,
  HostError,
  ImpersonationRefusedError,
  route,
} from '../platform/confluence';
import { confluenceId } from '../platform/confluence-id';
import { awaitAll } from '../platform/await-all';
import { readCreator } from '../keys/creator';
import { type ContentType, folderOf, type ListedContentType, type OfContent, ofContent } from './content-type';

/**
 * A page as the creator of a key currently sees it. Every request asks Confluence; nothing is cached. Only an explicit
 * yes allows access; an answer that is neither yes nor no is an error, and an error never allows access.
 */

/** A page or a blog post. Its name is that of the type that most content has. */
export interface Page extends OfContent {
  readonly pageId: string;
  readonly spaceId: string;
  readonly title: string;
  readonly ownerId: string | null;
  /** The id of the page above. Omitted: none, or it is not a page. The person may not see it. */
  readonly parentId?: string;
  readonly version: number;
  /** The time of that version: ISO 8601; undefined = Confluence does not return it. */
  readonly versionAt: string | undefined;
  /** False also if the permission was not requested. */
  readonly mayUpdate: boolean;
  /** The address of Confluence on this site, without a trailing slash. Omitted: Confluence does not return it, or the page is from a list. */
  readonly baseUrl?: string;
}

export type PageLookup =
  /** `asked`: the identity of the call, for the log. */
  | { readonly outcome: 'page'; readonly page: Page; readonly asked: 'as-creator' | 'as-app' | 'computed' }
  /** Missing, trashed, a draft, not a page, or not visible to this person. */
  | { readonly outcome: 'hidden'; readonly asked: 'as-creator' | 'as-app'; readonly statuses?: string }
  | { readonly outcome: 'creator-inactive' };

export interface PageQuestion {
  readonly creatorId: string;
  readonly pageId: string;
  /** `all`: a page, or a blog post if no page has the id. Default: only a page. */
  readonly contentType?: ListedContentType;
  /** True if the caller needs the permission to update the page. */
  readonly forUpdate: boolean;
  /** True if the caller may hide a page that the creator sees. Then a visible page takes the same calls as a missing one. */
  readonly mayHide?: boolean;
  /** True if Confluence is known to refuse the permission checks of the app. Asked only if the app cannot act as the creator. */
  readonly isCheckRefused?: () => Promise<boolean>;
  /** The third way, after the platform refused to let the app act for the creator. Undefined: it is off. */
  readonly compute?: () => Promise<PageLookup | undefined>;
}

export const pageBody = z.object({
  id: z.string(),
  spaceId: z.string().min(1),
  title: z.string().nullish(),
  status: z.string(),
  ownerId: z.string().nullish(),
  parentId: confluenceId.nullish().catch(undefined),
  parentType: z.string().nullish(),
  version: z.object({
    number: z.int(),
    createdAt: z.iso
      .datetime({ offset: true })
      .transform((text) => new Date(text).toISOString())
      .optional()
      .catch(undefined),
  }),
});
const operationsBody = z.object({
  operations: z.object({ results: z.array(z.object({ operation: z.string(), targetType: z.string() })) }),
});
const propertiesBody = z.object({
  properties: z.object({ results: z.array(z.object({ key: z.string(), value: z.unknown() })) }),
});
const linksBody = z.object({ _links: z.object({ base: z.url({ protocol: /^https?$/ }) }) });
const permissionBody = z.object({ hasPermission: z.boolean() });

/** @throws HostError */
export async function lookUpPage(confluence: Confluence, question: PageQuestion): Promise<PageLookup> {
  try {
    return await askAsCreator(confluence, question);
  } catch (error) {
    if (error instanceof ImpersonationRefusedError)
      return (await question.compute?.()) ?? askAsApp(confluence, question);
    throw error;
  }
}

/** The first method makes one call as the creator, in which Confluence itself enforces the creator's permissions. */
async function askAsCreator(confluence: Confluence, question: PageQuestion): Promise<PageLookup> {
  const { creatorId, pageId, contentType, mayHide = false } = question;
  const creator: Actor = { kind: 'person', accountId: creatorId, isConfirmed: mayHide };
  const read = async (type: ContentType) => {
    const folder = folderOf(type);
    const answer = await confluence.get(creator, route`/wiki/api/v2/${folder}/${pageId}?include-operations=true`);
    return { status: answer.status, page: readPageWithOperations(answer, pageId, type) };
  };
  const page = await readEither(contentType, read, mayHide);
  return page === undefined
    ? { outcome: 'hidden', asked: 'as-creator' }
    : { outcome: 'page', page, asked: 'as-creator' };
}

interface Answered {
  readonly status: number;
  readonly page: Page | undefined;
}

/**
 * Reads content of the wanted type.
 * @param isBoth true if both types are requested at once, so that the calls do not depend on the answers
 */
async function readEither(
  wanted: PageQuestion['contentType'] = 'page',
  read: (type: ContentType) => Promise<Answered>,
  isBoth: boolean,
): Promise<Page | undefined> {
  if (wanted !== 'all') return (await read(wanted)).page;
  if (isBoth) {
    const [one, other] = await awaitAll([read('page'), read('blogpost')]);
    return one.page ?? other.page;
  }
  const { status, page } = await read('page');
  return status === 404 ? (await read('blogpost')).page : page;
}

/** A page with its content properties, by key. Confluence may omit some properties if a page has many. */
export interface PageWithProperties extends Page {
  readonly properties: ReadonlyMap<string, unknown>;
}

/** Content of a known type. Default: a page. */
export interface ContentOf {
  readonly pageId: string;
  readonly contentType?: ContentType;
}

/**
 * Reads a page and its content properties in one call as a person, in which Confluence itself enforces the person's
 * permissions.
 * @throws HostError, ImpersonationRefusedError
 */
export async function lookUpPageWithProperties(
  confluence: Confluence,
  { accountId, pageId, contentType = 'page' }: ContentOf & { readonly accountId: string },
): Promise<PageWithProperties | 'hidden'> {
  const answer = await confluence.get(
    { kind: 'person', accountId },
    route`/wiki/api/v2/${folderOf(contentType)}/${pageId}?include-operations=true&include-properties=true`,
  );
  const page = readPageWithOperations(answer, pageId, contentType);
  if (page === undefined) return 'hidden';
  const { results } = parse(propertiesBody, answer.body).properties;
  return { ...page, properties: new Map(results.map(({ key, value }) => [key, value])) };
}

/** The name of all people without a login, for checks of permissions. */
const ANONYMOUS = 'anonymous';

/**
 * Reads a page as the app for a person whom the app cannot act for, and asks Confluence if this person can view it.
 * @param accountId undefined = not logged in
 * @throws HostError
 */
export async function lookUpPageForReader(
  confluence: Confluence,
  { accountId, pageId, contentType = 'page' }: ContentOf & { readonly accountId: string | undefined },
): Promise<Page | 'hidden'> {
  // A person without a license sees what everybody without a login sees.
  const names = accountId === undefined ? [ANONYMOUS] : [accountId, ANONYMOUS];
  const [answer, checks] = await awaitAll([
    confluence.get(APP, route`/wiki/api/v2/${folderOf(contentType)}/${pageId}`),
    awaitAll(names.map((creatorId) => checkPermission(confluence, { pageId, creatorId, operation: 'read' }))),
  ] as const);
  const page = readPage(answer, pageId, contentType);
  return page === undefined || !checks.some(({ isPermitted }) => isPermitted)
    ? 'hidden'
    : { ...page, mayUpdate: false };
}

/** The second method reads the page as the app, and asks Confluence whether the creator can read and update it. */
async function askAsApp(
  confluence: Confluence,
  { creatorId, pageId, contentType, forUpdate, mayHide = false, isCheckRefused }: PageQuestion,
): Promise<PageLookup> {
  let status = 0;
  const readAs = async (type: ContentType) => {
    const answer = await confluence.get(APP, route`/wiki/api/v2/${folderOf(type)}/${pageId}`);
    status ||= answer.status;
    return readPage(answer, pageId, type);
  };
  const check = (operation: 'read' | 'update') => checkPermission(confluence, { pageId, creatorId, operation });
  const [creator, first, read, update, isRefused] = await awaitAll([
    readCreator(confluence, creatorId),
    readAs(contentType === 'blogpost' ? contentType : 'page'),
    check('read'),
    forUpdate ? check('update') : Promise.resolve(undefined),
    isCheckRefused?.() ?? false,
  ] as const);
  if (!creator.mayUseConfluence) return { outcome: 'creator-inactive' };
  // A page that only the app sees takes the same calls as a missing one.
  const asksAgain = contentType === 'all' && (first === undefined || !read.isPermitted || mayHide);
  const second = asksAgain ? await readAs('blogpost') : undefined;
  const page = first ?? second;
  const isHidden = page === undefined || !read.isPermitted;
  // The answer of the site check may be old. A page that the caller hides must look like a missing one all the same.
  if (isRefused && (isHidden || mayHide))
    throw new HostError('refused', 'The app can neither act as the creator nor check their permissions');
  if (isHidden) {
    // For the log only, because a page that the app cannot read looks like a missing page.
    return { outcome: 'hidden', asked: 'as-app', statuses: `page ${status}, permission/check ${read.status}` };
  }
  return { outcome: 'page', page: { ...page, mayUpdate: update?.isPermitted ?? false }, asked: 'as-app' };
}

/** Asks Confluence what a person may do with a page; only an explicit yes is a permission. @throws HostError */
export async function checkPermission(
  confluence: Confluence,
  question: { readonly pageId: string; readonly creatorId: string; readonly operation: 'read' | 'update' },
): Promise<{ readonly isPermitted: boolean; readonly status: number }> {
  const { pageId, creatorId, operation } = question;
  const answer = await confluence.post(APP, route`/wiki/rest/api/content/${pageId}/permission/check`, {
    subject: { type: 'user', identifier: creatorId },
    operation,
  });
  const { status } = answer;
  return { isPermitted: status === 200 && parse(permissionBody, answer.body).hasPermission, status };
}

/** The page, if the answer contains one that can be classified. */
function readPage(answer: HostResponse, pageId: string, type: ContentType): Omit<Page, 'mayUpdate'> | undefined {
  if (answer.status !== 200) return undefined;
  const body = parse(pageBody, answer.body);
  if (body.id !== pageId) throw new HostError('failure', 'Confluence returned another page');
  const page = classifiable(body, type);
  const baseUrl = linksBody.safeParse(answer.body).data?._links.base;
  return page === undefined || baseUrl === undefined ? page : { ...page, baseUrl };
}

function readPageWithOperations(answer: HostResponse, pageId: string, type: ContentType): Page | undefined {
  const page = readPage(answer, pageId, type);
  if (page === undefined) return undefined;
  const { operations } = parse(operationsBody, answer.body);
  const mayUpdate = operations.results.some(
    ({ operation, targetType }) => operation === 'update' && targetType === type,
  );
  return { ...page, mayUpdate };
}

/** Archived pages count as current; pages with any other status cannot be classified. */
export function classifiable(
  body: z.infer<typeof pageBody>,
  contentType: ContentType = 'page',
): Omit<Page, 'mayUpdate'> | undefined {
  if (body.status !== 'current' && body.status !== 'archived') return undefined;
  const { id: pageId, spaceId, title, ownerId, parentId, parentType, version } = body;
  const { number, createdAt: versionAt } = version;
  return {
    pageId,
    ...ofContent(contentType),
    spaceId,
    title: title ?? '',
    ownerId: ownerId ?? null,
    ...(typeof parentId === 'string' && parentType === 'page' ? { parentId } : {}),
    version: number,
    versionAt,
  };
}

/** @throws HostError if Confluence returned a different status */
export function parse<T>(schema: z.ZodType<T>, body: unknown): T {
  const parsed = schema.safeParse(body);
  if (!parsed.success) throw new HostError('failure', 'Confluence returned 200 with an undocumented body');
  return parsed.data;
}
