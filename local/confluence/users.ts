import * as z from 'zod';
import type { Call, Endpoint } from './endpoint';
import { v1List } from './paging';
import { badRequest, notFound } from './refusal';
import type { User } from './rows';
import { groupJson, userJson } from './user-json';

const READ_USER = [['read:confluence-user'], ['read:content-details:confluence']];

/** The v1 bulk read answers for the first hundred and ignores the rest. */
const MAX_ACCOUNT_IDS = 100;

const EXPANSIONS: readonly string[] = ['operations', 'personalSpace', 'isExternalCollaborator'];

/** The expansions; an unknown name is a 400. Only `operations` is modeled. */
function expansions(call: Call): readonly string[] {
  const names = call.list('expand') ?? [];
  const unknown = names.find((name) => !EXPANSIONS.includes(name));
  if (unknown !== undefined) throw badRequest(`Unknown expansion: ${unknown}`);
  return names;
}

function requiredAccountId(call: Call): string {
  const accountId = call.query('accountId');
  if (accountId === undefined || accountId === '') throw badRequest('The accountId is required');
  return accountId;
}

function knownUser(call: Call): User {
  const accountId = requiredAccountId(call);
  const user = call.site.people.byAccountId(accountId);
  if (user === undefined) throw notFound(`No user found with the account ID: ${accountId}`);
  return user;
}

function readUser(call: Call): Response {
  const isHidden = call.isApp && call.assumptions.has('no-admin-check');
  const expand = expansions(call).filter((name) => !isHidden || name !== 'operations');
  return Response.json(userJson(call, knownUser(call), expand));
}

function readCurrentUser(call: Call): Response {
  return Response.json(userJson(call, call.user, expansions(call)));
}

function readUsers(call: Call): Response {
  const expand = expansions(call);
  // Account ids cannot contain a comma, so both repetition and a comma-separated list are accepted.
  const accountIds = call.list('accountId');
  if (accountIds === undefined) throw badRequest('The accountId is required');
  const wanted = [...new Set(accountIds)].slice(0, MAX_ACCOUNT_IDS);
  const users = wanted.flatMap((accountId) => call.site.people.byAccountId(accountId) ?? []);
  return Response.json({
    results: users.map((user) => userJson(call, user, expand)),
    start: 0,
    limit: MAX_ACCOUNT_IDS,
    size: users.length,
    _links: { base: `${call.baseUrl}/wiki`, context: '/wiki', self: `${call.baseUrl}${call.url.pathname}` },
  });
}

function readGroupsOfUser(call: Call): Response {
  const user = knownUser(call);
  const groups = call.site.people.groupsOf(user.accountId);
  return Response.json(v1List(call, groups, (group) => groupJson(call, group), { usual: 200, most: 200 }));
}

const bulk = z.object({ accountIds: z.array(z.string()).min(1).max(250) });

async function readUsersV2(call: Call): Promise<Response> {
  const { accountIds } = await call.json(bulk);
  const users = [...new Set(accountIds)].flatMap((accountId) => call.site.people.byAccountId(accountId) ?? []);
  return Response.json({
    results: users.map((user) => ({
      displayName: user.displayName,
      timeZone: 'UTC',
      isExternalCollaborator: call.site.people.isGuest(user.accountId),
      accountStatus: user.active ? 'active' : 'inactive',
      accountId: user.accountId,
      email: call.isApp ? '' : user.email,
      accountType: user.accountType,
      publicName: user.displayName,
      profilePicture: { path: '/wiki/aa-avatar/default', isDefault: true },
    })),
    _links: { base: `${call.baseUrl}/wiki` },
  });
}

/** `user.fullname ~ "…"`: the words that the words of a name begin with. */
const FULL_NAME = /^\s*user\.fullname\s*~\s*"((?:[^"\\]|\\.)*)"\s*$/;
const ALL_PEOPLE = /^\s*type\s*=\s*"?user"?\s*$/;
/** Atlassian documents that a query for all users returns this many. */
const MOST_USERS = 10_000;

/** True for the names that the query asks for. Other queries of people are not modeled. */
function nameFilter(cql: string): (name: string) => boolean {
  if (ALL_PEOPLE.test(cql)) return () => true;
  const [, quoted] = FULL_NAME.exec(cql) ?? [];
  if (quoted === undefined) throw badRequest(`Could not parse cql : ${cql}`);
  const wanted = wordsOf(quoted.replace(/\\(.)/g, '$1'));
  return (name) => {
    const words = wordsOf(name);
    return wanted.length > 0 && wanted.every((word) => words.some((one) => one.startsWith(word)));
  };
}

/** Active people. Guests only if the filter asks for them, and never people without a license. */
function searchUsers(call: Call): Response {
  const cql = call.query('cql') ?? '';
  const isWanted = nameFilter(cql);
  const filter = call.oneOf('sitePermissionTypeFilter', ['all', 'externalCollaborator', 'none']) ?? 'none';
  const guests = new Set(call.site.people.guestIds());
  const everyone = call.site.people
    .all()
    .filter(({ accountId, accountType, active, mayUseConfluence, displayName }) => {
      if (accountType !== 'atlassian' || !active || !mayUseConfluence || !isWanted(displayName)) return false;
      return filter === 'all' || guests.has(accountId) === (filter === 'externalCollaborator');
    });
  const found = everyone.slice(0, MOST_USERS);
  const page = v1List(call, found, (user) => ({ user: userJson(call, user), ...resultOf(call, user) }), {
    usual: 25,
    most: 200,
  });
  const totalSize = call.assumptions.has('user-total-of-part') ? page['size'] : found.length;
  return Response.json({ ...page, totalSize, cqlQuery: cql, searchDuration: 1 });
}

function wordsOf(text: string): readonly string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

function resultOf(call: Call, { displayName, accountId }: User): Record<string, unknown> {
  return {
    title: displayName,
    excerpt: '',
    url: `/people/${accountId}`,
    breadcrumbs: [],
    entityType: 'user',
    iconCssClass: 'aui-icon content-type-profile',
    lastModified: call.now,
    score: 0,
  };
}

export const userEndpoints: readonly Endpoint[] = [
  { method: 'GET', path: '/wiki/rest/api/user', scopes: READ_USER, handle: readUser },
  { method: 'GET', path: '/wiki/rest/api/user/current', scopes: READ_USER, handle: readCurrentUser },
  { method: 'GET', path: '/wiki/rest/api/user/bulk', scopes: READ_USER, handle: readUsers },
  {
    method: 'GET',
    path: '/wiki/rest/api/user/memberof',
    scopes: [['read:confluence-user'], ['read:user:confluence', 'read:group:confluence']],
    handle: readGroupsOfUser,
  },
  {
    method: 'GET',
    path: '/wiki/rest/api/search/user',
    scopes: [['read:content-details:confluence']],
    handle: searchUsers,
  },
  { method: 'POST', path: '/wiki/api/v2/users-bulk', scopes: [['read:user:confluence']], handle: readUsersV2 },
];
