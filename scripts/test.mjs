import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import buildOpenApi from './build-openapi.mjs';
import { buildUi } from './build-ui.mjs';
import { fail, install, root } from './install.mjs';
import { findBrowser, providePrograms } from './programs.mjs';
import { runChild } from './run-child.mjs';

const jestArgs = process.argv.slice(2);

await install();
// Arguments are for jest: these tests may need neither a browser nor an interpreter.
const browser = jestArgs.length === 0 ? await providePrograms() : findBrowser();
if (browser !== undefined) process.env.CHROMIUM_PATH = browser;
// The manifest names the build, and the browser tests run it.
await buildOpenApi();
await buildUi();

const cache = join(root, '.cache');
const sourceFolders = ['src', 'local', 'test', 'bench', 'scripts', 'static/admin/src'].filter((folder) =>
  existsSync(join(root, folder)),
);

// See check-code.mjs; a verdict must not rest on what an earlier run saw.
const everyFile = process.env.CI ? ['--all'] : [];

/** Two lines of checks, one beside the other: they take about the same time. */
const checks = [
  [
    {
      name: 'types and lint',
      command: 'node scripts/check-code.mjs',
      tool: 'scripts/check-code.mjs',
      args: ['app'],
      more: everyFile,
    },
  ],
  [
    {
      name: 'format',
      command: 'npx prettier',
      tool: 'node_modules/prettier/bin/prettier.cjs',
      args: ['--check', '.'],
      more: ['--log-level', 'warn', '--cache', '--cache-location', '.cache/prettier'],
    },
    {
      name: 'imports',
      command: 'npx depcruise',
      tool: 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs',
      args: sourceFolders,
      more: [],
    },
    {
      name: 'unused',
      command: 'npx knip',
      tool: 'node_modules/knip/bin/knip.js',
      args: [],
      more: ['--cache', '--cache-location', '.cache/knip'],
    },
    {
      name: 'types and lint of the UI',
      command: 'node scripts/check-code.mjs',
      tool: 'scripts/check-code.mjs',
      args: ['admin'],
      more: everyFile,
    },
  ],
];

mkdirSync(cache, { recursive: true });
// Arguments are for jest, and whoever gives some wants these tests now: the other checks are left out.
if (jestArgs.length === 0) await runChecks();
await runTests();

async function runChecks() {
  const failed = (await Promise.all(checks.map(firstToFail))).find((check) => check !== undefined);
  if (failed === undefined) return;
  const { name, command, args } = failed;
  fail(`The check "${name}" failed; run it alone with \`${[command, ...args].join(' ')}\`.`);
}

async function firstToFail(inOrder) {
  for (const check of inOrder) {
    const ok = await timed(check.name, () => runTool(check.tool, [...check.args, ...check.more]));
    if (!ok) return check;
  }
  return undefined;
}

async function runTests() {
  const results = join(cache, 'jest.json');
  rmSync(results, { force: true });
  const ok = await timed('tests', () =>
    runTool('node_modules/jest/bin/jest.js', ['--maxWorkers=2', '--json', '--outputFile', results, ...jestArgs]),
  );
  const { passed, failed, skipped } = readCounts(results);
  if (!ok) console.error('The check "tests" failed; run one file alone with `npm test -- <part of its path>`.');
  else if (passed === 0) console.error('No test ran.');
  console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
  process.exitCode = ok && passed > 0 && failed === 0 ? 0 : 1;
}

async function runTool(tool, args) {
  const { code, stoppedBy } = await runChild(process.execPath, [join(root, tool), ...args], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (stoppedBy) process.exit(code || 1);
  return code === 0;
}

async function timed(name, run) {
  const startedAt = performance.now();
  console.log(`${name} ...`);
  const ok = await run();
  console.log(`${name}: ${ok ? 'ok' : 'failed'}, ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
  return ok;
}

/** A file of tests that could not even be loaded counts as one failed test. */
function readCounts(file) {
  try {
    const counts = JSON.parse(readFileSync(file, 'utf8'));
    const failed = counts.numFailedTests + counts.numRuntimeErrorTestSuites;
    return { passed: counts.numPassedTests, failed, skipped: counts.numPendingTests };
  } catch {
    return { passed: 0, failed: 0, skipped: 0 };
  }
}
