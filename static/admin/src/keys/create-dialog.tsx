import { useState } from 'react';
import type { CreatedKey } from '../../../../src/admin/keys/issue-key';
import type { Names } from '../names';
import { ask, type OperationError } from '../operations';
import { texts } from '../texts';
import { Failure } from '../ui/failure';
import { FormDialog } from '../ui/form-dialog';
import { useSending } from '../use-sending';
import { checkDraft, type DraftErrors, type KeyDraft, newDraft, settingsOf } from './key-draft';
import { KeyForm } from './key-form';
import { fieldErrorsOf } from './submit-error';

interface CreateDialogProps {
  readonly names: Names;
  /** The initial values for a known purpose. */
  readonly start?: Partial<KeyDraft>;
  /** Must show the new key with CreatedKeyDialog. */
  readonly onCreated: (value: CreatedKey) => void;
  readonly onClose: () => void;
}

export default function CreateDialog({ names, start, onCreated, onClose }: CreateDialogProps) {
  const [initial] = useState(() => ({ ...newDraft(), ...start }));
  const [draft, setDraft] = useState(initial);
  const [errors, setErrors] = useState<DraftErrors>({});
  const [failure, setFailure] = useState<OperationError>();
  const { isSending, send } = useSending();

  const submit = async () => {
    const found = checkDraft(draft);
    setErrors(found);
    setFailure(undefined);
    if (Object.keys(found).length > 0) return;
    const answer = await ask('createKey', { ...settingsOf(draft), expiresOn: draft.expiresOn });
    if (answer.ok) onCreated(answer.value);
    else {
      setErrors(fieldErrorsOf(answer.error));
      setFailure(answer.error);
    }
  };

  return (
    <FormDialog
      title={texts.createDialog.title}
      submit={texts.createDialog.submit}
      errors={errors}
      isDirty={draft !== initial}
      isSending={isSending}
      onSubmit={() => void send(submit)}
      onClose={onClose}
    >
      {failure !== undefined && <Failure title={texts.form.failed} error={failure} />}
      <KeyForm draft={draft} errors={errors} names={names} isNew onChange={setDraft} />
    </FormDialog>
  );
}
