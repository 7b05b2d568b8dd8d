import * as z from 'zod';
import { writtenBody, storageOf } from './body';
import { contentJsonV1 } from './content-json-v1';
import { publishedContent } from './content-lookup';
import { checkParent, checkTitle, checkTitleIsFree } from './content-writing';
import { type Call, type Endpoint, parseId } from './endpoint';
import { forbidden, Refusal, spaceNotFound } from './refusal';

const copy = z.object({
  copyPermissions: z.boolean().default(false),
  /** Default: as the site does. */
  copyProperties: z.boolean().optional(),
  copyLabels: z.boolean().default(false),
  destination: z.object({
    type: z.enum(['space', 'existing_page', 'parent_page', 'parent_content']),
    value: z.string(),
  }),
  pageTitle: z.string().optional(),
  body: z.object({ storage: writtenBody.optional() }).optional(),
});

/** Copies one page without its descendants. */
async function copyPage(call: Call): Promise<Response> {
  const { destination, pageTitle, body, ...parts } = await call.json(copy);
  const origin = publishedContent(call, call.id(), ['page']);
  if (destination.type === 'existing_page')
    throw new Refusal(501, 'Copying over an existing page is not modeled by the local Confluence');
  const space =
    destination.type === 'space'
      ? call.site.spaces.byKey(destination.value)
      : call.site.spaces.byId(
          publishedContent(call, parseId(destination.value, 'destination', 'ContentId'), ['page']).spaceId,
        );
  if (space === undefined || !call.access.inSpace(space.id).has('read space')) throw spaceNotFound();
  if (!call.access.inSpace(space.id).has('create page'))
    throw forbidden('User does not have permission to create content at the destination');
  const parentId = destination.type === 'space' ? null : checkParent(call, destination.value, space.id).id;
  const title = checkTitle(pageTitle ?? origin.title);
  checkTitleIsFree(call, space.id, 'page', title);
  const created = call.site.atomically(() => {
    const { contents } = call.site;
    const id = contents.newId();
    const person = call.user.accountId;
    const made = contents.addCopy(
      origin.id,
      {
        id,
        type: 'page',
        status: 'current',
        title,
        spaceId: space.id,
        parentId,
        position: contents.nextPosition(space.id, parentId),
        authorId: person,
        ownerId: person,
        lastOwnerId: null,
        createdAt: call.now,
        isLive: origin.isLive,
      },
      {
        number: 1,
        title,
        body: body?.storage === undefined ? contents.currentVersion(origin).body : storageOf(body.storage),
        message: '',
        minorEdit: false,
        authorId: person,
        createdAt: call.now,
      },
    );
    if (parts.copyLabels)
      for (const { prefix, name } of contents.labels(origin.id)) contents.addLabel(id, prefix, name);
    if (parts.copyProperties ?? call.copiesProperties)
      for (const { id: _id, ...property } of contents.properties(origin.id))
        contents.addProperty({ ...property, contentId: id, version: 1, authorId: person, createdAt: call.now });
    if (parts.copyPermissions)
      for (const { operation, subjectType, subjectId } of contents.restrictions(origin.id))
        contents.restrict(id, operation, subjectType, subjectId);
    return made;
  });
  return Response.json(contentJsonV1(call, created, ['space', 'version']));
}

export const copyingEndpoints: readonly Endpoint[] = [
  {
    method: 'POST',
    path: '/wiki/rest/api/content/:id/copy',
    scopes: [['write:confluence-content'], ['read:content-details:confluence', 'write:page:confluence']],
    handle: copyPage,
  },
];
