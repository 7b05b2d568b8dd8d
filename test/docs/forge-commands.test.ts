import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { KNOWN, problemOf } from '../support/forge-commands';

/** Each command for Forge in docs and messages is one that the pinned CLI accepts. */

const root = join(__dirname, '../..');
const filesIn = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file));
const FILES = [
  ...['README.md', 'SECURITY.md', 'CONTRIBUTING.md', 'local/README.md', 'manifest.yml', 'stubs/keytar/index.js'],
  ...filesIn('docs').filter((file) => file.endsWith('.md')),
  ...filesIn('scripts').filter((file) => file.endsWith('.mjs')),
];
const text = (file: string) => readFileSync(join(root, file), 'utf8');
/** `<`, `$`, `…` and `[` begin a placeholder of a text, and end what can be checked. */
const COMMAND = /npm run forge -- ([a-z-][^\n`<$…[]*(?:\$\([^)]*\)[^\n`]*)?)/g;
const found = FILES.flatMap((file) => [...text(file).matchAll(COMMAND)].map(([, line = '']) => ({ file, line })));

it('each command for Forge in docs and scripts exists, with its options and arguments', () => {
  expect(found.filter(({ file }) => file === 'docs/deployment.md').length).toBeGreaterThan(6);
  const problems = found.flatMap(({ file, line }) => {
    const problem = problemOf(line);
    return problem === undefined ? [] : [`${file}: ${problem}`];
  });
  expect(problems).toEqual([]);
});

it('docs call the CLI only by `npm run forge`, in the version of its lockfile', () => {
  const docs = FILES.filter((file) => !file.startsWith('docs/adr/'));
  expect(docs.filter((file) => /npx @forge\/cli|\bforge (?:deploy|install|tunnel) --/.test(text(file)))).toEqual([]);
  expect(text('forge-cli/package.json')).toContain(`"@forge/cli": "${KNOWN.version}"`);
});

it.each([
  ['deploy --enviroment production', '`deploy` has no option --enviroment'],
  ['deploy production', '`deploy` takes no arguments'],
  ['storage entities indexes', undefined],
  ['storage entities indices list', '`storage entities` takes no arguments'],
  ['wait-for-indexes --minutes', '`wait-for-indexes --minutes` needs a value'],
  ['publish', 'there is no command `publish`'],
  ['variables set ONE TWO THREE', '`variables set` takes [key] [value]'],
])('the check of commands reports `%s`', (line, problem) => {
  expect(problemOf(line)).toBe(problem);
});
