import { unprotected } from '../../../../src/platform/csv';

/** CSV as spreadsheets read and write it (RFC 4180). Some locales use semicolons or tabs. */

export interface CsvRow {
  /** The line in the file, from 1, including the header. */
  readonly line: number;
  readonly cells: readonly string[];
}

export type ParsedCsv =
  | { readonly outcome: 'table'; readonly header: readonly string[]; readonly rows: readonly CsvRow[] }
  | { readonly outcome: 'empty' }
  /** A quotation mark is missing or misplaced, so the cells cannot be separated. */
  | { readonly outcome: 'bad-quote'; readonly line: number };

const DELIMITERS = [',', ';', '\t'] as const;

/** Ignores lines without text. */
export function parseCsv(file: string): ParsedCsv {
  const text = file.startsWith('\uFEFF') ? file.slice(1) : file;
  const delimiter = delimiterOf(text);
  const rows: CsvRow[] = [];
  let cells: string[] = [];
  let cell = '';
  let line = 1;
  let rowLine = 1;
  let place: 'start' | 'plain' | 'quoted' | 'after-quote' = 'start';
  const endCell = () => {
    cells.push(unprotected(cell));
    cell = '';
    place = 'start';
  };
  const endRow = () => {
    endCell();
    if (cells.some((one) => one.trim() !== '')) rows.push({ line: rowLine, cells });
    cells = [];
  };
  for (let index = 0; index < text.length; index += 1) {
    const char = text.charAt(index);
    if (place === 'quoted') {
      if (char === '"') {
        if (text.charAt(index + 1) === '"') {
          cell += '"';
          index += 1;
        } else place = 'after-quote';
      } else {
        if (char === '\n') line += 1;
        cell += char;
      }
    } else if (char === delimiter) endCell();
    else if (char === '\n' || char === '\r') {
      if (char === '\r' && text.charAt(index + 1) === '\n') index += 1;
      endRow();
      line += 1;
      rowLine = line;
    } else if (place === 'after-quote') return { outcome: 'bad-quote', line };
    else if (char === '"' && place === 'start') place = 'quoted';
    else {
      cell += char;
      place = 'plain';
    }
  }
  if (place === 'quoted') return { outcome: 'bad-quote', line: rowLine };
  endRow();
  const [header, ...others] = rows;
  return header === undefined ? { outcome: 'empty' } : { outcome: 'table', header: header.cells, rows: others };
}

/** The most frequent separator in the first line, outside of quotation marks. */
function delimiterOf(text: string): string {
  const header = /^[^\r\n]*/.exec(text.trimStart())?.[0].replaceAll(/"[^"]*"/g, '') ?? '';
  const count = (delimiter: string) => header.split(delimiter).length;
  return [...DELIMITERS].sort((a, b) => count(b) - count(a))[0] ?? ',';
}
