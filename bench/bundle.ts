import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { minifySync } from '@swc/core';
import { median, printTable } from './support';
import { buildBundle } from '../test/deploy/build-bundle';

/**
 * Size and load time of what is deployed, as it is and minified, side by side with an empty function, in one run. Load time
 * is a cold start's own part.
 */

const RUNS = 15;

const LOAD = `
  globalThis.__forge_fetch__ = () => { throw new Error('nothing is called while loading') };
  const start = process.hrtime.bigint();
  require(process.argv[1]);
  process.stdout.write(String(Number(process.hrtime.bigint() - start) / 1e6));`;

function loadMs(path: string): number {
  const { stdout, stderr, status } = spawnSync(process.execPath, ['-e', LOAD, path], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return Number(stdout);
}

async function run(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'bundle-'));
  const empty = join(folder, 'empty.cjs');
  writeFileSync(empty, 'exports.rest = async () => ({ statusCode: 204 });\n');
  const built = await buildBundle(join(__dirname, '..'));
  const minified = join(folder, 'minified.cjs');
  writeFileSync(minified, minifySync(readFileSync(built.path, 'utf8'), { compress: true, mangle: true }).code);
  const bundles: readonly (readonly [string, string])[] = [
    ['an empty function', empty],
    ['the app', built.path],
    ['the app, minified', minified],
  ];
  const times = new Map<string, number[]>(bundles.map(([, path]) => [path, []]));
  for (let turn = 0; turn < RUNS; turn += 1) {
    for (const [, path] of bundles) times.get(path)?.push(loadMs(path));
  }
  const sizes = (path: string) =>
    [readFileSync(path).length, gzipSync(readFileSync(path)).length].map((bytes) => `${Math.round(bytes / 1024)} KB`);
  const base = median(times.get(empty) ?? []);
  console.log(`The deployed bundle, median of ${RUNS} loads in a process of their own\n`);
  printTable(
    ['bundle', 'size', 'gzip', 'load ms', 'of an empty function'],
    bundles.map(([name, path]) => {
      const ms = median(times.get(path) ?? []);
      return [name, ...sizes(path), ms.toFixed(1), `× ${(ms / base).toFixed(0)}`];
    }),
  );
  rmSync(folder, { recursive: true, force: true });
}

void run();
