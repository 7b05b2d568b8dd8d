import * as z from 'zod';
import { parse } from '../../classification/page-lookup';
import type { Part } from '../../detection/finding';
import { APP, type Confluence, HostError, route } from '../../platform/confluence';
import { mapInParts } from '../../platform/parts';
import { type ListedFile, listedAttachment, namePartsOf, toListedFile } from './files-to-scan';
import { cursorOf, links } from './page-content';
import type { PageScanner } from './scan-content';

/**
 * Lists the comments and attachments of all pages that the app sees, last changed first. A listed comment costs one point,
 * with its body. The lists do not contain deleted items.
 */

export const CONTENT_LISTS = ['footer-comments', 'inline-comments', 'attachments'] as const;
export type ContentList = (typeof CONTENT_LISTS)[number];

/** A comment or an attachment. */
export interface ListedContent {
  readonly contentId: string;
  /** The page or blog post. Undefined: it belongs to neither, or it is a reply that only refers to its parent comment. */
  readonly pageId: string | undefined;
  readonly parentId: string | undefined;
  /** When it last changed, by Confluence's clock, in ms. */
  readonly changedAt: number;
  readonly parts: readonly Part[];
  /** Omitted: it is a comment. */
  readonly file?: ListedFile;
}

interface ListedContents {
  readonly contents: readonly ListedContent[];
  /** The position to continue from. Undefined: no more. */
  readonly cursor: string | undefined;
}

/**
 * Longer than the clock difference between Confluence and the app, and longer than Confluence takes to list a change.
 */
export const APART_MS = 10 * 60_000;

const AT_ONCE = 250;
/** The first part of a list that is read only back to a time. Usually little has changed. */
export const FIRST_CHANGES = 10;
/** The maximum depth of replies to follow, up or down. Confluence has two levels. */
const MAX_DEPTH = 10;
const CALLS_AT_ONCE = 5;

const place = z.object({
  pageId: z.string().nullish(),
  blogPostId: z.string().nullish(),
  parentCommentId: z.string().nullish(),
});
const version = z.object({ createdAt: z.iso.datetime({ offset: true }) });
const comment = place.extend({
  id: z.string().regex(/^[0-9]+$/),
  version,
  body: z.object({ storage: z.object({ value: z.string() }) }),
});
const attachment = place.extend(listedAttachment.shape);
const commentList = z.object({ results: z.array(comment), _links: links });
const attachmentList = z.object({ results: z.array(attachment), _links: links });

/** The lists to read before the pages. Files are scanned after them, with the names of attachments if all are included. */
export function isWantedList(
  { comments, attachmentNames, listsEveryFile }: PageScanner['targets'],
  list: ContentList,
): boolean {
  return list === 'attachments' ? attachmentNames && !listsEveryFile : comments;
}

/** @param cursor the position to continue from; empty = the start @throws HostError */
export async function listContents(
  confluence: Confluence,
  list: ContentList,
  cursor: string,
  atOnce = AT_ONCE,
): Promise<ListedContents> {
  const query = new URLSearchParams({
    sort: '-modified-date',
    limit: String(atOnce),
    ...(list === 'attachments' ? {} : { 'body-format': 'storage' }),
    ...(cursor === '' ? {} : { cursor }),
  });
  const answer = await readList(confluence, list, query);
  if (answer.status !== 200)
    throw new HostError('failure', `Confluence returned ${answer.status} for a list of ${list}`);
  return list === 'attachments' ? attachmentsOf(answer.body) : commentsOf(list, answer.body);
}

function readList(confluence: Confluence, list: ContentList, query: URLSearchParams) {
  switch (list) {
    case 'footer-comments':
      return confluence.get(APP, route`/wiki/api/v2/footer-comments?${query}`);
    case 'inline-comments':
      return confluence.get(APP, route`/wiki/api/v2/inline-comments?${query}`);
    case 'attachments':
      return confluence.get(APP, route`/wiki/api/v2/attachments?${query}`);
  }
}

type CommentListName = Exclude<ContentList, 'attachments'>;

function commentsOf(list: CommentListName, body: unknown): ListedContents {
  const { results, _links } = parse(commentList, body);
  const field = list === 'footer-comments' ? 'footer-comment' : 'inline-comment';
  const contents = results.map((one) => ({
    ...placeOf(one),
    parts: [{ field, contentId: one.id, representation: 'storage', source: one.body.storage.value } as const],
  }));
  return { contents, cursor: cursorOf(_links) };
}

function attachmentsOf(body: unknown): ListedContents {
  const { results, _links } = parse(attachmentList, body);
  const contents = results.map((one) => {
    const file = toListedFile(one);
    return { ...placeOf(one), parts: namePartsOf(file), file };
  });
  return { contents, cursor: cursorOf(_links) };
}

function placeOf(one: Omit<z.infer<typeof comment>, 'body'>) {
  return {
    contentId: one.id,
    pageId: one.pageId ?? one.blogPostId ?? undefined,
    parentId: one.parentCommentId ?? undefined,
    changedAt: Date.parse(one.version.createdAt),
  };
}

/**
 * Reads the replies of comments, at every depth, with the page of the comment. For sites whose lists do not contain replies.
 * A comment without replies costs a point.
 * @throws HostError
 */
export async function readReplies(
  confluence: Confluence,
  list: CommentListName,
  comments: readonly ListedContent[],
): Promise<readonly ListedContent[]> {
  const replies: ListedContent[] = [];
  let parents = comments;
  for (let depth = 0; depth < MAX_DEPTH && parents.length > 0; depth += 1) {
    parents = (await mapInParts(parents, CALLS_AT_ONCE, (parent) => readChildren(confluence, list, parent))).flat();
    replies.push(...parents);
  }
  return replies;
}

async function readChildren(
  confluence: Confluence,
  list: CommentListName,
  { contentId, pageId }: ListedContent,
): Promise<readonly ListedContent[]> {
  const children: ListedContent[] = [];
  let cursor: string | undefined;
  do {
    const query = new URLSearchParams({
      'body-format': 'storage',
      limit: String(AT_ONCE),
      ...(cursor === undefined ? {} : { cursor }),
    });
    const { status, body } = await (list === 'inline-comments'
      ? confluence.get(APP, route`/wiki/api/v2/inline-comments/${contentId}/children?${query}`)
      : confluence.get(APP, route`/wiki/api/v2/footer-comments/${contentId}/children?${query}`));
    // The comment was deleted in the meantime, together with its replies.
    if (status !== 200) return children;
    const { contents, cursor: next } = commentsOf(list, body);
    children.push(...contents.map((one) => ({ ...one, pageId })));
    cursor = next;
  } while (cursor !== undefined);
  return children;
}

/** Finds the page of a reply through its parent comments, which costs two points for each of them. @throws HostError */
export async function findPageOfReply(
  confluence: Confluence,
  list: ContentList,
  { parentId }: Pick<ListedContent, 'parentId'>,
  known: Map<string, z.infer<typeof place> | undefined>,
): Promise<string | undefined> {
  let id = parentId;
  for (let depth = 0; depth < MAX_DEPTH && id !== undefined; depth += 1) {
    if (!known.has(id)) known.set(id, await readComment(confluence, list, id));
    const parent = known.get(id);
    const pageId = parent?.pageId ?? parent?.blogPostId;
    if (pageId != null) return pageId;
    id = parent?.parentCommentId ?? undefined;
  }
  return undefined;
}

export type CommentPlaces = Parameters<typeof findPageOfReply>[3];

async function readComment(confluence: Confluence, list: ContentList, id: string) {
  const { status, body } = await (list === 'inline-comments'
    ? confluence.get(APP, route`/wiki/api/v2/inline-comments/${id}`)
    : confluence.get(APP, route`/wiki/api/v2/footer-comments/${id}`));
  // The comment was deleted in the meantime, together with its replies.
  return status === 200 ? parse(place, body) : undefined;
}
