import { useCallback, useRef, useState } from 'react';
import { usePolling } from '../../../admin/src/use-polling';
import type { DeniedAction, NoPage, PageRedaction, RedactionResult } from '../../../../src/surfaces/contract';
import { ask, type OperationError, type Outcome } from '../operations';

const readRemoval = (redactionId: string) => ask('getRedaction', { redactionId });

export const hasEnded = ({ state }: PageRedaction) => state !== 'queued' && state !== 'running';

export interface Removal {
  readonly redaction?: PageRedaction;
  readonly error?: OperationError;
  readonly denied?: DeniedAction['code'];
}

/** Starts the removal of findings or its dry run, and polls it until it ends. */
export function useRemoval(dryRun: boolean, onNoPage: (view: NoPage) => void) {
  const [removal, setRemoval] = useState<Removal>({});
  // A retry after a lost response must return the same redaction.
  const requestKey = useRef(crypto.randomUUID());

  const onAnswer = useCallback(
    (answer: Outcome<RedactionResult>) => {
      if (answer.ok && !('outcome' in answer.value)) onNoPage(answer.value);
      else setRemoval((before) => afterAnswer(before, answer));
    },
    [onNoPage],
  );
  const start = useCallback(
    async (findingIds: readonly string[]) =>
      onAnswer(await ask('startRedaction', { findingIds, dryRun, requestKey: requestKey.current })),
    [dryRun, onAnswer],
  );

  const { redaction } = removal;
  usePolling(redaction === undefined || hasEnded(redaction) ? undefined : redaction.redactionId, readRemoval, onAnswer);
  return { ...removal, start };
}

/** An error keeps the latest progress. */
export function afterAnswer({ redaction }: Removal, answer: Outcome<RedactionResult>): Removal {
  const progress = redaction === undefined ? {} : { redaction };
  if (!answer.ok) return { ...progress, error: answer.error };
  const { value } = answer;
  if (!('outcome' in value)) return progress;
  if (value.outcome === 'denied') return { ...progress, denied: value.code };
  return { redaction: value.redaction };
}
