import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { noContent, type Call, type Endpoint } from './endpoint';
import { v1List } from './paging';
import { badRequest, forbidden, notFound } from './refusal';
import type { Group } from './rows';
import { groupJson, userJson } from './user-json';

const READ_GROUP = [['read:confluence-groups'], ['read:group:confluence']];
const WRITE_GROUP = [['write:confluence-groups'], ['write:group:confluence']];
const LIMITS = { usual: 200, most: 200 };

/** The group whose members are the site admins. */
const ADMIN_GROUP = 'site-admins';

function listGroups(call: Call): Response {
  const accessType = call.oneOf('accessType', ['user', 'admin', 'site-admin']);
  const groups = call.site.people
    .groups()
    .filter((group) => accessType === undefined || (group.name === ADMIN_GROUP) === (accessType !== 'user'));
  return Response.json(v1List(call, groups, (group) => groupJson(call, group), LIMITS));
}

function searchGroups(call: Call): Response {
  const query = required(call, 'query').toLowerCase();
  const groups = call.site.people.groups().filter(({ name }) => name.toLowerCase().includes(query));
  return Response.json(v1List(call, groups, (group) => groupJson(call, group), LIMITS));
}

function knownGroup(call: Call, id: string): Group {
  const group = call.site.people.group(id);
  if (group === undefined) throw notFound(`No group found with the given id: ${id}`);
  return group;
}

function required(call: Call, name: string): string {
  const value = call.query(name);
  if (value === undefined || value === '') throw badRequest(`The ${name} is required`);
  return value;
}

function readGroup(call: Call): Response {
  return Response.json(groupJson(call, knownGroup(call, required(call, 'id'))));
}

function listMembers(call: Call): Response {
  const group = knownGroup(call, call.parameter('groupId'));
  const expand = call.list('expand') ?? [];
  const hasSize = call.flag('shouldReturnTotalSize') && !call.assumptions.has('no-group-size');
  const isActiveOnly = call.assumptions.has('active-members-only');
  const members = call.site.people.members(group.id).filter(({ active }) => active || !isActiveOnly);
  const part = v1List(call, members, (user) => userJson(call, user, expand), LIMITS);
  return Response.json({ ...part, ...(hasSize ? { totalSize: members.length } : {}) });
}

/** Site admins manage groups; the app user is not one. */
function requireSiteAdmin(call: Call): void {
  if (call.isApp || !call.user.siteAdmin) throw forbidden('User is not a site admin');
}

async function createGroup(call: Call): Promise<Response> {
  const { name } = await call.json(z.object({ name: z.string().trim().min(1).max(255) }));
  requireSiteAdmin(call);
  if (call.site.people.groupByName(name) !== undefined)
    throw badRequest(`A group with the name ${name} already exists`);
  const group: Group = { id: randomUUID(), name };
  call.site.people.addGroup(group);
  return Response.json(groupJson(call, group), { status: 201 });
}

/** Restrictions, permissions and roles keep the deleted group, and let no user in. */
function deleteGroup(call: Call): Response {
  const id = required(call, 'id');
  requireSiteAdmin(call);
  call.site.people.removeGroup(knownGroup(call, id));
  return noContent();
}

async function addMember(call: Call): Promise<Response> {
  const groupId = required(call, 'groupId');
  const { accountId } = await call.json(z.object({ accountId: z.string().min(1) }));
  requireSiteAdmin(call);
  const group = knownGroup(call, groupId);
  if (call.site.people.byAccountId(accountId) === undefined)
    throw badRequest(`No user found with the account ID: ${accountId}`);
  call.site.people.addMember(group.id, accountId);
  return new Response(null, { status: 201 });
}

/** Also 204 if the person was not a member. */
function removeMember(call: Call): Response {
  const groupId = required(call, 'groupId');
  const accountId = required(call, 'accountId');
  requireSiteAdmin(call);
  const group = knownGroup(call, groupId);
  if (call.site.people.byAccountId(accountId) === undefined)
    throw notFound(`No user found with the account ID: ${accountId}`);
  call.site.people.removeMember(group.id, accountId);
  return noContent();
}

export const groupEndpoints: readonly Endpoint[] = [
  { method: 'GET', path: '/wiki/rest/api/group', scopes: READ_GROUP, handle: listGroups },
  {
    method: 'POST',
    path: '/wiki/rest/api/group',
    scopes: [['write:confluence-groups'], ['read:group:confluence', 'write:group:confluence']],
    handle: createGroup,
  },
  { method: 'GET', path: '/wiki/rest/api/group/by-id', scopes: READ_GROUP, handle: readGroup },
  { method: 'GET', path: '/wiki/rest/api/group/picker', scopes: READ_GROUP, handle: searchGroups },
  { method: 'DELETE', path: '/wiki/rest/api/group/by-id', scopes: WRITE_GROUP, handle: deleteGroup },
  {
    method: 'GET',
    path: '/wiki/rest/api/group/:groupId/membersByGroupId',
    scopes: [['read:confluence-groups'], ['read:group:confluence', 'read:user:confluence']],
    handle: listMembers,
  },
  { method: 'POST', path: '/wiki/rest/api/group/userByGroupId', scopes: WRITE_GROUP, handle: addMember },
  { method: 'DELETE', path: '/wiki/rest/api/group/userByGroupId', scopes: WRITE_GROUP, handle: removeMember },
];
