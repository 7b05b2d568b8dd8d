import { useCallback, useRef, useState } from 'react';
import type { RedactionView } from '../../../../src/admin/runs/redactions';
import { ask, type OperationError, type Outcome } from '../operations';
import { usePolling } from '../use-polling';

const readRedaction = (redactionId: string) => ask('getRedaction', { redactionId });

export const hasEnded = ({ state }: RedactionView) => state !== 'queued' && state !== 'running';

/** Starts a redaction or its dry run, and polls it until it ends. */
export function useRedaction(dryRun: boolean) {
  const [redaction, setRedaction] = useState<RedactionView>();
  const [failure, setFailure] = useState<OperationError>();
  // A retry after a lost response must return the same redaction.
  const requestKey = useRef(crypto.randomUUID());

  const onAnswer = useCallback((answer: Outcome<RedactionView>) => {
    setFailure(answer.ok ? undefined : answer.error);
    if (answer.ok) setRedaction(answer.value);
  }, []);
  const start = useCallback(
    async (findingIds: readonly string[], cleanHistory: boolean) =>
      onAnswer(
        await ask('startRedaction', {
          findingIds: [...findingIds],
          dryRun,
          cleanHistory,
          requestKey: requestKey.current,
        }),
      ),
    [dryRun, onAnswer],
  );

  const redactionId = redaction === undefined || hasEnded(redaction) ? undefined : redaction.redactionId;
  usePolling(redactionId, readRedaction, onAnswer);

  return { redaction, failure, start };
}
