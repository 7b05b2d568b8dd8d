import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { printTable } from './support';

/** Measures the files of the admin area that a browser loads at first, and when a page or a dialog is opened. */

const dist = join(__dirname, '../static/admin/dist');
const index = readFileSync(join(dist, 'index.html'), 'utf8');

const files = readdirSync(join(dist, 'assets'))
  .filter((name) => /[.](js|css)$/.test(name))
  .map((name) => {
    const content = readFileSync(join(dist, 'assets', name));
    return {
      name: name.replace(/-[\w-]{8}[.]/, '.'),
      isFirst: index.includes(name),
      bytes: content.length,
      compressed: gzipSync(content).length,
    };
  })
  .sort((one, other) => other.compressed - one.compressed);

type File = (typeof files)[number];
const kilobytes = (bytes: number) => `${(bytes / 1024).toFixed(1)} KB`;
const sum = (some: readonly File[], of: (file: File) => number) => some.reduce((total, file) => total + of(file), 0);

const first = files.filter(({ isFirst }) => isFirst);
const firstSize = sum(first, ({ compressed }) => compressed);
const row = (name: string, some: readonly File[]) => {
  const compressed = sum(some, (file) => file.compressed);
  return [
    name,
    kilobytes(sum(some, ({ bytes }) => bytes)),
    kilobytes(compressed),
    `× ${(compressed / firstSize).toFixed(2)}`,
  ];
};

console.log('The admin area: what is loaded at first, and every file that comes later, of 1 KB and more\n');
printTable(
  ['File', 'Size', 'gzip', 'Compared with the first load'],
  [
    row('first load', first),
    ...files
      .filter(({ isFirst, compressed }) => !isFirst && compressed >= 1024)
      .map((file) => row(`\`${file.name}\``, [file])),
  ],
);
