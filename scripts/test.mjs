import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fail, install, root } from './install.mjs';

install();

const cache = join(root, '.cache');
const jestArgs = process.argv.slice(2);
const sourceFolders = ['src', 'local', 'test', 'bench', 'scripts'];

// The cache of ESLint sees a change of a file, not of the types it imports: fine for the next run, not for a verdict.
const eslintCache = process.env.CI ? [] : ['--cache', '--cache-location', '.cache/eslint/'];

const checks = [
  {
    name: 'types',
    tool: 'typescript/bin/tsc',
    args: ['--noEmit'],
    quick: ['--incremental', '--tsBuildInfoFile', '.cache/types.tsbuildinfo'],
  },
  {
    name: 'format',
    tool: 'prettier/bin/prettier.cjs',
    args: ['--check', '.'],
    quick: ['--log-level', 'warn', '--cache', '--cache-location', '.cache/prettier'],
  },
  { name: 'lint', tool: 'eslint/bin/eslint.js', args: ['--max-warnings', '0', '.'], quick: eslintCache },
  { name: 'imports', tool: 'dependency-cruiser/bin/dependency-cruise.mjs', args: [...sourceFolders], quick: [] },
  { name: 'unused', tool: 'knip/bin/knip.js', args: [], quick: ['--cache', '--cache-location', '.cache/knip'] },
];
const commands = { types: 'tsc', format: 'prettier', lint: 'eslint', imports: 'depcruise', unused: 'knip' };

mkdirSync(cache, { recursive: true });
// Arguments are for jest, and whoever gives some wants these tests now: the other checks are left out.
if (jestArgs.length === 0) for (const check of checks) runCheck(check);
runTests();

function runCheck({ name, tool, args, quick }) {
  const ok = timed(name, () => runTool(tool, [...args, ...quick]));
  if (!ok) fail(`The check "${name}" failed; run it alone with \`npx ${[commands[name], ...args].join(' ')}\`.`);
}

function runTests() {
  const results = join(cache, 'jest.json');
  rmSync(results, { force: true });
  const ok = timed('tests', () =>
    runTool('jest/bin/jest.js', ['--maxWorkers=2', '--json', '--outputFile', results, ...jestArgs]),
  );
  const { passed, failed } = readCounts(results);
  if (!ok) console.error('The check "tests" failed; run one file alone with `npm test -- <part of its path>`.');
  else if (passed === 0) console.error('No test ran.');
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = ok && passed > 0 && failed === 0 ? 0 : 1;
}

function runTool(tool, args) {
  const { status } = spawnSync(process.execPath, [join(root, 'node_modules', tool), ...args], {
    cwd: root,
    // jest prints its results on stderr and, with --json, a copy for machines on stdout unless a file takes it.
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  return status === 0;
}

function timed(name, run) {
  const startedAt = performance.now();
  console.log(`${name} ...`);
  const ok = run();
  console.log(`${name}: ${ok ? 'ok' : 'failed'}, ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
  return ok;
}

/** A file of tests that could not even be loaded counts as one failed test. */
function readCounts(file) {
  try {
    const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites } = JSON.parse(readFileSync(file, 'utf8'));
    return { passed: numPassedTests, failed: numFailedTests + numRuntimeErrorTestSuites };
  } catch {
    return { passed: 0, failed: 0 };
  }
}
