import './bridge';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { ENTRIES } from '../src/navigation';

/** scripts/pictures.json connects the pictures, the pages that they show, and the guides that show them. */

const root = join(__dirname, '../../..');
const folder = join(root, 'docs/pictures');
const pictures = z
  .array(
    z.strictObject({
      name: z.string().regex(/^[a-z-]+$/),
      /** The page of the admin area. */
      page: z.string().optional(),
      path: z.string().startsWith('/site/'),
      as: z.string().optional(),
      width: z.int().optional(),
      opens: z.string().optional(),
      frame: z.string().optional(),
      guides: z.array(z.string()).min(1),
    }),
  )
  .parse(JSON.parse(readFileSync(join(root, 'scripts/pictures.json'), 'utf8')));
const PICTURE = /!\[[^\]]+\]\((?:docs\/)?pictures\/([a-z-]+)[.]png\)/g;
const shownIn = (file: string) =>
  [...readFileSync(join(root, file), 'utf8').matchAll(PICTURE)].map(([, name = '']) => name);

it('every picture of the table exists, and no other', () => {
  const files = readdirSync(folder).map((file) => file.replace(/[.]png$/, ''));
  expect(files.toSorted()).toEqual(pictures.map(({ name }) => name).toSorted());
});

it('the pictures are small', () => {
  const sizes = pictures.map(({ name }) => [name, statSync(join(folder, `${name}.png`)).size] as const);
  expect(sizes.filter(([, size]) => size > 150 * 1024)).toEqual([]);
  expect(sizes.reduce((sum, [, size]) => sum + size, 0)).toBeLessThan(1.5 * 1024 * 1024);
});

it('every entry of the navigation has a picture', () => {
  const shown = pictures.map(({ page }) => page);
  expect(ENTRIES.filter(({ pages }) => !pages.some((page) => shown.includes(page))).map(({ name }) => name)).toEqual(
    [],
  );
  const known = ENTRIES.flatMap(({ pages }) => [...pages]).map(String);
  expect(shown.filter((page) => page !== undefined && !known.includes(page))).toEqual([]);
});

it('each guide shows the pictures that the table names for it', () => {
  const guides = readdirSync(join(root, 'docs')).filter((file) => file.endsWith('.md'));
  for (const guide of guides) {
    const name = guide.replace(/[.]md$/, '');
    const wanted = pictures.filter((picture) => picture.guides.includes(name)).map((picture) => picture.name);
    expect([guide, shownIn(`docs/${guide}`).toSorted()]).toEqual([guide, wanted.toSorted()]);
  }
  expect(shownIn('README.md')).toEqual(['overview']);
});
