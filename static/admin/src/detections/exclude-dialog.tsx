import { useCallback, useMemo, useState } from 'react';
import { ask, type OperationError } from '../operations';
import { texts } from '../texts';
import { RadioChoices } from '../ui/choices';
import { Failure } from '../ui/failure';
import { FieldGroup } from '../ui/field';
import { FormDialog } from '../ui/form-dialog';
import { useLoad } from '../use-load';
import { useSending } from '../use-sending';
import {
  AT_ONCE,
  exclude,
  type ExclusionTarget,
  firstOf,
  scopesOf,
  sizeOf,
  type TargetScope,
  undoExclusions,
} from './exclude';
import { ExcludedDialog } from './excluded-dialog';
import { NO_REASON, type ReasonDraft, ReasonFields, reasonOf } from './reason-fields';

interface ExcludeDialogProps {
  readonly target: ExclusionTarget;
  /** @param isDone whether findings were excluded, so that the list must be loaded again */
  readonly onClose: (isDone: boolean) => void;
}

interface Draft extends ReasonDraft {
  readonly scope: TargetScope;
}

/** Excludes findings or values, and can undo it. */
export function ExcludeDialog({ target, onClose }: ExcludeDialogProps) {
  const { exclude: t } = texts.detections;
  const isOfValues = 'fingerprints' in target;
  const total = sizeOf(target);
  const [draft, setDraft] = useState<Draft>({ scope: scopesOf(target)[0], ...NO_REASON });
  const [isMissing, setIsMissing] = useState(false);
  const { count, isUndone, failure, submit, undo } = useExclusion(target);
  const { isSending, send } = useSending();
  const submitLabel = useSubmitLabel(target, draft.scope);
  const errors = useMemo(() => (isMissing ? { reason: t.noReason } : {}), [isMissing, isSending]);

  const save = async () => {
    const hasReason = draft.reason.trim() !== '';
    setIsMissing(!hasReason);
    if (hasReason) await submit(draft);
  };
  const leave = () => onClose(count > 0);
  if (count === total) {
    return (
      <ExcludedDialog
        result={t.done(total)}
        isUndone={isUndone}
        isSending={isSending}
        failure={failure}
        onUndo={() => void send(undo)}
        onClose={leave}
      />
    );
  }
  return (
    <FormDialog
      title={isOfValues ? t.titleValues(total, draft.scope === 'site') : t.title(total)}
      cancel={count > 0 ? texts.close : texts.cancel}
      submit={count > 0 ? t.continue : submitLabel}
      errors={errors}
      isDirty={draft.reason.trim() !== '' && count === 0}
      isSending={isSending}
      onSubmit={() => void send(save)}
      onClose={leave}
    >
      {failure !== undefined && <Failure title={t.failed(count, total)} error={failure} />}
      <ExclusionFields draft={draft} target={target} isMissing={isMissing} onChange={setDraft} />
      {isSending && total > 0 && <Progress label={t.progress(count, total)} value={count} max={total} />}
    </FormDialog>
  );
}

/** The button with the number of findings that the scope excludes. Without a number while it is unknown. */
function useSubmitLabel(target: ExclusionTarget, scope: Draft['scope']): string {
  const { exclude: t } = texts.detections;
  const read = useCallback(() => ask('previewExclusion', firstOf(target, scope)), [target, scope]);
  const { load } = useLoad(read);
  if (load.state !== 'ready') return t.submit;
  const { excluded, isComplete } = load.value;
  return t.submitCount(excluded, isComplete && sizeOf(target) <= AT_ONCE);
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
      const settings = { scope, ...reasonOf({ reason, period }) };
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
      const error = await undoExclusions(done.exclusionIds);
      setFailure(error);
      setIsUndone(error === undefined);
    },
  };
}

interface ExclusionFieldsProps {
  readonly draft: Draft;
  readonly target: ExclusionTarget;
  readonly isMissing: boolean;
  readonly onChange: (draft: Draft) => void;
}

function ExclusionFields({ draft, target, isMissing, onChange }: ExclusionFieldsProps) {
  const { exclude: t } = texts.detections;
  const values = 'fingerprints' in target ? target : undefined;
  const scopes = scopesOf(target);
  return (
    <>
      <p className="form-note">{t.body}</p>
      {values !== undefined && <p>{t.valuesEffect(values.fingerprints.length, values.findings, values.pages)}</p>}
      {scopes.length > 1 && (
        <FieldGroup label={t.scope}>
          <RadioChoices
            name="scope"
            value={draft.scope}
            choices={scopes.map((value) => ({ value, ...(values === undefined ? t.scopes : t.valueScopes)[value] }))}
            onChange={(scope) => onChange({ ...draft, scope })}
          />
        </FieldGroup>
      )}
      <ReasonFields draft={draft} isMissing={isMissing} onChange={(changes) => onChange({ ...draft, ...changes })} />
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
