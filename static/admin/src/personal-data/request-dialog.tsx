import { useState } from 'react';
import type { PersonalDataView } from '../../../../src/admin/site/personal-data';
import { ask, type OperationError } from '../operations';
import { texts } from '../texts';
import { Failure } from '../ui/failure';
import { FormDialog } from '../ui/form-dialog';
import { TextField } from '../ui/form-fields';
import { showSuccess } from '../ui/success-flag';
import { useSending } from '../use-sending';
import { accountError, accountIdIn } from './account-field';
import { Effects } from './effects';

interface RequestDialogProps {
  readonly onChanged: (view: PersonalDataView) => void;
  readonly onClose: () => void;
}

/** Requests an erasure, which a second admin must confirm. */
export default function RequestDialog({ onChanged, onClose }: RequestDialogProps) {
  const { requestDialog: t, account } = texts.personalData;
  const [text, setText] = useState('');
  const [errors, setErrors] = useState<{ readonly accountId?: string }>({});
  const [failure, setFailure] = useState<OperationError>();
  const { isSending, send } = useSending();

  const request = async (accountId: string) => {
    const answer = await ask('requestPersonErasure', { accountId });
    if (!answer.ok) {
      const message = accountError(answer.error);
      return message === undefined ? setFailure(answer.error) : setErrors({ accountId: message });
    }
    showSuccess({ id: 'erasure-requested', title: t.done, description: t.doneBody });
    onChanged(answer.value);
    onClose();
  };

  const submit = () => {
    const accountId = accountIdIn(text);
    setFailure(undefined);
    if (accountId === '') return setErrors({ accountId: account.missing });
    setErrors({});
    void send(() => request(accountId));
  };

  return (
    <FormDialog
      title={t.title}
      submit={t.submit}
      errors={errors}
      isDirty={text !== ''}
      isSending={isSending}
      onSubmit={submit}
      onClose={onClose}
    >
      {failure !== undefined && <Failure title={t.failed} error={failure} />}
      <p className="section-text">{t.intro}</p>
      <Effects />
      <TextField
        label={account.label}
        help={account.help}
        error={errors.accountId}
        isRequired
        hasInitialFocus
        value={text}
        onChange={setText}
      />
    </FormDialog>
  );
}
