import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Which tests `npm test -- --changed` runs, and what `npm test -- <part>` builds for them. */

const root = join(__dirname, '../..');
const script = pathToFileURL(join(root, 'scripts/selected-tests.mjs')).href;

function evaluate(expression: string) {
  const code = `const { listTests, testsTouchedBy, useUi } = await import('${script}'); console.log(JSON.stringify(${expression}) ?? 'undefined');`;
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', code], { cwd: root, encoding: 'utf8' });
  return output === 'undefined\n' ? undefined : JSON.parse(output);
}

const TESTS = [
  'test/docs/jobs.test.ts',
  'test/rest/paths.test.ts',
  'test/browser/shell.test.ts',
  'test/browser/page.ts',
];
const touchedBy = (...changed: string[]) =>
  evaluate(`testsTouchedBy(${JSON.stringify(changed)}, ${JSON.stringify(TESTS)})`);

it('the test selection selects nothing without a change, and every test if a change affects all', () => {
  expect(touchedBy()).toBeUndefined();
  expect(touchedBy('src/rest/app.ts', 'package-lock.json')).toEqual([]);
});

it('the test selection selects exactly the tests that import a changed file, directly or indirectly', () => {
  const tests = evaluate(`listTests(testsTouchedBy(['src/quota/policies.ts'], []))`);
  expect(tests).toContain(join(root, 'test/quota/policies.test.ts'));
  expect(tests).toContain(join(root, 'test/rest/rate-limits.test.ts'));
  expect(tests).not.toContain(join(root, 'test/architecture/import-rules.test.ts'));
});

it('the test selection selects the tests that read a changed file without importing it', () => {
  expect(touchedBy('docs/jobs.md').slice(-2)).toEqual(['docs/jobs.md', 'test/docs/jobs.test.ts']);
  expect(touchedBy('static/admin/src/main.tsx').slice(-1)).toEqual(['test/browser/shell.test.ts']);
});

it('the test selection builds the admin area only for tests that use it', () => {
  const withoutUi = evaluate(
    "listTests(['test/browser/', 'test/rest/paths', 'test/access/']).filter((test) => !useUi([test]))",
  );
  expect(withoutUi.length).toBeGreaterThan(1);
  expect(withoutUi.filter((test: string) => test.startsWith(join(root, 'test/browser/')))).toEqual([]);
});
