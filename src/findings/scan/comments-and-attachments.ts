import * as z from 'zod';
import { folderOf } from '../../classification/content-type';
import { type ContentOf, parse } from '../../classification/page-lookup';
import type { Field, Part } from '../../detection/finding';
import type { DetectionConfig } from '../../detection/configuration/model';
import { type Actor, APP, type Confluence, route } from '../../platform/confluence';
import { awaitAll } from '../../platform/await-all';
import type { ScanReason } from '../model';
import { type ListedFile, listedAttachment, namePartsOf, toListedFile } from './files-to-scan';
import { cursorOf, links } from './page-content';

/**
 * The comments and attachments of a page, as the app sees them: footer and inline comments with their replies, and the
 * names of the attachments. Confluence lists them per page, and replies per comment.
 */

export interface CommentsAndAttachments {
  /** False: they were not requested, so nothing is known about them. */
  readonly isRead: boolean;
  readonly parts: readonly Part[];
  /** The fields that were read completely. */
  readonly fields: readonly Field[];
  /** Why the other fields were not read completely. */
  readonly reasons: readonly ScanReason[];
  /** The attachments, with those whose names are not scanned. Omitted: not all of them were listed. */
  readonly files?: readonly ListedFile[];
  /** Comments that were read individually. Omitted: none. */
  readonly contentIds?: readonly string[];
}

export const NO_COMMENTS_OR_ATTACHMENTS: CommentsAndAttachments = { isRead: false, parts: [], fields: [], reasons: [] };

/**
 * Adds comments that were read individually. They take precedence over the lists.
 * @param comments by id; undefined = the comment no longer exists
 */
export function withComments(
  attached: CommentsAndAttachments,
  comments: ReadonlyMap<string, Part | undefined>,
): CommentsAndAttachments {
  const others = attached.parts.filter(({ contentId }) => contentId === undefined || !comments.has(contentId));
  const parts = [...others, ...[...comments.values()].flatMap((part) => part ?? [])];
  return { ...attached, parts: inOrder(parts), contentIds: [...comments.keys()] };
}

type Targets = Pick<DetectionConfig['targets'], 'comments' | 'attachmentNames'> & {
  /** True: lists the attachments also if their names are not scanned. Default: false. */
  readonly listsFiles?: boolean;
};

/**
 * The maximum number of comment lists per page, lists of replies included. Comments in further lists are not scanned.
 */
const MAX_COMMENT_LISTS = 100;
/** The maximum number of attachment lists per page. */
const MAX_ATTACHMENT_LISTS = 4;
/** Total size of all comments. With more, an invocation could run out of memory. */
const MAX_CHARACTERS = 4_000_000;
const LISTS_AT_ONCE = 4;
const NAME_FIELDS = ['attachment-name', 'attachment-comment'] as const satisfies readonly Field[];

const commentList = z.object({
  results: z.array(
    z.object({
      id: z.string().regex(/^[0-9]+$/),
      version: z.object({ number: z.int() }).nullish(),
      body: z.object({ storage: z.object({ value: z.string() }) }),
      properties: z.object({ inlineOriginalSelection: z.string().nullish() }).nullish(),
    }),
  ),
  _links: links,
});
const attachmentList = z.object({ results: z.array(listedAttachment), _links: links });

export function scansCommentsOrAttachments({ comments, attachmentNames, listsFiles = false }: Targets): boolean {
  return comments || attachmentNames || listsFiles;
}

/**
 * @param maxLists the number of lists of comments to read, replies included
 * @throws HostError
 */
export async function readCommentsAndAttachmentsAsApp(
  confluence: Confluence,
  page: ContentOf,
  targets: Targets,
  maxLists = MAX_COMMENT_LISTS,
): Promise<CommentsAndAttachments> {
  const [comments, attachments] = await awaitAll([
    targets.comments ? readComments(confluence, page, maxLists) : NO_COMMENTS_OR_ATTACHMENTS,
    targets.attachmentNames || targets.listsFiles === true ? listFiles(confluence, page) : undefined,
  ] as const);
  const { files, reasons } = attachments ?? { files: [], reasons: [] };
  const isListed = attachments !== undefined && reasons.length === 0;
  return {
    isRead: true,
    parts: [...comments.parts, ...(targets.attachmentNames ? files.flatMap(namePartsOf) : [])],
    fields: [...comments.fields, ...(targets.attachmentNames && isListed ? NAME_FIELDS : [])],
    reasons: [...comments.reasons, ...reasons],
    ...(isListed ? { files } : {}),
  };
}

type Place = 'footer' | 'inline';

interface ListOfComments {
  readonly place: Place;
  /** Omitted: comments that are not replies. */
  readonly repliesTo?: string;
  readonly cursor?: string;
}

async function readComments(
  confluence: Confluence,
  page: ContentOf,
  maxLists: number,
): Promise<CommentsAndAttachments> {
  const { comments, unread, reasons } = await readPageComments(confluence, APP, page, maxLists);
  const parts = comments.map(partOfComment);
  const fields = (['footer-comment', 'inline-comment'] as const).filter((field) => !unread.includes(field));
  return { isRead: true, parts: inOrder(parts), fields, reasons };
}

export interface PageComment {
  readonly field: 'footer-comment' | 'inline-comment';
  readonly commentId: string;
  readonly isReply: boolean;
  /** The body in storage format. */
  readonly source: string;
  /** The current version. Omitted: Confluence does not return it. */
  readonly version?: number;
  /** The selected text of the page that Confluence keeps with an inline comment. */
  readonly selection?: string;
}

export interface PageComments {
  readonly comments: readonly PageComment[];
  /** The fields that may have more comments. */
  readonly unread: readonly PageComment['field'][];
  /** Why there may be more. */
  readonly reasons: readonly ScanReason[];
}

/**
 * Reads the comments of a page and their replies, as the actor sees them.
 * @param maxLists the number of lists to read, replies included
 * @throws HostError, and ImpersonationRefusedError where the actor is a person
 */
export async function readPageComments(
  confluence: Confluence,
  actor: Actor,
  page: ContentOf,
  maxLists: number,
): Promise<PageComments> {
  const waiting: ListOfComments[] = [{ place: 'footer' }, { place: 'inline' }];
  const comments: PageComment[] = [];
  const reasons = new Set<ScanReason>();
  const unread = new Set<PageComment['field']>();
  let lists = 0;
  let characters = 0;
  while (waiting.length > 0 && lists < maxLists && characters < MAX_CHARACTERS) {
    const some = waiting.splice(0, Math.min(LISTS_AT_ONCE, maxLists - lists));
    lists += some.length;
    const answers = await awaitAll(some.map((list) => readCommentList(confluence, actor, page, list)));
    for (const [index, answer] of answers.entries()) {
      const list = some[index];
      if (list === undefined) continue;
      const field = `${list.place}-comment` as const;
      if (answer === 'not-there') {
        unread.add(field);
        reasons.add('unreadable');
        continue;
      }
      if (answer.cursor !== undefined) waiting.push({ ...list, cursor: answer.cursor });
      for (const { id, body, version, properties } of answer.results) {
        const source = body.storage.value;
        const selection = properties?.inlineOriginalSelection;
        characters += source.length;
        comments.push({
          field,
          commentId: id,
          isReply: list.repliesTo !== undefined,
          source,
          ...(version ? { version: version.number } : {}),
          ...(selection === undefined || selection === null ? {} : { selection }),
        });
        waiting.push({ place: list.place, repliesTo: id });
      }
    }
  }
  if (waiting.length > 0) reasons.add('too-many-comments');
  for (const { place } of waiting) unread.add(`${place}-comment`);
  return { comments, unread: [...unread], reasons: [...reasons] };
}

export function partOfComment({ field, commentId, source }: PageComment): Part {
  return { field, contentId: commentId, representation: 'storage', source };
}

/** Keeps the order stable, so that equal values in several comments of a list keep their identity in every scan. */
function inOrder(parts: readonly Part[]): readonly Part[] {
  return parts.toSorted((a, b) => (a.contentId ?? '').localeCompare(b.contentId ?? '', 'en', { numeric: true }));
}

/** Reads comments in storage format, which is how Confluence stores them. */
async function readCommentList(
  confluence: Confluence,
  actor: Actor,
  { pageId, contentType }: ContentOf,
  { place, repliesTo, cursor }: ListOfComments,
) {
  const folder = folderOf(contentType);
  const query = new URLSearchParams({ 'body-format': 'storage', limit: '100', ...(cursor && { cursor }) });
  const isAtFoot = place === 'footer';
  if (repliesTo === undefined)
    return isAtFoot
      ? list(confluence, actor, route`/wiki/api/v2/${folder}/${pageId}/footer-comments?${query}`, commentList)
      : list(confluence, actor, route`/wiki/api/v2/${folder}/${pageId}/inline-comments?${query}`, commentList);
  return isAtFoot
    ? list(confluence, actor, route`/wiki/api/v2/footer-comments/${repliesTo}/children?${query}`, commentList)
    : list(confluence, actor, route`/wiki/api/v2/inline-comments/${repliesTo}/children?${query}`, commentList);
}

/** The attachments of a page, as the app sees them. The reasons say why there may be more. @throws HostError */
export async function listFiles(
  confluence: Confluence,
  { pageId, contentType }: ContentOf,
): Promise<{ readonly files: readonly ListedFile[]; readonly reasons: readonly ScanReason[] }> {
  const folder = folderOf(contentType);
  const files: ListedFile[] = [];
  let cursor: string | undefined;
  for (let lists = 0; lists < MAX_ATTACHMENT_LISTS; lists += 1) {
    const query = new URLSearchParams({ limit: '250', ...(cursor && { cursor }) });
    const answer = await list(
      confluence,
      APP,
      route`/wiki/api/v2/${folder}/${pageId}/attachments?${query}`,
      attachmentList,
    );
    if (answer === 'not-there') return { files, reasons: ['unreadable'] };
    files.push(...answer.results.map(toListedFile));
    cursor = answer.cursor;
    if (cursor === undefined) return { files, reasons: [] };
  }
  return { files, reasons: ['too-many-attachments'] };
}

async function list<T>(
  confluence: Confluence,
  actor: Actor,
  path: Parameters<Confluence['get']>[1],
  shape: z.ZodType<{ results: T[]; _links?: z.infer<typeof links> }>,
): Promise<{ readonly results: readonly T[]; readonly cursor: string | undefined } | 'not-there'> {
  const answer = await confluence.get(actor, path);
  // The page or the comment no longer exists, or the app no longer sees it. The next scan finds out.
  if (answer.status !== 200) return 'not-there';
  const { results, _links } = parse(shape, answer.body);
  return { results, cursor: cursorOf(_links) };
}
