import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { countUse, printUse } from './budgets.mjs';
import buildOpenApi from './build-openapi.mjs';
import { buildUi } from './build-ui.mjs';
import { CHECKS, runChecks, runTool, timed } from './checks.mjs';
import { install, root } from './install.mjs';
import { findBrowser, providePrograms } from './programs.mjs';
import { changedTests, listTests, useUi } from './selected-tests.mjs';
import slow from './slow-tests.cjs';

/**
 * `npm test`: every check and every test except the slow ones. `npm test -- --changed`: the tests that the changes touch.
 * `npm run test:slow`: the slow tests, and those that choose some of their cases, with all cases. Other arguments are for
 * jest and select tests: `npm test -- rest`. The checks run only with every test.
 */
const [option, ...others] = process.argv.slice(2);
const isWhole = option === undefined;
const isSlow = option === '--slow';
if (isSlow) process.env.TEST_ALL = '1';

await install();
const jestArgs = isSlow
  ? ['--findRelatedTests', 'test/support/sample.ts', ...slow.slowTests, ...others]
  : option === '--changed'
    ? changedTests()
    : process.argv.slice(2);
if (jestArgs === undefined) {
  console.log('Nothing has changed.');
  process.exit(0);
}
// A selection may need neither a browser nor an interpreter.
const browser = isWhole || isSlow ? await providePrograms() : findBrowser();
if (browser !== undefined) process.env.CHROMIUM_PATH = browser;
await buildOpenApi();
if (isWhole || useUi(listTests(jestArgs))) await buildUi();

const checks = isWhole ? CHECKS : isSlow ? CHECKS.filter(({ tool }) => tool.endsWith('check-code.mjs')) : [];
const [checksPassed, testsPassed] = await Promise.all([runChecks(checks), runTests()]);
if (!checksPassed) console.error('A check failed; the messages above say which.');
process.exitCode = checksPassed && testsPassed ? 0 : 1;

async function runTests() {
  const cache = join(root, '.cache');
  const results = join(cache, 'jest.json');
  mkdirSync(cache, { recursive: true });
  const use = join(cache, 'test-use.txt');
  for (const file of [results, use]) rmSync(file, { force: true });
  process.env.TEST_USE = use;
  const ok = await timed('tests', () =>
    runTool('node_modules/jest/bin/jest.js', ['--maxWorkers=2', '--json', '--outputFile', results, ...jestArgs]),
  );
  const { passed, failed, skipped } = readCounts(results);
  const again = `${jestArgs.includes('--randomize') ? ' --randomize' : ''} --seed=<the seed above>`;
  if (!ok)
    console.error(`The check "tests" failed; run one file alone with \`npm test -- <part of its path>${again}\`.`);
  else if (passed === 0) console.error('No test ran.');
  console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
  return ok && passed > 0 && failed === 0 && (!isWhole || printUse(countUse(use, results)));
}

/** A test file that could not be loaded counts as one failed test. */
function readCounts(file) {
  try {
    const counts = JSON.parse(readFileSync(file, 'utf8'));
    const failed = counts.numFailedTests + counts.numRuntimeErrorTestSuites;
    return { passed: counts.numPassedTests, failed, skipped: counts.numPendingTests };
  } catch {
    return { passed: 0, failed: 0, skipped: 0 };
  }
}
