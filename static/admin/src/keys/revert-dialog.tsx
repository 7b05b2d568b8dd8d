import Button from '@atlaskit/button/new';
import { useState } from 'react';
import type { JobView } from '../../../../src/admin/runs/jobs';
import { timeZone } from '../dates';
import { texts } from '../texts';
import { RadioChoices } from '../ui/choices';
import { Dialog } from '../ui/dialog';
import { Failure } from '../ui/failure';
import { TextField } from '../ui/form-fields';
import { useSending } from '../use-sending';
import { JobProgress, JobResult } from './revert-job';
import { isFinished, useRevert } from './use-revert';

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

/** Reverts the changes of a key, or of rules. Shows a preview first. */
export default function RevertDialog({ keyId, title, onClose }: RevertDialogProps) {
  const { revert } = texts;
  const [period, setPeriod] = useState<Period>({ of: 'ever', since: '' });
  const { job, failure, start, cancel, renew, restart } = useRevert(keyId);
  const onStart = (dryRun: boolean) =>
    start(dryRun, period.of === 'since' ? new Date(period.since).toISOString() : undefined);
  const onPeriod = (changed: Period) => {
    renew();
    setPeriod(changed);
  };
  return (
    <Dialog
      title={title}
      onClose={onClose}
      footer={
        <Footer job={job} period={period} onStart={onStart} onCancel={cancel} onBack={restart} onClose={onClose} />
      }
    >
      {failure !== undefined && <Failure title={revert.failed} error={failure} />}
      {job === undefined && keyId !== undefined && <PeriodFields period={period} onChange={onPeriod} />}
      {job === undefined && keyId === undefined && <p>{texts.lostSubLevels.intro}</p>}
      {job !== undefined && !isFinished(job) && <JobProgress job={job} />}
      {job !== undefined && isFinished(job) && (
        <JobResult job={job} nothing={keyId === undefined ? texts.lostSubLevels.nothing : revert.nothing} />
      )}
    </Dialog>
  );
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
        {revert.submit}
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
