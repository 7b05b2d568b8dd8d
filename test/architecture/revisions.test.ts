import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** The next revision of a row is computed in one place (docs/adr/0091). */

const SRC = resolve(__dirname, '../../src');
const NEXT = /\b(?:rev|revision)\b\)? \+ 1\b/;

it('only nextRevision computes the next revision of a row', () => {
  const files = readdirSync(SRC, { encoding: 'utf8', recursive: true }).filter((file) => file.endsWith('.ts'));
  const places = files.filter((file) => NEXT.test(readFileSync(join(SRC, file), 'utf8')));
  expect(places).toEqual(['platform/storage.ts']);
});
