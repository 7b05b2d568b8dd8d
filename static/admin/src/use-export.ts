import { useCallback, useEffect, useRef, useState } from 'react';
import type { CsvPart } from '../../../src/admin/audit/export-in-parts';
import { csvFile, download } from './download';
import type { OperationError, Outcome } from './operations';

/** Exports a list as one CSV file. Reads it in parts, then downloads the file. */

interface Progress {
  readonly rows: number;
  readonly unreadable: number;
  readonly searchedBackTo?: string;
}

export type Export =
  | { readonly state: 'idle' }
  | (Progress & { readonly state: 'running' })
  | (Progress & { readonly state: 'failed'; readonly error: OperationError })
  | (Progress & { readonly state: 'done'; readonly url: string; readonly name: string });

export interface Exported {
  /** Reads a part. Without a cursor, reads the first one. */
  readonly read: (cursor: string | undefined) => Promise<Outcome<CsvPart>>;
  readonly fileName: string;
}

interface Job extends Exported {
  readonly parts: readonly string[];
  readonly progress: Progress;
  readonly cursor?: string;
}

export function useExport() {
  const [state, setState] = useState<Export>({ state: 'idle' });
  /** The running or stopped export. Responses of earlier exports are ignored. */
  const job = useRef<Job>();
  const url = useRef<string>();

  const forget = useCallback(() => {
    job.current = undefined;
    if (url.current !== undefined) URL.revokeObjectURL(url.current);
    url.current = undefined;
  }, []);
  useEffect(() => forget, [forget]);

  const run = async (from: Job) => {
    let current = from;
    for (;;) {
      job.current = current;
      setState({ state: 'running', ...current.progress });
      const { read, fileName, cursor, parts, progress } = current;
      const answer = await read(cursor);
      if (job.current !== current) return;
      if (!answer.ok) {
        setState({ state: 'failed', error: answer.error, ...progress });
        return;
      }
      const { csv, rows, unreadable, searchedBackTo } = answer.value;
      current = {
        read,
        fileName,
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
    const file = csvFile(current.parts);
    forget();
    url.current = URL.createObjectURL(file);
    download(url.current, current.fileName);
    setState({ state: 'done', url: url.current, name: current.fileName, ...current.progress });
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
