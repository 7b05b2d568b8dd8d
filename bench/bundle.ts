import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { minifySync } from '@swc/core';
import * as z from 'zod';
import { median, printTable } from './support';
import { buildBundle } from '../test/deploy/build-bundle';

/**
 * Measures the size and load time of the deployed bundle, plain and minified, compared with an empty function, in one run. Also
 * measures the time until a new process has responded to its first request, which includes lazy initialization. Both are the app's
 * part of a cold start. The request has no key, so it waits for no platform call. The size is that of the main file; the first response
 * also loads the part of its resource. With folders of other checkouts as arguments, it measures these too, alternating, so that all share
 * the state of the machine.
 */

const RUNS = 15;
const root = join(__dirname, '..');

/** [ms until the bundle is loaded, ms until the first response, its processor ms] */
const LOAD = `
  globalThis.__forge_fetch__ = () => { throw new Error('nothing is called while loading') };
  const print = process.stdout.write.bind(process.stdout);
  console.log = console.info = () => undefined;
  const cpu = process.cpuUsage();
  const start = process.hrtime.bigint();
  const ms = () => Number(process.hrtime.bigint() - start) / 1e6;
  const { rest } = require(process.argv[1]);
  const loaded = ms();
  const path = '/compliance/api/v1/page-level';
  const event = { method: 'POST', path: '/trigger' + path, userPath: path, headers: {}, queryParameters: {}, body: '' };
  rest(event, { installContext: 'ari:cloud:confluence::site/bench' }).then(({ statusCode }) => {
    if (statusCode !== 401) throw new Error('it answered ' + statusCode);
    const answered = ms();
    const { user, system } = process.cpuUsage(cpu);
    print(JSON.stringify([loaded, answered, (user + system) / 1e3]));
  });`;

const times = z.tuple([z.number(), z.number(), z.number()]);
type Times = z.infer<typeof times>;

function coldStartMs(path: string): Times {
  const { stdout, stderr, status } = spawnSync(process.execPath, ['-e', LOAD, path], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return times.parse(JSON.parse(stdout));
}

/** @returns the path of the first of the minified files */
function minify(files: readonly string[], folder: string): string {
  mkdirSync(folder);
  const written = files.map((file) => {
    const path = join(folder, basename(file));
    writeFileSync(path, minifySync(readFileSync(file, 'utf8'), { compress: true, mangle: true }).code);
    return path;
  });
  return written[0] ?? folder;
}

async function run(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'bundle-'));
  const empty = join(folder, 'empty.cjs');
  writeFileSync(empty, 'exports.rest = async () => ({ statusCode: 401 });\n');
  const built: string[] = [];
  const bundles: (readonly [string, string])[] = [['an empty function', empty]];
  for (const checkout of [root, ...process.argv.slice(2)]) {
    const name = checkout === root ? 'the app' : basename(checkout);
    const { path, parts } = await buildBundle(resolve(checkout));
    built.push(dirname(path));
    bundles.push([name, path], [`${name}, minified`, minify([path, ...parts], join(folder, `${built.length}`))]);
  }
  const starts = new Map<string, Times[]>(bundles.map(([, path]) => [path, []]));
  for (let turn = 0; turn < RUNS; turn += 1) {
    for (const [, path] of bundles) starts.get(path)?.push(coldStartMs(path));
  }
  const sizes = (path: string) =>
    [readFileSync(path).length, gzipSync(readFileSync(path)).length].map((bytes) => `${Math.round(bytes / 1024)} KB`);
  const medians = (path: string) =>
    [0, 1, 2].map((at) => median((starts.get(path) ?? []).map((start) => start[at] ?? NaN)));
  const [, base = NaN] = medians(empty);
  console.log(`The deployed bundle, median of ${RUNS} loads, each in a separate process\n`);
  printTable(
    ['Bundle', 'Size', 'gzip', 'Load ms', 'First response ms', 'Processor ms', 'Compared with an empty function'],
    bundles.map(([name, path]) => {
      const all = medians(path);
      const [, answer = NaN] = all;
      return [name, ...sizes(path), ...all.map((ms) => ms.toFixed(1)), `× ${(answer / base).toFixed(0)}`];
    }),
  );
  for (const used of [folder, ...built]) rmSync(used, { recursive: true, force: true });
}

void run();
