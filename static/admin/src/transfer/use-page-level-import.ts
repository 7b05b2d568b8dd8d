import { useCallback, useEffect, useRef, useState } from 'react';
import type { ImportedRow } from '../../../../src/admin/pages/import-page-levels';
import { ask, type OperationError } from '../operations';
import { texts } from '../texts';
import type { PageLevelRow } from './page-level-rows';

/**
 * Sends the rows of a file in batches of 25, one batch after another, first as a dry run, then as an import. An
 * interrupted run continues where it stopped. Rows that were set without a received response are `unchanged` then.
 */

export type OnExisting = 'keep' | 'raise' | 'replace';
export type Results = ReadonlyMap<number, ImportedRow>;

export interface Run {
  readonly kind: 'dry-run' | 'import';
  readonly state: 'running' | 'stopping' | 'stopped' | 'done';
  /** By line of the file. */
  readonly results: Results;
  readonly total: number;
  readonly onExisting: OnExisting;
  readonly error?: OperationError;
}

/** The limit of the resolver. */
const AT_ONCE = 25;

export function usePageLevelImport() {
  const [run, setRun] = useState<Run>();
  /** The current run. Older runs stop. */
  const current = useRef<{ isStopping: boolean }>();

  const forget = useCallback(() => {
    current.current = undefined;
    setRun(undefined);
  }, []);
  useEffect(
    () => () => {
      current.current = undefined;
    },
    [],
  );

  const send = async (rows: readonly PageLevelRow[], from: Omit<Run, 'state' | 'error'>) => {
    const job = { isStopping: false };
    current.current = job;
    const { kind, onExisting } = from;
    let results = from.results;
    const left = readyRows(rows).filter(({ line }) => !isFinal(results.get(line)));
    const show = (state: Run['state'], error?: OperationError) =>
      setRun({ ...from, results, state, ...(error === undefined ? {} : { error }) });
    show('running');
    for (let start = 0; start < left.length; start += AT_ONCE) {
      const some = left.slice(start, start + AT_ONCE);
      const answer = await ask('importPageLevels', {
        rows: some.map(({ payload }) => payload),
        onExisting,
        dryRun: kind === 'dry-run',
      });
      if (current.current !== job) return;
      if (!answer.ok) return show('stopped', answer.error);
      const answered = answer.value.results;
      results = new Map([
        ...results,
        ...some.flatMap(({ line }, index): [number, ImportedRow][] => {
          const result = answered[index];
          return result === undefined ? [] : [[line, result]];
        }),
      ]);
      // All rows of the batch failed, so the others would fail, too.
      if (answered.every(({ outcome }) => outcome === 'failed')) {
        return show('stopped', { code: 'CONFLUENCE_UNAVAILABLE', message: texts.transfer.allFailed });
      }
      if (job.isStopping) return show('stopped');
      show('running');
    }
    show('done');
  };

  return {
    run,
    forget,
    start: (kind: Run['kind'], rows: readonly PageLevelRow[], onExisting: OnExisting) =>
      void send(rows, { kind, onExisting, results: new Map(), total: readyRows(rows).length }),
    /** Sends the rows without a result, and those that failed. */
    resume: (rows: readonly PageLevelRow[]) => {
      if (run !== undefined) {
        const { kind, onExisting, results, total } = run;
        void send(rows, { kind, onExisting, results, total });
      }
    },
    /** Stops after the pending requests, because they take effect and their results must be known. */
    stop: () => {
      if (current.current === undefined || run?.state !== 'running') return;
      current.current.isStopping = true;
      setRun({ ...run, state: 'stopping' });
    },
  };
}

function isFinal(result: ImportedRow | undefined): boolean {
  return result !== undefined && result.outcome !== 'failed';
}

function readyRows(rows: readonly PageLevelRow[]) {
  return rows.flatMap(({ line, parsed }) => {
    if (parsed.outcome !== 'ready') return [];
    const { pageId, level, justification } = parsed;
    return [{ line, payload: { pageId, ...level, ...(justification === undefined ? {} : { justification }) } }];
  });
}
