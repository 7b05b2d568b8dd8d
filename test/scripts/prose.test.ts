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
  return run('findPhrases(proseIn(file, text))', file, lines).map(({ line, found }) => `${line}: ${found}`);
}

/** @returns "line: British word, US word" for each hit; line 0 is the name of the file */
function findBritishIn(file: string, lines: readonly string[]): readonly string[] {
  return run('findBritish(file, text)', file, lines).map(({ line, found, use }) => `${line}: ${found}, ${use}`);
}

function run(call: string, file: string, lines: readonly string[]): z.infer<typeof hits> {
  const code = `const { findBritish, findPhrases, proseIn } = await import('${script}');
    const [file, text] = ${JSON.stringify([file, lines.join('\n')])};
    console.log(JSON.stringify(${call}));`;
  return hits.parse(
    JSON.parse(execFileSync(process.execPath, ['--input-type=module', '-e', code], { encoding: 'utf8' })),
  );
}

it('the prose check reads comments, including phrases across two lines, and no code', () => {
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

it.each([
  'static/admin/src/texts/a.ts',
  'static/admin/src/site-check/probe-texts.ts',
  'static/surfaces/src/popup/texts.ts',
  'static/surfaces/src/common-texts.ts',
  '.dependency-cruiser.cjs',
  'eslint.config.mjs',
])('the prose check reads the strings of %s', (file) => {
  expect(findIn(file, ["  title: 'It’s under way',", "  shall: 1, 'shall': 2"])).toEqual(['1: under way']);
});

it('the prose check reads comments of YAML', () => {
  expect(findIn('manifest.yml', ['# It shall', 'shall: shall'])).toEqual(['1: shall']);
});

it('the prose check reads guides without their code', () => {
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

it.each(['test/a.test.ts', 'static/admin/test/a.test.tsx'])(
  'the prose check reads test names of %s, and none of its other strings',
  (file) => {
    expect(
      findIn(file, [
        "it('shall work', () => {",
        "  expect('shall').toBe(`shall`);",
        '});',
        "describe.each([['shall']])('a remark of %s', (name) => {",
        'it.each(rows)(',
        "  'it shall work',",
        '  async (row) => {',
      ]),
    ).toEqual(['1: shall', '4: remark', '6: shall']);
  },
);

it('the prose check finds test names without a subject, except in a describe', () => {
  expect(
    findIn('test/a.test.ts', [
      "it('shows it', () => {});",
      "it('the list shows it', () => {",
      "  run('shows it', () => {});",
      '});',
      "itSlow.each([['is', 1]])('never %s', (text) => {});",
      'it.each([',
      "  ['is', 1],",
      "])('has %s', (text) => {});",
      'it.each(rows)(',
      "  'refuses %s',",
      '  (text) => {},',
      ');',
      "describe('a list', () => {",
      "  it('shows it', () => {});",
      '});',
    ]),
  ).toEqual(['1: shows', '5: never', '8: has', '10: refuses']);
});

it('the prose check reads the text of JSX', () => {
  expect(
    findIn('static/admin/src/a.tsx', ['return (', '  <p id="shall">', '    It shall <b>', '      {shall}</b>']),
  ).toEqual(['3: shall']);
});

it('the prose check finds sentences that do not start with their subject, except questions', () => {
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

it('the prose check allows "Whether" at the start of a comment and of a description, where it describes a boolean', () => {
  expect(findIn('src/a.ts', ['/** Whether it works. That is all. */'])).toEqual(['1: That']);
  expect(findIn('dist/openapi.json', ['  "description": "Whether it works. Of a key."'])).toEqual(['1: Of']);
  expect(findIn('static/admin/src/texts/a.ts', ["  help: 'Whether it works.',"])).toEqual(['1: Whether']);
});

it('the prose check reads titles, summaries and descriptions of the OpenAPI document', () => {
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

it('the prose check finds each phrase as a whole word, in every form of its pattern, with its replacement', () => {
  const phrases = z
    .array(z.strictObject({ phrase: z.string(), use: z.string().min(2) }))
    .parse(JSON.parse(readFileSync(join(root, 'scripts/prose.json'), 'utf8')));
  expect(phrases.length).toBeGreaterThan(10);
  expect(phrases.map(({ phrase }) => phrase)).toEqual(phrases.map(({ phrase }) => phrase).sort());
  expect(findIn('docs/a.md', ['insight shallow', 'if there is none'])).toEqual([]);
  expect(findIn('docs/a.md', ['It takes away. TAKE AWAY'])).toEqual(['1: takes away', '1: TAKE AWAY']);
});

it('the prose check finds British words in comments, identifiers, sentences of strings and the name of the file', () => {
  expect(
    findBritishIn('src/a/colour-of.ts', [
      '/** Whether the behaviour is recognised. `colour` */',
      "const normalisedValue = isModelled ? 'cancelled' : 'It was labelled.';",
      'const CENTRE_LINE = labelledby;',
    ]),
  ).toEqual([
    '1: behaviour, behavior',
    '1: recognised, recognized',
    '0: colour, color',
    '2: normalised, normalized',
    '2: Modelled, modeled',
    '2: labelled, labeled',
    '3: CENTRE, center',
  ]);
});

it('the prose check finds British words in names that src/detection declares, and not in its words of pages', () => {
  expect(
    findBritishIn('src/detection/validators/a.ts', [
      'const isLicence = list(`',
      '  licence, colour',
      '`); // A colour.',
    ]),
  ).toEqual(['3: colour, color', '1: Licence, license']);
});

it('the prose check finds British words in guides outside of code', () => {
  expect(findBritishIn('docs/a.md', ['A licence for `colour` was cancelled.', '```', 'colour', '```'])).toEqual([
    '1: licence, license',
    '1: cancelled, canceled',
  ]);
});

it('the prose check accepts the exceptions as identifiers, in their files only', () => {
  expect(findBritishIn('src/a.ts', ['const { cancelledAt, catalogue } = cancelled;'])).toEqual([
    '1: catalogue, catalog',
  ]);
  expect(findBritishIn('src/upkeep/installation.ts', ['const { catalogue } = GREY;'])).toEqual([]);
});

it('the prose check has a reason for each exception, and accepts US words', () => {
  const text = readFileSync(join(root, 'scripts/spelling.json'), 'utf8');
  const { exceptions } = z
    .strictObject({
      families: z.array(z.tuple([z.string(), z.string()])),
      exceptions: z.array(
        z.strictObject({
          files: z.string().optional(),
          words: z.array(z.string()).optional(),
          why: z.string().min(10),
        }),
      ),
    })
    .parse(JSON.parse(text));
  expect(exceptions.filter(({ files, words }) => files === undefined && words === undefined)).toEqual([]);
  expect(
    findBritishIn('docs/a.md', ['analyze organization color center labeled catalog license gray judgment misspelled']),
  ).toEqual([]);
});
