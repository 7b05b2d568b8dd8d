import * as z from 'zod';
import { placeJson, versionJson, webPath, withBase } from './content-json';
import { publishedContent } from './content-lookup';
import { createContent } from './content-writing';
import { bodyId, noContent, type Call, type Endpoint } from './endpoint';
import { v2List } from './paging';
import { contentNotFound } from './refusal';
import { TREE_TYPES, type Content, type TreeType } from './rows';

/**
 * Folders, whiteboards, databases and smart links (`embed`), as far as they are a part of the page tree. Restrictions are
 * inherited through them.
 */

const PATHS = { folder: 'folders', whiteboard: 'whiteboards', database: 'databases', embed: 'embeds' } as const;

const creation = z.object({ spaceId: bodyId, title: z.string(), parentId: bodyId.nullish() });

function create(type: TreeType) {
  return async (call: Call): Promise<Response> => {
    const { spaceId, title, parentId } = await call.json(creation);
    const wanted = { type, spaceId, status: 'current', title, parentId: parentId ?? undefined } as const;
    return Response.json(json(call, createContent(call, { ...wanted, body: undefined, isPrivate: false })));
  };
}

function json(call: Call, content: Content): Record<string, unknown> {
  const { id, type, status, title, spaceId, authorId, createdAt } = content;
  return withBase(call, {
    ...{ id, type, status, title, spaceId, authorId, createdAt, ...placeJson(call, content) },
    version: versionJson(call.site.contents.currentVersion(content)),
    _links: { webui: webPath(call.site.spaces.byId(spaceId), content) },
  });
}

/** Moves it to the trash. Content below it moves up. */
function remove(type: TreeType) {
  return (call: Call): Response => {
    const content = publishedContent(call, call.id(), [type]);
    if (!call.access.to(content).delete) throw contentNotFound();
    call.site.contents.trash(content);
    return noContent();
  };
}

/** The published children that the caller sees, of any type. */
export function visibleChildren(call: Call, type: Content['type']): readonly Content[] {
  const parent = publishedContent(call, call.id(), [type]);
  return call.site.contents
    .children(parent.id)
    .filter((child) => (child.status === 'current' || child.status === 'archived') && call.access.to(child).read);
}

function listDirectChildren(type: Content['type']) {
  return (call: Call): Response =>
    v2List(
      call,
      visibleChildren(call, type),
      (child) => child.id,
      ({ id, status, title, type: childType, spaceId, position }) => ({
        ...{ id, status, title, type: childType, spaceId },
        childPosition: position,
      }),
    );
}

const HIERARCHY = [['read:hierarchical-content:confluence']];

function endpointsOf(type: TreeType): readonly Endpoint[] {
  const path = `/wiki/api/v2/${PATHS[type]}`;
  return [
    { method: 'POST', path, scopes: [[`write:${type}:confluence`]], handle: create(type) },
    { method: 'DELETE', path: `${path}/:id`, scopes: [[`delete:${type}:confluence`]], handle: remove(type) },
    { method: 'GET', path: `${path}/:id/direct-children`, scopes: HIERARCHY, handle: listDirectChildren(type) },
  ];
}

export const treeEndpoints: readonly Endpoint[] = [
  {
    method: 'GET',
    path: '/wiki/api/v2/pages/:id/direct-children',
    scopes: HIERARCHY,
    handle: listDirectChildren('page'),
  },
  ...TREE_TYPES.flatMap(endpointsOf),
];
