import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { changesNow } from './changes';
import { bodyId, type Call, type Endpoint } from './endpoint';
import { badRequest, notFound, spaceNotFound } from './refusal';
import type { TaskPart } from './rows';
import type { Site } from './site';
import { TASK_MS } from './task-store';

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
  return startTask(
    call,
    'Archive pages',
    found.map(({ id, spaceId }) => ({ work: 'archive-page', subjectId: id, spaceId })),
  );
}

type Part = Pick<TaskPart, 'work' | 'subjectId' | 'spaceId'>;

/**
 * Starts a long-running task of Confluence. It is completed immediately; with the switch `slow-tasks`, one page after another.
 * @returns its id
 */
export function startParts(call: Call, name: string, parts: readonly Part[]): string {
  const id = randomUUID();
  call.site.atomically(() => {
    const isSlow = call.assumptions.has('slow-tasks');
    call.site.tasks.add({ id, accountId: call.user.accountId, name }, isSlow ? parts : [], Date.parse(call.now));
    if (!isSlow) for (const part of parts) applyPart(call.site, part);
  });
  return id;
}

function startTask(call: Call, name: string, parts: readonly Part[]): Response {
  const id = startParts(call, name, parts);
  return Response.json(
    {
      ari: `ari:cloud:confluence:local:long-running-task/${id}`,
      id,
      links: { status: `/rest/api/longtask/${id}` },
    },
    { status: 202 },
  );
}

/** Makes the change of one part, unless its subject no longer exists. */
export function applyPart({ contents, spaces }: Site, { work, subjectId, spaceId }: Part): void {
  const page = contents.byId(subjectId);
  if (work === 'delete-page') contents.remove(subjectId);
  if (work === 'archive-page' && page?.status === 'current') contents.save({ ...page, status: 'archived' });
  if (work === 'move-page' && page !== undefined) contents.save({ ...page, spaceId });
  const space = spaces.byId(spaceId);
  if (work !== 'delete-space' || space === undefined) return;
  // Pages that were created during the task.
  for (const content of contents.inSpace(spaceId)) contents.remove(content.id);
  spaces.remove(space);
}

/**
 * Deletes a space permanently with its content, because pages deleted with a space do not go to the trash. The event comes at
 * the start of the task, while the space and its pages are still there: Atlassian does not document its time.
 */
function deleteSpace(call: Call): Response {
  const space = call.site.spaces.byKey(call.parameter('spaceKey'));
  if (space === undefined || !call.access.inSpace(space.id).has('administer space')) throw spaceNotFound();
  changesNow()?.deletedSpaces.push(space);
  const pages = call.site.contents.inSpace(space.id);
  return startTask(call, 'Delete space', [
    ...pages.map(({ id }): Part => ({ work: 'delete-page', subjectId: id, spaceId: space.id })),
    { work: 'delete-space', subjectId: space.id, spaceId: space.id },
  ]);
}

const unresolved = () => badRequest('The content IDs specified do not all resolve to pages that can be archived');

function readTask(call: Call): Response {
  const task = call.site.tasks.byId(call.parameter('id'));
  if (task === undefined || task.accountId !== call.user.accountId)
    throw notFound('There is no task with the given ID');
  const remainingMs = call.site.tasks.remainingMs(task.id, Date.parse(call.now));
  const isFinished = remainingMs === 0;
  return Response.json({
    ari: `ari:cloud:confluence:local:long-running-task/${task.id}`,
    id: task.id,
    name: { key: task.name, args: [] },
    elapsedTime: isFinished ? 0 : TASK_MS - remainingMs,
    percentageComplete: Math.floor(100 * (1 - remainingMs / TASK_MS)),
    successful: isFinished,
    finished: isFinished,
    messages: [],
    status: isFinished ? 'SUCCESSFUL' : 'IN_PROGRESS',
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
