import * as z from 'zod';
import { READ_FORMATS, readBody, storageOf, writtenBody, type ReadFormat } from './body';
import { publishedContent } from './content-lookup';
import { bodyId, noContent, type Call, type Endpoint } from './endpoint';
import { v2List } from './paging';
import { badRequest, contentNotFound } from './refusal';
import type { Comment, Content } from './rows';
import { withBase } from './content-json';

const READ = [['read:comment:confluence']];

const creation = z.object({
  pageId: bodyId.optional(),
  blogPostId: bodyId.optional(),
  parentCommentId: bodyId.optional(),
  body: writtenBody.optional(),
});

function commentJson(
  call: Call,
  comment: Comment,
  content: Content,
  format: ReadFormat | undefined,
): Record<string, unknown> {
  return {
    id: comment.id,
    status: 'current',
    title: `Re: ${content.title}`,
    ...(content.type === 'page' ? { pageId: content.id } : { blogPostId: content.id }),
    ...(comment.parentId === null ? {} : { parentCommentId: comment.parentId }),
    version: { number: 1, message: '', minorEdit: false, authorId: comment.authorId, createdAt: comment.createdAt },
    body: readBody(comment.body, format),
    _links: { webui: `/pages/viewpage.action?pageId=${content.id}&focusedCommentId=${comment.id}` },
  };
}

/** A comment is visible exactly if what it is about is. */
function visibleComment(call: Call, id: string): { comment: Comment; content: Content } {
  const comment = call.site.contents.comment(id);
  if (comment === undefined) throw contentNotFound();
  return { comment, content: publishedContent(call, comment.contentId) };
}

async function createComment(call: Call): Promise<Response> {
  const body = await call.json(creation);
  const targets = [body.pageId, body.blogPostId, body.parentCommentId].filter((target) => target !== undefined);
  if (targets.length !== 1) throw badRequest('Exactly one of pageId, blogPostId and parentCommentId must be given');
  const parent = body.parentCommentId === undefined ? undefined : visibleComment(call, body.parentCommentId);
  const content =
    parent?.content ??
    (body.pageId === undefined
      ? publishedContent(call, body.blogPostId ?? '0', ['blogpost'])
      : publishedContent(call, body.pageId, ['page']));
  // v2 documents 404 also for somebody who may read but not comment.
  if (!call.access.inSpace(content.spaceId).has('create comment')) throw contentNotFound();
  const storage = storageOf(body.body);
  const comment: Comment = {
    id: call.site.nextId(),
    contentId: content.id,
    parentId: parent?.comment.id ?? null,
    body: storage,
    authorId: call.user.accountId,
    createdAt: call.now,
  };
  call.site.contents.addComment(comment);
  return Response.json(withBase(call, commentJson(call, comment, content, 'storage')), { status: 201 });
}

function readComment(call: Call): Response {
  const format = call.oneOf('body-format', READ_FORMATS);
  const { comment, content } = visibleComment(call, call.id());
  return Response.json(withBase(call, commentJson(call, comment, content, format)));
}

function listComments(call: Call): Response {
  const format = call.oneOf('body-format', ['storage', 'atlas_doc_format']);
  const sort =
    call.oneOf('sort', ['created-date', '-created-date', 'modified-date', '-modified-date']) ?? 'created-date';
  const content = publishedContent(call, call.id(), ['page']);
  const roots = call.site.contents.comments(content.id).filter((comment) => comment.parentId === null);
  const ordered = sort.startsWith('-') ? roots.reverse() : roots;
  return v2List(
    call,
    ordered,
    (comment) => comment.id,
    (comment) => commentJson(call, comment, content, format),
  );
}

/** For good: comments have no trash. Authors may delete their own. */
function deleteComment(call: Call): Response {
  const { comment, content } = visibleComment(call, call.id());
  const mayDelete =
    comment.authorId === call.user.accountId || call.access.inSpace(content.spaceId).has('delete comment');
  if (!mayDelete) throw contentNotFound();
  call.site.contents.removeComment(comment.id);
  return noContent();
}

export const commentEndpoints: readonly Endpoint[] = [
  {
    method: 'POST',
    path: '/wiki/api/v2/footer-comments',
    scopes: [['write:comment:confluence']],
    handle: createComment,
  },
  { method: 'GET', path: '/wiki/api/v2/footer-comments/:id', scopes: READ, handle: readComment },
  {
    method: 'DELETE',
    path: '/wiki/api/v2/footer-comments/:id',
    scopes: [['delete:comment:confluence']],
    handle: deleteComment,
  },
  { method: 'GET', path: '/wiki/api/v2/pages/:id/footer-comments', scopes: READ, handle: listComments },
];
