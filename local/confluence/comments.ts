import * as z from 'zod';
import { byDate } from './by-date';
import { READ_FORMATS, readBody, storageOf, writtenBody, type ReadFormat } from './body';
import { findPublishedContent, publishedContent } from './content-lookup';
import { bodyId, noContent, type Call, type Endpoint } from './endpoint';
import { v2List } from './paging';
import { included, versionJson, withBase } from './content-json';
import { badRequest, contentNotFound, Refusal } from './refusal';
import type { Comment, CommentPlace, CommentVersion, Content } from './rows';

const READ = [['read:comment:confluence']];

const creation = z.object({
  pageId: bodyId.optional(),
  blogPostId: bodyId.optional(),
  parentCommentId: bodyId.optional(),
  body: writtenBody.optional(),
  inlineCommentProperties: z.object({ textSelection: z.string() }).optional(),
});

const update = z.object({
  version: z.object({ number: z.int(), message: z.string().optional() }),
  body: writtenBody,
});

interface CommentFormat {
  readonly format: ReadFormat | undefined;
  /** Replies refer to the comment that they answer, and not to the page. */
  readonly isReply?: boolean;
}

function commentJson(
  call: Call,
  comment: Comment,
  content: Content,
  { format, isReply }: CommentFormat,
): Record<string, unknown> {
  const container = content.type === 'page' ? { pageId: content.id } : { blogPostId: content.id };
  return {
    id: comment.id,
    status: 'current',
    title: `Re: ${content.title}`,
    ...(isReply === true ? {} : container),
    ...(comment.parentId === null ? {} : { parentCommentId: comment.parentId }),
    version: commentVersionJson(call.site.contents.commentVersions(comment)[0]),
    body: readBody(comment.body, format),
    ...(comment.selection === null
      ? {}
      : {
          resolutionStatus: 'open',
          properties: { inlineMarkerRef: `marker-${comment.id}`, inlineOriginalSelection: comment.selection },
        }),
    // No address of a single inline comment is documented.
    _links:
      comment.selection !== null && isReply === undefined
        ? {}
        : { webui: `/pages/viewpage.action?pageId=${content.id}&focusedCommentId=${comment.id}` },
  };
}

function commentVersionJson(version: CommentVersion | undefined): Record<string, unknown> {
  return version === undefined ? {} : versionJson({ ...version, minorEdit: false });
}

/** A comment is visible exactly if its page or blog post is. */
function visibleComment(call: Call, id: string, place: CommentPlace): { comment: Comment; content: Content } {
  const comment = call.site.contents.comment(place, id);
  if (comment === undefined) throw contentNotFound();
  return { comment, content: publishedContent(call, comment.contentId) };
}

/** A comment in any place, if the caller can see it. */
export function commentById(call: Call, id: string): { comment: Comment; content: Content } | undefined {
  for (const place of ['footer', 'inline'] as const) {
    const comment = call.site.contents.comment(place, id);
    const content = comment && call.site.contents.byId(comment.contentId);
    if (comment !== undefined && content !== undefined && call.access.to(content).read) return { comment, content };
  }
  return undefined;
}

async function createComment(call: Call, place: CommentPlace): Promise<Response> {
  const body = await call.json(creation);
  const targets = [body.pageId, body.blogPostId, body.parentCommentId].filter((target) => target !== undefined);
  if (targets.length !== 1) throw badRequest('Exactly one of pageId, blogPostId and parentCommentId must be given');
  const parent = body.parentCommentId === undefined ? undefined : visibleComment(call, body.parentCommentId, place);
  const content =
    parent?.content ??
    (body.pageId === undefined
      ? publishedContent(call, body.blogPostId ?? '0', ['blogpost'])
      : publishedContent(call, body.pageId, ['page']));
  // v2 also documents 404 for a caller who may read but not comment.
  if (!call.access.inSpace(content.spaceId).has('create comment')) throw contentNotFound();
  const storage = storageOf(body.body);
  const selection = parent?.comment.selection ?? body.inlineCommentProperties?.textSelection;
  if (place === 'inline' && selection === undefined) throw badRequest('inlineCommentProperties must be given');
  const comment = call.site.contents.addComment({
    id: call.site.nextId(),
    contentId: content.id,
    parentId: parent?.comment.id ?? null,
    body: storage,
    authorId: call.user.accountId,
    createdAt: call.now,
    selection: place === 'inline' ? (selection ?? '') : null,
  });
  return Response.json(withBase(call, commentJson(call, comment, content, { format: 'storage' })), { status: 201 });
}

function readComment(call: Call, place: CommentPlace): Response {
  const format = call.oneOf('body-format', READ_FORMATS);
  const { comment, content } = visibleComment(call, call.id(), place);
  const json = commentJson(call, comment, content, { format });
  return Response.json(withBase(call, { ...json, ...inclusions(call, place, comment, content) }));
}

/** The parts that the `include-…` parameters of a single read request. */
function inclusions(call: Call, place: CommentPlace, comment: Comment, content: Content): Record<string, unknown> {
  const base = `${call.baseUrl}/wiki/api/v2/${place}-comments/${comment.id}`;
  const parts: Record<string, unknown> = {};
  if (call.flag('include-operations')) {
    const names = ['read', ...(mayEdit(call, comment, content) ? ['update'] : [])];
    const operations = names.map((operation) => ({ operation, targetType: 'comment' }));
    parts['operations'] = included(`${base}/operations`, operations);
  }
  if (call.flag('include-versions')) {
    const versions = call.site.contents.commentVersions(comment);
    parts['versions'] = included(`${base}/versions`, versions.map(commentVersionJson));
  }
  return parts;
}

/** True for the author's own comments, and for all comments if the caller administers the space. */
export function mayEdit(call: Call, comment: Comment, content: Content): boolean {
  const inSpace = call.access.inSpace(content.spaceId);
  const isOwn = comment.authorId === call.user.accountId;
  return content.status === 'current' && inSpace.has('create comment') && (isOwn || inSpace.has('administer space'));
}

async function updateComment(call: Call, place: CommentPlace): Promise<Response> {
  const body = await call.json(update);
  const { comment, content } = visibleComment(call, call.id(), place);
  if (!mayEdit(call, comment, content)) throw contentNotFound();
  if (body.version.number !== comment.version + 1) {
    throw new Refusal(
      409,
      `Version must be incremented when updating a comment. Current Version: [${comment.version}]. Provided version: [${body.version.number}]`,
    );
  }
  const edit = {
    body: storageOf(body.body),
    message: body.version.message ?? '',
    authorId: call.user.accountId,
    createdAt: call.now,
  };
  const edited = call.site.atomically(() => call.site.contents.editComment(place, comment, edit));
  return Response.json(withBase(call, commentJson(call, edited, content, { format: 'storage' })));
}

function listCommentVersions(call: Call, place: CommentPlace): Response {
  const format = call.oneOf('body-format', ['storage', 'atlas_doc_format']);
  const sort = call.oneOf('sort', ['modified-date', '-modified-date']) ?? '-modified-date';
  const { comment, content } = visibleComment(call, call.id(), place);
  const newestFirst = call.site.contents.commentVersions(comment);
  return v2List(
    call,
    sort === 'modified-date' ? newestFirst.toReversed() : newestFirst,
    (version) => String(version.number),
    (version) => ({
      ...commentVersionJson(version),
      comment: {
        id: comment.id,
        title: `Re: ${content.title}`,
        ...(format === undefined ? {} : { body: readBody(version.body, format) }),
      },
    }),
  );
}

function listed(call: Call, content: Content, comments: readonly Comment[], isReply: boolean): Response {
  const format = call.oneOf('body-format', ['storage', 'atlas_doc_format']);
  return v2List(
    call,
    byDate(call, comments, (comment) => datesOf(call, comment)),
    (comment) => comment.id,
    (comment) => commentJson(call, comment, content, { format, isReply }),
  );
}

function datesOf(call: Call, comment: Comment) {
  const { createdAt: created } = comment;
  return { created, modified: call.site.contents.commentVersions(comment)[0]?.createdAt ?? created };
}

/** All comments that the caller can see, including replies. */
function listAllComments(call: Call, place: CommentPlace): Response {
  const format = call.oneOf('body-format', ['storage', 'atlas_doc_format']);
  const hasReplies = !call.assumptions.has('no-replies-in-lists');
  const seen = call.site.contents.allComments(place).flatMap((comment) => {
    const content = findPublishedContent(call, comment.contentId);
    return content === undefined || !(hasReplies || comment.parentId === null) ? [] : [{ comment, content }];
  });
  return v2List(
    call,
    byDate(call, seen, ({ comment }) => datesOf(call, comment)),
    ({ comment }) => comment.id,
    ({ comment, content }) => commentJson(call, comment, content, { format, isReply: comment.parentId !== null }),
  );
}

function listComments(call: Call, place: CommentPlace, type: 'page' | 'blogpost'): Response {
  const content = publishedContent(call, call.id(), [type]);
  const roots = call.site.contents.comments(place, content.id).filter((comment) => comment.parentId === null);
  return listed(call, content, roots, false);
}

function listReplies(call: Call, place: CommentPlace): Response {
  const { comment, content } = visibleComment(call, call.id(), place);
  const all = call.site.contents.comments(place, content.id);
  return listed(
    call,
    content,
    all.filter(({ parentId }) => parentId === comment.id),
    true,
  );
}

/** Deletes permanently, because comments have no trash. Authors may delete their own. */
function deleteComment(call: Call, place: CommentPlace): Response {
  const { comment, content } = visibleComment(call, call.id(), place);
  const mayDelete =
    comment.authorId === call.user.accountId || call.access.inSpace(content.spaceId).has('delete comment');
  if (!mayDelete) throw contentNotFound();
  call.site.contents.removeComment(place, comment);
  return noContent();
}

function endpointsOf(place: CommentPlace): readonly Endpoint[] {
  const path = `/wiki/api/v2/${place}-comments`;
  return [
    {
      method: 'POST',
      path,
      scopes: [['write:comment:confluence']],
      handle: (call) => createComment(call, place),
    },
    { method: 'GET', path: `${path}/:id`, scopes: READ, handle: (call) => readComment(call, place) },
    {
      method: 'PUT',
      path: `${path}/:id`,
      scopes: [['write:comment:confluence']],
      handle: (call) => updateComment(call, place),
    },
    { method: 'GET', path: `${path}/:id/versions`, scopes: READ, handle: (call) => listCommentVersions(call, place) },
    {
      method: 'DELETE',
      path: `${path}/:id`,
      scopes: [['delete:comment:confluence']],
      handle: (call) => deleteComment(call, place),
    },
    { method: 'GET', path: `${path}/:id/children`, scopes: READ, handle: (call) => listReplies(call, place) },
    { method: 'GET', path, scopes: READ, handle: (call) => listAllComments(call, place) },
    ...(['page', 'blogpost'] as const).map((type): Endpoint => ({
      method: 'GET',
      path: `/wiki/api/v2/${type}s/:id/${place}-comments`,
      scopes: READ,
      handle: (call) => listComments(call, place, type),
    })),
  ];
}

export const commentEndpoints: readonly Endpoint[] = [...endpointsOf('footer'), ...endpointsOf('inline')];
