import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import buildOpenApi from './build-openapi.mjs';
import { operationsOf } from './client-operations.mjs';
import { install, root } from './install.mjs';
import { runChild } from './run-child.mjs';

/**
 * `npm run clients`: generates clients of the API with four generators, from the OpenAPI document of the app or the one
 * given as an argument, and compiles them with `tsc --strict`, each with a program that uses it. Fails if one does not
 * compile. Installs the generators to a temporary folder, without their install scripts, because they take 225 MB,
 * which is too much for every `npm ci`.
 */

/** The latest versions that run on Node 20. */
const PACKAGES = {
  'openapi-typescript': '7.13.0',
  'openapi-fetch': '0.17.0',
  '@hey-api/openapi-ts': '0.95.0',
  'swagger-typescript-api': '13.13.0',
  orval: '7.13.2',
};

/** The program of each generator gets its calls: one with the example of the document for each operation that has a body. */
const GENERATORS = [
  {
    name: 'openapi-typescript',
    program: 'openapi-typescript',
    args: ['openapi.json', '--output', 'openapi-typescript/schema.d.ts'],
    call: ({ method, path, body, pathIds, headers }) =>
      `client.${method}('${path}', ${text({ body, params: { path: pathIds, header: headers } })})`,
    use: (calls) => `
import createClient from 'openapi-fetch';
import type { paths } from './openapi-typescript/schema';

type Refusal = paths['/v1/page-level']['post']['responses'][404]['content']['application/problem+json'];

export async function use(baseUrl: string, key: string): Promise<string> {
  const client = createClient<paths>({ baseUrl, headers: { 'x-api-key': key } });
  const { data: settings } = await client.GET('/v1/setting');
  if (settings) await client.PUT('/v1/setting', { body: { ...settings, lowering: 'justified' } });
  const { data: config } = await client.GET('/v1/detection/config');
  if (config) await client.PUT('/v1/detection/config', { body: config });
  ${calls}
  const { data, error } = await client.POST('/v1/page-level', { body: { pageId: '164001', levelId: 'restricted' } });
  return error === undefined ? data.levelId : error.code;
}`,
  },
  {
    name: '@hey-api/openapi-ts',
    program: 'openapi-ts',
    args: ['-i', 'openapi.json', '-o', 'hey-api'],
    call: ({ operationId, body, pathIds, headers }) => `api.${operationId}(${text({ body, path: pathIds, headers })})`,
    use: (calls) => `
import * as api from './hey-api';
import { client } from './hey-api/client.gen';

type Refusal = api.SetPageLevelErrors[404];

export async function use(baseUrl: string, key: string): Promise<string> {
  client.setConfig({ baseUrl, headers: { 'x-api-key': key } });
  const { data: settings } = await api.getSettings();
  if (settings) await api.setSettings({ body: { ...settings, lowering: 'justified' } });
  const { data: config } = await api.getDetectionConfig();
  if (config) await api.setDetectionConfig({ body: config });
  ${calls}
  const { data, error } = await api.setPageLevel({ body: { pageId: '164001', levelId: 'restricted' } });
  return error === undefined ? data.levelId : error.code;
}`,
  },
  {
    name: 'swagger-typescript-api',
    program: 'swagger-typescript-api',
    args: ['generate', '--path', 'openapi.json', '--output', 'swagger-typescript-api', '--name', 'api.ts'],
    call: ({ operationId, body, ids, headers }) =>
      `v1.${operationId}(${[...ids.map(() => "'x'"), text(body), text({ headers })].join(', ')})`,
    use: (calls) => `
import { Api } from './swagger-typescript-api/api';

type Answer = Awaited<ReturnType<Api<unknown>['v1']['setPageLevel']>>;
type Refusal = Extract<Answer['error'], { status: 404 }>;

export async function use(baseUrl: string, key: string): Promise<string> {
  const { v1 } = new Api({ baseUrl, baseApiParams: { headers: { 'x-api-key': key } } });
  const { data: settings } = await v1.getSettings();
  await v1.setSettings({ ...settings, lowering: 'justified' });
  const { data: config } = await v1.getDetectionConfig();
  await v1.setDetectionConfig(config);
  ${calls}
  const answer = await v1.setPageLevel({ pageId: '164001', levelId: 'restricted' });
  return answer.ok ? answer.data.levelId : answer.error.code;
}`,
  },
  {
    name: 'orval',
    program: 'orval',
    args: ['--input', 'openapi.json', '--output', 'orval/api.ts', '--client', 'fetch'],
    call: ({ operationId, body, ids, headers }) =>
      `api.${operationId}(${[...ids.map(() => "'x'"), text(body), text({ headers })].join(', ')})`,
    use: (calls) => `
import * as api from './orval/api';

type Refusal = Extract<api.setPageLevelResponse, { status: 404 }>['data'];

export async function use(key: string): Promise<string> {
  const headers = { 'x-api-key': key };
  const settings = await api.getSettings({ headers });
  if (settings.status === 200) await api.setSettings({ ...settings.data, lowering: 'justified' }, { headers });
  const config = await api.getDetectionConfig({ headers });
  if (config.status === 200) await api.setDetectionConfig(config.data, { headers });
  ${calls}
  const answer = await api.setPageLevel({ pageId: '164001', levelId: 'restricted' }, { headers });
  return answer.status === 201 ? answer.data.levelId : answer.data.code;
}`,
  },
];

const text = (value) => JSON.stringify(value);

/** Every client must know exactly the status and the codes of an error. */
const ERRORS = `
export const status: Refusal['status'] = 404;
export const code: Refusal['code'] = 'PAGE_NOT_FOUND';
// @ts-expect-error -- the operation has no such code
export const other: Refusal['code'] = 'OTHER';
`;

const TSCONFIG = {
  compilerOptions: {
    strict: true,
    noEmit: true,
    target: 'ES2022',
    module: 'ESNext',
    moduleResolution: 'Bundler',
    lib: ['ES2023', 'DOM', 'DOM.Iterable'],
    types: [],
  },
};

await install();
await buildOpenApi();
const document = resolve(process.argv[2] ?? join(root, 'dist', 'openapi.json'));
const folder = mkdtempSync(join(tmpdir(), 'api-clients-'));
const requests = operationsOf(JSON.parse(readFileSync(document, 'utf8')))
  .filter(({ body }) => body !== undefined)
  .map(({ operationId, method, path, inPath, headers, body }) => ({
    operationId,
    method,
    path,
    ids: inPath,
    headers: headers.has('Idempotency-Key') ? { 'Idempotency-Key': 'x' } : undefined,
    pathIds: inPath.length > 0 ? Object.fromEntries(inPath.map((name) => [name, 'x'])) : undefined,
    body: body.example,
  }));
const write = (name, content) => writeFileSync(join(folder, name), content);
const run = async (what, program, args) => {
  const { code } = await runChild(program, args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  if (code !== 0) throw new Error(`${what} failed.`);
};

try {
  write('package.json', JSON.stringify({ private: true, dependencies: PACKAGES }));
  write('openapi.json', readFileSync(document));
  console.log(`Installing ${Object.keys(PACKAGES).join(', ')} …`);
  await run('npm install', 'npm', ['install', '--ignore-scripts', '--legacy-peer-deps', '--no-audit', '--no-fund']);
  for (const { name, program, args, call, use } of GENERATORS) {
    const code = use(requests.map((request) => `await ${call(request)};`).join('\n  '));
    const started = performance.now();
    const [, target = ''] = /'\.\/([\w-]+)/.exec(code) ?? [];
    mkdirSync(join(folder, target), { recursive: true });
    await run(name, join(folder, 'node_modules', '.bin', program), args);
    write(`use-${target}.ts`, code + ERRORS);
    write(`tsconfig-${target}.json`, JSON.stringify({ ...TSCONFIG, include: [target, `use-${target}.ts`] }));
    const { code: exitCode } = await runChild(
      process.execPath,
      [join(root, 'node_modules', 'typescript', 'bin', 'tsc'), '-p', `tsconfig-${target}.json`],
      { cwd: folder, stdio: 'inherit' },
    );
    if (exitCode !== 0) throw new Error(`The client of ${name} does not compile under tsc --strict.`);
    console.log(
      `${name} ${PACKAGES[name]}: compiles with ${requests.length} requests (${Math.round((performance.now() - started) / 1000)} s)`,
    );
  }
} catch (error) {
  process.exitCode = 1;
  console.error(error instanceof Error ? error.message : error);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
