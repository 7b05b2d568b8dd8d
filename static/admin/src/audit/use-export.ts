import { useCallback, useEffect, useRef, useState } from 'react';
import type { AuditFilter } from '../../../../src/audit/filter';
import { localToday } from '../dates';
import { csvFile, download } from '../download';
import { ask, type OperationError } from '../operations';
import { texts } from '../texts';

/** All events that match as one CSV file: read part after part, then handed to the browser as a download. */

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

interface Job {
  readonly filter: AuditFilter;
  readonly parts: readonly string[];
  readonly progress: Progress;
  readonly cursor?: string;
}

export function useExport() {
  const [state, setState] = useState<Export>({ state: 'idle' });
  /** What is being read, or where it stopped. An answer for another one is dropped. */
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
      const { filter, cursor, parts, progress } = current;
      const answer = await ask('exportAudit', cursor === undefined ? filter : { ...filter, cursor });
      if (job.current !== current) return;
      if (!answer.ok) {
        setState({ state: 'failed', error: answer.error, ...progress });
        return;
      }
      const { csv, rows, unreadable, searchedBackTo } = answer.value;
      current = {
        filter,
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
    const name = texts.audit.fileName(localToday());
    download(url.current, name);
    setState({ state: 'done', url: url.current, name, ...current.progress });
  };

  return {
    state,
    start: (filter: AuditFilter) => {
      forget();
      void run({ filter, parts: [], progress: { rows: 0, unreadable: 0 } });
    },
    /** After a failure: from where it stopped. */
    goOn: () => {
      if (job.current !== undefined) void run({ ...job.current });
    },
    /** Ends it, wherever it is. */
    end: () => {
      forget();
      setState({ state: 'idle' });
    },
  };
}
