import { useCallback, useState } from 'react';
import { usePolling } from '../../../admin/src/use-polling';
import { useSending } from '../../../admin/src/use-sending';
import type { BelowJob, NoPage } from '../../../../src/surfaces/contract';
import { ask, type OperationError, type Outcome } from '../operations';
import type { JobAnswer, SendJob } from './send-job';
import { belowTexts as t } from './texts';

export const hasEnded = ({ counts }: BelowJob) => counts !== undefined;

export function titleOf(job: BelowJob): string {
  if (job.state === 'cancelled') return t.cancelled;
  return job.stoppedBy === undefined ? t.jobTitle(job.kind, hasEnded(job)) : t.stoppedEarly;
}

interface JobFailure {
  readonly title: string;
  readonly error: OperationError;
}

interface JobEvents {
  /** The page of the frame is no longer shown. */
  readonly onNoPage: (view: NoPage) => void;
  /** A job that may have changed levels has ended. The same function on every render. */
  readonly onChanged: () => void;
}

const readJob = (jobId: string) => ask('getBelowJob', { jobId });

/** The current job, polled until it ends. An error keeps the latest progress. */
export function useJob(initial: BelowJob | undefined, { onNoPage, onChanged }: JobEvents) {
  const [job, setJob] = useState(initial);
  const [failure, setFailure] = useState<JobFailure>();
  const { isSending, send: sendOnce } = useSending();
  const onAnswer = useCallback(
    (answer: Outcome<JobAnswer>, title: string = t.progressFailed) => {
      setFailure(answer.ok ? undefined : { title, error: answer.error });
      if (!answer.ok) return;
      if (answer.value.state !== 'job') return onNoPage(answer.value);
      const { job: latest } = answer.value;
      setJob(latest);
      if (hasEnded(latest) && latest.kind !== 'preview') onChanged();
    },
    [onNoPage, onChanged],
  );
  const onPolled = useCallback((answer: Outcome<JobAnswer>) => onAnswer(answer), [onAnswer]);
  usePolling(job === undefined || hasEnded(job) ? undefined : job.jobId, readJob, onPolled);
  const send: SendJob = (request, title = t.startFailed) => sendOnce(async () => onAnswer(await request(), title));
  const restart = () => {
    setFailure(undefined);
    setJob(undefined);
  };
  return { job, failure, isSending, send, restart };
}
