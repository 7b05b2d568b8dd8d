import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { minifySync } from '@swc/core';
import * as z from 'zod';
import { median, printTable } from './support';
import { buildBundle } from '../test/deploy/build-bundle';

/**
 * Measures the size and load time of the deployed bundle, plain and minified, compared with an empty function, in one run. Also
 * measures the time until a new process has responded to its first request, which includes lazy initialization. Both are the app's
 * part of a cold start. The request has no key, so it waits for no platform call.
 */

const RUNS = 15;

/** [ms until the bundle is loaded, ms until the first response] */
const LOAD = `
  globalThis.__forge_fetch__ = () => { throw new Error('nothing is called while loading') };
  const print = process.stdout.write.bind(process.stdout);
  console.log = console.info = () => undefined;
  const start = process.hrtime.bigint();
  const ms = () => Number(process.hrtime.bigint() - start) / 1e6;
  const { rest } = require(process.argv[1]);
  const loaded = ms();
  const path = '/compliance/api/v1/page-level';
  const event = { method: 'POST', path: '/trigger' + path, userPath: path, headers: {}, queryParameters: {}, body: '' };
  rest(event, { installContext: 'ari:cloud:confluence::site/bench' }).then(({ statusCode }) => {
    if (statusCode !== 401) throw new Error('it answered ' + statusCode);
    print(JSON.stringify([loaded, ms()]));
  });`;

const times = z.tuple([z.number(), z.number()]);

function coldStartMs(path: string): readonly [number, number] {
  const { stdout, stderr, status } = spawnSync(process.execPath, ['-e', LOAD, path], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return times.parse(JSON.parse(stdout));
}

async function run(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'bundle-'));
  const empty = join(folder, 'empty.cjs');
  writeFileSync(empty, 'exports.rest = async () => ({ statusCode: 401 });\n');
  const built = await buildBundle(join(__dirname, '..'));
  const minified = join(folder, 'minified.cjs');
  writeFileSync(minified, minifySync(readFileSync(built.path, 'utf8'), { compress: true, mangle: true }).code);
  const bundles: readonly (readonly [string, string])[] = [
    ['an empty function', empty],
    ['the app', built.path],
    ['the app, minified', minified],
  ];
  const starts = new Map<string, (readonly [number, number])[]>(bundles.map(([, path]) => [path, []]));
  for (let turn = 0; turn < RUNS; turn += 1) {
    for (const [, path] of bundles) starts.get(path)?.push(coldStartMs(path));
  }
  const sizes = (path: string) =>
    [readFileSync(path).length, gzipSync(readFileSync(path)).length].map((bytes) => `${Math.round(bytes / 1024)} KB`);
  const medians = (path: string) =>
    [0, 1].map((at) => median((starts.get(path) ?? []).map((start) => start[at] ?? NaN)));
  const [, base = NaN] = medians(empty);
  console.log(`The deployed bundle, median of ${RUNS} loads, each in a separate process\n`);
  printTable(
    ['Bundle', 'Size', 'gzip', 'Load ms', 'First response ms', 'Compared with an empty function'],
    bundles.map(([name, path]) => {
      const [load = NaN, answer = NaN] = medians(path);
      return [name, ...sizes(path), load.toFixed(1), answer.toFixed(1), `× ${(answer / base).toFixed(0)}`];
    }),
  );
  rmSync(folder, { recursive: true, force: true });
}

void run();
