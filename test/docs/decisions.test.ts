import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The decisions in docs/adr have one form, and its README.md lists each of them. */

const folder = join(__dirname, '../../docs/adr');
const textOf = (file: string) => readFileSync(join(folder, file), 'utf8');
const files = readdirSync(folder).filter((file) => file !== 'README.md');

/** The row of the index that a decision must have: number, file and title. Its last two cells are free. */
function rowStartOf(file: string): string {
  const [, number = '', title = ''] = /^# (\d+)\. (.+)\n/.exec(textOf(file)) ?? [];
  return `| [${number}](${file}) | ${title} |`;
}

it.each(files)('%s has its number, a title, and the sections of a decision', (file) => {
  const text = textOf(file);
  const number = Number(/^\d{4}(?=-[a-z0-9-]+\.md$)/.exec(file)?.[0]);
  expect(text).toMatch(new RegExp(`^# ${number}\\. [^\\n]+\\n\\n\\*\\*Context\\.`));
  const sections = [...text.matchAll(/^(?:\*\*([^*]+)\*\*|#{2,} (.+))/gm)].map(([, bold, heading]) => bold ?? heading);
  expect([...sections, ...(sections.length === 3 ? ['Rejected.'] : [])]).toEqual([
    'Context.',
    'Decision.',
    'Consequences.',
    'Rejected.',
  ]);
});

it('the index has a row for each decision, in order, with one line and a state', () => {
  const rows = textOf('README.md')
    .split('\n')
    .filter((line) => line.startsWith('| ['));
  expect(rows.map((row) => row.split(' | ').slice(0, 2).join(' | ') + ' |')).toEqual(files.sort().map(rowStartOf));
  expect(rows.filter((row) => !/ \| [^|]+\. \| (?:accepted|replaced by \d+) \|$/.test(row))).toEqual([]);
});

it('the index explains each number that no decision has', () => {
  const numbers = files.map((file) => Number(file.slice(0, 4)));
  const missing = Array.from({ length: Math.max(...numbers) }, (_, index) => index + 1).filter(
    (number) => !numbers.includes(number),
  );
  const [, list = ''] = /\. (40[^.]+) were taken for decisions/.exec(textOf('README.md').replace(/\n/g, ' ')) ?? [];
  const explained = [...list.matchAll(/(\d+)(?: to (\d+))?/g)].flatMap(([, from, to = from]) =>
    Array.from({ length: Number(to) - Number(from) + 1 }, (_, index) => Number(from) + index),
  );
  expect(missing).toEqual(explained);
});
