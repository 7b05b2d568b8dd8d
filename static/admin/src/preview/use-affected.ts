import { useCallback, useEffect, useState } from 'react';
import type { AdminOperations } from '../../../../src/admin/contract';
import { addCounts, type ChangeCount, NO_PAGES } from '../../../../src/findings/preview/change-count';
import { ask, type OperationError } from '../operations';

export type Change = AdminOperations['countAffected']['input']['change'];

export interface Affected {
  /** The parts that are counted so far. */
  readonly count: ChangeCount;
  readonly isDone: boolean;
  readonly error?: OperationError;
}

/** Counts what a change concerns on the whole site, part by part, until it is no longer shown. */
export function useAffected(change: Change): Affected & { readonly retry: () => void } {
  const [affected, setAffected] = useState<Affected>({ count: NO_PAGES, isDone: false });
  const [attempt, setAttempt] = useState(0);
  const text = JSON.stringify(change);
  useEffect(() => {
    let isShown = true;
    const read = async () => {
      let count: ChangeCount = NO_PAGES;
      let from: string | undefined;
      do {
        const asked = { change: JSON.parse(text) as Change, ...(from === undefined ? {} : { from }) };
        const answer = await ask('countAffected', asked);
        if (!isShown) return;
        if (!answer.ok) return setAffected({ count, isDone: false, error: answer.error });
        const { continueFrom, ...part } = answer.value;
        count = addCounts(count, part);
        from = continueFrom;
        setAffected({ count, isDone: from === undefined });
      } while (from !== undefined);
    };
    setAffected({ count: NO_PAGES, isDone: false });
    void read();
    return () => {
      isShown = false;
    };
  }, [text, attempt]);
  return { ...affected, retry: useCallback(() => setAttempt((before) => before + 1), []) };
}
