import fc from 'fast-check';
import { csvLine, unprotected } from '../../src/platform/csv';
import { parseCsv } from '../../static/admin/src/transfer/csv';

/** CSV as spreadsheets and other apps write it, and as the app writes it. */

const tableOf = (text: string) => {
  const parsed = parseCsv(text);
  if (parsed.outcome !== 'table') throw new Error(parsed.outcome);
  return [parsed.header, ...parsed.rows.map(({ cells }) => cells)];
};

it.each([
  ['commas', 'a,b\r\n1,2\r\n'],
  ['semicolons', 'a;b\n1;2\n'],
  ['tabs', 'a\tb\n1\t2'],
  ['a byte order mark', '\uFEFFa,b\n1,2'],
  ['lines of an old Mac', 'a,b\r1,2\r'],
  ['quotation marks', '"a","b"\n"1","2"'],
  ['empty lines', '\n\na,b\n\n1,2\n,\n  ,\n'],
  ['quoted commas in a header with semicolons', '"a";b\n1;2'],
])('a CSV file is parsed as any spreadsheet writes it: %s', (_what, text) => {
  expect(tableOf(text)).toEqual([
    ['a', 'b'],
    ['1', '2'],
  ]);
});

it('the CSV parser has the line number of every row, also after cells with line breaks', () => {
  const parsed = parseCsv('a,b\r\n"1\r\n2\n3",x\r\n\r\n4,"y"\r\n');
  expect(parsed).toMatchObject({
    rows: [
      { line: 2, cells: ['1\r\n2\n3', 'x'] },
      { line: 6, cells: ['4', 'y'] },
    ],
  });
});

it.each([
  ['is never closed', 'a,b\n1,"2\n3,4', 2],
  ['has text after it', 'a,b\n1,2\n"1"x,2', 3],
])('the CSV parser reports the line if a quotation mark %s', (_what, text, line) => {
  expect(parseCsv(text)).toEqual({ outcome: 'bad-quote', line });
});

it.each(['', '\uFEFF', '\n\n', ' , \n'])('the CSV parser has no error for a file without text: %j', (text) => {
  expect(parseCsv(text)).toEqual({ outcome: 'empty' });
});

/** Without the values that make a row empty, which no reader can distinguish from an empty line. */
const cell = fc.string({ unit: 'binary', maxLength: 12 });
const line = fc.array(cell, { minLength: 2, maxLength: 4 }).filter((cells) => cells.some((one) => one.trim() !== ''));

it('the CSV parser parses its own output, with any content, including formulas and apostrophes', () => {
  const special = fc.constantFrom('=1+1', '+x', '-x', '@x', '\tx', "'=x", "'x", '"', ',', ';', '\r\n', '＝x', 'ß');
  const any = fc.array(fc.oneof(cell, special), { minLength: 2, maxLength: 4 });
  fc.assert(
    fc.property(fc.array(fc.oneof(line, any), { minLength: 1, maxLength: 5 }), (lines) => {
      const full = lines.map((cells) => ['x', ...cells]);
      // An apostrophe before a formula is read as that of the app; nothing else changes.
      const back = unprotected;
      expect(tableOf(full.map(csvLine).join(''))).toEqual(full.map((cells) => cells.map(back)));
    }),
  );
});

/** Reads a line as spreadsheets do: text behind a closing quotation mark belongs to the cell. */
function readCells(text: string, separator: string): readonly string[] {
  const cells = [''];
  let place: 'start' | 'plain' | 'quoted' = 'start';
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (place !== 'quoted' && [separator, '\r', '\n'].includes(char)) {
      cells.push('');
      place = 'start';
      continue;
    }
    const isEscaped = place === 'quoted' && text.startsWith('""', at);
    if (isEscaped) at += 1;
    if (char === '"' && place !== 'plain' && !isEscaped) {
      place = place === 'start' ? 'quoted' : 'plain';
      continue;
    }
    cells.push(`${cells.pop() ?? ''}${char}`);
    if (place === 'start') place = 'plain';
  }
  return cells;
}

describe.each([',', ';', '\t'])('in a spreadsheet that separates cells by %j', (separator) => {
  const expectNoFormula = (cells: readonly string[]) => {
    for (const one of readCells(csvLine(cells), separator)) expect(one).not.toMatch(/^[\s"\0]*[=+\-@＝＋－＠]/);
  };

  it.each([
    'a;=1+1;b',
    'a\t=1+1',
    'a\n=1+1',
    'a\r\n=1+1',
    'a;"=1+1"',
    'a;"";=1',
    '"=1',
    ' =1',
    '\t;\n-1',
    ';\0@x',
    'a;\u00A0=1',
    ' \n-1',
  ])('starts no cell with a formula: %j', (text) => {
    expectNoFormula(['x', text]);
    expectNoFormula([text, 'x']);
    expect(tableOf(csvLine(['x', text]))).toEqual([['x', text]]);
  });

  it('starts no cell with a formula, whatever the cells contain', () => {
    const part = fc.constantFrom(
      '=',
      '+',
      '-',
      '@',
      '＝',
      '"',
      "'",
      ';',
      ',',
      '\t',
      '\r',
      '\n',
      '\0',
      ' ',
      '\u00A0',
      '\v',
      'a',
    );
    const text = fc.array(part, { maxLength: 8 }).map((parts) => parts.join(''));
    fc.assert(fc.property(fc.array(text, { minLength: 1, maxLength: 4 }), expectNoFormula), { numRuns: 3_000 });
  });
});
