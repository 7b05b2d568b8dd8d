import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = resolve(__dirname, '../../static');

it('times and dates have one form because only one file of the admin area and the frames formats them', () => {
  const files = readdirSync(ROOT, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\/src\/.*\.tsx?$/.test(name),
  );
  const format = /toLocale(Date|Time)String|DateTimeFormat|RelativeTimeFormat|new Date\([^()]*\)\.toLocale|toUTCString/;
  const formatting = files.filter((name) => format.test(readFileSync(join(ROOT, name), 'utf8')));
  expect(formatting).toEqual(['admin/src/dates.ts']);
});
