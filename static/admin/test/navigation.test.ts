import './bridge';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SECTIONS } from '../src/navigation';
import { texts } from '../src/texts';

const root = join(__dirname, '../../..');

it('the navigation has the pages that the guides name, in the sections that they name', () => {
  const { sections, pages } = texts.navigation;
  const existing: readonly string[] = SECTIONS.flatMap((section) =>
    section.pages.map((page) => ('name' in section ? `${sections[section.name]} › ${pages[page]}` : pages[page])),
  );
  const guides = readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md'));
  const named = ['README.md', ...guides.map((name) => join('docs', name))].flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/Administration › ([^*)]+)/g)].map(([, path = '']) => path),
  );
  expect(named.length).toBeGreaterThan(3);
  expect(named.map((path) => path.replace(/\s+/g, ' ')).filter((path) => !existing.includes(path))).toEqual([]);
});
