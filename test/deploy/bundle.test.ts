import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { minifySync } from '@swc/core';
import * as z from 'zod';
import { DEMO_PAGES } from '../../local/demo';
import { readManifest } from '../../local/forge/manifest';
import type { App } from '../../local/host';
import { expectWhole, truthOf } from '../support/page-truth';
import { openSite, type Site } from '../support/site';
import { type Bundle, buildBundle } from './build-bundle';

/**
 * The file that `forge deploy` would upload. The bundle is loaded at every cold start, so it stays small: it has the way of a request
 * through the API, and everything else is in separate parts that are loaded on demand (docs/adr/0094). With the globals of Forge, its
 * responses are those of the sources.
 */
const root = join(__dirname, '../..');
const budgetBytes = 300 * 1024;
/** Two major versions, because htmlparser2 requires one, and its unused serializer the other. */
const TWICE = ['entities'];

const packageJson = z
  .object({ devDependencies: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));

const pageId = DEMO_PAGES.officeGuide;
const record = `/v1/page-level/by-page/${pageId}`;

let bundle: Bundle;
let app: App;
let site: Site;
let printed: jest.SpyInstance<void, Parameters<typeof console.log>>;
const pepper = randomBytes(32).toString('hex');

beforeAll(async () => {
  bundle = await buildBundle(root);
  app = createRequire(__filename)(bundle.path) as App;
});
afterAll(() => rmSync(dirname(bundle.path), { recursive: true, force: true }));

it(`the bundle is smaller than ${budgetBytes} bytes, minified`, () => {
  const { code } = minifySync(readFileSync(bundle.path, 'utf8'), { compress: true, mangle: true });
  process.stderr.write(`The bundle has ${bundle.bytes} bytes; minified, ${code.length} of ${budgetBytes}.\n`);
  expect(code.length).toBeLessThan(budgetBytes);
});

it('the bundle has neither operations, nor detectors, nor work in the background, which are in parts that are loaded on demand', () => {
  const onDemand =
    /^src\/(?:rest\/(?:routes|parts\/(?!index))|admin|surfaces|actions|events|detection\/detectors|runs|jobs|redaction|upkeep|privacy|site-check|counts)/;
  expect(bundle.sources).toContain('src/rest/app.ts');
  expect(bundle.sources.filter((source) => onDemand.test(source))).toEqual([]);
});

it('the bundle answers that it failed if it cannot load a part', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'bundle-'));
  copyFileSync(bundle.path, join(folder, 'index.cjs'));
  const alone = createRequire(__filename)(join(folder, 'index.cjs')) as App;
  const logged = jest.spyOn(console, 'log').mockImplementation(() => undefined);
  const incomplete = openSite({ app: alone });
  const { status, body } = await incomplete.rest('GET', '/v1/level');
  expect([status, body.code]).toEqual([500, 'INTERNAL_ERROR']);
  const { requestId } = body;
  expect(logged.mock.calls.map(([line]) => JSON.parse(String(line)))).toContainEqual(
    expect.objectContaining({ event: 'internal.error', requestId }),
  );
  logged.mockRestore();
  incomplete.close();
  rmSync(folder, { recursive: true });
});

it('the bundle has every handler of the manifest', () => {
  const handlers = readManifest().functions.map(({ handler }) => handler.split('.'));
  expect(new Set(handlers.map(([file]) => file))).toEqual(new Set(['index']));
  // Loaded in a separate process, like on the platform.
  const print = 'process.stdout.write(JSON.stringify(Object.keys(require(process.argv[1]))))';
  const { stdout } = spawnSync(process.execPath, ['-e', print, bundle.path], { encoding: 'utf8' });
  expect(JSON.parse(stdout)).toEqual(expect.arrayContaining(handlers.map(([, name]) => name)));
});

it('the bundle is built from sources whose types do not depend on other files, because the bundler compiles each file alone', () => {
  const others = ['test', 'local', 'bench', 'scripts'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.includes('node_modules') && !file.endsWith('bundle.test.ts'))
      .map((file) => join(root, folder, file)),
  );
  expect(others.length).toBeGreaterThan(300);
  const global = /^\s*declare (?:global|module|namespace)\b|^\/\/\/ <reference/m;
  expect(others.filter((file) => file.endsWith('.d.ts') || global.test(readFileSync(file, 'utf8')))).toEqual([]);
  // No file is a script, whose declarations would be global.
  expect(readFileSync(join(root, 'tsconfig.json'), 'utf8')).toContain('"moduleDetection": "force"');
});

it('the bundle contains none of our tools', () => {
  const tools = Object.keys(packageJson.devDependencies);
  expect(bundle.packages.map(nameOf).filter((name) => tools.includes(name))).toEqual([]);
});

it('the bundle contains each package once', () => {
  const names = bundle.packages.map(nameOf);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual(TWICE);
  expect(names).toEqual(expect.arrayContaining(['@forge/api', '@forge/kvs', 'zod']));
});

describe('with the globals of Forge', () => {
  beforeEach(() => {
    process.env['PEPPER_V1'] = pepper;
    printed = jest.spyOn(console, 'log').mockImplementation(() => undefined);
    site = openSite({ app });
  });
  afterEach(() => {
    delete process.env['PEPPER_V1'];
    printed.mockRestore();
    site.close();
  });

  async function levelIdsOf(key: string): Promise<string[]> {
    const { status, body } = await site.rest('GET', '/v1/level', { key });
    expect(status).toBe(200);
    return body.results.map(({ levelId }: { levelId: string }) => levelId);
  }

  it('creates a key, and sets and reads the level of a page', async () => {
    const { key, keyId } = await site.createKey();
    const [levelId] = await levelIdsOf(key);
    expect((await site.rest('GET', record, { key })).body.code).toBe('PAGE_NOT_CLASSIFIED');
    const set = await site.rest('POST', '/v1/page-level', { key, body: { pageId, levelId } });
    expect([set.status, set.body.levelId, set.body.apiKeyId, set.body.changed]).toEqual([201, levelId, keyId, true]);
    const read = await site.rest('GET', record, { key });
    expect([read.status, read.body.levelId]).toEqual([200, levelId]);
    const options = await site.rest('GET', `${record}/levels`, { key });
    expect([options.status, options.body.canSetLevel, options.body.currentLevelId]).toEqual([200, true, levelId]);
    const truth = truthOf(site.host, pageId);
    expectWhole(truth);
    expect(truth.history).toHaveLength(1);
  });

  it('loads the detectors from the separate parts', async () => {
    const { key } = await site.createKey({ detectionScope: 'manage' });
    const { status, body } = await site.rest('GET', '/v1/detector', { key });
    expect(status).toBe(200);
    expect(body.results.map(({ detectorId }: { detectorId: string }) => detectorId)).toContain('us-ssn');
    const pattern = {
      name: 'x',
      category: 'pii',
      severity: 'low',
      pattern: '(',
      samples: { match: ['x'], noMatch: ['y'] },
    };
    const refused = await site.rest('POST', '/v1/detector/custom', { key, body: pattern });
    expect([refused.status, refused.body.code]).toEqual([422, 'INVALID_DETECTOR']);
  });

  it('refuses the same requests as the sources', async () => {
    const { key, keyId } = await site.createKey();
    const [levelId = ''] = await levelIdsOf(key);
    const reader = await site.createKey({ classificationScope: 'read' });
    const elsewhere = await site.createKey({ spaceLimit: ['HR'] });
    const post = (sent: string, body: object | string) => site.rest('POST', '/v1/page-level', { key: sent, body });
    const codes = [
      await site.rest('GET', record),
      await site.rest('GET', record, { key: `${key}x` }),
      await post(reader.key, { pageId, levelId }),
      await post(elsewhere.key, { pageId, levelId }),
      await post(key, { pageId: DEMO_PAGES.hrRestricted, levelId }),
      await post(key, { pageId, levelId: crypto.randomUUID() }),
      await post(key, { pageId: Number(pageId), levelId }),
      await site.rest('POST', '/v1/page-level', { key, body: '{', headers: { 'Content-Type': 'application/json' } }),
      await post(key, '{}'),
      await site.rest('GET', `/v1/level?key=${key}`, { key }),
      await site.rest('PUT', '/v1/page-level', { key }),
      await site.rest('GET', '/v1/nothing', { key }),
    ].map(({ body }) => body.code);
    expect(codes).toEqual([
      'API_KEY_MISSING',
      'API_KEY_INVALID',
      'INSUFFICIENT_SCOPE',
      'PAGE_NOT_FOUND',
      'PAGE_NOT_FOUND',
      'LEVEL_NOT_FOUND',
      'INVALID_FIELD',
      'INVALID_JSON',
      'UNSUPPORTED_MEDIA_TYPE',
      'API_KEY_IN_URL',
      'METHOD_NOT_ALLOWED',
      'ROUTE_NOT_FOUND',
    ]);
    expect(await site.admin('createKey', {}, 'viewer@example.com')).toMatchObject({
      ok: false,
      error: { code: 'NOT_SITE_ADMIN' },
    });
    expect(await site.admin('revokeKey', { keyId })).toMatchObject({ ok: true });
    expect((await site.rest('GET', record, { key })).body.code).toBe('API_KEY_REVOKED');
    expect(truthOf(site.host, pageId).history).toEqual([]);
  });

  it('accepts no key if the variable with the pepper is missing', async () => {
    const { key } = await site.createKey();
    delete process.env['PEPPER_V1'];
    const { status, body } = await site.rest('GET', record, { key });
    expect([status, body.code]).toEqual([503, 'AUTH_UNAVAILABLE']);
  });

  it('logs each request in one line, and neither stores nor prints a secret', async () => {
    const { key } = await site.createKey();
    await site.rest('GET', '/v1/level', { key });
    const lines = printed.mock.calls.map(([line]) => String(line));
    expect(lines.map((line) => JSON.parse(line).event)).toContain('request');
    const secret = key.slice(23, 66);
    const files = [bundle.path, `${bundle.path}.map`, ...bundle.parts].map((path) => readFileSync(path, 'utf8'));
    for (const text of [...lines, ...files]) {
      expect(text.includes(secret) || text.includes(pepper)).toBe(false);
      expect(text).not.toMatch(/pclsk_[0-9a-z]{16}_[0-9A-Za-z]{10}/i);
    }
  });
});

function nameOf(folder: string): string {
  return folder.replace(/^.*node_modules\//, '');
}
