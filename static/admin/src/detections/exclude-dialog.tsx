import Button from '@atlaskit/button/new';
import { useId, useMemo, useState } from 'react';
import { ask, type OperationError } from '../operations';
import { texts } from '../texts';
import { RadioChoices } from '../ui/choices';
import { Dialog } from '../ui/dialog';
import { Failure } from '../ui/failure';
import { FieldGroup } from '../ui/field';
import { Form } from '../ui/form';
import { useSending } from '../use-sending';
import { exclude, type Meant } from './exclude';
import { SelectField, TextAreaField } from '../ui/form-fields';

interface ExcludeDialogProps {
  readonly meant: Meant;
  /** @param isDone whether something was excluded, so that the list is another one */
  readonly onClose: (isDone: boolean) => void;
}

const SCOPES = ['page', 'space', 'site'] as const;
type Scope = (typeof SCOPES)[number];
const PERIODS = ['never', '30', '90', '365'] as const;
const DAY_MS = 86_400_000;
const REASON_CHARACTERS = 500;

interface Done {
  readonly count: number;
  readonly exclusionIds: readonly string[];
}

/** That values are known, and are not to be shown as open: where, why, and for how long. */
export function ExcludeDialog({ meant, onClose }: ExcludeDialogProps) {
  const { exclude: t } = texts.detections;
  const formId = useId();
  const isOfValues = 'fingerprints' in meant;
  const total = 'fingerprints' in meant ? meant.fingerprints.length : meant.findingIds.length;
  const [scope, setScope] = useState<Scope>(isOfValues ? 'site' : 'page');
  const [reason, setReason] = useState('');
  const [period, setPeriod] = useState<string>('never');
  const [isMissing, setIsMissing] = useState(false);
  const [done, setDone] = useState<Done>({ count: 0, exclusionIds: [] });
  const [failure, setFailure] = useState<OperationError>();
  const [isUndone, setIsUndone] = useState(false);
  const { isSending, send } = useSending();
  const errors = useMemo(() => (isMissing ? { reason: t.noReason } : {}), [isMissing, isSending]);

  const submit = async () => {
    setIsMissing(reason.trim() === '');
    if (reason.trim() === '') return;
    setFailure(undefined);
    const days = Number(period);
    const until = Number.isNaN(days) ? {} : { expiresAt: new Date(Date.now() + days * DAY_MS).toISOString() };
    const how = { scope: { of: scope }, reason: reason.trim(), ...until };
    const {
      done: count,
      exclusionIds,
      error,
    } = await exclude(meant, done.count, how, (reached) => setDone((before) => ({ ...before, count: reached })));
    setDone((before) => ({ count, exclusionIds: [...before.exclusionIds, ...exclusionIds] }));
    setFailure(error);
  };
  const undo = async () => {
    setFailure(undefined);
    for (const exclusionId of done.exclusionIds) {
      const answer = await ask('removeExclusion', { exclusionId });
      // Somebody else was faster, which is as good.
      if (!answer.ok && answer.error.code !== 'EXCLUSION_NOT_FOUND') {
        setFailure(answer.error);
        return;
      }
    }
    setIsUndone(true);
  };

  const isOver = done.count === total;
  const question = isOfValues ? t.titleValues(total) : t.title(total);
  const leave = () => onClose(done.count > 0);
  return (
    <Dialog
      title={!isOver ? question : isUndone ? t.titleUndone : t.titleDone}
      onClose={leave}
      footer={
        isOver ? (
          <>
            {!isUndone && (
              <Button appearance="subtle" isLoading={isSending} onClick={() => void send(undo)}>
                {t.undo}
              </Button>
            )}
            <Button onClick={leave}>{texts.close}</Button>
          </>
        ) : (
          <>
            <Button appearance="subtle" onClick={leave}>
              {done.count > 0 ? texts.close : texts.cancel}
            </Button>
            <Button appearance="primary" type="submit" form={formId} isLoading={isSending}>
              {done.count > 0 ? t.goOn : t.submit}
            </Button>
          </>
        )
      }
    >
      {failure !== undefined && <Failure title={isOver ? t.undoFailed : t.failed(done.count, total)} error={failure} />}
      {isOver ? (
        <p role="status">{isUndone ? t.undone : t.done(total)}</p>
      ) : (
        <Form id={formId} errors={errors} onSubmit={() => void send(submit)}>
          <p className="form-note">{t.body}</p>
          {!isOfValues && (
            <FieldGroup label={t.scope}>
              <RadioChoices
                name="scope"
                value={scope}
                choices={SCOPES.map((value) => ({ value, ...t.scopes[value] }))}
                onChange={setScope}
              />
            </FieldGroup>
          )}
          <TextAreaField
            label={t.reason}
            help={t.reasonHelp}
            error={isMissing ? t.noReason : undefined}
            isRequired
            data-initial-focus=""
            maxLength={REASON_CHARACTERS}
            value={reason}
            onChange={setReason}
          />
          <SelectField
            label={t.period}
            value={period}
            options={PERIODS.map((value) => ({ value, label: t.periods[value] }))}
            onChange={setPeriod}
          />
          {isSending && total > 0 && (
            <>
              <p role="status">{t.progress(done.count, total)}</p>
              <progress
                className="progress"
                aria-label={t.progress(done.count, total)}
                value={done.count}
                max={total}
              />
            </>
          )}
        </Form>
      )}
    </Dialog>
  );
}
