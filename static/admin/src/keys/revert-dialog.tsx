import Button from '@atlaskit/button/new';
import { useCallback, useRef, useState } from 'react';
import type { JobView } from '../../../../src/admin/runs/jobs';
import { timeZone } from '../dates';
import { ask, type OperationError, type Outcome } from '../operations';
import { texts } from '../texts';
import { RadioChoices } from '../ui/choices';
import { Dialog } from '../ui/dialog';
import { Failure } from '../ui/failure';
import { TextField } from '../ui/form-fields';
import { usePolling } from '../use-polling';
import { useSending } from '../use-sending';
import { JobProgress, JobResult } from './revert-job';

interface RevertDialogProps {
  /** Undefined: the sub-levels that rules from findings removed. */
  readonly keyId?: string;
  readonly title: string;
  readonly onClose: () => void;
}

interface Period {
  readonly of: 'ever' | 'since';
  /** The value of the date and time input. */
  readonly since: string;
}

const readJob = (jobId: string) => ask('getJob', { jobId });

const newRequestKeys = () => ({ preview: crypto.randomUUID(), revert: crypto.randomUUID() });

const isFinished = ({ state }: JobView) => state !== 'queued' && state !== 'running';

/** Reverts the changes of a key, or of rules. Shows a preview first. */
export default function RevertDialog({ keyId, title, onClose }: RevertDialogProps) {
  const { revert } = texts;
  const { period, setPeriod, job, failure, start, cancel, restart } = useRevert(keyId);
  return (
    <Dialog
      title={title}
      onClose={onClose}
      footer={<Footer job={job} period={period} onStart={start} onCancel={cancel} onBack={restart} onClose={onClose} />}
    >
      {failure !== undefined && <Failure title={revert.failed} error={failure} />}
      {job === undefined && keyId !== undefined && <PeriodFields period={period} onChange={setPeriod} />}
      {job === undefined && keyId === undefined && <p>{texts.lostSubLevels.intro}</p>}
      {job !== undefined && !isFinished(job) && <JobProgress job={job} />}
      {job !== undefined && isFinished(job) && (
        <JobResult job={job} nothing={keyId === undefined ? texts.lostSubLevels.nothing : revert.nothing} />
      )}
    </Dialog>
  );
}

function useRevert(keyId: string | undefined) {
  const [period, setPeriod] = useState<Period>({ of: 'ever', since: '' });
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

  return {
    period,
    /** A different period needs a new job. */
    setPeriod: (changed: Period) => {
      requestKeys.current = newRequestKeys();
      setPeriod(changed);
    },
    job,
    failure,
    start: async (dryRun: boolean) => {
      const requestKey = dryRun ? requestKeys.current.preview : requestKeys.current.revert;
      const from = period.of === 'since' ? { from: new Date(period.since).toISOString() } : {};
      onAnswer(
        keyId === undefined
          ? await ask('restoreSubLevels', { dryRun, requestKey })
          : await ask('revertKey', { keyId, ...from, dryRun, requestKey }),
      );
    },
    cancel: async (id: string) => onAnswer(await ask('cancelJob', { jobId: id })),
    /** Goes back to the choice of the period. */
    restart: () => {
      requestKeys.current = newRequestKeys();
      setJob(undefined);
      setFailure(undefined);
    },
  };
}

interface FooterProps {
  readonly job: JobView | undefined;
  readonly period: Period;
  readonly onStart: (dryRun: boolean) => Promise<void>;
  readonly onCancel: (jobId: string) => Promise<void>;
  readonly onBack: () => void;
  readonly onClose: () => void;
}

function Footer({ job, period, onStart, onCancel, onBack, onClose }: FooterProps) {
  const { revert } = texts;
  const { isSending, send } = useSending();
  if (job === undefined) {
    const isValid = period.of === 'ever' || !Number.isNaN(Date.parse(period.since));
    return (
      <>
        <Button appearance="subtle" onClick={onClose}>
          {texts.cancel}
        </Button>
        <Button
          appearance="primary"
          isDisabled={!isValid}
          isLoading={isSending}
          onClick={() => void send(() => onStart(true))}
        >
          {revert.preview}
        </Button>
      </>
    );
  }
  if (!isFinished(job)) {
    return (
      <>
        <Button appearance="subtle" isLoading={isSending} onClick={() => void send(() => onCancel(job.jobId))}>
          {revert.stop}
        </Button>
        <Button onClick={onClose}>{texts.close}</Button>
      </>
    );
  }
  if (!job.dryRun) {
    return (
      <Button appearance="primary" onClick={onClose}>
        {texts.close}
      </Button>
    );
  }
  return (
    <>
      <Button appearance="subtle" onClick={onBack}>
        {revert.back}
      </Button>
      <Button
        appearance="danger"
        isDisabled={(job.changed === 0 && job.counted === undefined) || job.state === 'cancelled'}
        isLoading={isSending}
        onClick={() => void send(() => onStart(false))}
      >
        {job.counted === undefined ? revert.submit(job.changed) : revert.submitAll}
      </Button>
    </>
  );
}

interface PeriodFieldsProps {
  readonly period: Period;
  readonly onChange: (period: Period) => void;
}

function PeriodFields({ period, onChange }: PeriodFieldsProps) {
  const { revert } = texts;
  return (
    <>
      <p>{revert.intro}</p>
      <fieldset className="field">
        <legend>{revert.period}</legend>
        <RadioChoices
          name="period"
          value={period.of}
          choices={[
            { value: 'ever', label: revert.allTime },
            { value: 'since', label: revert.since },
          ]}
          onChange={(of) => onChange({ ...period, of })}
        />
      </fieldset>
      {period.of === 'since' && (
        <TextField
          label={revert.from}
          help={revert.fromHelp(timeZone)}
          type="datetime-local"
          value={period.since}
          onChange={(since) => onChange({ ...period, since })}
        />
      )}
    </>
  );
}
