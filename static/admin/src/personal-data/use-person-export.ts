import { useEffect, useRef, useState } from 'react';
import type { ExportPart } from '../../../../src/privacy/export-person';
import { downloadJson } from '../download';
import { ask, type OperationError } from '../operations';
import { texts } from '../texts';
import { useSending } from '../use-sending';
import { accountError } from './account-field';

/** The rows that are exported so far. */
interface Exported extends ExportPart {
  readonly accountId: string;
}

/**
 * Exports the data of one person as a JSON file. Reads it in parts, then downloads the file.
 * @param onRefused gets an error of the entered account
 */
export function usePersonExport(onRefused: (message: string) => void) {
  const [current, setCurrent] = useState<Exported>();
  const [failure, setFailure] = useState<OperationError>();
  const { isSending, send } = useSending();
  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);

  const fail = (error: OperationError) => {
    const message = accountError(error);
    if (message === undefined) return setFailure(error);
    setCurrent(undefined);
    onRefused(message);
  };

  const readOn = async (start: Exported) => {
    setFailure(undefined);
    let all = start;
    do {
      const { accountId, next } = all;
      setCurrent(all);
      const answer = await ask('exportPerson', { accountId, ...(next === undefined ? {} : { from: next }) });
      if (!isMounted.current) return;
      if (!answer.ok) return fail(answer.error);
      all = { accountId, rows: [...all.rows, ...answer.value.rows], next: answer.value.next };
    } while (all.next !== undefined);
    setCurrent(all);
    save(all);
  };

  return {
    isRunning: isSending,
    /** The rows so far. undefined: no export. */
    count: current?.rows.length,
    failure,
    start: (accountId: string) => void send(() => readOn({ accountId, rows: [], next: undefined })),
    /** Continues after a failure. */
    resume: () => current !== undefined && void send(() => readOn(current)),
    saveAgain: () => current !== undefined && save(current),
  };
}

function save({ accountId, rows }: Exported): void {
  downloadJson({ accountId, rows }, texts.personalData.exported.fileName(accountId));
}
