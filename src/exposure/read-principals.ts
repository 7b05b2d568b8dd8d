import * as z from 'zod';
import { APP, type Confluence, HostError, isOfOneCall, route } from '../platform/confluence';
import type { Missing, StoredPrincipals } from './store';

/** Reads people, groups and their numbers as the app. Names and account ids stay in memory. */

/** Confluence, and what it refused in this step, for example because the site has not consented to a scope. */
export interface Asking {
  readonly confluence: Confluence;
  readonly missing: Set<Missing>;
}

type Path = ReturnType<typeof route>;

/**
 * @param ofWhat what is missing if Confluence refuses the answer
 * @returns the parsed body of a 200; undefined: any other response, so nothing is known
 * @throws HostError if no other call can succeed either
 */
export async function ask<T>(
  { confluence, missing }: Asking,
  ofWhat: Missing,
  path: Path,
  schema: z.ZodType<T>,
): Promise<T | undefined> {
  try {
    const { status, body } = await confluence.get(APP, path);
    if (status === 403) missing.add(ofWhat);
    return status === 200 ? schema.safeParse(body).data : undefined;
  } catch (error) {
    if (!(error instanceof HostError) || !isOfOneCall(error)) throw error;
    // The platform answers a missing scope with 401, too.
    if (error.status === 401) missing.add(ofWhat);
    return undefined;
  }
}

const total = z.object({
  results: z.array(z.unknown()),
  totalSize: z.int().min(0),
  _links: z.object({ next: z.string().optional() }).optional(),
});

/** The size of the whole list. Undefined: it could be that of the part that was returned. */
function sizeOf(list: z.infer<typeof total> | undefined): number | undefined {
  if (list === undefined) return undefined;
  const { results, totalSize, _links } = list;
  return totalSize > results.length || (totalSize === results.length && _links?.next === undefined) ? totalSize : undefined;
}

/** Undefined: not known. @throws as `ask` */
export async function readGroupSize(asking: Asking, groupId: string): Promise<number | undefined> {
  const query = new URLSearchParams({ limit: '1', shouldReturnTotalSize: 'true' });
  return sizeOf(await ask(asking, 'groups', route`/wiki/rest/api/group/${groupId}/membersByGroupId?${query}`, total));
}

/** Atlassian documents that a search for all people finds at most so many. */
const MOST_PEOPLE = 10_000;

/** The people of the site with a license, or its guests. Undefined: not known. @throws as `ask` */
export async function countPeople(asking: Asking, who: 'none' | 'externalCollaborator'): Promise<number | undefined> {
  const query = new URLSearchParams({ cql: 'type=user', limit: '1', sitePermissionTypeFilter: who });
  const size = sizeOf(await ask(asking, 'people', route`/wiki/rest/api/search/user?${query}`, total));
  // A site has an admin with a license.
  const least = who === 'none' ? 1 : 0;
  return size !== undefined && size >= least && size < MOST_PEOPLE ? size : undefined;
}

const FEW_GUESTS = 10;
const guestList = z.object({
  results: z.array(z.object({ user: z.object({ accountId: z.string().min(1) }) })),
  _links: z.object({ next: z.string().optional() }).optional(),
});

/** Some guests of the site. Undefined: not known. @throws as `ask` */
export async function listGuests(
  asking: Asking,
): Promise<{ readonly accountIds: readonly string[]; readonly areAll: boolean } | undefined> {
  const query = new URLSearchParams({ cql: 'type=user', limit: String(FEW_GUESTS), sitePermissionTypeFilter: 'externalCollaborator' });
  const found = await ask(asking, 'people', route`/wiki/rest/api/search/user?${query}`, guestList);
  if (found === undefined) return undefined;
  const areAll = found.results.length < FEW_GUESTS && found._links?.next === undefined;
  return { accountIds: found.results.map(({ user }) => user.accountId), areAll };
}

const account = z.object({
  accountId: z.string(),
  accountType: z.string().optional(),
  isGuest: z.boolean().optional(),
  isExternalCollaborator: z.boolean().optional(),
  operations: z.array(z.object({ operation: z.string(), targetType: z.string() })).optional(),
});
type Account = z.infer<typeof account>;
const accounts = z.object({ results: z.array(account), _links: z.object({ next: z.string().optional() }).optional() });

/** What one account is. `none`: it cannot log in, or has no license. `unknown`: Confluence does not say it. */
type Kind = 'person' | 'guest' | 'app' | 'none' | 'unknown';

function kindOf({ accountType, isGuest = false, isExternalCollaborator = false, operations }: Account): Kind {
  if (accountType === 'app') return 'app';
  if (operations === undefined) return 'unknown';
  const canUse = operations.some(({ operation, targetType }) => operation === 'use' && targetType === 'application');
  if (!canUse) return 'none';
  return isGuest || isExternalCollaborator ? 'guest' : 'person';
}

const ACCOUNTS_AT_ONCE = 100;

/** Remembers within one step what accounts are. */
export function openAccounts(asking: Asking) {
  const known = new Map<string, Kind>();
  return async (accountIds: readonly string[]): Promise<Pick<StoredPrincipals, 'people' | 'guests' | 'apps' | 'uncertain'>> => {
    const unique = [...new Set(accountIds)];
    const unknown = unique.filter((id) => !known.has(id));
    for (let start = 0; start < unknown.length; start += ACCOUNTS_AT_ONCE) {
      const query = new URLSearchParams({ expand: 'operations' });
      const some = unknown.slice(start, start + ACCOUNTS_AT_ONCE);
      for (const id of some) query.append('accountId', id);
      const found = await ask(asking, 'people', route`/wiki/rest/api/user/bulk?${query}`, accounts);
      for (const one of found?.results ?? []) known.set(one.accountId, kindOf(one));
    }
    const kinds = unique.map((id) => known.get(id) ?? 'unknown');
    const numberOf = (wanted: Kind) => kinds.filter((kind) => kind === wanted).length;
    const uncertain = numberOf('unknown');
    return {
      ...{ people: numberOf('person'), guests: numberOf('guest'), apps: numberOf('app') },
      ...(uncertain === 0 ? {} : { uncertain }),
    };
  };
}
export type CountAccounts = ReturnType<typeof openAccounts>;

const MEMBERS_AT_ONCE = 200;

/**
 * The different people in some groups and a list, which are never stored.
 * @returns undefined: not known, or a guest is among the members
 * @throws as `ask`
 */
export async function countDistinct(
  asking: Asking,
  groupIds: readonly string[],
  accountIds: readonly string[],
  most: number,
): Promise<number | undefined> {
  const people = new Set<string>();
  let members = 0;
  for (const groupId of groupIds) {
    for (let start = 0; ; start += MEMBERS_AT_ONCE) {
      const query = new URLSearchParams({ limit: String(MEMBERS_AT_ONCE), start: String(start), expand: 'operations' });
      const part = await ask(asking, 'groups', route`/wiki/rest/api/group/${groupId}/membersByGroupId?${query}`, accounts);
      members += part?.results.length ?? 0;
      if (part === undefined || members > most) return undefined;
      for (const one of part.results) {
        const kind = kindOf(one);
        if (kind === 'person') people.add(one.accountId);
        // A guest passes the restriction, and may not enter the space.
        else if (kind !== 'none' && kind !== 'app') return undefined;
      }
      if (part._links?.next === undefined) break;
    }
  }
  const query = new URLSearchParams({ expand: 'operations' });
  if (accountIds.length > ACCOUNTS_AT_ONCE) return undefined;
  for (const id of accountIds) query.append('accountId', id);
  const named = accountIds.length === 0 ? { results: [] } : await ask(asking, 'people', route`/wiki/rest/api/user/bulk?${query}`, accounts);
  if (named === undefined || named.results.length !== new Set(accountIds).size) return undefined;
  for (const one of named.results) {
    const kind = kindOf(one);
    if (kind === 'unknown') return undefined;
    if (kind === 'person' || kind === 'guest') people.add(one.accountId);
  }
  return people.size;
}
