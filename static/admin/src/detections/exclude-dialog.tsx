import Button from '@atlaskit/button/new';
import { useMemo, useState } from 'react';
import { ask, type OperationError } from '../operations';
import { texts } from '../texts';
import { RadioChoices } from '../ui/choices';
import { Dialog } from '../ui/dialog';
import { Failure } from '../ui/failure';
import { FieldGroup } from '../ui/field';
import { FormDialog } from '../ui/form-dialog';
import { SelectField, TextAreaField } from '../ui/form-fields';
import { useSending } from '../use-sending';
import { exclude, type ExclusionTarget } from './exclude';

interface ExcludeDialogProps {
  readonly target: ExclusionTarget;
  /** @param isDone whether findings were excluded, so that the list must be loaded again */
  readonly onClose: (isDone: boolean) => void;
}

const SCOPES = ['page', 'space', 'site'] as const;
const PERIODS = ['never', '30', '90', '365'] as const;
const DAY_MS = 86_400_000;
const REASON_CHARACTERS = 500;

interface Draft {
  readonly scope: (typeof SCOPES)[number];
  readonly reason: string;
  /** The number of days, or never. */
  readonly period: (typeof PERIODS)[number];
}

/** Excludes findings or values, and can undo it. */
export function ExcludeDialog({ target, onClose }: ExcludeDialogProps) {
  const { exclude: t } = texts.detections;
  const isOfValues = 'fingerprints' in target;
  const total = isOfValues ? target.fingerprints.length : target.findingIds.length;
  const [draft, setDraft] = useState<Draft>({ scope: isOfValues ? 'site' : 'page', reason: '', period: 'never' });
  const [isMissing, setIsMissing] = useState(false);
  const { count, isUndone, failure, submit, undo } = useExclusion(target);
  const { isSending, send } = useSending();
  const errors = useMemo(() => (isMissing ? { reason: t.noReason } : {}), [isMissing, isSending]);

  const save = async () => {
    const hasReason = draft.reason.trim() !== '';
    setIsMissing(!hasReason);
    if (hasReason) await submit(draft);
  };
  const leave = () => onClose(count > 0);
  if (count === total) {
    return (
      <Dialog
        title={isUndone ? t.titleUndone : t.titleDone}
        onClose={leave}
        footer={
          <>
            {!isUndone && (
              <Button appearance="subtle" isLoading={isSending} onClick={() => void send(undo)}>
                {t.undo}
              </Button>
            )}
            <Button onClick={leave}>{texts.close}</Button>
          </>
        }
      >
        {failure !== undefined && <Failure title={t.undoFailed} error={failure} />}
        <p role="status">{isUndone ? t.undone : t.done(total)}</p>
      </Dialog>
    );
  }
  return (
    <FormDialog
      title={isOfValues ? t.titleValues(total) : t.title(total)}
      cancel={count > 0 ? texts.close : texts.cancel}
      submit={count > 0 ? t.continue : t.submit}
      errors={errors}
      isDirty={draft.reason.trim() !== '' && count === 0}
      isSending={isSending}
      onSubmit={() => void send(save)}
      onClose={leave}
    >
      {failure !== undefined && <Failure title={t.failed(count, total)} error={failure} />}
      <ExclusionFields draft={draft} hasScope={!isOfValues} isMissing={isMissing} onChange={setDraft} />
      {isSending && total > 0 && <Progress label={t.progress(count, total)} value={count} max={total} />}
    </FormDialog>
  );
}

/** Excludes in batches. After a failure, the next attempt continues where the last one stopped. */
function useExclusion(target: ExclusionTarget) {
  const [done, setDone] = useState<{ count: number; exclusionIds: readonly string[] }>({ count: 0, exclusionIds: [] });
  const [failure, setFailure] = useState<OperationError>();
  const [isUndone, setIsUndone] = useState(false);
  return {
    count: done.count,
    isUndone,
    failure,
    submit: async ({ scope, reason, period }: Draft) => {
      setFailure(undefined);
      const until =
        period === 'never' ? {} : { expiresAt: new Date(Date.now() + Number(period) * DAY_MS).toISOString() };
      const settings = { scope: { of: scope }, reason: reason.trim(), ...until };
      const excluded = await exclude(target, done.count, settings, (count) =>
        setDone((before) => ({ ...before, count })),
      );
      setDone((before) => ({
        count: excluded.done,
        exclusionIds: [...before.exclusionIds, ...excluded.exclusionIds],
      }));
      setFailure(excluded.error);
    },
    undo: async () => {
      setFailure(undefined);
      for (const exclusionId of done.exclusionIds) {
        const answer = await ask('removeExclusion', { exclusionId });
        // Another admin may have removed it already.
        if (!answer.ok && answer.error.code !== 'EXCLUSION_NOT_FOUND') {
          setFailure(answer.error);
          return;
        }
      }
      setIsUndone(true);
    },
  };
}

interface ExclusionFieldsProps {
  readonly draft: Draft;
  readonly hasScope: boolean;
  readonly isMissing: boolean;
  readonly onChange: (draft: Draft) => void;
}

function ExclusionFields({ draft, hasScope, isMissing, onChange }: ExclusionFieldsProps) {
  const { exclude: t } = texts.detections;
  return (
    <>
      <p className="form-note">{t.body}</p>
      {hasScope && (
        <FieldGroup label={t.scope}>
          <RadioChoices
            name="scope"
            value={draft.scope}
            choices={SCOPES.map((value) => ({ value, ...t.scopes[value] }))}
            onChange={(scope) => onChange({ ...draft, scope })}
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
        value={draft.reason}
        onChange={(reason) => onChange({ ...draft, reason })}
      />
      <SelectField
        label={t.period}
        value={draft.period}
        options={PERIODS.map((value) => ({ value, label: t.periods[value] }))}
        onChange={(period) => onChange({ ...draft, period })}
      />
    </>
  );
}

interface ProgressProps {
  readonly label: string;
  readonly value: number;
  readonly max: number;
}

function Progress({ label, value, max }: ProgressProps) {
  return (
    <>
      <p role="status">{label}</p>
      <progress className="progress" aria-label={label} value={value} max={max} />
    </>
  );
}
