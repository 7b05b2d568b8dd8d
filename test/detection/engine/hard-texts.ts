import type { Detector, Rule } from '../../../src/detection/detector';
import type { Rows } from '../rows/row';

/**
 * Texts that are as hard as possible for a detector. They are built from its own keywords, at which patterns are tried,
 * from the characters that their repeats accept, and from almost valid values.
 */
export function* hardTexts(detector: Detector, rows: readonly Rows[], length: number): Generator<string> {
  const fill = (unit: string) => unit.repeat(Math.ceil(length / unit.length)).slice(0, length);
  const fillers = detector.category === 'secret' ? FILLERS : FILLERS_OF_NUMBERS;
  for (const start of new Set(detector.rules.flatMap(startsOf))) {
    for (const filler of fillers) yield fill(start + filler) + start + fill(filler === '' ? start : filler);
  }
  const row = rows.find(({ detector: id }) => id === detector.id)?.finds[0]?.replaceAll('·', '') ?? '';
  for (const hard of [row, almost(row, 0, '_'), almost(row, 8, 'a'), almost(row, 8, '1')]) {
    yield fill(`${hard.replace(/[‹›]/g, '')}\n`);
  }
  if (row !== '') yield numbered(row, length);
}

/** Tables with a long header of meaningless words and one context word, above cells that each contain a value. */
export function* hardTables(rows: number, length: number): Generator {
  const row = (type: string, text: string) => ({
    type: 'tableRow',
    content: [{ type, attrs: {}, content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] }],
  });
  for (const [name, value] of [
    ['Password', 'Summer!'],
    ['Datadog', '9f86d081884'.padEnd(28, 'c')],
  ] as const) {
    for (const filler of [' x', ` ${name}`]) {
      const header = row('tableHeader', name + filler.repeat(length / filler.length));
      const cells = Array.from({ length: rows }, (_, at) => row('tableCell', `${value}${1_000 + at}`));
      yield { type: 'doc', version: 1, content: [{ type: 'table', attrs: {}, content: [header, ...cells] }] };
    }
  }
}

/** Patterns of custom detectors at their limits, each with a text on which it almost matches everywhere. */
export function* hardPatterns(length: number): Generator<{
  readonly name: string;
  readonly pattern: string;
  readonly text: string;
}> {
  // The last character of a match is in the text, but never where a match could end.
  const fill = (unit: string, last: string) => `${unit.repeat(960 / unit.length)}\n${last}\n`.repeat(length / 963);
  yield { name: 'nested repeats', pattern: '(?:(?:a{1,30}b?){1,30})c', text: fill('a', 'c') };
  yield { name: 'counted repeats', pattern: '(?:.{20,60}[xyz0-9]){8}!', text: fill('ab 1', '!') };
  yield { name: 'alternatives', pattern: '(?:a?){60}[ab]{60,190}z', text: fill('ab', 'z') };
  yield { name: 'any character', pattern: String.raw`[\s\S]{150,200}q[\s\S]{190}w`, text: fill('abq', 'w') };
  yield { name: 'many repeats', pattern: '(?:[ab]{1,60}c?){15}d', text: fill('ab', 'd') };
  yield { name: 'words', pattern: String.raw`(?:\p{L}{2,40} ){3,12}\p{N}`, text: fill('größe слово ', '1') };
  yield { name: 'many matches', pattern: 'a', text: fill('a ', '') };
}

const FILLERS = ['', 'a', 'aA1', ' ', '=', ': "', '-/', 'a:b@', '\\n"', ' = aaaa1\n'];
/** The characters of numbers, dates and addresses. */
const FILLERS_OF_NUMBERS = ['', '1', ' ', '12 ', '123-', '1.', 'a1', ' 12345678', ': abandon '];
/** Some keywords of each rule. The others are similar. */
const startsOf = (rule: Rule) => (rule.by === 'token' ? ['1', 'A1', 'AB12-'] : rule.keywords.slice(0, 2));

/** Copies of a text whose values end with different numbers, so that no copy can reuse the result of another. */
function numbered(marked: string, length: number): string {
  let text = '';
  for (let count = 10_000; text.length < length; count++) {
    text += `${marked.replace(/‹([^›]*)›/, (_all, value: string) => value.slice(0, -5) + String(count))}\n`;
  }
  return text.slice(0, length);
}

/** The value again, in which all characters after its beginning except the last are the same one. */
function almost(marked: string, beginning: number, character: string): string {
  return marked.replace(/‹(.*)(.)›/gs, (_all, value: string, last: string) => {
    return value.slice(0, beginning).padEnd(value.length, character) + last;
  });
}
