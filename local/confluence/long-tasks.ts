import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { bodyId, type Call, type Endpoint } from './endpoint';
import { badRequest, notFound, spaceNotFound } from './refusal';

const MAX_PAGES = 300;

const archive = z.object({ pages: z.array(z.object({ id: bodyId })).min(1) });

async function archivePages(call: Call): Promise<Response> {
  const { pages } = await call.json(archive);
  if (pages.length > MAX_PAGES)
    throw badRequest(`The number of pages to archive is larger than the limit of ${String(MAX_PAGES)}`);
  const found = [...new Set(pages.map((page) => page.id))].map((id) => {
    const page = call.site.contents.byId(id);
    // Only 400 is documented, so pages that the caller cannot see or may not archive cause it too.
    if (page?.type !== 'page' || page.status === 'draft' || page.status === 'trashed') throw unresolved();
    if (!call.access.operations(page).some(({ operation }) => operation === 'archive')) throw unresolved();
    if (page.status === 'archived') throw badRequest('One of the specified pages is already archived');
    return page;
  });
  return longTask(call, 'Archive pages', () => {
    for (const page of found) call.site.contents.save({ ...page, status: 'archived' });
  });
}

/** A long-running task of Confluence, completed immediately; it is finished when it is first read. */
function longTask(call: Call, name: string, work: () => void): Response {
  const taskId = randomUUID();
  call.site.atomically(() => {
    work();
    call.site.addTask({ id: taskId, accountId: call.user.accountId, name });
  });
  return Response.json(
    {
      ari: `ari:cloud:confluence:local:long-running-task/${taskId}`,
      id: taskId,
      links: { status: `/rest/api/longtask/${taskId}` },
    },
    { status: 202 },
  );
}

/** Deletes a space permanently with its content, because pages deleted with a space do not go to the trash. */
function deleteSpace(call: Call): Response {
  const space = call.site.spaces.byKey(call.parameter('spaceKey'));
  if (space === undefined || !call.access.inSpace(space.id).has('administer space')) throw spaceNotFound();
  return longTask(call, 'Delete space', () => {
    for (const content of call.site.contents.inSpace(space.id)) call.site.contents.remove(content.id);
    call.site.spaces.remove(space);
  });
}

const unresolved = () => badRequest('The content IDs specified do not all resolve to pages that can be archived');

function readTask(call: Call): Response {
  const task = call.site.task(call.parameter('id'));
  if (task === undefined || task.accountId !== call.user.accountId)
    throw notFound('There is no task with the given ID');
  return Response.json({
    ari: `ari:cloud:confluence:local:long-running-task/${task.id}`,
    id: task.id,
    name: { key: task.name, args: [] },
    elapsedTime: 0,
    percentageComplete: 100,
    successful: true,
    finished: true,
    messages: [],
    status: 'SUCCESSFUL',
    errors: [],
    _links: {
      self: `${call.baseUrl}/wiki/rest/api/longtask/${task.id}`,
      base: `${call.baseUrl}/wiki`,
      context: '/wiki',
    },
  });
}

export const longTaskEndpoints: readonly Endpoint[] = [
  {
    method: 'POST',
    path: '/wiki/rest/api/content/archive',
    scopes: [['write:confluence-content'], ['read:content.metadata:confluence', 'write:page:confluence']],
    handle: archivePages,
  },
  {
    method: 'DELETE',
    path: '/wiki/rest/api/space/:spaceKey',
    scopes: [['write:confluence-space'], ['read:content.metadata:confluence', 'delete:space:confluence']],
    handle: deleteSpace,
  },
  {
    method: 'GET',
    path: '/wiki/rest/api/longtask/:id',
    scopes: [['read:confluence-space.summary'], ['read:content.metadata:confluence']],
    handle: readTask,
  },
];
