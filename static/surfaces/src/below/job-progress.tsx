import { WaitingNote } from '../../../admin/src/runs/waiting';
import type { BelowJob } from '../../../../src/surfaces/contract';
import { ask } from '../operations';
import { Button } from '../ui/button';
import type { SendJob } from './send-job';
import { belowTexts as t } from './texts';

interface JobProgressProps {
  readonly job: BelowJob;
  /** Where the person finds the job again. */
  readonly continues: string;
  readonly isSending: boolean;
  readonly send: SendJob;
}

/** A job that is waiting or running. */
export function JobProgress({ job, continues, isSending, send }: JobProgressProps) {
  const { jobId, isSearching, found, done } = job;
  const cancel = () => send(() => ask('cancelBelowJob', { jobId }), t.cancelFailed);
  return (
    <>
      {isSearching ? (
        <progress aria-label={t.progressLabel} />
      ) : (
        <progress aria-label={t.progressLabel} value={done} max={Math.max(1, found)} />
      )}
      <p>{isSearching ? t.finding(found) : t.progress(done, found)}</p>
      <WaitingNote waiting={job.waiting} />
      <p className="note">{continues}</p>
      <div className="buttons">
        <Button isBusy={isSending} onClick={() => void cancel()}>
          {t.cancelJob}
        </Button>
      </div>
    </>
  );
}
