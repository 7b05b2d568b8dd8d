import Button from '@atlaskit/button/new';
import { showFlag } from '@forge/bridge';
import { useState } from 'react';
import type { KeyView } from '../../../../src/keys/key-view';
import { ask, type OperationError } from '../operations';
import { texts } from '../texts';
import { Dialog } from '../ui/dialog';
import { Failure } from '../ui/failure';
import { useSending } from '../use-sending';

interface RevokeDialogProps {
  readonly value: KeyView;
  readonly onRevoked: (value: KeyView) => void;
  readonly onClose: () => void;
}

export default function RevokeDialog({ value, onRevoked, onClose }: RevokeDialogProps) {
  const [failure, setFailure] = useState<OperationError>();
  const { isSending, send } = useSending();

  const revoke = async () => {
    const answer = await ask('revokeKey', { keyId: value.keyId });
    if (!answer.ok) {
      setFailure(answer.error);
      return;
    }
    onRevoked(answer.value);
    showFlag({
      id: `revoked-${value.keyId}`,
      type: 'success',
      title: texts.revokeDialog.done,
      description: texts.revokeDialog.doneBody(value.name),
      isAutoDismiss: true,
    });
    onClose();
  };

  return (
    <Dialog
      size="small"
      title={texts.revokeDialog.title}
      onClose={onClose}
      footer={
        <>
          <Button appearance="subtle" onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button appearance="danger" isLoading={isSending} onClick={() => void send(revoke)}>
            {texts.revokeDialog.submit}
          </Button>
        </>
      }
    >
      {failure !== undefined && <Failure title={texts.revokeDialog.failed} error={failure} />}
      <p>{texts.revokeDialog.body(value.name)}</p>
      <p>
        <code className="key-id">pclsk_{value.keyId}_…</code>
      </p>
    </Dialog>
  );
}
