import { useCallback, useRef, useState } from 'react';
import type { JobView } from '../../../../src/admin/runs/jobs';
import { ask, type OperationError, type Outcome } from '../operations';
import { usePolling } from '../use-polling';

const readJob = (jobId: string) => ask('getJob', { jobId });

const newRequestKeys = () => ({ preview: crypto.randomUUID(), revert: crypto.randomUUID() });

export const isFinished = ({ state }: JobView) => state !== 'queued' && state !== 'running';

/**
 * The job that reverts the changes of a key, with its progress.
 * @param keyId undefined: the sub-levels that rules from findings removed
 */
export function useRevert(keyId: string | undefined) {
  const [job, setJob] = useState<JobView>();
  const [failure, setFailure] = useState<OperationError>();
  // A retry after a lost response must return the same job.
  const requestKeys = useRef(newRequestKeys());

  const onAnswer = useCallback((answer: Outcome<JobView>) => {
    setFailure(answer.ok ? undefined : answer.error);
    if (answer.ok) setJob(answer.value);
  }, []);
  const jobId = job === undefined || isFinished(job) ? undefined : job.jobId;
  usePolling(jobId, readJob, onAnswer);

  const renew = () => {
    requestKeys.current = newRequestKeys();
  };
  return {
    job,
    failure,
    /** @param from the changes before this instant stay. undefined: all changes are reverted */
    start: async (dryRun: boolean, from?: string) => {
      const requestKey = dryRun ? requestKeys.current.preview : requestKeys.current.revert;
      const since = from === undefined ? {} : { from };
      onAnswer(
        keyId === undefined
          ? await ask('restoreSubLevels', { dryRun, requestKey })
          : await ask('revertKey', { keyId, ...since, dryRun, requestKey }),
      );
    },
    cancel: async (id: string) => onAnswer(await ask('cancelJob', { jobId: id })),
    /** A different period needs a new job. */
    renew,
    /** Goes back to the choice of the period. */
    restart: () => {
      renew();
      setJob(undefined);
      setFailure(undefined);
    },
  };
}
