import * as z from 'zod';
import type { Page, PageLookup } from '../classification/page-lookup';
import { NO_PAGE } from '../classification/pages-lookup';
import { readCreator } from '../keys/creator';
import { awaitAll } from '../platform/await-all';
import { type Confluence, HostError, isOfOneCall, route } from '../platform/confluence';
import { confluenceId } from '../platform/confluence-id';
import { aGroup, isWhole, part, restriction } from './read-pages';
import { ask, type Asking } from './read-principals';
import { assignments, readRoleMode } from './read-space';

/**
 * Computes what a person may do with one page, from what Confluence returns to the app itself (docs/adr/0129). For sites that refuse to
 * let the app act for people and to check their permissions. Everything is read in the request. A part that is refused, incomplete, odd
 * or unknown ends it without a page, so that a hidden page, a missing one and an uncertain one are the same.
 */

/**
 * The longest lists that it reads. Each item costs two points, so together with the other calls, a page costs 60 points. A person in more
 * groups, a space with more assignments or a site with more roles gets no page.
 */
const GROUPS_AT_ONCE = 8;
const ASSIGNMENTS_AT_ONCE = 8;
const ROLES_AT_ONCE = 5;

/** Permissions in a space, as its roles contain them. */
const MAY_VIEW = 'read/space';
const MAY_EDIT = 'create/page';

/** The classes that each active person with a license is in. Whom `anonymous-users` lets in depends on other settings of the site. */
const CLASSES_OF_LICENSED = ['all-licensed-users', 'authenticated-users'];

const restrictions = z.object({ read: restriction, update: restriction });
type Gate = z.infer<typeof restriction>;

const aPage = z.object({
  id: confluenceId,
  type: z.literal('page'),
  status: z.enum(['current', 'archived']),
  title: z.string().nullish(),
  space: z.object({ id: z.union([z.int(), z.string()]).transform(String).pipe(confluenceId) }),
  version: z.object({ number: z.int(), when: z.iso.datetime({ offset: true }).optional().catch(undefined) }),
  history: z.object({ ownedBy: z.object({ accountId: z.string() }).optional() }),
  restrictions,
  /** The root first. A folder, or anything else that is no page, could restrict what is below it in a way that is not known. */
  ancestors: z.array(z.object({ id: confluenceId, type: z.literal('page'), restrictions })),
});
const search = z.object({
  results: z.array(aPage).length(1),
  _links: z.object({
    base: z
      .url({ protocol: /^https?$/ })
      .optional()
      .catch(undefined),
    next: z.undefined().optional(),
  }),
});
const EXPAND = ['', 'ancestors.']
  .flatMap((of) => ['read', 'update'].map((operation) => `${of}restrictions.${operation}.restrictions`))
  .flatMap((path) => [`${path}.user`, `${path}.group`]);

const roleList = z.object({
  results: z.array(z.object({ id: z.string().min(1), spacePermissions: z.array(z.string()) })),
  _links: z.object({ next: z.string().optional() }).optional(),
});

export interface ComputedQuestion {
  readonly accountId: string;
  readonly pageId: string;
}

export type ComputedLookup = Extract<PageLookup, { readonly outcome: 'page' | 'creator-inactive' }> | 'uncertain';

/** At most six calls as the app, for at most 60 points. @throws HostError, if no other call can succeed either */
export async function computePage(
  confluence: Confluence,
  { accountId, pageId }: ComputedQuestion,
): Promise<ComputedLookup> {
  const asking: Asking = { confluence, missing: new Set() };
  const [mode, creator, groups, found] = await awaitAll([
    readRoleMode(asking),
    readCreator(confluence, accountId).catch(unlessOfOneCall),
    readGroups(asking, accountId),
    readPage(asking, pageId),
  ] as const);
  if (creator?.mayUseConfluence === false) return { outcome: 'creator-inactive' };
  if (creator === undefined || mode !== 'ROLES' || groups === undefined) return 'uncertain';
  // Without a page, the same calls follow.
  const permissions = await readPermissions(asking, found?.page.space.id ?? NO_PAGE, { accountId, groups });
  if (found === undefined || permissions?.has(MAY_VIEW) !== true) return 'uncertain';
  const { page, baseUrl } = found;
  const places = [page, ...page.ancestors].map((one) => one.restrictions);
  const passes = ({ restrictions: { user, group } }: Gate) =>
    user.results.length + group.results.length === 0 ||
    user.results.some((one) => one.accountId === accountId) ||
    group.results.some(({ id }) => groups.has(id));
  const gates = places.flatMap(({ read, update }) => [read, update]).map((gate) => gate.restrictions);
  if (!gates.every(({ user, group }) => isWhole(user) && isWhole(group))) return 'uncertain';
  if (!places.every(({ read }) => passes(read))) return 'uncertain';
  // Atlassian documents that edit restrictions are not inherited. Those of pages above count all the same.
  const mayUpdate =
    page.status === 'current' && permissions.has(MAY_EDIT) && places.every(({ update }) => passes(update));
  return { outcome: 'page', page: { ...pageOf(page), mayUpdate, ...(baseUrl && { baseUrl }) }, asked: 'computed' };
}

function unlessOfOneCall(error: unknown): undefined {
  if (!(error instanceof HostError) || !isOfOneCall(error)) throw error;
}

function pageOf({ id, space, title, history, ancestors, version }: z.infer<typeof aPage>): Omit<Page, 'mayUpdate'> {
  const parent = ancestors.at(-1);
  return {
    pageId: id,
    spaceId: space.id,
    title: title ?? '',
    ownerId: history.ownedBy?.accountId ?? null,
    ...(parent === undefined ? {} : { parentId: parent.id }),
    version: version.number,
    versionAt: version.when === undefined ? undefined : new Date(version.when).toISOString(),
  };
}

async function readGroups(asking: Asking, accountId: string): Promise<ReadonlySet<string> | undefined> {
  const query = new URLSearchParams({ accountId, limit: String(GROUPS_AT_ONCE) });
  const list = await ask(asking, 'groups', route`/wiki/rest/api/user/memberof?${query}`, part(aGroup));
  return list === undefined || !isWhole(list) ? undefined : new Set(list.results.map(({ id }) => id));
}

async function readPage(asking: Asking, pageId: string) {
  const expand = ['space', 'version', 'history.ownedBy', 'ancestors', ...EXPAND].join(',');
  const query = new URLSearchParams({ cql: `id in (${pageId})`, limit: '1', expand });
  const found = await ask(asking, 'restrictions', route`/wiki/rest/api/content/search?${query}`, search);
  const [page] = found?.results ?? [];
  return found === undefined || page?.id !== pageId ? undefined : { page, baseUrl: found._links.base };
}

/** The permissions of the person in a space. Undefined: not certain. */
async function readPermissions(
  asking: Asking,
  spaceId: string,
  { accountId, groups }: { readonly accountId: string; readonly groups: ReadonlySet<string> },
): Promise<ReadonlySet<string> | undefined> {
  const [given, roles] = await awaitAll([
    ask(
      asking,
      'roles',
      route`/wiki/api/v2/spaces/${spaceId}/role-assignments?limit=${ASSIGNMENTS_AT_ONCE}`,
      assignments,
    ),
    ask(asking, 'roles', route`/wiki/api/v2/space-roles?limit=${ROLES_AT_ONCE}`, roleList),
  ] as const);
  if (given === undefined || given._links?.next !== undefined) return undefined;
  if (roles === undefined || roles._links?.next !== undefined) return undefined;
  const permissionsOf = new Map(roles.results.map(({ id, spacePermissions }) => [id, spacePermissions]));
  const all = new Set<string>();
  for (const { principal, roleId } of given.results) {
    const permissions = permissionsOf.get(roleId);
    const isMember = isOne(principal, accountId, groups);
    if (permissions === undefined || isMember === undefined) return undefined;
    if (isMember) for (const one of permissions) all.add(one);
  }
  return all;
}

/** Undefined: an unknown kind of principal. */
function isOne(
  { principalType, principalId }: z.infer<typeof assignments>['results'][number]['principal'],
  accountId: string,
  groups: ReadonlySet<string>,
): boolean | undefined {
  if (principalType === 'USER') return principalId === accountId;
  if (principalType === 'GROUP') return groups.has(principalId);
  return principalType === 'ACCESS_CLASS' ? CLASSES_OF_LICENSED.includes(principalId) : undefined;
}
