import * as z from 'zod';
import { accessOfAccount } from './access';
import { accessSetup, SetupRefusal, setUpAccess } from './access-setup';
import type { Site } from './site';
import { nativeLevelJson } from './native-levels';
import { nativeLevelRow, type Space, type User } from './rows';
import { roleNamed } from './space-permissions';
import { ANONYMOUS_USERS } from './space-store';

/**
 * Site administration that Confluence's REST API does not offer, under /local. It is specific to the local host and
 * uses plain JSON, strict bodies, and `{"error": "…"}` for refusals.
 */
const userChange = z.strictObject({
  active: z.boolean().optional(),
  siteAdmin: z.boolean().optional(),
  mayUseConfluence: z.boolean().optional(),
  /** A closed account is also deactivated. */
  account: z.enum(['active', 'closed', 'updated']).optional(),
});
const spaceChange = z
  .strictObject({ appIsMember: z.boolean().optional(), isPublic: z.boolean().optional() })
  .refine((change) => Object.keys(change).length > 0, 'Required: appIsMember or isPublic');

const refused = (status: number, error: string): Response => Response.json({ error }, { status });

function userJson(site: Site, user: User): Record<string, unknown> {
  const { accountId, email, displayName, accountType, active, siteAdmin, mayUseConfluence } = user;
  return {
    accountId,
    email,
    displayName,
    accountType,
    active,
    siteAdmin,
    mayUseConfluence,
    account: site.people.status(accountId),
  };
}

async function changeOf<T>(request: Request, schema: z.ZodType<T>): Promise<{ value: T } | { problem: string }> {
  let body: unknown;
  try {
    body = await request.json();
  } catch {
    return { problem: 'The body must be JSON.' };
  }
  const parsed = schema.safeParse(body);
  return parsed.success ? { value: parsed.data } : { problem: z.prettifyError(parsed.error) };
}

async function changeUser(site: Site, name: string, request: Request): Promise<Response> {
  const user = site.people.byAccountId(name) ?? site.people.byEmail(name);
  if (user === undefined) return refused(404, `There is no user ${name}.`);
  const change = await changeOf(request, userChange);
  if ('problem' in change) return refused(400, change.problem);
  const { account } = change.value;
  const changed: User = {
    ...user,
    active: account === 'closed' ? false : (change.value.active ?? user.active),
    siteAdmin: change.value.siteAdmin ?? user.siteAdmin,
    mayUseConfluence: change.value.mayUseConfluence ?? user.mayUseConfluence,
  };
  site.people.save(changed);
  if (account !== undefined) site.people.setStatus(user.accountId, account);
  return Response.json(userJson(site, changed));
}

function appIsMember(site: Site, space: Space): boolean {
  return accessOfAccount(site, site.people.app().accountId).seesSpace(space);
}

function spaceJson(site: Site, space: Space): Record<string, unknown> {
  return {
    id: space.id,
    key: space.key,
    name: space.name,
    appIsMember: appIsMember(site, space),
    isPublic: site.spaces.isPublic(space.id),
  };
}

async function changeSpace(site: Site, name: string, request: Request): Promise<Response> {
  const space = site.spaces.byKey(name) ?? (/^\d+$/.test(name) ? site.spaces.byId(name) : undefined);
  if (space === undefined) return refused(404, `There is no space ${name}.`);
  const change = await changeOf(request, spaceChange);
  if ('problem' in change) return refused(400, change.problem);
  const app = { principalType: 'USER', principalId: site.people.app().accountId } as const;
  const { appIsMember: isMember, isPublic: makePublic } = change.value;
  site.atomically(() => {
    if (makePublic !== undefined) site.spaces.take(space.id, ANONYMOUS_USERS);
    if (makePublic === true) site.spaces.give(space.id, ANONYMOUS_USERS, roleNamed('Reader'));
    if (isMember !== undefined) site.spaces.take(space.id, app);
    if (isMember === true) site.spaces.give(space.id, app, roleNamed('Admin'));
  });
  return Response.json(spaceJson(site, space));
}

const nativeLevelList = z
  .array(nativeLevelRow.omit({ position: true }).strict())
  .min(1)
  .refine((levels) => new Set(levels.map(({ id }) => id)).size === levels.length, 'Two levels have the same id');

async function setUp(site: Site, request: Request): Promise<Response> {
  if (request.method !== 'PUT') return refused(405, 'Only PUT is possible here.');
  const wanted = await changeOf(request, accessSetup);
  if ('problem' in wanted) return refused(400, wanted.problem);
  try {
    return Response.json(setUpAccess(site, wanted.value));
  } catch (error) {
    if (error instanceof SetupRefusal) return refused(400, error.message);
    throw error;
  }
}

/** The levels of Atlassian's own classification, which only the admins of an organization can change. */
async function administerNativeLevels(site: Site, request: Request): Promise<Response> {
  if (request.method !== 'GET') {
    if (request.method !== 'PUT') return refused(405, 'Only GET and PUT are possible here.');
    const wanted = await changeOf(request, nativeLevelList);
    if ('problem' in wanted) return refused(400, wanted.problem);
    const levels = wanted.value.map((level, index) => ({ ...level, position: index + 1 }));
    site.atomically(() => {
      site.nativeLevels.replaceAll(levels);
    });
  }
  return Response.json(site.nativeLevels.all().map(nativeLevelJson));
}

function decoded(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}

export async function administer(site: Site, request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  if (pathname === '/local/native-levels') return administerNativeLevels(site, request);
  if (pathname === '/local/access') return setUp(site, request);
  const [, collection, segment] = /^\/local\/(users|spaces)(?:\/([^/]+))?\/?$/.exec(pathname) ?? [];
  if (collection === undefined)
    return refused(
      404,
      'Known here: /local/users, /local/users/{email or accountId}, /local/spaces, /local/spaces/{key or id}, /local/access, /local/native-levels.',
    );
  if (segment === undefined) {
    if (request.method !== 'GET') return refused(405, 'Only GET is possible here.');
    const results =
      collection === 'users'
        ? site.people.all().map((user) => userJson(site, user))
        : site.spaces.all().map((space) => spaceJson(site, space));
    return Response.json({ results });
  }
  if (request.method !== 'PATCH') return refused(405, 'Only PATCH is possible here.');
  const name = decoded(segment);
  if (name === undefined) return refused(400, 'The path is not valid percent-encoding.');
  return collection === 'users' ? changeUser(site, name, request) : changeSpace(site, name, request);
}
