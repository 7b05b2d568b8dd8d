/** CSV (RFC 4180) that is safe to open in a spreadsheet, for the exports of the app and of the admin area. */

/** The columns of a file: the name of each, and the text of its cell. */
export type CsvColumns<About extends readonly unknown[]> = readonly (readonly [
  name: string,
  textOf: (...about: About) => string,
])[];

/**
 * The lines of a part of a file, one for each entry.
 * @param isFirst the first part has the header line, so that the parts joined together are one file
 * @param others what the cells need besides the entry
 */
export function csvPart<T, Others extends readonly unknown[]>(
  columns: CsvColumns<[T, ...Others]>,
  entries: readonly T[],
  isFirst: boolean,
  ...others: Others
): string {
  const lines = entries.map((entry) => columns.map(([, textOf]) => textOf(entry, ...others)));
  return [...(isFirst ? [columns.map(([name]) => name)] : []), ...lines].map(csvLine).join('');
}

export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

/**
 * Quotation marks, blanks of every kind and NUL, which a spreadsheet may skip, and the first character of a formula
 * (OWASP, CSV injection). It does not go past a separator, because a cell may start there.
 */
const FORMULA = '(?:["\\0]|[^\\S\\t\\r\\n])*[=+\\-@＝＋－＠]';
/** The first characters that need protection also without a formula behind them. */
const START = '^(?=[\\t\\r\\n\\0]|' + FORMULA + ')';
/** A spreadsheet that separates cells by semicolons or tabs starts a cell within ours, and a row at each line break. */
const INNER = '(?<=[;\\t\\r\\n])(?=' + FORMULA + ')';
const PROTECTED = new RegExp(`${START}|${INNER}`, 'g');
const PROTECTION = new RegExp(PROTECTED.source.replaceAll('(?=', "'(?="), 'g');

/** A leading apostrophe makes a formula text, wherever a spreadsheet may start a cell. */
export function csvCell(text: string): string {
  return `"${text.replace(PROTECTED, "'").replaceAll('"', '""')}"`;
}

/** Reverts the protection of a cell. */
export function unprotected(cell: string): string {
  return cell.replace(PROTECTION, '');
}
