import * as z from 'zod';
import type { Call, Endpoint } from './endpoint';
import { v2List } from './paging';
import { badRequest, forbidden, notFound, spaceNotFound } from './refusal';
import { accessClass, type RolePrincipal } from './rows';
import type { Site } from './site';
import { SPACE_ROLES } from './space-permissions';
import { visibleSpace } from './spaces';

/** Roles in spaces, which only sites have where they are on (Atlassian: "Available on tenants with Role-Based Access Control"). */

const PRINCIPAL_TYPES = ['USER', 'GROUP', 'ACCESS_CLASS'] as const;

function readMode(call: Call): Response {
  return Response.json({ mode: call.site.spaces.roleMode() });
}

/**
 * A site without roles has nothing to list, like something that does not exist.
 * @returns false if there is nothing to list, but Confluence answers all the same
 */
function requireRoles(call: Call): boolean {
  if (call.isApp && call.assumptions.has('role-assignments-refused')) throw forbidden('Not permitted to view roles');
  const hasRoles = call.site.spaces.roleMode() !== 'PRE_ROLES';
  if (!hasRoles && !call.assumptions.has('role-assignments-in-old-model')) throw notFound('Roles are not available');
  return hasRoles;
}

/** The filter by a principal, which needs both of its members. */
function wantedPrincipal(call: Call): RolePrincipal | undefined {
  const principalType = call.oneOf('principal-type', PRINCIPAL_TYPES);
  const principalId = call.query('principal-id');
  if (principalType === undefined && principalId === undefined) return undefined;
  if (principalType === undefined || principalId === undefined)
    throw badRequest('principal-type and principal-id must be specified together', 'INVALID_REQUEST_PARAMETER');
  if (principalType === 'ACCESS_CLASS' && !accessClass.safeParse(principalId).success)
    throw badRequest(`There is no access class ${principalId}`, 'INVALID_REQUEST_PARAMETER');
  return { principalType, principalId };
}

/** True for roles that the parameters `role-id` and `role-type` select. */
function isWantedRole(call: Call): (roleId: string) => boolean {
  const [id, type] = [call.query('role-id'), call.oneOf('role-type', ['SYSTEM', 'CUSTOM'])];
  const isOfType = (roleId: string) => SPACE_ROLES.some((one) => one.id === roleId && one.type === type);
  return (roleId) => (id === undefined || roleId === id) && (type === undefined || isOfType(roleId));
}

function wantedAssignments(call: Call, spaceId: string) {
  const [principal, isWanted] = [wantedPrincipal(call), isWantedRole(call)];
  return call.site.spaces
    .assignments(spaceId)
    .filter(
      ({ principalType, principalId, roleId }) =>
        isWanted(roleId) &&
        (principal === undefined ||
          (principalType === principal.principalType && principalId === principal.principalId)),
    );
}

function listAssignments(call: Call): Response {
  const space = visibleSpace(call, call.id('id', 'SpaceId'));
  const assignments = requireRoles(call) ? wantedAssignments(call, space.id) : [];
  return v2List(
    call,
    assignments,
    ({ principalType, principalId }) => `${principalType} ${principalId}`,
    ({ principalType, principalId, roleId }) => ({ principal: { principalType, principalId }, roleId }),
  );
}

function listRoles(call: Call): Response {
  const spaceId = call.query('space-id');
  const space = spaceId === undefined ? undefined : visibleSpace(call, spaceId);
  const principal = wantedPrincipal(call);
  const isWanted = isWantedRole(call);
  const spaces = space === undefined ? call.site.spaces.all() : [space];
  const isHeld = (roleId: string) =>
    principal === undefined ||
    spaces.some(({ id }) => wantedAssignments(call, id).some((assignment) => assignment.roleId === roleId));
  const roles = requireRoles(call) ? SPACE_ROLES.filter(({ id }) => isWanted(id) && isHeld(id)) : [];
  return v2List(
    call,
    roles,
    ({ id }) => id,
    ({ id, type, name, permissions }) => ({
      ...{ id, type, name, description: `${name} of a space` },
      spacePermissions: permissions.map(({ operation, target }) => `${operation}/${target}`),
    }),
  );
}

const newAssignments = z.array(
  z.object({
    principal: z.object({ principalType: z.enum(PRINCIPAL_TYPES), principalId: z.string() }),
    roleId: z.string().nullish(),
  }),
);

function isKnown({ people }: Site, { principalType, principalId }: RolePrincipal): boolean {
  if (principalType === 'ACCESS_CLASS') return accessClass.safeParse(principalId).success;
  return (principalType === 'USER' ? people.byAccountId(principalId) : people.group(principalId)) !== undefined;
}

/** Gives and takes roles: all of the body, or nothing. */
async function setAssignments(call: Call): Promise<Response> {
  const wanted = await call.json(newAssignments);
  const space = visibleSpace(call, call.id('id', 'SpaceId'));
  if (!call.access.inSpace(space.id).has('administer space')) throw spaceNotFound();
  if (!requireRoles(call)) throw notFound('Roles are not available');
  call.site.atomically(() => {
    for (const { principal, roleId } of wanted) {
      if (!isKnown(call.site, principal)) throw badRequest(`There is no principal ${principal.principalId}`);
      if (principal.principalType === 'USER') requireOneSpace(call.site, principal.principalId, space.id);
      const role = SPACE_ROLES.find(({ id }) => id === roleId);
      if (role !== undefined) call.site.spaces.give(space.id, principal, role, 'roles');
      else if (roleId === undefined || roleId === null) call.site.spaces.takeRole(space.id, principal);
      else throw badRequest(`There is no role ${roleId}`);
    }
  });
  return listAssignments(call);
}

/** A guest has one space, which names the guest. */
export function requireOneSpace(site: Site, accountId: string, spaceId: string): void {
  if (site.people.isGuest(accountId) && site.spaces.naming(accountId).some((id) => id !== spaceId))
    throw badRequest('A guest can have access to one space only');
}

const READ = [['read:space.permission:confluence']];
const ASSIGNMENTS = '/wiki/api/v2/spaces/:id/role-assignments';

export const spaceRoleEndpoints: readonly Endpoint[] = [
  {
    method: 'GET',
    path: '/wiki/api/v2/space-role-mode',
    scopes: [['read:configuration:confluence']],
    handle: readMode,
  },
  { method: 'GET', path: '/wiki/api/v2/space-roles', scopes: READ, isExemptFromPolicies: true, handle: listRoles },
  { method: 'GET', path: ASSIGNMENTS, scopes: READ, isExemptFromPolicies: true, handle: listAssignments },
  { method: 'POST', path: ASSIGNMENTS, scopes: [['write:space.permission:confluence']], handle: setAssignments },
];
