import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { texts } from '../../static/admin/src/texts';

/** docs/glossary.md explains the terms of the admin area, and the guides that use one link to it. */

const docs = join(__dirname, '../../docs');
const textOf = (file: string) => readFileSync(join(docs, file), 'utf8');
const rows = [...textOf('glossary.md').matchAll(/^\| ([^|]+?)( \*)? \| ([^|]+) \| (?:\[|–)/gm)].map(
  ([, term = '', mark, meaning = '']) => ({ term, isInUi: mark !== undefined, meaning }),
);
const TERMS = /\b(bands?|fingerprints?|level floor|observed|outdated|peppers?|points|schemes?)\b/i;
/** Read by contributors, or written by a command. */
const OTHERS = ['architecture.md', 'benchmarks.md', 'errors.md', 'glossary.md', 'secret-formats.md', 'tests.md'];

it('the glossary lists its terms in alphabetical order', () => {
  const terms = rows.map(({ term }) => term.toLowerCase());
  expect(terms.length).toBeGreaterThan(15);
  expect(terms).toEqual([...terms].sort());
});

it('the glossary explains exactly the marked terms in the admin area, in the same words', () => {
  const marked = rows.filter(({ isInUi }) => isInUi).map(({ term, meaning }) => [term, meaning]);
  expect(Object.values(texts.glossary.terms)).toEqual(marked);
});

it.each(
  readdirSync(docs)
    .filter((file) => file.endsWith('.md') && !OTHERS.includes(file))
    .filter((file) => TERMS.test(textOf(file).replace(/```[\s\S]*?```|`[^`]*`|\([^)]*\)/g, ''))),
)('the guide %s links to the glossary, because it uses a term of it', (file) => {
  expect(textOf(file)).toContain('](glossary.md)');
});
