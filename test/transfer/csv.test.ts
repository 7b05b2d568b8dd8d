import fc from 'fast-check';
import { csvCell } from '../../src/platform/csv';
import { csvLine, parseCsv } from '../../static/admin/src/transfer/csv';

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
])('is parsed as any spreadsheet writes it: %s', (_what, text) => {
  expect(tableOf(text)).toEqual([
    ['a', 'b'],
    ['1', '2'],
  ]);
});

it('has the line number of every row, also after cells with line breaks', () => {
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
])('reports the line if a quotation mark %s', (_what, text, line) => {
  expect(parseCsv(text)).toEqual({ outcome: 'bad-quote', line });
});

it.each(['', '\uFEFF', '\n\n', ' , \n'])('has no error for a file without text: %j', (text) => {
  expect(parseCsv(text)).toEqual({ outcome: 'empty' });
});

/** Without the values that make a row empty, which no reader can distinguish from an empty line. */
const cell = fc.string({ unit: 'binary', maxLength: 12 });
const line = fc.array(cell, { minLength: 2, maxLength: 4 }).filter((cells) => cells.some((one) => one.trim() !== ''));

it('parses its own output, with any content, including formulas and apostrophes', () => {
  const special = fc.constantFrom('=1+1', '+x', '-x', '@x', '\tx', "'=x", "'x", '"', ',', ';', '\r\n', '＝x', 'ß');
  const any = fc.array(fc.oneof(cell, special), { minLength: 2, maxLength: 4 });
  fc.assert(
    fc.property(fc.array(fc.oneof(line, any), { minLength: 1, maxLength: 5 }), (lines) => {
      const full = lines.map((cells) => ['x', ...cells]);
      // An apostrophe before a formula is read as that of the app; nothing else changes.
      const back = (text: string) => (/^'[=+\-@\t\r\n\0＝＋－＠]/.test(text) ? text.slice(1) : text);
      expect(tableOf(full.map(csvLine).join(''))).toEqual(full.map((cells) => cells.map(back)));
    }),
  );
});

it('writes no formula, exactly like the exports of the app', () => {
  fc.assert(
    fc.property(fc.array(cell, { minLength: 1, maxLength: 4 }), (cells) => {
      expect(csvLine(cells)).toBe(`${cells.map(csvCell).join(',')}\r\n`);
      expect(csvLine(cells)).not.toMatch(/(?:^|",)"[=+\-@\t\r\0＝＋－＠]/);
    }),
  );
});
