import * as z from 'zod';
import { writtenBody } from './body';
import { contentJson, withBase } from './content-json';
import { visibleContent } from './content-lookup';
import { createContent } from './content-writing';
import { bodyId, noContent, type Call, type Endpoint } from './endpoint';
import { deleteContent, listContents, readContent, readOperations, updateContent } from './pages';

const READ = [['read:page:confluence']];

const creation = z.object({
  spaceId: bodyId,
  status: z.enum(['current', 'draft']).default('current'),
  title: z.string().optional(),
  body: writtenBody.optional(),
});

async function createBlogPost(call: Call): Promise<Response> {
  const body = await call.json(creation);
  const post = createContent(call, {
    type: 'blogpost',
    spaceId: body.spaceId,
    status: body.status,
    title: body.title,
    parentId: null,
    body: body.body,
    isPrivate: call.flag('private'),
    isLive: false,
  });
  return Response.json(withBase(call, contentJson(call, post, call.site.contents.currentVersion(post), 'storage')));
}

function listBlogPosts(call: Call): Response {
  const spaceIds = call.ids('space-id');
  const ids = call.ids('id');
  return listContents(
    call,
    call.site.contents
      .all()
      .filter(
        (content) =>
          content.type === 'blogpost' &&
          (ids === undefined || ids.includes(content.id)) &&
          (spaceIds === undefined || spaceIds.includes(content.spaceId)),
      ),
    'blogpost',
  );
}

function deleteBlogPost(call: Call): Response {
  deleteContent(call, visibleContent(call, call.id(), ['blogpost']));
  return noContent();
}

export const blogPostEndpoints: readonly Endpoint[] = [
  { method: 'POST', path: '/wiki/api/v2/blogposts', scopes: [['write:page:confluence']], handle: createBlogPost },
  { method: 'GET', path: '/wiki/api/v2/blogposts', scopes: READ, handle: listBlogPosts },
  { method: 'GET', path: '/wiki/api/v2/blogposts/:id', scopes: READ, handle: (call) => readContent(call, 'blogpost') },
  {
    method: 'PUT',
    path: '/wiki/api/v2/blogposts/:id',
    scopes: [['write:page:confluence']],
    handle: (call) => updateContent(call, 'blogpost'),
  },
  {
    method: 'GET',
    path: '/wiki/api/v2/blogposts/:id/operations',
    scopes: READ,
    handle: (call) => readOperations(call, 'blogpost'),
  },
  {
    method: 'DELETE',
    path: '/wiki/api/v2/blogposts/:id',
    scopes: [['delete:page:confluence']],
    handle: deleteBlogPost,
  },
];
