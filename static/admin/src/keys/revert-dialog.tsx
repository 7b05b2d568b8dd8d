import Button from '@atlaskit/button/new';
import { useCallback, useRef, useState } from 'react';
import type { JobView } from '../../../../src/admin/jobs';
import { timeZone } from '../dates';
import { ask, type OperationError, type Outcome } from '../operations';
import { texts } from '../texts';
import { RadioChoices } from '../ui/choices';
import { Dialog } from '../ui/dialog';
import { Failure } from '../ui/failure';
import { useFollowing } from '../use-following';
import { useSending } from '../use-sending';
import { JobProgress, JobResult } from './revert-job';
import { TextField } from '../ui/form-fields';

interface RevertDialogProps {
  readonly keyId: string;
  readonly name: string;
  readonly onClose: () => void;
}

type Period = 'ever' | 'since';

const lookAt = (jobId: string) => ask('getJob', { jobId });

const newRequestKeys = () => ({ preview: crypto.randomUUID(), earnest: crypto.randomUUID() });

const isOver = ({ state }: JobView) => state !== 'queued' && state !== 'running';

/** Undoes what a key has done: first what it would come to, then, once that was seen, in earnest. */
export default function RevertDialog({ keyId, name, onClose }: RevertDialogProps) {
  const [period, setPeriod] = useState<Period>('ever');
  const [since, setSince] = useState('');
  const [job, setJob] = useState<JobView>();
  const [failure, setFailure] = useState<OperationError>();
  const { isSending, send } = useSending();
  const { revert } = texts;
  // What is asked for again, because no answer came, must be the same job.
  const requestKeys = useRef(newRequestKeys());

  const take = useCallback((answer: Outcome<JobView>) => {
    setFailure(answer.ok ? undefined : answer.error);
    if (answer.ok) setJob(answer.value);
  }, []);

  const start = async (dryRun: boolean) => {
    const requestKey = dryRun ? requestKeys.current.preview : requestKeys.current.earnest;
    const from = period === 'since' ? { from: new Date(since).toISOString() } : {};
    take(await ask('revertKey', { keyId, ...from, dryRun, requestKey }));
  };
  /** Another wish is another job, also where no answer to the one before came. */
  const wishAnew = () => {
    requestKeys.current = newRequestKeys();
  };
  const changeSince = (moment: string) => {
    wishAnew();
    setSince(moment);
  };
  const back = () => {
    wishAnew();
    setJob(undefined);
    setFailure(undefined);
  };
  const cancel = async (jobId: string) => take(await ask('cancelJob', { jobId }));

  const jobId = job === undefined || isOver(job) ? undefined : job.jobId;
  useFollowing(jobId, lookAt, take);

  const isPossible = period === 'ever' || !Number.isNaN(Date.parse(since));
  const footer =
    job === undefined ? (
      <>
        <Button appearance="subtle" onClick={onClose}>
          {texts.cancel}
        </Button>
        <Button
          appearance="primary"
          isDisabled={!isPossible}
          isLoading={isSending}
          onClick={() => void send(() => start(true))}
        >
          {revert.preview}
        </Button>
      </>
    ) : !isOver(job) ? (
      <>
        <Button appearance="subtle" isLoading={isSending} onClick={() => void send(() => cancel(job.jobId))}>
          {revert.stop}
        </Button>
        <Button onClick={onClose}>{texts.close}</Button>
      </>
    ) : job.dryRun ? (
      <>
        <Button appearance="subtle" onClick={back}>
          {revert.back}
        </Button>
        <Button
          appearance="danger"
          isDisabled={job.changed === 0 || job.state === 'cancelled'}
          isLoading={isSending}
          onClick={() => void send(() => start(false))}
        >
          {revert.submit(job.changed)}
        </Button>
      </>
    ) : (
      <Button appearance="primary" onClick={onClose}>
        {texts.close}
      </Button>
    );

  return (
    <Dialog title={revert.title(name)} onClose={onClose} footer={footer}>
      {failure !== undefined && <Failure title={revert.failed} error={failure} />}
      {job === undefined && (
        <>
          <p>{revert.intro}</p>
          <fieldset className="field">
            <legend>{revert.period}</legend>
            <RadioChoices
              name="period"
              value={period}
              choices={[
                { value: 'ever', label: revert.ever },
                { value: 'since', label: revert.since },
              ]}
              onChange={(chosen) => {
                wishAnew();
                setPeriod(chosen);
              }}
            />
          </fieldset>
          {period === 'since' && (
            <TextField
              label={revert.from}
              help={revert.fromHelp(timeZone)}
              type="datetime-local"
              value={since}
              onChange={changeSince}
            />
          )}
        </>
      )}
      {job !== undefined && !isOver(job) && <JobProgress job={job} />}
      {job !== undefined && isOver(job) && <JobResult job={job} />}
    </Dialog>
  );
}
