import { showSuccess } from '../ui/success-flag';
import { useCallback, useState } from 'react';
import type { ExclusionList, ExclusionPreview } from '../../../../src/admin/findings/exclusions';
import { ChangeDialog } from '../configuration/change-dialog';
import { dayFromToday } from '../dates';
import { readLevelsAndDetectors } from '../detections/names';
import { ask, type OperationError } from '../operations';
import { texts } from '../texts';
import { AffectedPages } from '../preview/affected-pages';
import { type NamedDetector, PreviewResult } from '../preview/preview-result';
import { Failure } from '../ui/failure';
import { Message } from '../ui/message';
import { useLoad } from '../use-load';
import { useSending } from '../use-sending';
import { type DraftErrors, expiryOf, errorsOf, type ExclusionDraft, faultsOf, requestOf, EMPTY_DRAFT } from './draft';
import { MatchFields } from './match-fields';
import { ScopeFields } from './scope-fields';
import { TextAreaField, TextField } from '../ui/form-fields';

interface AddDialogProps {
  /** @param needsScan true: it applies from the next scan of a page */
  readonly onAdded: (list: ExclusionList, needsScan: boolean) => void;
  readonly onClose: () => void;
}

const REASON_CHARACTERS = 500;

type Effect =
  | { readonly state: 'unknown' }
  | { readonly state: 'known'; readonly preview: ExclusionPreview }
  | { readonly state: 'failed'; readonly error: OperationError };

/** Adds an exclusion. A preview first shows how many pages and findings it concerns. */
export default function AddDialog({ onAdded, onClose }: AddDialogProps) {
  const { dialog: t, add } = texts.exclusions;
  const { load } = useLoad(useCallback(async () => ({ ok: true as const, value: await readLevelsAndDetectors() }), []));
  const names = load.state === 'ready' ? load.value : undefined;
  const { draft, edit, setNote, errors, failure, effect, isSending, preview, submit } = useExclusionDraft(
    onAdded,
    onClose,
  );
  return (
    <ChangeDialog
      title={add}
      submit={submitLabel(effect)}
      form={{
        change: { conflictingChanges: undefined, conflictTitle: '', failure, isSending },
        errors,
        isDirty: JSON.stringify(draft) !== JSON.stringify(EMPTY_DRAFT),
        onSubmit: submit,
        onClose,
      }}
    >
      <MatchFields draft={draft} errors={errors} detectors={names?.detectors} onChange={edit} />
      <ScopeFields draft={draft} errors={errors} levels={names?.levels ?? []} onChange={edit} />
      <div className="exclusions-effect">
        <div role="status">
          {effect.state === 'known' && <Effects draft={draft} preview={effect.preview} detectors={names?.detectors} />}
        </div>
        {effect.state === 'failed' && <Failure title={t.previewFailed} error={effect.error} onRetry={preview} />}
      </div>
      <TextAreaField
        label={t.reason}
        help={t.reasonHelp}
        error={errors.reason}
        isRequired
        maxLength={REASON_CHARACTERS}
        value={draft.reason}
        onChange={(reason) => setNote({ reason })}
      />
      <TextField
        label={t.until}
        help={t.untilHelp}
        error={errors.until}
        type="date"
        min={dayFromToday(0)}
        value={draft.until}
        onChange={(until) => setNote({ until })}
      />
    </ChangeDialog>
  );
}

/** The button previews first, then has the number of findings. Only a scan knows it for a pattern. */
function submitLabel(effect: Effect): string {
  const { dialog: t } = texts.exclusions;
  if (effect.state === 'unknown') return t.preview;
  if (effect.state === 'failed' || effect.preview.onSample !== undefined) return t.submit;
  return t.submitCount(effect.preview.excluded, effect.preview.isComplete);
}

/** The form of a new exclusion, and its preview. */
function useExclusionDraft(onAdded: AddDialogProps['onAdded'], onClose: () => void) {
  const { dialog: t } = texts.exclusions;
  const [draft, setDraft] = useState<ExclusionDraft>(EMPTY_DRAFT);
  const [errors, setErrors] = useState<DraftErrors>({});
  const [failure, setFailure] = useState<OperationError>();
  const [effect, setEffect] = useState<Effect>({ state: 'unknown' });
  const { isSending, send } = useSending();
  const change = (changes: Partial<ExclusionDraft>) => setDraft((typed) => ({ ...typed, ...changes }));

  const isInvalid = (faults: DraftErrors) => {
    setErrors(faults);
    setFailure(undefined);
    return Object.keys(faults).length > 0;
  };
  const refused = (error: OperationError, otherwise: (error: OperationError) => void) => {
    const ofFields = errorsOf(error);
    setErrors(ofFields);
    if (Object.keys(ofFields).length === 0) otherwise(error);
  };
  const preview = async () => {
    if (isInvalid(faultsOf(draft))) return;
    const answer = await ask('previewExclusion', requestOf(draft));
    if (answer.ok) setEffect({ state: 'known', preview: answer.value });
    else refused(answer.error, (error) => setEffect({ state: 'failed', error }));
  };
  const save = async () => {
    const reason = draft.reason.trim();
    if (isInvalid({ ...faultsOf(draft), ...(reason === '' ? { reason: t.required } : {}) })) return;
    const answer = await ask('addExclusion', { ...requestOf(draft), reason, ...expiryOf(draft) });
    if (!answer.ok) return refused(answer.error, setFailure);
    showSuccess({
      id: `exclusion-added-${answer.value.added.join()}`,
      title: t.added,
      description: draft.by === 'pattern' ? t.addedNeedsScan : t.addedBody,
    });
    onAdded(answer.value, draft.by === 'pattern');
    onClose();
  };
  return {
    draft,
    /** Changes what is excluded. The preview no longer applies. */
    edit: (changes: Partial<ExclusionDraft>) => {
      change(changes);
      setEffect({ state: 'unknown' });
    },
    /** Changes the reason or the expiry date. The preview still applies. */
    setNote: (changes: Partial<Pick<ExclusionDraft, 'reason' | 'until'>>) => change(changes),
    errors,
    failure,
    effect,
    isSending,
    preview: () => void send(preview),
    submit: () => void send(effect.state === 'unknown' ? preview : save),
  };
}

interface EffectsProps {
  readonly draft: ExclusionDraft;
  readonly preview: ExclusionPreview;
  readonly detectors: ReadonlyMap<string, string> | undefined;
}

function Effects({ draft, preview, detectors = new Map() }: EffectsProps) {
  const { dialog: t } = texts.exclusions;
  const { onSample } = preview;
  if (onSample === undefined) return <AffectedPages change={{ of: 'exclusion', ...requestOf(draft) }} />;
  const named = [...detectors].map(([detectorId, name]): NamedDetector => ({ detectorId, name }));
  return (
    <>
      <Message kind="information" title={t.needsScan}>
        <p>
          {t.needsScanBecause} {t.needsScanBody}
        </p>
      </Message>
      <PreviewResult detectors={named} preview={onSample} />
    </>
  );
}
