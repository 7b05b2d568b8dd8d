import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv2020 from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import document from '../../dist/openapi.json';
import { buildOpenApi } from '../../src/rest/openapi';
import { openApiDocument, openApiOperation } from '../../src/rest/openapi-operation';
import { PROBLEMS } from '../../src/rest/problem';
import { createRouter } from '../../src/rest/router';
import { routesOf } from '../../src/rest/parts';
import { openRoutes, routes } from '../../src/rest/routes';
import { resolveSubtree } from '../../static/admin/src/reference/resolve-subtree';

/** T21: the OpenAPI document describes the whole API, and nothing else. */

interface Media {
  readonly schema: object;
  readonly example?: unknown;
}

interface Response {
  readonly description: string;
  readonly headers?: Readonly<Record<string, object>>;
  readonly content?: Readonly<Record<string, Media>>;
}

interface Operation {
  readonly operationId?: string;
  readonly summary?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly security?: readonly object[];
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required: boolean;
    readonly schema: object;
  }[];
  readonly requestBody?: { readonly required: boolean; readonly content: Readonly<Record<string, Media>> };
  readonly responses: Readonly<Record<string, Response | { readonly $ref: string }>>;
}

const paths = document.paths as unknown as Readonly<Record<string, Readonly<Record<string, Operation>>>>;
const operations = Object.entries(paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({
    name: `${method.toUpperCase()} ${path}`,
    path,
    method,
    operation,
  })),
);

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats(ajv);
ajv.addSchema(document, 'openapi');

function faultsOf(schema: object, value: unknown): string {
  // References in it are to the whole document.
  const absolute = JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"openapi#/')) as object;
  const validate = ajv.compile(absolute);
  return validate(value) ? '' : ajv.errorsText(validate.errors);
}

function responseAt(response: Response | { readonly $ref: string }): Response {
  if (!('$ref' in response)) return response;
  const name = response.$ref.slice('#/components/responses/'.length);
  const found = (document.components.responses as unknown as Readonly<Record<string, Response>>)[name];
  if (found === undefined) throw new Error(`${response.$ref} is not there`);
  return found;
}

/** The codes that an operation documents with a status. */
function codesOf(response: Response): readonly string[] {
  const media = response.content?.['application/problem+json'];
  if (media === undefined) return [];
  const { allOf } = media.schema as { allOf: readonly { properties?: { code: { enum: string[] } } }[] };
  return allOf.flatMap(({ properties }) => properties?.code.enum ?? []);
}

const problemResponses = operations.flatMap(({ name, operation }) =>
  Object.entries(operation.responses)
    .filter(([status]) => Number(status) >= 400)
    .map(([status, response]) => ({ name, status: Number(status), response: responseAt(response) })),
);

it('the OpenAPI document is built from the current routes, for the file and for the API', async () => {
  expect(readFileSync(join(__dirname, '../../dist/openapi.json'), 'utf8')).toBe(
    `${JSON.stringify(buildOpenApi(routes, openRoutes), undefined, 2)}\n`,
  );
  expect(await openApiDocument()).toEqual(document);
});

it('the OpenAPI document has every route of the router, and no other path', async () => {
  const routed = [...routes, ...openRoutes, openApiOperation].map(
    ({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`,
  );
  expect(operations.map(({ name }) => name).sort()).toEqual(routed.sort());
  const router = createRouter(routesOf);
  for (const [path, item] of Object.entries(paths)) {
    const { endpoint } = await router(path.replace(/\{\w+\}/g, '1'));
    expect(endpoint.operations.map(({ method }) => method.toLowerCase()).sort()).toEqual(Object.keys(item).sort());
  }
});

it('the OpenAPI document has every parameter of a path, and no other', () => {
  for (const { path, operation } of operations) {
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    const ofPath = (operation.parameters ?? []).filter((parameter) => parameter.in === 'path');
    expect(ofPath.map(({ name }) => name)).toEqual(inPath);
    expect(ofPath.every(({ required }) => required)).toBe(true);
  }
});

describe.each(operations)('$name', ({ operation, method }) => {
  it('has an id, a summary, a description, one documented tag, and a success response', () => {
    expect(operation.operationId).toMatch(/^[a-z][A-Za-z]+$/);
    expect(operation.summary).toMatch(/^[A-Z].{5,}[^.]$/);
    expect(operation.description).toMatch(/^.{20,}/);
    expect(operation.tags).toHaveLength(1);
    expect(document.tags.map(({ name }) => name)).toContain(operation.tags?.[0]);
    const successes = Object.entries(operation.responses).filter(([status]) => status.startsWith('2'));
    expect(successes).toHaveLength(1);
    if (operation.requestBody !== undefined) expect(['post', 'put', 'patch']).toContain(method);
  });

  it('has examples that match its schemas', () => {
    const success = Object.entries(operation.responses).filter(([status]) => status.startsWith('2'));
    const medias = [
      ...success.flatMap(([, response]) => Object.values(responseAt(response).content ?? {})),
      ...Object.values(operation.requestBody?.content ?? {}),
    ];
    for (const { schema, example } of medias) {
      // The document is its own example.
      if (operation.operationId === openApiOperationId) continue;
      expect(example).toBeDefined();
      expect(faultsOf(schema, example)).toBe('');
    }
    for (const { schema } of operation.parameters ?? []) {
      const { examples } = schema as { examples?: unknown[] };
      expect(examples?.length).toBeGreaterThan(0);
      for (const example of examples ?? []) expect(faultsOf(schema, example)).toBe('');
    }
  });

  it('rejects unknown and missing members in its examples', () => {
    for (const media of Object.values(operation.requestBody?.content ?? {})) {
      expect(faultsOf(media.schema, { ...(media.example as object), extra: 1 })).toContain('additional properties');
      // A request that changes only the given members requires none.
      if (operation.operationId?.startsWith('edit') !== true) expect(faultsOf(media.schema, {})).toContain('required');
    }
  });
});

const openApiOperationId = 'getOpenApi';

it('the OpenAPI document has a unique id for every operation', () => {
  const ids = operations.map(({ operation }) => operation.operationId);
  expect(new Set(ids).size).toBe(ids.length);
});

it('the OpenAPI document requires a key everywhere except for reports of leaked keys and the document itself', () => {
  expect(document.security).toEqual([{ apiKey: [] }]);
  expect(document.components.securitySchemes.apiKey).toMatchObject({ type: 'apiKey', in: 'header', name: 'x-api-key' });
  const open = operations
    .filter(({ operation }) => operation.security !== undefined)
    .map(({ operation }) => operation.operationId);
  expect(open).toEqual(['reportLeak', openApiOperationId]);
});

it('the OpenAPI document states the required scope of every route', () => {
  for (const route of routes) {
    const described = operations.find(({ operation }) => operation.operationId === route.operationId);
    expect(described?.operation.description).toContain(route.scope === undefined ? 'Any scope' : `\`${route.scope}\``);
  }
});

it('the OpenAPI document describes every problem with its status, in both JSON types, with its headers', () => {
  for (const { name, status, response } of problemResponses) {
    const codes = codesOf(response);
    expect(codes.length).toBeGreaterThan(0);
    for (const code of codes)
      expect(`${name} ${code} ${PROBLEMS[code as keyof typeof PROBLEMS].status}`).toBe(`${name} ${code} ${status}`);
    expect(Object.keys(response.content ?? {}).sort()).toEqual(['application/json', 'application/problem+json']);
    const headers = Object.keys(response.headers ?? {});
    expect(headers).toContain('X-Request-Id');
    expect(headers.includes('WWW-Authenticate')).toBe(status === 401);
    expect(headers.includes('Accept-Post')).toBe(status === 415);
    expect(headers.includes('Retry-After')).toBe([409, 429, 502, 503, 504].includes(status));
  }
});

/** Returned for requests without an operation that could document them. */
const OF_NO_OPERATION = ['METHOD_NOT_ALLOWED', 'ROUTE_NOT_FOUND'];
/** In the `error` of a job. */
const OF_A_JOB = ['TOO_MANY_PAGES'];

it('the OpenAPI document lists every code of the API, and no other', () => {
  const documented = new Set(problemResponses.flatMap(({ response }) => codesOf(response)));
  expect([...documented, ...OF_NO_OPERATION, ...OF_A_JOB].sort()).toEqual(Object.keys(PROBLEMS).sort());
});

it('the OpenAPI document has no code that the source never returns', () => {
  const sources = filesBelow(join(__dirname, '../../src'))
    .filter((file) => file.endsWith('.ts') && !/rest\/(problem|problem-schema|openapi)\.ts$/.test(file))
    .map((file) => readFileSync(file, 'utf8').replace(/\n {2}problems: \[[^\]]*\]/g, ''));
  const unused = Object.keys(PROBLEMS).filter((code) => !sources.some((source) => source.includes(`'${code}'`)));
  expect(unused).toEqual([]);
});

it('the OpenAPI document has codes of at most 63 capital letters, each with a unique title', () => {
  for (const code of Object.keys(PROBLEMS)) expect(code).toMatch(/^[A-Z][A-Z_]{2,62}$/);
  const titles = Object.values(PROBLEMS).map(({ title }) => title);
  expect(new Set(titles).size).toBe(titles.length);
});

it('the OpenAPI document has no missing and no unused components', () => {
  const text = JSON.stringify(document);
  const references = new Set([...text.matchAll(/"\$ref":"([^"]+)"/g)].map(([, reference]) => reference ?? ''));
  const components = Object.entries(document.components)
    .filter(([kind]) => kind !== 'securitySchemes' && kind !== 'x-problems')
    .flatMap(([kind, named]) => Object.keys(named).map((name) => `#/components/${kind}/${name}`));
  expect([...references].sort()).toEqual(components.sort());
});

it('the OpenAPI document has the cause and the cure of every code, to which the type of each error refers', () => {
  const problems = document.components['x-problems'];
  expect(Object.keys(problems).sort()).toEqual(Object.keys(PROBLEMS).sort());
  expect(Object.values(problems).every(({ cause, cure }) => cause !== '' && cure !== '')).toBe(true);
});

it('the OpenAPI document has only the rate headers of the app', () => {
  const names = Object.values(document.components.responses).flatMap(({ headers }) => Object.keys(headers));
  const rates = [...new Set(names)].filter((name) => /rate/i.test(name));
  expect(rates.sort()).toEqual(['RateLimit', 'RateLimit-Policy', 'RateLimit-Reason']);
});

it('the OpenAPI document contains no URL of a real site, no key, and no CORS header', () => {
  const text = JSON.stringify(document);
  expect(text).not.toMatch(/atlassian\.net|pclsk_[0-9a-z]{16}_|Access-Control/i);
});

function filesBelow(directory: string): string[] {
  return readdirSync(directory, { withFileTypes: true }).flatMap((entry) => {
    const path = join(directory, entry.name);
    return entry.isDirectory() ? filesBelow(path) : [path];
  });
}

it('the OpenAPI document contains only references that the reference page can resolve', async () => {
  const parts = [
    ...Object.entries(document.paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => ['paths', path, method]),
    ),
    ...Object.keys(document.components.schemas).map((name) => ['components', 'schemas', name]),
  ];
  for (const path of parts) {
    const { spec } = await resolveSubtree(document, path);
    expect({ path, left: /"\$ref":"[^"]*"/.exec(JSON.stringify(spec))?.[0] }).toEqual({ path, left: undefined });
  }
  // A circular reference stays, and members next to a reference override those of its target.
  const loop = {
    tree: { $ref: '#/defs/node', description: 'own' },
    defs: { node: { description: 'of all', child: { $ref: '#/defs/node' } } },
  };
  expect((await resolveSubtree(loop, ['tree'])).spec).toEqual({
    description: 'own',
    child: { $ref: '#/defs/node' },
  });
});
