/** CSV (RFC 4180) that is safe to open in a spreadsheet. */

export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

/**
 * Spreadsheets treat a cell as a formula depending on its first character (OWASP, CSV injection). A leading apostrophe makes it
 * text. Some spreadsheets accept full-width characters as well.
 */
export function csvCell(text: string): string {
  const safe = /^[=+\-@\t\r\n\0＝＋－＠]/.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}
