/** The byte order mark. Without it, Excel guesses another encoding and shows wrong characters. */
const BYTE_ORDER_MARK = '\uFEFF';

/** A CSV file from its parts. */
export function csvFile(parts: readonly string[]): Blob {
  return new Blob([BYTE_ORDER_MARK, ...parts], { type: 'text/csv;charset=utf-8' });
}

/** Starts a download. */
export function download(url: string, name: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
}

/** Downloads a complete file. */
export function downloadCsv(lines: readonly string[], name: string): void {
  downloadBlob(csvFile(lines), name);
}

export function downloadJson(value: object, name: string): void {
  downloadBlob(new Blob([`${JSON.stringify(value, undefined, 2)}\n`], { type: 'application/json' }), name);
}

function downloadBlob(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  download(url, name);
  // The browser has read the file by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
