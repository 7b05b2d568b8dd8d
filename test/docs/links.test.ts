import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import * as z from 'zod';

/** The guides contain only valid links, paths and commands. */

const root = join(__dirname, '../..');
const files = [
  ...readdirSync(root).filter((name) => name.endsWith('.md')),
  ...['docs', 'local', 'bench', 'clients'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.md') && !name.includes('node_modules'))
      .map((name) => join(folder, name)),
  ),
];
const textOf = (file: string) => readFileSync(join(root, file), 'utf8');

/** The anchor that GitHub makes from a heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');

function anchorsIn(file: string): readonly string[] {
  return [...textOf(file).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => anchorOf(heading));
}

it.each(files)('%s links to files and headings that exist', (file) => {
  const links = [...textOf(file).matchAll(/\]\(([^()\s]+)\)/g)].flatMap(([, link = '']) =>
    /^[a-z]+:|^\//.test(link) ? [] : [link],
  );
  const broken = links.filter((link) => {
    const [path = '', anchor] = link.split('#');
    const target = path === '' ? file : relative(root, join(root, dirname(file), path));
    if (!existsSync(join(root, target))) return true;
    return anchor !== undefined && !anchorsIn(target).includes(anchor);
  });
  expect(broken).toEqual([]);
});

it('only existing npm commands are named', () => {
  const { scripts } = z
    .object({ scripts: z.record(z.string(), z.string()) })
    .parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));
  const named = files.flatMap((file) => [
    ...textOf(file).matchAll(/npm run (?:--silent |-s )?([a-z]+(?:[:-][a-z]+)*)/g),
  ]);
  expect(named.length).toBeGreaterThan(10);
  expect(named.map(([, name = '']) => name).filter((name) => !(name in scripts))).toEqual([]);
});

it.each(['CONTRIBUTING.md', 'docs/architecture.md'])('%s names only existing paths', (guide) => {
  const named = [...textOf(guide).matchAll(/`((?:src|test|static|docs|scripts|local)\/[\w/.-]*|\.[a-z][\w.-]+)`/g)];
  expect(named.length).toBeGreaterThan(10);
  expect(named.map(([, path = '']) => path).filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

it('the README leads to every guide', () => {
  const readme = textOf('README.md');
  const guides = readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md'));
  expect(guides.filter((name) => !readme.includes(`](docs/${name})`))).toEqual([]);
});
