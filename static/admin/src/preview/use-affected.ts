import { useCallback, useEffect, useState } from 'react';
import type { AdminOperations } from '../../../../src/admin/contract';
import type { ChangeCount } from '../../../../src/findings/count-change';
import { ask, type OperationError } from '../operations';

export type Change = AdminOperations['countAffected']['payload']['change'];

export interface Affected {
  /** The parts that are counted so far. */
  readonly count: ChangeCount;
  readonly isDone: boolean;
  readonly error?: OperationError;
}

const NOTHING: ChangeCount = {
  pages: 0,
  changed: 0,
  opening: 0,
  closing: 0,
  otherSeverity: 0,
  below: 0,
  belowAfter: 0,
};

/** Counts what a change concerns on the whole site, part by part, until it is no longer shown. */
export function useAffected(change: Change): Affected & { readonly retry: () => void } {
  const [affected, setAffected] = useState<Affected>({ count: NOTHING, isDone: false });
  const [attempt, setAttempt] = useState(0);
  const text = JSON.stringify(change);
  useEffect(() => {
    let isShown = true;
    const read = async () => {
      let count = NOTHING;
      let from: string | undefined;
      do {
        const asked = { change: JSON.parse(text) as Change, ...(from === undefined ? {} : { from }) };
        const answer = await ask('countAffected', asked);
        if (!isShown) return;
        if (!answer.ok) return setAffected({ count, isDone: false, error: answer.error });
        const { continueFrom, ...part } = answer.value;
        count = sumOf(count, part);
        from = continueFrom;
        setAffected({ count, isDone: from === undefined });
      } while (from !== undefined);
    };
    setAffected({ count: NOTHING, isDone: false });
    void read();
    return () => {
      isShown = false;
    };
  }, [text, attempt]);
  return { ...affected, retry: useCallback(() => setAttempt((before) => before + 1), []) };
}

function sumOf(one: ChangeCount, other: ChangeCount): ChangeCount {
  return {
    pages: one.pages + other.pages,
    changed: one.changed + other.changed,
    opening: one.opening + other.opening,
    closing: one.closing + other.closing,
    otherSeverity: one.otherSeverity + other.otherSeverity,
    below: one.below + other.below,
    belowAfter: one.belowAfter + other.belowAfter,
  };
}
