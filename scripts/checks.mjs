import { closeSync, existsSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './install.mjs';
import { runChild } from './run-child.mjs';

const cache = join(root, '.cache');
const sourceFolders = ['src', 'local', 'test', 'bench', 'scripts', 'static/admin/src', 'static/surfaces/src'].filter(
  (folder) => existsSync(join(root, folder)),
);
/** A verdict of CI must not depend on the cache of ESLint; see check-code.mjs. */
const everyFile = process.env.CI ? ['--all'] : [];

/** `more` only saves time, because the command without it finds the same. */
export const CHECKS = [
  {
    name: 'types and lint',
    command: 'node scripts/check-code.mjs',
    tool: 'scripts/check-code.mjs',
    args: ['app'],
    more: everyFile,
  },
  {
    name: 'format',
    command: 'npx prettier',
    tool: 'node_modules/prettier/bin/prettier.cjs',
    args: ['--check', '.'],
    more: ['--log-level', 'warn', '--cache', '--cache-location', '.cache/prettier'],
  },
  {
    name: 'prose',
    command: 'node scripts/check-prose.mjs',
    tool: 'scripts/check-prose.mjs',
    args: [],
    more: [],
  },
  {
    name: 'imports',
    command: 'npx depcruise',
    tool: 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs',
    args: sourceFolders,
    more: ['--cache', '.cache/depcruise', '--cache-strategy', 'content'],
  },
  {
    name: 'types and lint of the UI',
    command: 'node scripts/check-code.mjs',
    tool: 'scripts/check-code.mjs',
    args: ['admin'],
    more: everyFile,
  },
  {
    name: 'unused',
    command: 'npx knip',
    tool: 'node_modules/knip/bin/knip.js',
    args: [],
    more: ['--cache', '--cache-location', '.cache/knip'],
  },
];

/**
 * Runs checks one after another and prints the output of those that fail.
 * @returns whether all passed
 */
export async function runChecks(checks) {
  const failed = [];
  for (const check of checks) if (!(await timed(check.name, () => runCheck(check)))) failed.push(check);
  return failed.length === 0;
}

async function runCheck({ name, command, tool, args, more }) {
  mkdirSync(cache, { recursive: true });
  const log = join(cache, `check-${name.replaceAll(' ', '-')}.log`);
  const output = openSync(log, 'w');
  const ok = await runTool(tool, [...args, ...more], ['ignore', output, output]);
  closeSync(output);
  if (ok) return true;
  process.stderr.write(readFileSync(log));
  console.error(`The check "${name}" failed; run it alone with \`${[command, ...args].join(' ')}\`.`);
  return false;
}

/** @returns whether a program of the project, run by Node, exited with 0 */
export async function runTool(tool, args, stdio = ['ignore', 'inherit', 'inherit']) {
  const { code, stoppedBy } = await runChild(process.execPath, [join(root, tool), ...args], { cwd: root, stdio });
  if (stoppedBy) process.exit(code || 1);
  return code === 0;
}

export async function timed(name, run) {
  const startedAt = performance.now();
  console.log(`${name} ...`);
  const ok = await run();
  console.log(`${name}: ${ok ? 'ok' : 'failed'}, ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
  return ok;
}
