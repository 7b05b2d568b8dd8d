import * as z from 'zod';
import { READ_FORMATS, readBody, storageOf, writtenBody, type ReadFormat } from './body';
import { publishedContent } from './content-lookup';
import { bodyId, noContent, type Call, type Endpoint } from './endpoint';
import { v2List } from './paging';
import { badRequest, contentNotFound } from './refusal';
import type { Comment, CommentPlace, Content } from './rows';
import { withBase } from './content-json';

const READ = [['read:comment:confluence']];

const creation = z.object({
  pageId: bodyId.optional(),
  blogPostId: bodyId.optional(),
  parentCommentId: bodyId.optional(),
  body: writtenBody.optional(),
  inlineCommentProperties: z.object({ textSelection: z.string() }).optional(),
});

interface Told {
  readonly format: ReadFormat | undefined;
  /** Replies name the comment that they answer, and not the page. */
  readonly isReply?: boolean;
}

function commentJson(
  call: Call,
  comment: Comment,
  content: Content,
  { format, isReply }: Told,
): Record<string, unknown> {
  const container = content.type === 'page' ? { pageId: content.id } : { blogPostId: content.id };
  return {
    id: comment.id,
    status: 'current',
    title: `Re: ${content.title}`,
    ...(isReply === true ? {} : container),
    ...(comment.parentId === null ? {} : { parentCommentId: comment.parentId }),
    version: { number: 1, message: '', minorEdit: false, authorId: comment.authorId, createdAt: comment.createdAt },
    body: readBody(comment.body, format),
    ...(comment.selection === null
      ? {}
      : {
          resolutionStatus: 'open',
          properties: { inlineMarkerRef: `marker-${comment.id}`, inlineOriginalSelection: comment.selection },
        }),
    // Of one inline comment no address is documented.
    _links:
      comment.selection !== null && isReply === undefined
        ? {}
        : { webui: `/pages/viewpage.action?pageId=${content.id}&focusedCommentId=${comment.id}` },
  };
}

/** A comment is visible exactly if what it is about is. */
function visibleComment(call: Call, id: string, place: CommentPlace): { comment: Comment; content: Content } {
  const comment = call.site.contents.comment(place, id);
  if (comment === undefined) throw contentNotFound();
  return { comment, content: publishedContent(call, comment.contentId) };
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
  // v2 documents 404 also for somebody who may read but not comment.
  if (!call.access.inSpace(content.spaceId).has('create comment')) throw contentNotFound();
  const storage = storageOf(body.body);
  const selection = parent?.comment.selection ?? body.inlineCommentProperties?.textSelection;
  if (place === 'inline' && selection === undefined) throw badRequest('inlineCommentProperties must be given');
  const comment: Comment = {
    id: call.site.nextId(),
    contentId: content.id,
    parentId: parent?.comment.id ?? null,
    body: storage,
    authorId: call.user.accountId,
    createdAt: call.now,
    selection: place === 'inline' ? (selection ?? '') : null,
  };
  call.site.contents.addComment(comment);
  return Response.json(withBase(call, commentJson(call, comment, content, { format: 'storage' })), { status: 201 });
}

function readComment(call: Call, place: CommentPlace): Response {
  const format = call.oneOf('body-format', READ_FORMATS);
  const { comment, content } = visibleComment(call, call.id(), place);
  return Response.json(withBase(call, commentJson(call, comment, content, { format })));
}

function listed(call: Call, content: Content, comments: readonly Comment[], isReply: boolean): Response {
  const format = call.oneOf('body-format', ['storage', 'atlas_doc_format']);
  const sort =
    call.oneOf('sort', ['created-date', '-created-date', 'modified-date', '-modified-date']) ?? 'created-date';
  return v2List(
    call,
    sort.startsWith('-') ? comments.toReversed() : comments,
    (comment) => comment.id,
    (comment) => commentJson(call, comment, content, { format, isReply }),
  );
}

function listComments(call: Call, place: CommentPlace): Response {
  const content = publishedContent(call, call.id(), ['page']);
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

/** For good: comments have no trash. Authors may delete their own. */
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
      method: 'DELETE',
      path: `${path}/:id`,
      scopes: [['delete:comment:confluence']],
      handle: (call) => deleteComment(call, place),
    },
    { method: 'GET', path: `${path}/:id/children`, scopes: READ, handle: (call) => listReplies(call, place) },
    {
      method: 'GET',
      path: `/wiki/api/v2/pages/:id/${place}-comments`,
      scopes: READ,
      handle: (call) => listComments(call, place),
    },
  ];
}

export const commentEndpoints: readonly Endpoint[] = [...endpointsOf('footer'), ...endpointsOf('inline')];
