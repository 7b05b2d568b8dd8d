import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fail, root } from './install.mjs';
import { runChild } from './run-child.mjs';

const cache = join(root, '.cache');

/**
 * Runs a build step when its sources have changed since its last run, or an output is missing. Otherwise it prints nothing
 * and takes a few milliseconds. It prints to stderr, because the command that runs next may print JSON.
 * @param name in messages and in the name of the stamp file in .cache
 * @param sources files and folders, relative to the root
 * @param outputs relative to the root; may be inside a source folder
 * @param command arguments for Node
 */
export async function buildStep({ name, title, sources, outputs, command, env }) {
  const stamp = join(cache, `${name}-sources.txt`);
  const made = outputs.map((output) => join(root, output));
  const hash = hashOf(sources, made);
  if (made.every((output) => existsSync(output)) && existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return;
  console.error(`Building ${title} ...`);
  rmSync(stamp, { force: true });
  const options = { cwd: root, stdio: ['ignore', 2, 2], env: { ...process.env, ...env } };
  const { code, stoppedBy } = await runChild(process.execPath, command, options);
  if (stoppedBy) process.exit(code || 1);
  if (code !== 0) fail(`Building ${title} failed; the message above says why.`);
  mkdirSync(cache, { recursive: true });
  writeFileSync(stamp, hash);
}

/** Compares content, not times, because a branch switch changes the times. */
function hashOf(sources, outputs) {
  const hash = createHash('sha256');
  const isSource = (file) => !outputs.some((output) => file === output || file.startsWith(`${output}/`));
  for (const file of sources
    .flatMap((source) => filesIn(join(root, source)))
    .filter(isSource)
    .sort()) {
    hash
      .update(`${relative(root, file)}\n`)
      .update(readFileSync(file))
      .update('\n');
  }
  return hash.digest('hex');
}

function filesIn(path) {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}
