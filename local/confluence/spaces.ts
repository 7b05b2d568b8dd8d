import * as z from 'zod';
import type { Call, Endpoint } from './endpoint';
import { withBase } from './content-json';
import { v2List } from './paging';
import { listContents } from './pages';
import { badRequest, forbidden, spaceNotFound } from './refusal';
import type { RolePrincipal, Space } from './rows';
import { spaceJsonV1 } from './space-json-v1';
import { READ_SPACE as READ, roleNamed, spacePermissionJson } from './space-permissions';
import { ANONYMOUS_USERS } from './space-store';

const READ_SPACE = [['read:space:confluence']];

/** The group of all Confluence users. On sites without roles, it gets the default permissions of a new space. */
const EVERYBODY = 'confluence-users';

/**
 * The permissions of a space. Atlassian documents principals of the type `role`, and not if a public space has one: here
 * only with the switch `anonymous-as-role`.
 */
export function listedPermissions(call: Call, space: Space): readonly Record<string, unknown>[] {
  const named = call.site.spaces.permissions(space.id).map(spacePermissionJson);
  const hasRoles = call.site.spaces.roleMode() === 'ROLES';
  if (hasRoles || !call.assumptions.has('anonymous-as-role') || !call.site.spaces.isPublic(space.id)) return named;
  const anonymous = { principal: { type: 'role', id: ANONYMOUS_USERS.principalId }, id: `${space.id}0` };
  return [...named, { ...anonymous, operation: { key: READ.operation, targetType: READ.target } }];
}

export function visibleSpace(call: Call, id: string): Space {
  const space = call.site.spaces.byId(id);
  if (space === undefined || !call.access.seesSpace(space)) throw spaceNotFound();
  return space;
}

function spaceJson(space: Space, call: Call): Record<string, unknown> {
  const format = call.oneOf('description-format', ['plain', 'view']);
  return {
    id: space.id,
    key: space.key,
    name: space.name,
    type: 'global',
    status: 'current',
    authorId: space.authorId,
    createdAt: space.createdAt,
    ...(space.homepageId === null ? {} : { homepageId: space.homepageId }),
    ...(format === undefined
      ? {}
      : { description: { [format]: { representation: format, value: space.description } } }),
    _links: { webui: `/spaces/${space.key}` },
  };
}

interface NewSpace {
  readonly key: string;
  readonly name: string;
  readonly description: string;
  readonly isPrivate: boolean;
}

const KEY = /^[A-Za-z0-9~]{1,255}$/;

/** Creates the space with its homepage and permissions. The app user becomes a member, as in Confluence. */
function createSpace(call: Call, wanted: NewSpace): Space {
  const name = wanted.name.trim();
  if (name === '' || name.length > 200) throw badRequest('The name of a space must have 1 to 200 characters');
  if (!KEY.test(wanted.key))
    throw badRequest(`The space key {${wanted.key}} is not valid: use letters and digits only`);
  if (call.site.spaces.byKey(wanted.key) !== undefined)
    throw badRequest(`A space already exists with key ${wanted.key}`);
  return call.site.atomically(() => {
    const id = call.site.nextId();
    const homepageId = call.site.nextId();
    const space: Space = {
      id,
      key: wanted.key,
      name,
      description: wanted.description,
      authorId: call.user.accountId,
      createdAt: call.now,
      homepageId,
    };
    call.site.spaces.add(space);
    call.site.contents.add(
      {
        id: homepageId,
        type: 'page',
        status: 'current',
        title: `${name} Home`,
        spaceId: id,
        parentId: null,
        position: 0,
        authorId: call.user.accountId,
        ownerId: call.user.accountId,
        lastOwnerId: null,
        createdAt: call.now,
        isLive: false,
      },
      {
        number: 1,
        title: `${name} Home`,
        body: '',
        message: '',
        minorEdit: false,
        authorId: call.user.accountId,
        createdAt: call.now,
      },
    );
    for (const principalId of [call.user.accountId, call.site.people.app().accountId])
      call.site.spaces.give(id, { principalType: 'USER', principalId }, roleNamed('Admin'));
    const everybody = call.site.people.groupByName(EVERYBODY)?.id;
    if (wanted.isPrivate || everybody === undefined) return space;
    const users: RolePrincipal =
      call.site.spaces.roleMode() === 'PRE_ROLES'
        ? { principalType: 'GROUP', principalId: everybody }
        : { principalType: 'ACCESS_CLASS', principalId: 'all-licensed-users' };
    call.site.spaces.give(id, users, roleNamed('Collaborator'));
    return space;
  });
}

/** A key from the letters of the name, as Confluence suggests it. */
function keyFrom(name: string): string {
  const words = name
    .toUpperCase()
    .replace(/[^A-Z0-9 ]/g, '')
    .split(' ')
    .filter((word) => word !== '');
  const [first] = words;
  if (first === undefined) return 'SPACE';
  return words.length === 1 ? first.slice(0, 10) : words.map((word) => word.charAt(0)).join('');
}

const creationV2 = z.object({
  name: z.string(),
  key: z.string().optional(),
  description: z.object({ value: z.string(), representation: z.literal('plain').default('plain') }).nullish(),
  createPrivateSpace: z.boolean().default(false),
});

async function createV2(call: Call): Promise<Response> {
  const body = await call.json(creationV2);
  // v2 documents 404 for a caller who may not create spaces.
  if (!call.administersConfluence) throw spaceNotFound();
  const space = createSpace(call, {
    key: body.key ?? keyFrom(body.name),
    name: body.name,
    description: body.description?.value ?? '',
    isPrivate: body.createPrivateSpace,
  });
  return Response.json(withBase(call, { ...spaceJson(space, call), currentActiveAlias: space.key }), { status: 201 });
}

const creationV1 = z.object({
  name: z.string(),
  key: z.string().optional(),
  description: z.object({ plain: z.object({ value: z.string() }) }).nullish(),
  permissions: z.unknown().optional(),
});

async function createV1(call: Call, isPrivate: boolean): Promise<Response> {
  const body = await call.json(creationV1);
  if (body.permissions !== undefined && body.permissions !== null) {
    throw badRequest(
      'Permissions in the body are not modeled by the local Confluence: create the space, then grant them',
    );
  }
  if (!call.administersConfluence) throw forbidden('User not permitted to create a space');
  const space = createSpace(call, {
    key: body.key ?? keyFrom(body.name),
    name: body.name,
    description: body.description?.plain.value ?? '',
    isPrivate,
  });
  return Response.json(spaceJsonV1(call, space));
}

const SORTS = ['id', '-id', 'key', '-key', 'name', '-name'] as const;

function listSpaces(call: Call): Response {
  const ids = call.ids('ids');
  const keys = call.list('keys')?.map((key) => key.toLowerCase());
  const type = call.query('type');
  const status = call.oneOf('status', ['current', 'archived']);
  const sort = call.oneOf('sort', SORTS) ?? 'id';
  const field = sort.replace('-', '');
  const direction = sort.startsWith('-') ? -1 : 1;
  const spaces = call.site.spaces
    .all()
    .filter(
      (space) =>
        call.access.seesSpace(space) &&
        (ids === undefined || ids.includes(space.id)) &&
        (keys === undefined || keys.includes(space.key.toLowerCase())) &&
        (type === undefined || type === 'global') &&
        status !== 'archived',
    )
    .sort((a, b) => {
      const order =
        field === 'id'
          ? Number(a.id) - Number(b.id)
          : field === 'key'
            ? a.key.localeCompare(b.key)
            : a.name.localeCompare(b.name);
      return direction * order;
    });
  return v2List(
    call,
    spaces,
    (space) => space.id,
    (space) => ({ ...spaceJson(space, call), currentActiveAlias: space.key }),
  );
}

function readSpace(call: Call): Response {
  const space = visibleSpace(call, call.id('id', 'SpaceId'));
  const base = `${call.baseUrl}/wiki/api/v2/spaces/${space.id}`;
  const part = (name: string, results: readonly unknown[]) => ({
    results: results.slice(0, 50),
    meta: { hasMore: results.length > 50, cursor: '' },
    _links: { self: `${base}/${name}` },
  });
  return Response.json(
    withBase(call, {
      ...spaceJson(space, call),
      ...(call.flag('include-operations') ? { operations: part('operations', spaceOperations(call, space)) } : {}),
      ...(call.flag('include-permissions') ? { permissions: part('permissions', listedPermissions(call, space)) } : {}),
      ...(call.flag('include-labels') ? { labels: part('labels', []) } : {}),
      ...(call.flag('include-properties') ? { properties: part('properties', []) } : {}),
    }),
  );
}

function spaceOperations(call: Call, space: Space): { operation: string; targetType: string }[] {
  return [...call.access.inSpace(space.id)].sort().map((name) => {
    const [operation = '', targetType = ''] = name.split(' ');
    return { operation, targetType };
  });
}

function readOperations(call: Call): Response {
  return Response.json({ operations: spaceOperations(call, visibleSpace(call, call.id('id', 'SpaceId'))) });
}

function listPagesOfSpace(call: Call): Response {
  const space = visibleSpace(call, call.id('id', 'SpaceId'));
  const depth = call.oneOf('depth', ['all', 'root']) ?? 'all';
  return listContents(
    call,
    call.site.contents
      .inSpace(space.id)
      .filter((content) => content.type === 'page' && (depth === 'all' || content.parentId === null)),
  );
}

const WRITE_SPACE_V1 = [
  ['write:confluence-space'],
  ['read:space-details:confluence', 'write:space:confluence', 'write:space.permission:confluence'],
];

export const spaceEndpoints: readonly Endpoint[] = [
  { method: 'GET', path: '/wiki/api/v2/spaces', scopes: READ_SPACE, handle: listSpaces },
  { method: 'POST', path: '/wiki/api/v2/spaces', scopes: [['write:space:confluence']], handle: createV2 },
  { method: 'GET', path: '/wiki/api/v2/spaces/:id', scopes: READ_SPACE, handle: readSpace },
  { method: 'GET', path: '/wiki/api/v2/spaces/:id/operations', scopes: READ_SPACE, handle: readOperations },
  {
    method: 'GET',
    path: '/wiki/api/v2/spaces/:id/pages',
    scopes: [['read:page:confluence']],
    handle: listPagesOfSpace,
  },
  { method: 'POST', path: '/wiki/rest/api/space', scopes: WRITE_SPACE_V1, handle: (call) => createV1(call, false) },
  {
    method: 'POST',
    path: '/wiki/rest/api/space/_private',
    scopes: WRITE_SPACE_V1,
    handle: (call) => createV1(call, true),
  },
];
