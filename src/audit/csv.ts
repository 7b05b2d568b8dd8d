import type { AuditEntry } from './read-events';

/** Events as CSV (RFC 4180), safe to open in a spreadsheet. */

const COLUMNS = [
  ['time', ({ time }) => time],
  ['type', ({ type }) => type],
  ['outcome', ({ outcome }) => outcome],
  ['subject', ({ subject }) => subject],
  ['actorType', ({ actorType }) => actorType],
  ['actorAccountId', ({ actorAccountId }) => actorAccountId],
  ['actorKeyId', ({ actorKeyId }) => actorKeyId ?? ''],
  ['actorKeyName', ({ details }) => details.keyName ?? ''],
  ['before', ({ details }) => (details.before === undefined ? '' : JSON.stringify(details.before))],
  ['after', ({ details }) => (details.after === undefined ? '' : JSON.stringify(details.after))],
  ['justification', ({ details }) => details.justification ?? ''],
  ['requestId', ({ requestId }) => requestId],
  ['id', ({ id }) => id],
] as const satisfies readonly (readonly [string, (entry: AuditEntry) => string])[];

export const CSV_HEADER = lineOf(COLUMNS.map(([name]) => name));

export function csvLine(entry: AuditEntry): string {
  return lineOf(COLUMNS.map(([, textOf]) => textOf(entry)));
}

/** Of any file for a spreadsheet. */
export function lineOf(cells: readonly string[]): string {
  return `${cells.map(cellOf).join(',')}\r\n`;
}

/**
 * A spreadsheet takes a cell for a formula by how it begins (OWASP, CSV injection); an apostrophe in front makes it
 * text. The full-width forms are read as the others by some.
 */
export function cellOf(text: string): string {
  const safe = /^[=+\-@\t\r\n\0＝＋－＠]/.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}
