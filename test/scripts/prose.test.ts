import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as z from 'zod';

/**
 * The prose check of `npm run check`: the text that it reads, and the phrases that it finds. `npm test` checks the
 * project.
 */

const root = join(__dirname, '../..');
const script = pathToFileURL(join(root, 'scripts/check-prose.mjs')).href;
const hits = z.array(z.object({ line: z.number(), found: z.string(), use: z.string() }));

/** @returns "line: phrase" for each hit */
function findIn(file: string, lines: readonly string[]): readonly string[] {
  const code = `const { findPhrases, proseIn } = await import('${script}');
    console.log(JSON.stringify(findPhrases(proseIn(${JSON.stringify(file)}, ${JSON.stringify(lines.join('\n'))}))));`;
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', code], { encoding: 'utf8' });
  return hits.parse(JSON.parse(output)).map(({ line, found }) => `${line}: ${found}`);
}

it('reads comments, including phrases across two lines, and no code', () => {
  expect(
    findIn('src/a.ts', [
      '/** The scan that is under',
      ' * way. */',
      "const shall = 'under way'; // One that shall end.",
      'const url = `http://shall`;',
      '  // Remarks',
      '  // `shall` is an identifier here.',
    ]),
  ).toEqual(['1: under way', '3: shall', '5: Remarks']);
});

it('reads the strings of UI texts', () => {
  expect(findIn('static/admin/src/texts/a.ts', ["  title: 'It’s under way',", '  shall: 1,'])).toEqual([
    '1: under way',
  ]);
});

it('reads guides without their code', () => {
  expect(
    findIn('docs/a.md', [
      'It shall',
      '',
      '```sh',
      'shall',
      '```',
      '',
      '    shall',
      '',
      '| a | [shall](shall) `shall` |',
    ]),
  ).toEqual(['1: shall', '9: shall']);
});

it('reads test names, also on their own line, and no other strings of tests', () => {
  expect(
    findIn('test/a.test.ts', [
      "it('shall work', () => {",
      "  expect('shall').toBe(`shall`);",
      '});',
      "describe.each([['shall']])('a remark of %s', (name) => {",
      'it.each(rows)(',
      "  'that shall work',",
      '  async (row) => {',
    ]),
  ).toEqual(['1: shall', '4: remark', '6: shall']);
});

it('reads the text of JSX', () => {
  expect(
    findIn('static/admin/src/a.tsx', ['return (', '  <p id="shall">', '    It shall <b>', '      {shall}</b>']),
  ).toEqual(['3: shall']);
});

it('finds sentences that do not start with their subject, except questions', () => {
  expect(
    findIn('docs/a.md', [
      '# What it does',
      '',
      'It works. What it does is clear. What does it do?',
      'Whether it works',
      'is unclear.',
      '',
      '- Of two, one remains.',
      '- Well: That was it.',
      '',
      '| What it does | “What is this?” | That works. |',
    ]),
  ).toEqual(['3: What', '4: Whether', '7: Of', '8: That', '10: That']);
});

it('allows "Whether" at the start of a comment and of a description, where it describes a boolean', () => {
  expect(findIn('src/a.ts', ['/** Whether it works. That is all. */'])).toEqual(['1: That']);
  expect(findIn('dist/openapi.json', ['  "description": "Whether it works. Of a key."'])).toEqual(['1: Of']);
  expect(findIn('static/admin/src/texts/a.ts', ["  help: 'Whether it works.',"])).toEqual(['1: Whether']);
});

it('reads titles, summaries and descriptions of the OpenAPI document', () => {
  const document = {
    summary: 'A sight',
    example: 'shall',
    info: { title: 'Remarks', description: 'A "shall"\nand more' },
  };
  expect(findIn('dist/openapi.json', JSON.stringify(document, undefined, 2).split('\n'))).toEqual([
    '2: sight',
    '5: Remarks',
    '6: shall',
  ]);
});

it('finds each phrase as a whole word, in every form of its pattern, with its replacement', () => {
  const phrases = z
    .array(z.strictObject({ phrase: z.string(), use: z.string().min(2) }))
    .parse(JSON.parse(readFileSync(join(root, 'scripts/prose.json'), 'utf8')));
  expect(phrases.length).toBeGreaterThan(10);
  expect(phrases.map(({ phrase }) => phrase)).toEqual(phrases.map(({ phrase }) => phrase).sort());
  expect(findIn('docs/a.md', ['insight shallow', 'if there is none'])).toEqual([]);
  expect(findIn('docs/a.md', ['It takes away. TAKE AWAY'])).toEqual(['1: takes away', '1: TAKE AWAY']);
});
