import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { fail, install, root } from './install.mjs';
import { runChild } from './run-child.mjs';

const ui = join(root, 'static/admin');
const dist = join(ui, 'dist');
/** Outside of the build, which is deployed as it is. */
const stamp = join(root, '.cache/ui-sources.txt');

/**
 * Builds static/admin when its sources are not those of the last build. Says nothing and takes a few milliseconds when
 * they are. What it says goes to stderr, because what runs after it may print an answer.
 */
export async function buildUi() {
  const sources = hashOfSources();
  if (isBuiltFrom(sources)) return;
  console.error('Building the admin area ...');
  rmSync(stamp, { force: true });
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const args = [vite, 'build', ui, '--config', join(ui, 'vite.config.mjs'), '--logLevel', 'warn'];
  const options = { cwd: root, stdio: ['ignore', 2, 2], env: { ...process.env, NODE_ENV: 'production' } };
  const { code, stoppedBy } = await runChild(process.execPath, args, options);
  if (stoppedBy) process.exit(code || 1);
  if (code !== 0) fail('Building the admin area failed; the message above says why.');
  mkdirSync(join(root, '.cache'), { recursive: true });
  writeFileSync(stamp, sources);
}

function isBuiltFrom(sources) {
  return existsSync(join(dist, 'index.html')) && existsSync(stamp) && readFileSync(stamp, 'utf8') === sources;
}

/** By content, not by time: a branch that was checked out has new times, or old ones. */
function hashOfSources() {
  const hash = createHash('sha256');
  const files = readdirSync(ui, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !file.startsWith(dist))
    .sort();
  for (const file of [...files, join(root, 'package-lock.json')]) {
    hash
      .update(`${relative(root, file)}\n`)
      .update(readFileSync(file))
      .update('\n');
  }
  return hash.digest('hex');
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await install();
  await buildUi();
}
