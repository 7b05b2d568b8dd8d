import type { Detector, Rule } from '../../src/detection/detector';
import type { Rows } from './rows/row';

/**
 * Texts that are as hard as possible for a detector: built from its own keywords, at which patterns are
 * tried, from the characters that their repeats accept, and from almost valid values.
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

const FILLERS = ['', 'a', 'aA1', ' ', '=', ': "', '-/', 'a:b@', '\\n"', ' = aaaa1\n'];
/** The characters of numbers, dates and addresses. */
const FILLERS_OF_NUMBERS = ['', '1', ' ', '12 ', '123-', '1.', 'a1', ' 12345678', ': abandon '];
/** Some keywords of each rule. The others are similar. */
const startsOf = (rule: Rule) => (rule.by === 'token' ? ['1', 'A1', 'AB12-'] : rule.keywords.slice(0, 2));

/** The value again: after its beginning one character alone, but for the last. */
function almost(marked: string, beginning: number, character: string): string {
  return marked.replace(/‹(.*)(.)›/gs, (_all, value: string, last: string) => {
    return value.slice(0, beginning).padEnd(value.length, character) + last;
  });
}
