import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { recordUse } from '../support/record-use';

/** `npm test` counts what all tests use, and fails if a count exceeds its budget. */

const root = join(__dirname, '../..');
const script = pathToFileURL(join(root, 'scripts/budgets.mjs')).href;
const budgets = JSON.parse(readFileSync(join(root, 'test/budgets.json'), 'utf8')) as Readonly<Record<string, number>>;

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'budgets-'))));
afterEach(() => rmSync(folder, { recursive: true }));

function evaluate(expression: string) {
  const code = `const { countUse, printUse } = await import('${script}'); console.log(JSON.stringify(${expression}));`;
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', code], {
    encoding: 'utf8',
    stdio: 'pipe',
  });
  return output.trimEnd().split('\n');
}

it('the budget check counts each use of the tests, and the tests in the browser', () => {
  const [uses, results] = [join(folder, 'uses.txt'), join(folder, 'results.json')];
  process.env['TEST_USE'] = uses;
  for (const use of ['visits', 'sites', 'visits'] as const) recordUse(use);
  const testResults = [
    { name: join(root, 'test/browser/levels.test.ts'), assertionResults: [{}, {}] },
    { name: join(root, 'test/rest/levels.test.ts'), assertionResults: [{}] },
  ];
  writeFileSync(results, JSON.stringify({ testResults }));
  const [counts = ''] = evaluate(`countUse(${JSON.stringify(uses)}, ${JSON.stringify(results)})`);
  expect(JSON.parse(counts)).toMatchObject({ visits: 2, sites: 1, 'tests in the browser': 2 });
});

it.each(Object.entries(budgets))(
  'the budget check fails if the tests use more %s than the budget, and prints both',
  (name, budget) => {
    expect(evaluate(`printUse(${JSON.stringify(budgets)})`).at(-1)).toBe('true');
    const lines = evaluate(`printUse(${JSON.stringify({ ...budgets, [name]: budget + 1 })})`);
    expect([lines.includes(`${name}: ${budget + 1} of ${budget}`), lines.at(-1)]).toEqual([true, 'false']);
  },
);
