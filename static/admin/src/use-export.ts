import { useCallback, useEffect, useRef, useState } from 'react';
import type { CsvPart } from '../../../src/admin/audit/export-in-parts';
import { csvFile, download } from './download';
import type { OperationError, Outcome } from './operations';

/** Exports a list. Reads it in parts, then downloads them as one CSV file, or each as a file. */

interface Progress {
  readonly rows: number;
  readonly unreadable: number;
  readonly searchedBackTo?: string;
}

export type Export =
  | { readonly state: 'idle' }
  | (Progress & { readonly state: 'running' })
  | (Progress & { readonly state: 'failed'; readonly error: OperationError })
  | (Progress & { readonly state: 'done'; readonly files: readonly DownloadedFile[] });

interface DownloadedFile {
  readonly url: string;
  readonly name: string;
}

export interface Exported {
  /** Reads a part. Without a cursor, reads the first one. */
  readonly read: (cursor: string | undefined) => Promise<Outcome<CsvPart>>;
  readonly fileName: string;
  /** Each part is a complete file, with its number in its name. Default: the parts are one CSV file. */
  readonly isFilePerPart?: boolean;
}

interface Job extends Exported {
  readonly parts: readonly string[];
  readonly progress: Progress;
  readonly cursor?: string;
}

function filesOf({ fileName, isFilePerPart, parts }: Job): readonly { readonly name: string; readonly file: Blob }[] {
  if (isFilePerPart !== true) return [{ name: fileName, file: csvFile(parts) }];
  const dot = fileName.lastIndexOf('.');
  const nameOf = (part: number) => `${fileName.slice(0, dot)}-${part}-of-${parts.length}${fileName.slice(dot)}`;
  return parts.map((text, index) => ({
    name: parts.length === 1 ? fileName : nameOf(index + 1),
    file: fileName.endsWith('.csv') ? csvFile([text]) : new Blob([text], { type: 'application/json' }),
  }));
}

export function useExport() {
  const [state, setState] = useState<Export>({ state: 'idle' });
  /** The running or stopped export. Responses of earlier exports are ignored. */
  const job = useRef<Job>();
  const urls = useRef<readonly DownloadedFile[]>([]);

  const forget = useCallback(() => {
    job.current = undefined;
    for (const { url } of urls.current) URL.revokeObjectURL(url);
    urls.current = [];
  }, []);
  useEffect(() => forget, [forget]);

  const run = async (from: Job) => {
    let current = from;
    for (;;) {
      job.current = current;
      setState({ state: 'running', ...current.progress });
      const { read, cursor, parts, progress } = current;
      const answer = await read(cursor);
      if (job.current !== current) return;
      if (!answer.ok) {
        setState({ state: 'failed', error: answer.error, ...progress });
        return;
      }
      const { csv, rows, unreadable, searchedBackTo } = answer.value;
      const { cursor: _read, ...exported } = current;
      current = {
        ...exported,
        parts: [...parts, csv],
        progress: {
          rows: progress.rows + rows,
          unreadable: progress.unreadable + unreadable,
          ...(searchedBackTo === undefined ? {} : { searchedBackTo }),
        },
        ...(answer.value.cursor === undefined ? {} : { cursor: answer.value.cursor }),
      };
      if (answer.value.cursor === undefined) break;
    }
    const files = filesOf(current).map(({ name, file }): DownloadedFile => ({ name, url: URL.createObjectURL(file) }));
    forget();
    urls.current = files;
    for (const { url, name } of files) download(url, name);
    setState({ state: 'done', files, ...current.progress });
  };

  return {
    state,
    start: (exported: Exported) => {
      forget();
      void run({ ...exported, parts: [], progress: { rows: 0, unreadable: 0 } });
    },
    /** Continues after a failure. */
    resume: () => {
      if (job.current !== undefined) void run({ ...job.current });
    },
    /** Ends the export in any state. */
    end: () => {
      forget();
      setState({ state: 'idle' });
    },
  };
}
