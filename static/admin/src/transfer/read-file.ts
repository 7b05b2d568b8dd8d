import { type CsvRow, parseCsv } from './csv';

const MAX_FILE_BYTES = 5 * 1024 * 1024;
const MAX_ROWS = 10_000;

export interface CsvTable {
  readonly fileName: string;
  readonly header: readonly string[];
  readonly rows: readonly CsvRow[];
}

export type ReadFile =
  | { readonly outcome: 'table'; readonly table: CsvTable }
  | { readonly outcome: 'too-large' | 'not-utf-8' | 'unreadable' | 'no-rows' | 'too-many-rows' }
  | { readonly outcome: 'bad-quote'; readonly line: number };

/** Reads a CSV file. Never rejects. */
export async function readFile(file: File): Promise<ReadFile> {
  if (file.size > MAX_FILE_BYTES) return { outcome: 'too-large' };
  let text: string;
  try {
    const bytes = await file.arrayBuffer();
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    // In another encoding, names would have wrong characters.
    return { outcome: error instanceof TypeError ? 'not-utf-8' : 'unreadable' };
  }
  const parsed = parseCsv(text);
  switch (parsed.outcome) {
    case 'empty':
      return { outcome: 'no-rows' };
    case 'bad-quote':
      return parsed;
    case 'table': {
      if (parsed.rows.length === 0) return { outcome: 'no-rows' };
      if (parsed.rows.length > MAX_ROWS) return { outcome: 'too-many-rows' };
      const { header, rows } = parsed;
      return { outcome: 'table', table: { fileName: file.name, header, rows } };
    }
  }
}
