import * as z from 'zod';
import { APP, HostError, isOfOneCall, route } from '../platform/confluence';
import { readRestrictions } from './read-pages';
import { ask, type Asking, type CountAccounts, listGuests } from './read-principals';
import type { SiteData, SpaceData, StoredPrincipals } from './store';

/**
 * Reads who can enter a space, as the app, in both models of permissions. Everything that is not certain is unknown: an answer that is
 * refused, incomplete or odd never narrows an audience.
 */

/** Undefined: Confluence did not say it. @throws as `ask` */
export async function readRoleMode(asking: Asking): Promise<SiteData['mode']> {
  const body = z.object({ mode: z.enum(['PRE_ROLES', 'ROLES_TRANSITION', 'ROLES']) });
  return (await ask(asking, 'roles', route`/wiki/api/v2/space-role-mode`, body))?.mode;
}

/** Those who may view a space, by kind. Only in memory. */
interface Named {
  readonly users: Set<string>;
  readonly groups: Set<string>;
  readonly classes: Set<string>;
}

/** The classes that roles can be assigned to. */
const CLASSES = [
  'anonymous-users',
  'authenticated-users',
  'all-licensed-users',
  'all-product-admins',
  'jsm-project-admins',
];
const ANONYMOUS = 'anonymous-users';

const links = z.object({ next: z.string().optional() }).optional();
export const assignments = z.object({
  results: z.array(
    z.object({
      principal: z.object({ principalType: z.string(), principalId: z.string().min(1) }),
      roleId: z.string(),
    }),
  ),
  _links: links,
});
const permissions = z.object({
  results: z.array(
    z.object({
      principal: z.object({ type: z.string(), id: z.string().min(1) }),
      operation: z.object({ key: z.string(), targetType: z.string() }),
    }),
  ),
  _links: links,
});

const AT_ONCE = 100;
const MAX_LISTS = 100;

/** All entries of a list. Undefined: not all of them are known. @throws as `ask` */
async function listAll<T>(
  read: (
    query: URLSearchParams,
  ) => Promise<
    { readonly results: readonly T[]; readonly _links?: { readonly next?: string | undefined } | undefined } | undefined
  >,
): Promise<readonly T[] | undefined> {
  const all: T[] = [];
  let cursor: string | undefined;
  for (let lists = 0; lists < MAX_LISTS; lists += 1) {
    const part = await read(
      new URLSearchParams({ limit: String(AT_ONCE), ...(cursor === undefined ? {} : { cursor }) }),
    );
    if (part === undefined) return undefined;
    all.push(...part.results);
    const next = part._links?.next;
    if (next === undefined) return all;
    cursor = new URLSearchParams(next.split('?')[1]).get('cursor') ?? undefined;
    if (cursor === undefined) return undefined;
  }
  return undefined;
}

function put({ users, groups, classes }: Named, type: string, id: string): void {
  const kind = type.toLowerCase();
  if (kind === 'user') users.add(id);
  else if (kind === 'group') groups.add(id);
  // Also a kind that is not known: it is in no list of classes.
  else classes.add(id);
}

/** True if anyone can enter. Undefined: not certain. The cheapest question where roles are on. @throws as `ask` */
export async function readAnonymousRole(asking: Asking, spaceId: string): Promise<boolean | undefined> {
  const query = new URLSearchParams({ 'principal-type': 'ACCESS_CLASS', 'principal-id': ANONYMOUS, limit: '1' });
  const found = await ask(
    asking,
    'roles',
    route`/wiki/api/v2/spaces/${spaceId}/role-assignments?${query}`,
    assignments,
  );
  if (found === undefined) return undefined;
  if (found.results.some(({ principal }) => principal.principalId === ANONYMOUS)) return true;
  return found.results.length === 0 ? false : undefined;
}

interface SpaceRead extends Pick<SpaceData, 'principals' | 'model'> {
  readonly users: readonly string[];
  /** True if the permissions of the old model show that the space is public. Omitted: it is not, or that is not known. */
  readonly showsAnonymous?: boolean;
}

/**
 * @param mode undefined: not known, so both models are read
 * @returns undefined principals: not known
 * @throws as `ask`
 */
export async function readSpace(
  asking: Asking,
  countAccounts: CountAccounts,
  spaceId: string,
  mode: SiteData['mode'],
): Promise<SpaceRead> {
  const named: Named = { users: new Set(), groups: new Set(), classes: new Set() };
  if (mode !== 'PRE_ROLES') {
    const roles = await listAll((query) =>
      ask(asking, 'roles', route`/wiki/api/v2/spaces/${spaceId}/role-assignments?${query}`, assignments),
    );
    if (roles === undefined) return { users: [] };
    for (const { principal } of roles) put(named, principal.principalType, principal.principalId);
  }
  let anonymous: boolean | undefined = named.classes.has(ANONYMOUS);
  if (mode !== 'ROLES') {
    const old = await listAll((query) =>
      ask(asking, 'permissions', route`/wiki/api/v2/spaces/${spaceId}/permissions?${query}`, permissions),
    );
    if (old === undefined) return { users: [] };
    for (const { principal, operation } of old) {
      if (operation.key !== 'read' || operation.targetType !== 'space') continue;
      put(
        named,
        principal.id === 'anonymous' ? 'role' : principal.type,
        principal.id === 'anonymous' ? ANONYMOUS : principal.id,
      );
    }
    // Atlassian does not document if these permissions show that anyone can enter (docs/adr/0128).
    anonymous = named.classes.has(ANONYMOUS) || (await checkAnonymous(asking, spaceId, named.users));
  }
  // A space has an admin. An answer without anyone is odd.
  if (named.users.size + named.groups.size + named.classes.size === 0) return { users: [] };
  const model = mode === 'ROLES' ? 'roles' : mode === 'PRE_ROLES' ? 'permissions' : 'both';
  return {
    ...{ model, principals: await principalsIn(named, countAccounts, anonymous), users: [...named.users] },
    ...(mode === 'PRE_ROLES' && anonymous === true ? { showsAnonymous: named.classes.has(ANONYMOUS) } : {}),
  };
}

async function principalsIn(
  { users, groups, classes }: Named,
  countAccounts: CountAccounts,
  anonymous: boolean | undefined,
): Promise<StoredPrincipals> {
  const isStrange = [...classes].some((one) => !CLASSES.includes(one));
  const isIn = (name: string): boolean | undefined => classes.has(name) || (isStrange ? undefined : false);
  return {
    groupIds: [...groups].toSorted(),
    ...(await countAccounts([...users])),
    ...(anonymous === undefined || (isStrange && !anonymous) ? {} : { anonymous }),
    ...(isIn('authenticated-users') === undefined ? {} : { loggedIn: isIn('authenticated-users') }),
    allLicensed: classes.has('all-licensed-users'),
    hasOtherClass: isStrange || classes.has('all-product-admins') || classes.has('jsm-project-admins'),
  };
}

const checked = z.object({ hasPermission: z.boolean() });
const space = z.object({ id: z.string(), homepageId: z.string().nullish() });

/**
 * Asks about people without a login on the homepage of the space, which has no page above it. Guests enter what is public even where the
 * site keeps people without a login out, so a guest whom the space does not name is asked about, too.
 * @param named the account ids that the space names
 * @returns false only if the homepage has no view restriction that could be the reason; undefined: not certain
 */
async function checkAnonymous(
  asking: Asking,
  spaceId: string,
  named: ReadonlySet<string>,
): Promise<boolean | undefined> {
  const homepageId = (await ask(asking, 'permissions', route`/wiki/api/v2/spaces/${spaceId}`, space))?.homepageId;
  if (homepageId === undefined || homepageId === null) return undefined;
  const isAllowed = await mayRead(asking, homepageId, 'anonymous');
  if (isAllowed !== false) return isAllowed;
  const page = (await readRestrictions(asking, [homepageId]))?.get(homepageId);
  if (page === undefined || page === 'odd') return undefined;
  if (page.users.length + page.groupIds.length + page.ancestorIds.length > 0) return undefined;
  const guests = await listGuests(asking);
  if (guests === undefined) return undefined;
  const other = guests.accountIds.find((id) => !named.has(id));
  if (other === undefined) return guests.areAll ? false : undefined;
  return (await mayRead(asking, homepageId, other)) === false ? false : undefined;
}

/** @returns undefined: not certain */
async function mayRead({ confluence }: Asking, pageId: string, identifier: string): Promise<boolean | undefined> {
  const body = { subject: { type: 'user', identifier }, operation: 'read' };
  try {
    const answer = await confluence.post(APP, route`/wiki/rest/api/content/${pageId}/permission/check`, body);
    return answer.status === 200 ? checked.safeParse(answer.body).data?.hasPermission : undefined;
  } catch (error) {
    if (error instanceof HostError && isOfOneCall(error)) return undefined;
    throw error;
  }
}
