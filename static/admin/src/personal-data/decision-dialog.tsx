import { useState } from 'react';
import type { ErasureView, PersonalDataView } from '../../../../src/admin/site/personal-data';
import { formatInstant } from '../dates';
import { ask, type OperationError } from '../operations';
import { accountName } from '../names';
import { texts } from '../texts';
import { ConfirmDialog } from '../ui/confirm-dialog';
import { Fact } from '../ui/fact';
import { showSuccess } from '../ui/success-flag';
import { useSending } from '../use-sending';
import { Effects } from './effects';
import { personOf, type PersonalData } from './read-personal-data';

interface DecisionDialogProps {
  readonly decision: 'confirm' | 'withdraw';
  readonly data: PersonalData;
  readonly erasure: ErasureView;
  readonly onChanged: (view: PersonalDataView) => void;
  /** Another admin may have changed the request. */
  readonly onFailed: () => void;
  readonly onClose: () => void;
}

/** Confirms or withdraws the request of an erasure. */
export default function DecisionDialog({ decision, data, erasure, onChanged, onFailed, onClose }: DecisionDialogProps) {
  const { confirmDialog, withdrawDialog, erasures } = texts.personalData;
  const isConfirm = decision === 'confirm';
  const t = isConfirm ? confirmDialog : withdrawDialog;
  const [failure, setFailure] = useState<OperationError>();
  const { isSending, send } = useSending();
  const { erasureId, accountId, requestedBy, requestedAt } = erasure;

  const decide = async () => {
    setFailure(undefined);
    const answer = await ask(isConfirm ? 'confirmPersonErasure' : 'withdrawPersonErasure', { erasureId });
    if (!answer.ok) {
      setFailure(answer.error);
      return onFailed();
    }
    showSuccess({
      id: `erasure-${decision}`,
      title: t.done,
      ...(isConfirm ? { description: confirmDialog.doneBody } : {}),
    });
    onChanged(answer.value);
    onClose();
  };

  return (
    <ConfirmDialog
      title={t.title}
      size="large"
      submit={t.submit}
      appearance={isConfirm ? 'danger' : 'warning'}
      {...(isConfirm ? {} : { cancel: withdrawDialog.keep })}
      failure={{ title: t.failed, error: failure }}
      isSending={isSending}
      onSubmit={() => void send(decide)}
      onClose={onClose}
    >
      <dl className="facts">
        <Fact label={erasures.columns.person}>
          {personOf(data, erasure)}
          {accountId !== undefined && (
            <span className="line note">
              <code>{accountId}</code>
            </span>
          )}
        </Fact>
        {requestedBy !== undefined && (
          <Fact label={confirmDialog.requestedBy}>
            {accountName(data, requestedBy)}
            <span className="line note">{formatInstant(requestedAt)}</span>
          </Fact>
        )}
      </dl>
      {isConfirm ? <Effects /> : <p>{withdrawDialog.body}</p>}
    </ConfirmDialog>
  );
}
