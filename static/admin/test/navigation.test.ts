import './bridge';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ENTRIES } from '../src/navigation';
import { texts } from '../src/texts';

const root = join(__dirname, '../../..');

it('the navigation has the pages that the guides name, in the entries that they name', () => {
  const { entries, pages } = texts.navigation;
  const existing: readonly string[] = ENTRIES.flatMap(({ name, pages: all }) => [
    entries[name],
    ...all.map((page) => `${entries[name]} › ${pages[page]}`),
  ]);
  const guides = readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md'));
  const named = ['README.md', ...guides.map((name) => join('docs', name))].flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/Administration › ([^*)]+)/g)].map(([, path = '']) => path),
  );
  expect(named.length).toBeGreaterThan(3);
  expect(named.map((path) => path.replace(/\s+/g, ' ')).filter((path) => !existing.includes(path))).toEqual([]);
});
