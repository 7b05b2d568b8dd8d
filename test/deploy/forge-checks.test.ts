import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parseDocument } from 'yaml';
import * as z from 'zod';
import { readManifest } from '../../local/forge/manifest';
import { EVENT_SCOPES } from './event-scopes';

/** The results of `forge lint` and of the checks of `forge deploy` before an upload, without a login or a network. */
const root = join(__dirname, '../..');

const problem = z.object({ level: z.string(), message: z.string(), file: z.string(), line: z.number().optional() });
const reports = z.array(z.object({ validation: z.array(problem), lint: z.array(problem) }));
type Report = z.infer<typeof reports>[number];

/** The scopes for calls to Confluence; the linter does not know those of storage, and a separate test covers events. */
const scopesWithoutCalls = ['storage:app', 'report:personal-data', ...EVENT_SCOPES];
const scopes = Object.keys(readManifest().scopes).filter((scope) => !scopesWithoutCalls.includes(scope));

/** Scopes that the linter would accept too, because it does not know that the app impersonates users. */
const sufficesToo: Readonly<Record<string, string>> = { 'delete:content:confluence': 'write:confluence-content' };

/** The method of a call, by the name of the function that gets the route. */
const methods: Readonly<Record<string, string>> = {
  get: 'GET',
  download: 'GET',
  ask: 'GET',
  idsIn: 'GET',
  statusOf: 'GET',
  list: 'GET',
  send: 'GET',
  post: 'POST',
  put: 'PUT',
  delete: 'DELETE',
};

const folder = mkdtempSync(join(tmpdir(), 'forge-checks-'));
const calls = readCalls();
let app: Report;
let appWithVisibleCalls: Report;
let appWithout: ReadonlyMap<string, Report>;
let appWithoutHandler: Report;
let appWithWrongManifest: Report;

beforeAll(async () => {
  const [first, second, third, fourth, ...rest] = await checkApps([
    copyWholeApp('app'),
    copyApp('visible-calls'),
    copyApp('no-handler', (manifest) => manifest.setIn(['modules', 'function', 0, 'handler'], 'index.nothing')),
    copyApp('wrong-manifest', (manifest) => manifest.setIn(['modules', 'webtrigger', 0, 'function'], 'nothing')),
    ...scopes.map((scope, index) =>
      copyApp(`scope-${index}`, (manifest) => {
        for (const one of [scope, sufficesToo[scope]]) manifest.deleteIn(['permissions', 'scopes', one]);
      }),
    ),
  ]);
  if (!first || !second || !third || !fourth) throw new Error('a report is missing');
  [app, appWithVisibleCalls, appWithoutHandler, appWithWrongManifest] = [first, second, third, fourth];
  appWithout = new Map(rest.map((report, index) => [scopes[index] ?? '', report]));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('the manifest is accepted by its full validation, without a warning', () => {
  expect(app.validation).toEqual([]);
});

it('the manifest is accepted by the linter, without a warning', () => {
  expect(app.lint).toEqual([]);
});

it('the manifest has the scopes for every call to Confluence', () => {
  expect(calls.length).toBeGreaterThan(0);
  expect(appWithVisibleCalls.lint).toEqual([]);
});

it.each(scopes)('the linter complains about a manifest without the scope %s', (scope) => {
  expect(appWithout.get(scope)?.lint.map(({ level, message }) => `${level}: ${message}`)).toContainEqual(
    expect.stringMatching(/^error: Confluence endpoint: .* requires /),
  );
});

it('the manifest uses the scope report:personal-data, which the linter does not map to a call', () => {
  const source = readFileSync(join(root, 'src/platform/personal-data.ts'), 'utf8');
  expect(source).toContain("'/app/report-accounts'");
  expect(source).toContain('__requestAtlassianAsApp(PATH');
});

it('would report a missing handler', () => {
  expect(appWithoutHandler.lint.map(({ message }) => message)).toContainEqual(expect.stringContaining('"nothing"'));
});

it('would report a manifest that uses an undefined function', () => {
  expect(appWithWrongManifest.validation.map(({ message }) => message)).toContainEqual(
    expect.stringContaining('nothing'),
  );
});

async function checkApps(apps: readonly string[]): Promise<Report[]> {
  const { stdout } = await promisify(execFile)(process.execPath, [join(__dirname, 'forge-checks.mjs'), ...apps]);
  return reports.parse(JSON.parse(stdout));
}

/** Without the tests and benchmarks of tsconfig.json, which take the linter longer than the app. */
function copyWholeApp(name: string): string {
  const copy = join(folder, name);
  for (const part of [
    'src',
    'static/admin/dist',
    'static/surfaces/dist',
    'static/icons',
    'static/agent',
    'tsconfig.json',
    'package.json',
    'manifest.yml',
  ])
    cpSync(join(root, part), join(copy, part), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  return copy;
}

/**
 * A copy of the files that Forge reads, with visible calls and a changed manifest. The file with the handlers is the
 * only source, because the calls are in a separate file, and the linter takes seconds for all the others.
 */
function copyApp(name: string, change: (manifest: ReturnType<typeof parseDocument>) => void = () => undefined): string {
  const copy = join(folder, name);
  for (const part of [
    'src/index.ts',
    'static/admin/dist',
    'static/surfaces/dist',
    'static/icons',
    'static/agent',
    'tsconfig.json',
    'package.json',
  ])
    cpSync(join(root, part), join(copy, part), { recursive: true });
  const manifest = parseDocument(readFileSync(join(root, 'manifest.yml'), 'utf8'));
  change(manifest);
  writeFileSync(join(copy, 'manifest.yml'), manifest.toString());
  writeFileSync(join(copy, 'src', 'calls.ts'), calls.join('\n'));
  return copy;
}

/**
 * The linter only sees a path that is a literal in the call of `requestConfluence`, and this app has only one such
 * call, in src/platform. So this file contains each call of the app in the form that the linter can see.
 */
function readCalls(): string[] {
  const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => readFileSync(join(root, 'src', file), 'utf8'));
  const found = sources.flatMap((source) => [...source.matchAll(/(\w+)\([^`()]*\broute(`[^`]*`)/g)]);
  const routes = sources.flatMap((source) => source.match(/\broute`/g) ?? []);
  if (found.length !== routes.length)
    throw new Error('A route is handed to nobody: write it as an argument of its call');
  // The License API is no part of Confluence, and needs no scope.
  const ofConfluence = found.filter(([, name]) => name !== 'requestAtlassian');
  return ofConfluence.map(([, name = '', path = '']) => {
    const method = methods[name];
    if (method === undefined) throw new Error(`Which method does ${name}(... ${path}) send? Add it to the table.`);
    return `requestConfluence(route${path}, { method: '${method}' });`;
  });
}
