import * as z from 'zod';
import { IDEMPOTENCY_KEY } from './middleware/idempotency-header';
import { type ProblemCode, PROBLEMS } from './problem';
import { PROBLEM_GUIDE } from './problem-guide';
import { withAddresses } from './response';
import { byStatus, commonProblems, OPEN_BODY_PROBLEMS, OPEN_PROBLEMS, problemSchema } from './problem-schema';
import { type OpenRoute, type Route, templateOf } from './route';

/**
 * Builds the OpenAPI 3.1 document from the route table. scripts/build-openapi.mjs packs it into openapi-packed.json, which
 * the app serves, so that the conversion of the schemas is not part of the deployed code.
 */
export function buildOpenApi(routes: readonly Route[], openRoutes: readonly OpenRoute[]): object {
  const components: Components = { schemas: new Map(), responses: new Map() };
  hoist(problemSchema, 'output', components);
  const paths: Record<string, Record<string, object>> = {};
  for (const route of routes) {
    const path = templateOf(route.path);
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(route, components) };
  }
  for (const route of openRoutes) {
    paths[route.path] = { [route.method.toLowerCase()]: openOperation(route, components) };
  }
  paths['/v1/openapi.json'] = { get: selfDescription(components) };
  return {
    openapi: '3.1.0',
    info: {
      title: 'Page Classification REST API',
      version: '1.0.0',
      description: INTRODUCTION,
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    },
    servers: [
      {
        url: '{baseUrl}',
        description:
          "The app's address, on a real site and on the local host. The admin area shows it, and `npm start` prints it.",
        'x-internal': false,
        variables: { baseUrl: { default: 'http://127.0.0.1:8080/public/local/compliance/api' } },
      },
    ],
    security: [{ apiKey: [] }],
    tags: TAGS,
    paths,
    components: {
      securitySchemes: {
        apiKey: {
          type: 'apiKey',
          in: 'header',
          name: 'x-api-key',
          description:
            'An API key, created by a site admin. It acts with the permissions of its creator, within its scopes and limits.',
        },
      },
      schemas: Object.fromEntries([...components.schemas].sort(([a], [b]) => a.localeCompare(b))),
      responses: Object.fromEntries(components.responses),
      headers: HEADERS,
      'x-problems': Object.fromEntries(
        Object.entries(PROBLEM_GUIDE).map(([code, { cause, cure }]) => [code, { cause, cure }]),
      ),
    },
  };
}

/** The shared components, by name. */
interface Components {
  readonly schemas: Map<string, object>;
  readonly responses: Map<string, object>;
}

const TAGS = [
  { name: 'Levels', description: 'The classification levels of the site.' },
  {
    name: 'Settings',
    description:
      'Default levels, level schemes, the rule for lowering a level, the labels of levels, and the rules of exposure, reviews and page use.',
  },
  { name: 'Configuration', description: 'The whole configuration as one document, to keep it in a repository.' },
  { name: 'Page levels', description: 'The classification levels of pages.' },
  { name: 'Exposure', description: 'Who can see pages, compared with the rules of their levels.' },
  { name: 'Reviews', description: 'Pages that are due for a review of their level, and the answers.' },
  { name: 'Page use', description: 'Asks if agents and people may use pages for a purpose.' },
  { name: 'Changes', description: 'The feed of changes, for integrations.' },
  { name: 'Audit log', description: 'The audit log.' },
  { name: 'Jobs', description: 'Bulk changes of page levels, run in the background.' },
  { name: 'Detections', description: 'Findings: sensitive values on pages.' },
  {
    name: 'Detectors',
    description: 'The values that detection searches for, where and when it searches, and the resulting levels.',
  },
  { name: 'Exclusions', description: 'Findings to ignore, and the reasons.' },
  { name: 'Redactions', description: 'Removal of sensitive values from pages and blog posts.' },
  { name: 'API keys', description: 'The API key of the request, and reports of leaked keys.' },
  { name: 'Health', description: 'The state of the app on this site, for monitoring.' },
  { name: 'Evidence', description: 'Signed exports, and the key that verifies them.' },
  { name: 'Description', description: 'This document.' },
];

function scopesOf({ scope, alsoScope }: Route): string {
  if (scope === undefined) return 'Any scope';
  return alsoScope === undefined ? `Scope: \`${scope}\`` : `Scopes: \`${scope}\` and \`${alsoScope}\``;
}

function tagOf(path: string): string {
  if (path.startsWith('/v1/key') || path.startsWith('/v1/leak-report')) return 'API keys';
  if (path.startsWith('/v1/health')) return 'Health';
  if (path.startsWith('/v1/evidence-key')) return 'Evidence';
  if (path.startsWith('/v1/detector') || path.startsWith('/v1/detection/config')) return 'Detectors';
  if (path.startsWith('/v1/detection')) return 'Detections';
  if (path.startsWith('/v1/change')) return 'Changes';
  if (path.startsWith('/v1/audit')) return 'Audit log';
  if (path.startsWith('/v1/job') || path.endsWith('/jobs')) return 'Jobs';
  if (path.startsWith('/v1/setting')) return 'Settings';
  if (path.startsWith('/v1/configuration')) return 'Configuration';
  if (path.startsWith('/v1/exclusion')) return 'Exclusions';
  if (path.startsWith('/v1/redaction')) return 'Redactions';
  if (path.startsWith('/v1/level')) return 'Levels';
  if (path.startsWith('/v1/page-level') || path === '/v1/suggestion') return 'Page levels';
  if (path.startsWith('/v1/page-use')) return 'Page use';
  if (path.startsWith('/v1/page-exposure') || path === '/v1/space-exposure') return 'Exposure';
  if (path.startsWith('/v1/page-review') || path.startsWith('/v1/review-campaign')) return 'Reviews';
  throw new Error(`Add the tag of ${path} to tagOf in src/rest/openapi.ts`);
}

const INTRODUCTION =
  "Classify Confluence pages, and find and redact sensitive data, from scripts and automation rules.\n\nA request can do what the creator of its API key may do in Confluence at that moment, within the scopes and limits of the key. Each scope includes the lower ones: manage includes write, and write includes read.\n\nA page that the creator cannot see, or that is outside the key's scopes and limits, gives `PAGE_NOT_FOUND`, whether it exists or not. HEAD returns the headers of GET without a body. OPTIONS returns the methods of a route. New members may be added to responses at any time: ignore members that you do not know.\n\nRequests are limited per key and per site. `RateLimit` reports the remaining quota, and a 429 response says when to retry.";

/** The schema of a header. */
const TEXT = { type: 'string', maxLength: 2_048 };
const SECONDS = { type: 'integer', format: 'int32', minimum: 0, maximum: 86_400 };

const HEADERS = {
  RequestId: {
    description: 'The id of the request. Include it in support requests.',
    schema: { type: 'string', format: 'uuid', maxLength: 36 },
  },
  RetryAfter: { description: 'The number of seconds to wait before a retry.', schema: SECONDS },
  Authenticate: { description: 'How to authenticate.', schema: TEXT },
  AcceptPost: { description: 'The media type to send.', schema: TEXT },
  RateLimit: {
    description:
      'The remaining quota and the seconds until its window ends: `"key";r=97;t=41`. Present on responses to a valid key, if the site limits rates.',
    schema: TEXT,
  },
  RateLimitPolicy: {
    description: 'The quotas and their windows in seconds: `"key";q=120;w=60`. Sent together with RateLimit.',
    schema: TEXT,
  },
  RateLimitReason: {
    description: 'With RATE_LIMITED: the exhausted quota, such as `key-quota`, or `contention`.',
    schema: TEXT,
  },
};

const REQUEST_ID = { 'X-Request-Id': { $ref: '#/components/headers/RequestId' } };
const WITH_KEY = {
  ...REQUEST_ID,
  'RateLimit-Policy': { $ref: '#/components/headers/RateLimitPolicy' },
  RateLimit: { $ref: '#/components/headers/RateLimit' },
};
const WITHOUT_KEY = REQUEST_ID;

function selfDescription(components: Components): object {
  const operationId = 'getOpenApi';
  return {
    operationId,
    summary: 'Read this document',
    description:
      'Returns the OpenAPI document of the API. It requires no key and is the same for every caller. Caches may keep it for five minutes.',
    tags: ['Description'],
    security: [],
    responses: {
      200: {
        description: 'The document.',
        headers: { ...WITHOUT_KEY, ...headersOf({ ETag: 'Changes whenever the document changes.' }) },
        content: { 'application/json': { schema: { type: 'object' } } },
      },
      304: notModified(WITHOUT_KEY),
      ...problemResponses({ operationId, headers: WITHOUT_KEY }, OPEN_PROBLEMS, components),
    },
  };
}

function operation(route: Route, components: Components): object {
  const { body } = route;
  return {
    operationId: route.operationId,
    summary: route.summary,
    description: `${route.description}\n\n${scopesOf(route)}.`,
    tags: [tagOf(route.path)],
    ...(route.deprecated === undefined ? {} : { deprecated: true }),
    ...parametersOf(route, components),
    ...requestBodyOf(body, components),
    responses: {
      ...successResponses(route, components),
      ...problemResponses(
        { operationId: route.operationId, headers: WITH_KEY },
        [...commonProblems(route), ...route.problems],
        components,
      ),
    },
  };
}

function openOperation(route: OpenRoute, components: Components): object {
  const { operationId, summary, description, success } = route;
  return {
    operationId,
    summary,
    description,
    tags: [tagOf(route.path)],
    security: [],
    ...requestBodyOf(route.body, components),
    responses: {
      [success.status]: responseWithBody(success, WITHOUT_KEY, components),
      ...problemResponses(
        { operationId, headers: WITHOUT_KEY },
        [...(route.body === undefined ? OPEN_PROBLEMS : OPEN_BODY_PROBLEMS), ...route.problems],
        components,
      ),
    },
  };
}

function requestBodyOf(body: Route['body'], components: Components): object {
  if (body === undefined) return {};
  const schema = hoist(body.schema, 'body', components);
  return { requestBody: { required: true, content: { 'application/json': { schema, example: body.example } } } };
}

function successResponses(route: Route, components: Components): object {
  const { success, idempotency } = route;
  const { status, description } = success;
  const headers = {
    ...WITH_KEY,
    ...(idempotency === undefined ? {} : headersOf({ 'Idempotent-Replayed': REPLAYED })),
  };
  if (status === 204) return { 204: { description, headers } };
  const answer = responseWithBody(success, headers, components);
  return { [status]: answer, ...(isConditional(route) ? { 304: notModified(WITH_KEY) } : {}) };
}

function responseWithBody(success: OpenRoute['success'], headers: object, components: Components): object {
  return {
    description: success.description,
    headers: { ...headers, ...headersOf(success.headers) },
    content: {
      [success.mediaType ?? 'application/json']: {
        schema: hoist(success.schema, 'output', components),
        example: typeof success.example === 'string' ? success.example : withAddresses(EXAMPLE_BASE, success.example),
      },
    },
  };
}

/** The path of the base URL on a site. */
const EXAMPLE_BASE = '/x1/aB3dE5fG7hJ9/compliance/api';

const REPLAYED = '`true`: the response of an earlier request with this Idempotency-Key. Nothing was repeated.';

function isConditional({ method, success }: Route): boolean {
  return method === 'GET' && success.status === 200 && 'ETag' in success.headers;
}

function notModified(headers: object): object {
  return {
    description: 'The version that the client has is current.',
    headers: { ...headers, ETag: { description: 'The current ETag.', schema: TEXT } },
  };
}

const CONDITIONS = {
  'If-Match':
    'Makes the request conditional: the current ETag must be one of these. `*` requires that the resource exists.',
  'If-None-Match':
    'Makes the request conditional: the current ETag must not be one of these. `*` requires that the resource does not exist.',
};
const KNOWN = {
  'If-None-Match':
    'ETags of the versions that the client has. If one of them is current, the response is 304 on sites whose site check found that clients receive it, and otherwise 200 with the whole resource.',
};

function parametersOf(route: Route, components: Components): object {
  const inPath = Object.entries(route.pathParameters?.shape ?? {}).map(([name, schema]) => ({
    name,
    in: 'path',
    required: true,
    schema: hoist(schema as z.ZodType, 'input', components),
  }));
  const inQuery = Object.entries(route.query?.shape ?? {}).map(([name, schema]) => ({
    name,
    in: 'query',
    required: false,
    schema: hoist(schema as z.ZodType, 'input', components),
  }));
  const conditions = route.problems.includes('PRECONDITION_FAILED') ? CONDITIONS : isConditional(route) ? KNOWN : {};
  const inHeaders = Object.entries(conditions).map(([name, description]) => ({
    name,
    in: 'header',
    description,
    schema: { ...TEXT, examples: ['"p3"'] },
  }));
  const own: NonNullable<Route['requiredHeaders']> = {
    ...route.requiredHeaders,
    ...(route.idempotency === undefined ? {} : IDEMPOTENCY_KEY),
  };
  const ofRequest = Object.entries(own).map(([name, { description, example, schema }]) => ({
    name,
    in: 'header',
    required: name in (route.requiredHeaders ?? {}) || route.idempotency === 'required',
    description,
    schema: { ...schema, examples: [example] },
  }));
  const parameters = [...inPath, ...inQuery, ...inHeaders, ...ofRequest];
  return parameters.length === 0 ? {} : { parameters };
}

/** One component for each status. An operation with different codes for a status gets its own component. */
function problemResponses(
  { operationId, headers }: { readonly operationId: string; readonly headers: object },
  codes: readonly ProblemCode[],
  components: Components,
): object {
  return Object.fromEntries(
    [...byStatus(codes)].map(([status, ofStatus]) => {
      const response = problemResponse(status, ofStatus, headers);
      const common = `Problem${status}`;
      const isOther = components.responses.has(common) && !isSame(components.responses.get(common), response);
      const name = isOther ? `${common}-${operationId}` : common;
      components.responses.set(name, response);
      return [status, { $ref: `#/components/responses/${name}` }];
    }),
  );
}

function problemResponse(status: number, codes: readonly ProblemCode[], headers: object): object {
  const schema = {
    allOf: [
      { $ref: '#/components/schemas/Problem' },
      {
        type: 'object',
        properties: { status: { type: 'number', const: status }, code: { type: 'string', enum: codes } },
        required: ['status', 'code'],
      },
    ],
  };
  return {
    description: codes.map((code) => `\`${code}\`: ${PROBLEMS[code].title}.`).join(' '),
    headers: { ...headers, ...problemHeaders(status) },
    content: { 'application/problem+json': { schema }, 'application/json': { schema } },
  };
}

function isSame(one: object | undefined, other: object): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function problemHeaders(status: number): object {
  if (status === 401) return { 'WWW-Authenticate': { $ref: '#/components/headers/Authenticate' } };
  if (status === 415) return { 'Accept-Post': { $ref: '#/components/headers/AcceptPost' } };
  const retry = { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } };
  if (status === 429) return { ...retry, 'RateLimit-Reason': { $ref: '#/components/headers/RateLimitReason' } };
  return [409, 502, 503, 504].includes(status) ? retry : {};
}

function headersOf(descriptions: Readonly<Record<string, string>>): object {
  return Object.fromEntries(
    Object.entries(descriptions).map(([name, description]) => [name, { description, schema: TEXT }]),
  );
}

/** `body` and `input` are client input: a body, or a parameter. */
type Use = 'body' | 'input' | 'output';

/** The JSON Schema of a zod schema. A schema with an id becomes a referenced component. */
function hoist(schema: z.ZodType, use: Use, components: Components): object {
  const io = use === 'output' ? 'output' : 'input';
  const json = z.toJSONSchema(schema, { io, override: ({ jsonSchema }) => bound(jsonSchema, io) });
  const {
    $schema: _dialect,
    $defs,
    ...own
  } = JSON.parse(JSON.stringify(json).replaceAll('#/$defs/', '#/components/schemas/')) as {
    $schema: string;
    $defs?: Record<string, object>;
    id?: string;
  };
  const finished = (one: object) => (use === 'body' ? allowNull(withoutId(one)) : withoutId(one)) as object;
  for (const [name, definition] of Object.entries($defs ?? {})) components.schemas.set(name, finished(definition));
  if (own.id === undefined) return finished(own);
  components.schemas.set(own.id, finished(own));
  return { $ref: `#/components/schemas/${own.id}` };
}

/** In a body, null means omitted, so every optional member is nullable at every depth. */
function allowNull(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(allowNull);
  if (!isObject(value)) return value;
  const inside = Object.fromEntries(Object.entries(value).map(([name, one]) => [name, allowNull(one)]));
  if (!isObject(inside.properties)) return inside;
  const required: readonly unknown[] = [inside.required].flat();
  const properties = Object.entries(inside.properties).map(([name, member]) => [
    name,
    required.includes(name) || !isObject(member) ? member : orNull(member),
  ]);
  return { ...inside, properties: Object.fromEntries(properties) as object };
}

/**
 * The annotations of a member stay next to the union. A member without a type accepts anything, including null. Its default is a part of
 * its description, because generators of clients require a member with the keyword `default`.
 */
function orNull({ default: unset, ...member }: JsonObject): JsonObject {
  if (unset !== undefined) {
    const described = typeof member['description'] === 'string' ? `${member['description']} ` : '';
    const text = typeof unset === 'string' ? unset : JSON.stringify(unset);
    return orNull({ ...member, description: `${described}Omitted = \`${text}\`.` });
  }
  const isAbout = (name: string) => ['description', 'examples', 'readOnly'].includes(name);
  const about = Object.entries(member).filter(([name]) => isAbout(name));
  const type = Object.entries(member).filter(([name]) => !isAbout(name));
  if (type.length === 0) return member;
  const isChoice = type.length === 1 && Array.isArray(member.anyOf);
  const types: readonly unknown[] = isChoice ? [member.anyOf].flat() : [Object.fromEntries(type)];
  return { ...Object.fromEntries(about), anyOf: [...types, { type: 'null' }] };
}

type JsonObject = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * The maximum length of strings and lists in responses; requests have their own limits. The tests check responses
 * against it.
 */
const ANSWER_LIMITS = { characters: 8_192, items: 1_000 };

const LENGTHS: Readonly<Record<string, number>> = { uuid: 36, date: 10, 'date-time': 24 };

/** Sets the maximum size of every value, so that a client can reserve space and a gateway can refuse larger values. */
function bound(schema: z.core.JSONSchema.BaseSchema, io: 'input' | 'output'): void {
  // Without a type, some generators accept any value for a constant and others none.
  if (schema.const !== undefined || schema.enum !== undefined) schema.type ??= typeOf(schema.const ?? schema.enum?.[0]);
  const types = [schema.type].flat();
  if (types.includes('string') && schema.enum === undefined && schema.const === undefined) {
    const natural = LENGTHS[schema.format ?? ''] ?? (io === 'output' ? ANSWER_LIMITS.characters : undefined);
    if (natural !== undefined) schema.maxLength ??= natural;
  }
  if (types.includes('array') && io === 'output') schema.maxItems ??= ANSWER_LIMITS.items;
  if (types.includes('integer')) schema.format ??= (schema.maximum ?? Infinity) < 2 ** 31 ? 'int32' : 'int64';
}

function typeOf(value: unknown): 'string' | 'number' | 'boolean' {
  if (typeof value === 'number') return 'number';
  return typeof value === 'boolean' ? 'boolean' : 'string';
}

function withoutId(definition: object): object {
  const { id: _id, ...rest } = definition as { id?: string };
  return rest;
}
