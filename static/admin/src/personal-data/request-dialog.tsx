import { useState } from 'react';
import type { PersonalDataView } from '../../../../src/admin/site/personal-data';
import { ask, type OperationError } from '../operations';
import { texts } from '../texts';
import { Failure } from '../ui/failure';
import { FormDialog } from '../ui/form-dialog';
import { type Person, PersonPicker } from '../ui/person-picker';
import { showSuccess } from '../ui/success-flag';
import { useSending } from '../use-sending';
import { accountError } from './account-field';
import { Effects } from './effects';

interface RequestDialogProps {
  readonly onChanged: (view: PersonalDataView) => void;
  readonly onClose: () => void;
}

/** Requests an erasure, which a second admin must confirm. */
export default function RequestDialog({ onChanged, onClose }: RequestDialogProps) {
  const { requestDialog: t, account } = texts.personalData;
  const [person, setPerson] = useState<Person>();
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
    setFailure(undefined);
    if (person === undefined) return setErrors({ accountId: account.missing });
    setErrors({});
    void send(() => request(person.accountId));
  };

  return (
    <FormDialog
      title={t.title}
      submit={t.submit}
      errors={errors}
      isDirty={person !== undefined}
      isSending={isSending}
      onSubmit={submit}
      onClose={onClose}
    >
      {failure !== undefined && <Failure title={t.failed} error={failure} />}
      <p className="section-text">{t.intro}</p>
      <Effects />
      <PersonPicker
        label={account.label}
        help={account.help}
        error={errors.accountId}
        isRequired
        hasInitialFocus
        acceptsUnknown
        value={person}
        onChange={setPerson}
      />
    </FormDialog>
  );
}
