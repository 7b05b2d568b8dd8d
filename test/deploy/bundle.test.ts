import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { minifySync } from '@swc/core';
import * as z from 'zod';
import { readManifest } from '../../local/forge/manifest';
import { type Bundle, buildBundle } from './build-bundle';

/**
 * What `forge deploy` would upload. The bundle is loaded at every cold start, so it stays small; the detectors are parts
 * of their own, which are loaded when they are first needed (docs/adr/0019).
 */
const root = join(__dirname, '../..');
const budgetBytes = 500 * 1024;
/** Of two majors: htmlparser2 wants one, and what it can write documents with, which nobody uses, the other. */
const TWICE = ['entities'];

const packageJson = z
  .object({ devDependencies: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));

let bundle: Bundle;

beforeAll(async () => {
  bundle = await buildBundle(root);
}, 120_000);

afterAll(() => rmSync(dirname(bundle.path), { recursive: true, force: true }));

it(`is smaller than ${budgetBytes} bytes, minified`, () => {
  const { code } = minifySync(readFileSync(bundle.path, 'utf8'), { compress: true, mangle: true });
  process.stderr.write(`The bundle has ${bundle.bytes} bytes; minified, ${code.length} of ${budgetBytes}.\n`);
  expect(code.length).toBeLessThan(budgetBytes);
});

it('leaves the detectors to parts that are loaded when they are needed', () => {
  const hasDetectors = (path: string) => readFileSync(path, 'utf8').includes('uk-nino');
  expect([hasDetectors(bundle.path), bundle.parts.some(hasDetectors)]).toEqual([false, true]);
});

it('has every handler that the manifest names', () => {
  const handlers = readManifest().functions.map(({ handler }) => handler.split('.'));
  expect(new Set(handlers.map(([file]) => file))).toEqual(new Set(['index']));
  // Loaded in a process of its own, as the platform does.
  const print = 'process.stdout.write(JSON.stringify(Object.keys(require(process.argv[1]))))';
  const { stdout } = spawnSync(process.execPath, ['-e', print, bundle.path], { encoding: 'utf8' });
  expect(JSON.parse(stdout)).toEqual(expect.arrayContaining(handlers.map(([, name]) => name)));
});

it('has no tool of ours in it', () => {
  const tools = Object.keys(packageJson.devDependencies);
  expect(bundle.packages.map(nameOf).filter((name) => tools.includes(name))).toEqual([]);
});

it('has each package once', () => {
  const names = bundle.packages.map(nameOf);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual(TWICE);
  expect(names).toEqual(expect.arrayContaining(['@forge/api', '@forge/kvs', 'zod']));
});

function nameOf(folder: string): string {
  return folder.replace(/^.*node_modules\//, '');
}
