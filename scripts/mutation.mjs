import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import buildOpenApi from './build-openapi.mjs';
import { fail, install, root } from './install.mjs';
import { runChild } from './run-child.mjs';

/**
 * Mutates the code that decides, one place at a time, and reports the mutants that survive the tests. The report gates nothing
 * (docs/tests.md). Arguments are for Stryker: `npm run mutation -- --mutate src/keys/rotation.ts`.
 */

/** The code that decides who is admitted, until when, and how often. A surviving mutant is a rule without a test. */
const COMPARISONS = ['ConditionalExpression', 'EqualityOperator', 'LogicalOperator'];

await install();
await buildOpenApi();
const report = join(root, '.cache', 'mutation.json');
rmSync(report, { force: true });

const stryker = join(root, 'node_modules', '@stryker-mutator', 'core', 'bin', 'stryker.js');
const { code } = await runChild(process.execPath, [stryker, 'run', ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
});

if (code !== 0) fail('Stryker failed.');

const files = Object.entries(readReport().files);
const mutants = files.flatMap(([file, { mutants: ofFile }]) => ofFile.map((mutant) => ({ ...mutant, file })));
console.log('| file | mutants | killed | killed comparisons | excluded |\n| --- | --- | --- | --- | --- |');
for (const [file] of files)
  printRow(
    `\`${file}\``,
    mutants.filter((mutant) => mutant.file === file),
  );
printRow('all', mutants);

const passed = counted(mutants).filter((mutant) => isComparison(mutant) && !isKilled(mutant));
for (const { file, location, replacement } of passed) console.error(`${file}:${location.start.line} as ${replacement}`);
if (passed.length > 0) console.error(`${passed.length} mutated comparisons, listed above, survived the tests.`);

function readReport() {
  try {
    return JSON.parse(readFileSync(report, 'utf8'));
  } catch {
    return fail('Stryker failed.');
  }
}

function printRow(name, all) {
  const some = counted(all);
  const comparisons = some.filter(isComparison);
  const cells = [name, some.length, share(some), share(comparisons), all.length - some.length];
  console.log(`| ${cells.join(' | ')} |`);
}

function share(some) {
  const killed = some.filter(isKilled).length;
  return some.length === killed ? 'all' : `${killed} (${((100 * killed) / some.length).toFixed(1)} %)`;
}

/** Without those that a comment excludes with its reason, and those that do not compile. */
function counted(all) {
  return all.filter(({ status }) => !['Ignored', 'CompileError', 'RuntimeError'].includes(status));
}

function isComparison({ mutatorName }) {
  return COMPARISONS.includes(mutatorName);
}

function isKilled({ status }) {
  return status === 'Killed' || status === 'Timeout';
}
