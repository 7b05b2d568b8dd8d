import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Every test that docs/security.md, docs/who-sees-what.md and the checklist name exists. */

const root = join(__dirname, '../..');
const textOf = (file: string) => readFileSync(join(root, file), 'utf8');
const guide = ['docs/security.md', 'docs/who-sees-what.md'].map(textOf).join('\n').replaceAll(/\s+/g, ' ');
const named = [...guide.matchAll(/`(test\/[\w/-]+\.test\.ts)`: "([^"]+)"/g)].map(([, file = '', title = '']) => ({
  file,
  title,
}));

it('the security guide names tests for its claims', () => {
  expect(named.length).toBeGreaterThan(30);
});

it.each(named)('$file has the test "$title"', ({ file, title }) => {
  expect(textOf(file)).toContain(title);
});

it('the guide and the checklist name files that exist', () => {
  const files = ['docs/security.md', 'docs/releases.md'].flatMap((name) =>
    [...textOf(name).matchAll(/`(test\/[^`]+)`/g)].map(([, file = '']) => file),
  );
  expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
});
