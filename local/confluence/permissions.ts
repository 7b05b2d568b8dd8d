import * as z from 'zod';
import { accessOfAccount, accessOfGroup, anonymousAccess, noAccess, type Access } from './access';
import { bodyId, noContent, parseId, type Call, type Endpoint } from './endpoint';
import { publishedContent } from './content-lookup';
import { v2List } from './paging';
import { badRequest, forbidden, notFound, spaceNotFound } from './refusal';
import type { Space } from './rows';
import { requireOneSpace } from './space-roles';
import { listedPermissions, visibleSpace } from './spaces';
import { isSpacePermission, READ_SPACE } from './space-permissions';

const subject = z.object({ type: z.enum(['user', 'group']), identifier: z.string().min(1) });
const check = z.object({ subject, operation: z.enum(['read', 'update', 'delete']) });

/**
 * May this person or group do that to this content? Site access, space permissions and restrictions all count.
 * Only Confluence administrators may check another user, and the app counts as one. This is decided before the
 * content is read, so that a refusal reveals nothing about it. The caller must be able to see the content.
 */
async function checkPermission(call: Call): Promise<Response> {
  const id = call.id();
  const body = await call.json(check);
  const self = body.subject.type === 'user' && body.subject.identifier === call.user.accountId;
  const isRefusedToApps = call.isApp && call.assumptions.has('no-permission-check');
  if (isRefusedToApps || (!self && !call.administersConfluence))
    throw forbidden('User not permitted to check the permissions of somebody else');
  const content = publishedContent(call, id);
  const rights = accessOf(call, body.subject).to(content);
  const hasPermission = rights[body.operation];
  return Response.json({
    hasPermission,
    errors: hasPermission ? [] : [{ translation: `The subject may not ${body.operation} this content`, args: [] }],
    _links: { self: `${call.baseUrl}${call.url.pathname}`, base: `${call.baseUrl}/wiki`, context: '/wiki' },
  });
}

/** An account that is unknown or deactivated, and an unknown group, are not found. */
function accessOf(call: Call, { type, identifier }: z.infer<typeof subject>): Access {
  if (type === 'group') {
    const group = call.site.people.group(identifier) ?? call.site.people.groupByName(identifier);
    if (group === undefined) throw notFound(`No group found with the given id: ${identifier}`);
    return accessOfGroup(call.site, group.id);
  }
  // Confluence's name for people without a login.
  if (identifier === 'anonymous') return anonymousAccess(call.site);
  const user = call.site.people.byAccountId(identifier);
  if (user === undefined || !user.active) throw notFound(`No user found with the account ID: ${identifier}`);
  // The check counts access to Confluence, which public pages do not require.
  return user.mayUseConfluence ? accessOfAccount(call.site, user.accountId) : noAccess(call.site);
}

function listSpacePermissions(call: Call): Response {
  const space = visibleSpace(call, call.id('id', 'SpaceId'));
  const permissions = listedPermissions(call, space);
  return v2List(
    call,
    permissions,
    ({ id }) => String(id),
    (permission) => permission,
  );
}

/** The space by its key, for its administrators. */
function administeredSpace(call: Call): Space {
  const space = call.site.spaces.byKey(call.parameter('spaceKey'));
  if (space === undefined || !call.access.seesSpace(space)) throw spaceNotFound();
  // Confluence closes these endpoints to apps, also when they impersonate a user; impersonation is not visible here.
  if (call.isApp) throw forbidden('Apps cannot access this REST resource');
  if (!call.access.inSpace(space.id).has('administer space'))
    throw forbidden('User not permitted to administer the space');
  if (call.site.spaces.roleMode() === 'ROLES') throw badRequest('Roles have replaced the permissions of spaces');
  return space;
}

const newPermission = z.object({ subject, operation: z.object({ key: z.string(), target: z.string() }) });

async function addSpacePermission(call: Call): Promise<Response> {
  const { subject: to, operation } = await call.json(newPermission);
  const space = administeredSpace(call);
  if (!isSpacePermission(operation.key, operation.target)) {
    throw badRequest(`There is no space permission ${operation.key} ${operation.target}`);
  }
  const identifier = knownSubject(call, to);
  if (to.type === 'user') requireOneSpace(call.site, identifier, space.id);
  const reads =
    (operation.key === READ_SPACE.operation && operation.target === READ_SPACE.target) ||
    call.site.spaces
      .permissions(space.id)
      .some(
        (one) =>
          one.subjectType === to.type &&
          one.subjectId === identifier &&
          one.operation === READ_SPACE.operation &&
          one.target === READ_SPACE.target,
      );
  if (!reads) throw badRequest("The subject needs the 'read space' permission first");
  const granted = call.site.atomically(() =>
    call.site.spaces.grant(space.id, to.type, identifier, operation.key, operation.target),
  );
  if (granted === undefined) throw badRequest('The permission already exists for the given user or group');
  return Response.json({
    id: Number(granted.id),
    subject: { type: to.type, identifier },
    operation,
    _links: { base: `${call.baseUrl}/wiki`, context: '/wiki' },
  });
}

/** A user by account id; a group by id or by name. */
function knownSubject(call: Call, { type, identifier }: z.infer<typeof subject>): string {
  const found =
    type === 'user'
      ? call.site.people.byAccountId(identifier)?.accountId
      : (call.site.people.group(identifier) ?? call.site.people.groupByName(identifier))?.id;
  if (found === undefined) throw badRequest(`No ${type} found with the identifier ${identifier}`);
  return found;
}

/** Losing "read space" means losing every permission of that space. */
function removeSpacePermission(call: Call): Response {
  const id = parseId(call.parameter('id'), 'id', 'long');
  const space = administeredSpace(call);
  const permissions = call.site.spaces.permissions(space.id);
  const permission = permissions.find((one) => one.id === id);
  if (permission === undefined) throw notFound(`There is no permission with the given id: ${id}`);
  const { subjectType, subjectId, operation, target } = permission;
  const isRead = operation === READ_SPACE.operation && target === READ_SPACE.target;
  const isRevoked = (one: typeof permission): boolean =>
    one.id === id || (isRead && one.subjectType === subjectType && one.subjectId === subjectId);
  // The app user administers the space too, but a space must keep one administrator who can log in.
  const app = call.site.people.app().accountId;
  if (!permissions.some((one) => !isRevoked(one) && one.operation === 'administer' && one.subjectId !== app)) {
    throw badRequest('All of the admin permissions cannot be removed from a space');
  }
  if (isRead) call.site.spaces.revokeAll(space.id, subjectType, subjectId);
  else call.site.spaces.revoke(permission);
  return noContent();
}

const idsToConvert = z.object({ contentIds: z.array(bodyId).max(100) });

/** Content that the caller cannot see has no type, like content that does not exist. */
async function convertIdsToTypes(call: Call): Promise<Response> {
  const { contentIds } = await call.json(idsToConvert);
  const typeOf = (id: string) => {
    const content = call.site.contents.byId(id);
    return content !== undefined && call.access.to(content).read ? content.type : null;
  };
  return Response.json({ results: Object.fromEntries(contentIds.map((id) => [id, typeOf(id)])) });
}

export const permissionEndpoints: readonly Endpoint[] = [
  {
    method: 'POST',
    path: '/wiki/api/v2/content/convert-ids-to-types',
    scopes: [['read:content.metadata:confluence']],
    handle: convertIdsToTypes,
  },
  {
    method: 'POST',
    path: '/wiki/rest/api/content/:id/permission/check',
    scopes: [['read:confluence-content.permission'], ['read:content.permission:confluence']],
    handle: checkPermission,
  },
  {
    method: 'GET',
    path: '/wiki/api/v2/spaces/:id/permissions',
    scopes: [['read:space:confluence']],
    isExemptFromPolicies: true,
    handle: listSpacePermissions,
  },
  {
    method: 'POST',
    path: '/wiki/rest/api/space/:spaceKey/permission',
    scopes: [['read:space.permission:confluence', 'write:space.permission:confluence']],
    handle: addSpacePermission,
  },
  {
    method: 'DELETE',
    path: '/wiki/rest/api/space/:spaceKey/permission/:id',
    scopes: [['write:space.permission:confluence']],
    handle: removeSpacePermission,
  },
];
