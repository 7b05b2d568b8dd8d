import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './install.mjs';

/** Budgets for all tests together. They are counts, never times (docs/tests.md). */
const budgets = JSON.parse(readFileSync(join(root, 'test/budgets.json'), 'utf8'));

/**
 * @param uses a file with a line for each use (test/support/record-use.ts)
 * @param results the file of `jest --json --outputFile`
 */
export function countUse(uses, results) {
  const { testResults } = JSON.parse(readFileSync(results, 'utf8'));
  const inBrowser = testResults.filter(({ name }) => name.replaceAll('\\', '/').includes('/test/browser/'));
  const counts = { 'tests in the browser': inBrowser.flatMap(({ assertionResults }) => assertionResults).length };
  for (const use of readFileSync(uses, 'utf8').split('\n')) counts[use] = (counts[use] ?? 0) + 1;
  return counts;
}

/** Prints each count beside its budget. @returns whether none exceeds it */
export function printUse(counts) {
  const over = Object.entries(budgets).filter(([name, budget]) => {
    console.log(`${name}: ${counts[name] ?? 0} of ${budget}`);
    return (counts[name] ?? 0) > budget;
  });
  for (const [name] of over)
    console.error(`Too many ${name}: replace a test, or move one to \`npm run test:slow\` (docs/tests.md).`);
  return over.length === 0;
}
