import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fail, root } from './install.mjs';

/** Everything depends on these. */
const OF_ALL = /^(package-lock\.json|package\.json|jest\.config\.cjs|tsconfig\.json)$/;

/** Files that tests read without importing them, and the tests that do. */
const READ_BY = [
  [/^(docs\/.*|.*\.md)$/, 'test/docs/'],
  [/^(docs\/.*|.*\.md)$/, 'test/contract/documented-requests.test.ts'],
  [/^(clients|test\/clients\/programs)\//, 'test/clients/'],
  [/^manifest\.yml$/, 'test/deploy/'],
  [/^scripts\//, 'test/scripts/'],
  [/^static\/(admin|surfaces|icons)\/(?!test\/)/, 'test/browser/'],
  [/^static\/(admin|surfaces)\/(?!test\/)/, 'test/deploy/build-size.test.ts'],
];

/**
 * Returns the arguments of jest that select the tests of what has changed on this branch since it left main, committed
 * or not. Undefined: nothing has changed.
 */
export function changedTests() {
  return testsTouchedBy(changedFiles(), git('ls-files', 'test'));
}

export function testsTouchedBy(changed, filesOfTests) {
  if (changed.length === 0) return undefined;
  if (changed.some((file) => OF_ALL.test(file))) return [];
  const read = READ_BY.filter(([pattern]) => changed.some((file) => pattern.test(file))).map(([, folder]) => folder);
  const readers = filesOfTests.filter(
    (file) => file.endsWith('.test.ts') && read.some((folder) => file.startsWith(folder)),
  );
  // The imports from a test to a changed file are followed in these folders.
  const folders = ['test', 'src', 'local', 'bench', 'static/admin/src', 'static/admin/test', 'static/surfaces/src'];
  const roots = folders.flatMap((folder) => ['--roots', folder]);
  return [...roots, '--findRelatedTests', ...changed, ...readers];
}

function changedFiles() {
  const branch = ['main', 'origin/main'].find((name) => tryGit('rev-parse', '--verify', '--quiet', name));
  if (branch === undefined) return fail('There is no branch main to compare with; name the tests: npm test -- rest.');
  const [base] = git('merge-base', branch, 'HEAD');
  const files = [
    ...git('diff', '--name-only', '--diff-filter=d', base),
    ...git('ls-files', '--others', '--exclude-standard'),
  ];
  return [...new Set(files)];
}

function git(...args) {
  const output = execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
  return output === '' ? [] : output.split('\n');
}

function tryGit(...args) {
  try {
    return git(...args).length > 0;
  } catch {
    return false;
  }
}

/** Returns the paths of the test files that jest selects by these arguments. */
export function listTests(jestArgs) {
  const list = [join(root, 'node_modules/jest/bin/jest.js'), '--listTests', ...jestArgs];
  const output = execFileSync(process.execPath, list, { cwd: root, encoding: 'utf8' });
  return output.split('\n').filter((file) => existsSync(file));
}

/** True if one of these test files uses a built Custom UI. */
export function useUi(tests) {
  const read = new Set();
  return tests.some((test) => namesUi(test, read));
}

/** True if a test, or a test module that it imports, starts a browser or reads the build. */
function namesUi(file, read) {
  if (read.has(file)) return false;
  read.add(file);
  const text = readFileSync(file, 'utf8');
  if (/launchBrowser|static\/(admin|surfaces)\/dist/.test(text)) return true;
  const imported = [...text.matchAll(/from '(\.[^']*)'/g)].map(([, path]) => join(dirname(file), `${path}.ts`));
  return imported.some((path) => path.startsWith(join(root, 'test')) && existsSync(path) && namesUi(path, read));
}
