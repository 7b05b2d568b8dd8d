import { createHash } from 'node:crypto';
import * as z from 'zod';
import { accessOfAccount } from './access';
import { editableContentV1, publishedContent } from './content-lookup';
import type { Call, Endpoint } from './endpoint';
import { badRequest, notFound } from './refusal';
import {
  restrictionOperation,
  type Content,
  type Group,
  type RestrictionOperation,
  type SubjectType,
  type User,
} from './rows';
import { groupJson, userJson } from './user-json';

const OPERATIONS: readonly RestrictionOperation[] = ['read', 'update'];
const MOST = 100;
const DELETED = 'deleted group';

/** Restrictions apply to published content of both types. */
function viewed(call: Call): Content {
  return publishedContent(call, call.id());
}

function subjects(call: Call, content: Content, operation: RestrictionOperation): { users: User[]; groups: Group[] } {
  const named = call.site.contents.restrictions(content.id).filter((one) => one.operation === operation);
  return {
    users: named
      .filter((one) => one.subjectType === 'user')
      .flatMap((one) => call.site.people.byAccountId(one.subjectId) ?? []),
    groups: named
      .filter((one) => one.subjectType === 'group')
      // Deleting a group does not remove it from restrictions.
      .map(({ subjectId }) => call.site.people.group(subjectId) ?? { id: subjectId, name: DELETED }),
  };
}

interface Part {
  readonly start: number;
  readonly limit: number;
}

function partOf(call: Call): Part {
  const start = call.integer('start', { least: 0, most: 2 ** 31 - 1 }) ?? 0;
  return { start, limit: call.integer('limit', { least: 1, most: 200 }) ?? MOST };
}

function restrictionJson(
  call: Call,
  content: Content,
  operation: RestrictionOperation,
  { start, limit }: Part = partOf(call),
) {
  const { users, groups } = subjects(call, content, operation);
  const part = <T>(all: readonly T[], render: (one: T) => unknown) => {
    const items = all.slice(start, start + limit);
    return { results: items.map(render), start, limit, size: items.length };
  };
  const self = `${call.baseUrl}/wiki/rest/api/content/${content.id}/restriction/byOperation/${operation}`;
  return {
    operation,
    restrictions: {
      user: { ...part(users, (user) => userJson(call, user)), totalSize: users.length, _links: { self } },
      group: part(groups, (group) => groupJson(call, group)),
    },
    _expandable: { content: `/rest/api/content/${content.id}` },
    _links: { self },
  };
}

/**
 * The member `restrictions` of content that is expanded, for example with `restrictions.read.restrictions.user`. Its
 * lists have a first part only: the others are in the restrictions of the content itself.
 */
export function expandedRestrictions(call: Call, content: Content, expand: readonly string[]): object {
  const isExpanded = (name: string) => expand.some((one) => `${one}.`.startsWith(`${name}.`));
  const self = `${call.baseUrl}/wiki/rest/api/content/${content.id}/restriction/byOperation`;
  const expanded = OPERATIONS.filter((operation) => isExpanded(`restrictions.${operation}`)).map((operation) => {
    const { restrictions, _expandable, ...rest } = restrictionJson(call, content, operation, { start: 0, limit: MOST });
    const path = `restrictions.${operation}.restrictions`;
    if (!isExpanded(path)) return [operation, { ...rest, _expandable: { ..._expandable, restrictions: '' } }];
    const parts = (['user', 'group'] as const).map(
      (type) => [isExpanded(`${path}.${type}`), type, restrictions[type]] as const,
    );
    const shown = parts.flatMap(([is, type, list]) => (is ? [[type, list] as const] : []));
    const hidden = parts.flatMap(([is, type]) => (is ? [] : [[type, ''] as const]));
    const both = { ...Object.fromEntries(shown), _expandable: Object.fromEntries(hidden) };
    return [operation, { ...rest, restrictions: both, _expandable }];
  });
  const left = OPERATIONS.filter((operation) => !isExpanded(`restrictions.${operation}`));
  return {
    ...Object.fromEntries(expanded),
    _expandable: Object.fromEntries(left.map((operation) => [operation, ''])),
    _links: { self },
  };
}

function listing(call: Call, content: Content): Response {
  const results = OPERATIONS.map((operation) => restrictionJson(call, content, operation));
  const named = call.site.contents
    .restrictions(content.id)
    .map((one) => `${one.operation}:${one.subjectType}:${one.subjectId}`)
    .sort();
  return Response.json({
    results,
    start: 0,
    limit: MOST,
    size: results.length,
    restrictionsHash: createHash('sha256').update(named.join('\n')).digest('hex').slice(0, 32),
    _links: {
      self: `${call.baseUrl}/wiki/rest/api/content/${content.id}/restriction`,
      base: `${call.baseUrl}/wiki`,
      context: '/wiki',
    },
  });
}

const userReference = z.object({ type: z.string().optional(), accountId: z.string() });
const groupReference = z.object({
  type: z.literal('group').optional(),
  id: z.string().optional(),
  name: z.string().optional(),
});
const references = <T extends z.ZodType>(reference: T) =>
  z.union([z.array(reference), z.object({ results: z.array(reference) }).transform(({ results }) => results)]);
const entry = z.object({
  operation: restrictionOperation,
  restrictions: z.object({
    user: references(userReference).default([]),
    group: references(groupReference).default([]),
  }),
});
const entries = z.union([z.array(entry), z.object({ results: z.array(entry) }).transform(({ results }) => results)]);
type Entries = z.infer<typeof entries>;

interface Named {
  readonly operation: RestrictionOperation;
  readonly type: SubjectType;
  readonly id: string;
}

/** All users and groups in the body, checked to exist before any change. */
function named(call: Call, given: Entries): readonly Named[] {
  return given.flatMap(({ operation, restrictions }): readonly Named[] => [
    ...restrictions.user.map(({ accountId }): Named => {
      if (call.site.people.byAccountId(accountId) === undefined)
        throw badRequest(`No user found with the account ID: ${accountId}`);
      return { operation, type: 'user', id: accountId };
    }),
    ...restrictions.group.map(({ id, name }): Named => {
      const group =
        id !== undefined
          ? call.site.people.group(id)
          : name === undefined
            ? undefined
            : call.site.people.groupByName(name);
      if (group === undefined) throw badRequest(`No group found: ${id ?? name ?? 'neither id nor name given'}`);
      return { operation, type: 'group', id: group.id };
    }),
  ]);
}

/**
 * Changes restrictions. Atlassian does not document what happens to callers who lock themselves out: here it works, unless
 * a switch refuses it, with no change.
 */
function restricting<T>(call: Call, content: Content, change: () => T): T {
  return call.site.atomically(() => {
    const result = change();
    const { read, update } = accessOfAccount(call.site, call.user.accountId).to(content);
    if (call.assumptions.has('self-lockout-refused') && !(read && update))
      throw badRequest('You cannot remove your own permission to edit the content');
    return result;
  });
}

async function write(call: Call, replace: boolean): Promise<Response> {
  const id = call.id();
  const given = await call.json(entries);
  const content = editableContentV1(call, id);
  const wanted = named(call, given);
  restricting(call, content, () => {
    if (replace) call.site.contents.clearRestrictions(content.id);
    for (const one of wanted) call.site.contents.restrict(content.id, one.operation, one.type, one.id);
  });
  return listing(call, content);
}

function removeAll(call: Call): Response {
  const content = editableContentV1(call, call.id());
  call.site.contents.clearRestrictions(content.id);
  return listing(call, content);
}

function operationKey(call: Call): RestrictionOperation {
  const parsed = restrictionOperation.safeParse(call.parameter('operationKey'));
  if (!parsed.success) throw notFound(`Invalid operation: ${call.parameter('operationKey')}`);
  return parsed.data;
}

function listByOperation(call: Call): Response {
  const content = viewed(call);
  return Response.json({
    ...Object.fromEntries(OPERATIONS.map((operation) => [operation, restrictionJson(call, content, operation)])),
    _links: {
      self: `${call.baseUrl}/wiki/rest/api/content/${content.id}/restriction/byOperation`,
      base: `${call.baseUrl}/wiki`,
      context: '/wiki',
    },
  });
}

function readOperation(call: Call): Response {
  const operation = operationKey(call);
  return Response.json(restrictionJson(call, viewed(call), operation));
}

/** The user or group that the path or the query names. */
function subjectOf(call: Call, type: SubjectType): string {
  if (type === 'group') {
    const group = call.site.people.group(call.parameter('groupId'));
    if (group === undefined) throw notFound(`No group found with the given id: ${call.parameter('groupId')}`);
    return group.id;
  }
  const accountId = call.query('accountId');
  if (accountId === undefined) throw badRequest('The accountId is required');
  if (call.site.people.byAccountId(accountId) === undefined)
    throw notFound(`No user found with the account ID: ${accountId}`);
  return accountId;
}

const done = (): Response => new Response(null, { status: 200 });

/** 200 with an empty body if the restriction names the subject, else 404. */
function status(type: SubjectType) {
  return (call: Call): Response => {
    const operation = operationKey(call);
    const content = viewed(call);
    const id = subjectOf(call, type);
    const applies = call.site.contents
      .restrictions(content.id)
      .some((one) => one.operation === operation && one.subjectType === type && one.subjectId === id);
    if (!applies) throw notFound('The restriction does not apply to the subject');
    return done();
  };
}

function add(type: SubjectType) {
  return (call: Call): Response => {
    const operation = operationKey(call);
    const content = editableContentV1(call, call.id());
    const subject = subjectOf(call, type);
    restricting(call, content, () => call.site.contents.restrict(content.id, operation, type, subject));
    return done();
  };
}

function remove(type: SubjectType) {
  return (call: Call): Response => {
    const operation = operationKey(call);
    const content = editableContentV1(call, call.id());
    const subject = subjectOf(call, type);
    if (!restricting(call, content, () => call.site.contents.unrestrict(content.id, operation, type, subject))) {
      throw notFound('The restriction does not apply to the subject');
    }
    return done();
  };
}

const READ = [['read:confluence-content.all'], ['read:content-details:confluence']];
const WRITE = [
  ['write:confluence-content'],
  ['read:content-details:confluence', 'write:content.restriction:confluence'],
];
const READ_ONE = [['read:confluence-content.all'], ['read:content.restriction:confluence']];
const WRITE_ONE = [['write:confluence-content'], ['write:content.restriction:confluence']];
const BASE = '/wiki/rest/api/content/:id/restriction';
const USER = `${BASE}/byOperation/:operationKey/user`;
const GROUP = `${BASE}/byOperation/:operationKey/byGroupId/:groupId`;

export const restrictionEndpoints: readonly Endpoint[] = [
  { method: 'GET', path: BASE, scopes: READ, handle: (call) => listing(call, viewed(call)) },
  { method: 'PUT', path: BASE, scopes: WRITE, handle: (call) => write(call, true) },
  { method: 'POST', path: BASE, scopes: WRITE, handle: (call) => write(call, false) },
  { method: 'DELETE', path: BASE, scopes: WRITE, handle: removeAll },
  { method: 'GET', path: `${BASE}/byOperation`, scopes: READ, handle: listByOperation },
  { method: 'GET', path: `${BASE}/byOperation/:operationKey`, scopes: READ, handle: readOperation },
  { method: 'GET', path: USER, scopes: READ_ONE, handle: status('user') },
  { method: 'PUT', path: USER, scopes: WRITE_ONE, handle: add('user') },
  { method: 'DELETE', path: USER, scopes: WRITE_ONE, handle: remove('user') },
  { method: 'GET', path: GROUP, scopes: READ_ONE, handle: status('group') },
  { method: 'PUT', path: GROUP, scopes: WRITE_ONE, handle: add('group') },
  { method: 'DELETE', path: GROUP, scopes: WRITE_ONE, handle: remove('group') },
];
