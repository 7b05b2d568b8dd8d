import { showSuccess } from '../ui/success-flag';
import { useState } from 'react';
import type { KeySettings } from '../../../../src/keys/key-settings';
import type { KeyView } from '../../../../src/keys/key-view';
import { formatDay } from '../dates';
import type { Names } from '../names';
import { ask, type OperationError } from '../operations';
import { texts } from '../texts';
import { Failure } from '../ui/failure';
import { FormDialog } from '../ui/form-dialog';
import { Message } from '../ui/message';
import { useSending } from '../use-sending';
import { KeyConflict } from './key-conflict';
import { checkDraft, differences, type DraftErrors, draftOf, type KeyDraft, settingsOf } from './key-draft';
import { KeyForm } from './key-form';
import { readNames } from './names';
import { fieldErrorsOf } from './submit-error';

interface EditDialogProps {
  readonly value: KeyView;
  readonly names: Names;
  readonly isCreator: boolean;
  readonly onChanged: (value: KeyView) => void;
  readonly onClose: () => void;
}

/** Edits a key, except its expiry date. Sends only the changed settings, on top of the revision that the user saw. */
export default function EditDialog(props: EditDialogProps) {
  const { value, isCreator, onClose } = props;
  const { base, previous: previous, names, draft, setDraft, errors, failure, isSending, submit } = useEdit(props);
  const isFinal = base.status === 'revoked' || base.status === 'expired';
  return (
    <FormDialog
      title={texts.editDialog.title(value.name)}
      submit={texts.editDialog.submit}
      errors={errors}
      isDirty={differences(base, settingsOf(draft)).length > 0}
      isSending={isSending}
      isDisabled={isFinal}
      onSubmit={submit}
      onClose={onClose}
    >
      {isFinal && <Message kind="error" title={texts.editDialog.final} />}
      {previous !== undefined && !isFinal && (
        <KeyConflict before={previous} now={base} names={names} advice={texts.editDialog.changedBody} />
      )}
      {failure !== undefined && <Failure title={texts.form.failed} error={failure} />}
      {!isCreator && <Message kind="information" title={texts.editDialog.notCreator} />}
      <p className="form-note">{texts.editDialog.expiry(formatDay(base.expiresOn))}</p>
      <KeyForm draft={draft} errors={errors} names={names} isNew={false} onChange={setDraft} />
    </FormDialog>
  );
}

function useEdit({ value, names: given, onChanged, onClose }: EditDialogProps) {
  const [base, setBase] = useState(value);
  const [previous, setPrevious] = useState<KeyView>();
  const [names, setNames] = useState(given);
  const [draft, setDraft] = useState(() => draftOf(value, given));
  const [errors, setErrors] = useState<DraftErrors>({});
  const [failure, setFailure] = useState<OperationError>();
  const { isSending, send } = useSending();

  /** Loads the key again. Keeps the user's own changes and updates everything else. */
  const rebase = async () => {
    const answer = await ask('getKey', { keyId: base.keyId });
    if (!answer.ok) {
      setFailure(answer.error);
      return;
    }
    const latest = answer.value;
    const known = await readNames([latest], names.levels);
    const allNames = {
      ...names,
      spaces: new Map([...names.spaces, ...known.spaces]),
    };
    setNames(allNames);
    setPrevious(base);
    setBase(latest);
    setDraft(mergedDraft(draft, draftOf(latest, allNames), base));
    onChanged(latest);
  };

  const submit = async () => {
    // The expiry date is not sent, so it does not need to be valid for a new key.
    const { expiresOn: _expiresOn, ...found } = checkDraft(draft);
    setErrors(found);
    setFailure(undefined);
    if (Object.keys(found).length > 0) return;
    const settings = settingsOf(draft);
    const changed = differences(base, settings);
    const changes: Partial<KeySettings> = Object.fromEntries(changed.map((name) => [name, settings[name]]));
    const answer = await ask('editKey', { keyId: base.keyId, rev: base.rev, changes });
    if (answer.ok) {
      onChanged(answer.value);
      showSuccess({
        id: `saved-${base.keyId}`,
        title: texts.editDialog.saved,
        description: texts.editDialog.savedBody,
      });
      onClose();
      return;
    }
    if (answer.error.code === 'KEY_CHANGED') await rebase();
    else {
      setErrors(fieldErrorsOf(answer.error));
      setFailure(answer.error);
    }
  };

  return {
    base,
    previous,
    names,
    draft,
    setDraft,
    errors,
    failure,
    isSending,
    submit: () => void send(submit),
  };
}

/** The latest settings, with the user's own changes since `base`. */
function mergedDraft(draft: KeyDraft, latest: KeyDraft, base: KeyView): KeyDraft {
  const mine = new Set<keyof KeySettings>(differences(base, settingsOf(draft)));
  return {
    ...latest,
    ...(mine.has('name') ? { name: draft.name } : {}),
    ...(mine.has('classificationScope') ? { classificationScope: draft.classificationScope } : {}),
    ...(mine.has('detectionScope') ? { detectionScope: draft.detectionScope } : {}),
    ...(mine.has('levelLimit') ? { hasLevelLimit: draft.hasLevelLimit, levelLimit: draft.levelLimit } : {}),
    ...(mine.has('spaceLimit') ? { hasSpaceLimit: draft.hasSpaceLimit, spaces: draft.spaces } : {}),
  };
}
