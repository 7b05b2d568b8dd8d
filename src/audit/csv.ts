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

/** One CSV line. For other exports as well. */
export function lineOf(cells: readonly string[]): string {
  return `${cells.map(cellOf).join(',')}\r\n`;
}

/**
 * Spreadsheets treat a cell as a formula depending on its first character (OWASP, CSV injection). A leading apostrophe makes it
 * text. Some spreadsheets accept full-width characters as well.
 */
export function cellOf(text: string): string {
  const safe = /^[=+\-@\t\r\n\0＝＋－＠]/.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}
