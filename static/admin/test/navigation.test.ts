import './bridge';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { GUIDE_OF } from '../src/help/guides-of-pages';
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

/** The ids that GitHub gives to the headings of a guide. */
function sectionsOf(guide: string): readonly string[] {
  const headings = readFileSync(join(root, 'docs', `${guide}.md`), 'utf8').matchAll(/^#+ (.*)$/gm);
  return [...headings].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

it('the help has each guide that it names, and each page of the navigation has one', () => {
  const pages = ENTRIES.flatMap((entry) => entry.pages);
  expect(pages.filter((page) => GUIDE_OF[page] === undefined)).toEqual([]);
  const named = [
    ...Object.values(GUIDE_OF),
    ...texts.help.groups.flatMap(({ guides }) => guides.map(([name]) => name as string)),
  ];
  const missing = named.filter((one) => {
    const [guide = '', section] = one.split('#');
    const sections = sectionsOf(guide);
    return section !== undefined && !sections.includes(section);
  });
  expect(missing).toEqual([]);
});
