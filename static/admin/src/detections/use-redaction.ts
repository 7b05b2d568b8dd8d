import { useCallback, useRef, useState } from 'react';
import type { RedactionView } from '../../../../src/admin/redactions';
import { ask, type OperationError, type Outcome } from '../operations';
import { useFollowing } from '../use-following';

const lookAt = (redactionId: string) => ask('getRedaction', { redactionId });

export const isOver = ({ state }: RedactionView) => state !== 'queued' && state !== 'running';

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
    async (findingIds: readonly string[], cleanHistory: boolean) =>
      take(
        await ask('startRedaction', {
          findingIds: [...findingIds],
          dryRun,
          cleanHistory,
          requestKey: requestKey.current,
        }),
      ),
    [dryRun, take],
  );

  const redactionId = redaction === undefined || isOver(redaction) ? undefined : redaction.redactionId;
  useFollowing(redactionId, lookAt, take);

  return { redaction, failure, start };
}
