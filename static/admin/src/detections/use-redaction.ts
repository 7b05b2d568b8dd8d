import { useCallback, useEffect, useRef, useState } from 'react';
import type { RedactionView } from '../../../../src/admin/redactions';
import { ask, type OperationError, type Outcome } from '../operations';

/** How often to look how far it is. */
const LOOK_EVERY_MS = 1_000;

export const isOver = ({ state }: RedactionView) => state === 'finished' || state === 'failed';

/** A redaction that is started, or tried, and followed until it is over. */
export function useRedaction(dryRun: boolean) {
  const [redaction, setRedaction] = useState<RedactionView>();
  const [failure, setFailure] = useState<OperationError>();
  // What is asked for again, because no answer came, must be the same one.
  const requestKey = useRef(crypto.randomUUID());

  const take = useCallback((answer: Outcome<RedactionView>) => {
    setFailure(answer.ok ? undefined : answer.error);
    if (answer.ok) setRedaction(answer.value);
  }, []);
  const start = useCallback(
    async (findingIds: readonly string[]) =>
      take(await ask('startRedaction', { findingIds: [...findingIds], dryRun, requestKey: requestKey.current })),
    [dryRun, take],
  );

  const redactionId = redaction === undefined || isOver(redaction) ? undefined : redaction.redactionId;
  useEffect(() => {
    if (redactionId === undefined) return undefined;
    let isHere = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      timer = setTimeout(() => {
        void ask('getRedaction', { redactionId }).then((answer) => {
          if (!isHere) return;
          take(answer);
          look();
        });
      }, LOOK_EVERY_MS);
    };
    look();
    return () => {
      isHere = false;
      clearTimeout(timer);
    };
  }, [redactionId, take]);

  return { redaction, failure, start };
}
