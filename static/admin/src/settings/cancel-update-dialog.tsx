import { useState } from 'react';
import type { MirrorView } from '../../../../src/admin/mirror';
import { ask, type OperationError } from '../operations';
import { texts } from '../texts';
import { ConfirmDialog } from '../ui/confirm-dialog';
import { showSuccess } from '../ui/success-flag';
import { useSending } from '../use-sending';

interface CancelUpdateDialogProps {
  readonly walkId: string;
  readonly onCancelled: (view: MirrorView) => void;
  readonly onClose: () => void;
}

/** Asks before the update of all pages is canceled, because it loses its position. */
export function CancelUpdateDialog({ walkId, onCancelled, onClose }: CancelUpdateDialogProps) {
  const { cancelDialog: t } = texts.mirror;
  const [failure, setFailure] = useState<OperationError>();
  const { isSending, send } = useSending();
  const cancel = async () => {
    const answer = await ask('cancelMirrorWalk', { walkId });
    if (!answer.ok) return setFailure(answer.error);
    onCancelled(answer.value);
    showSuccess({ id: `mirror-${walkId}`, title: t.done });
    onClose();
  };
  return (
    <ConfirmDialog
      title={t.title}
      submit={t.submit}
      cancel={t.keep}
      failure={{ title: t.failed, error: failure }}
      isSending={isSending}
      onSubmit={() => void send(cancel)}
      onClose={onClose}
    >
      <p>{t.body}</p>
    </ConfirmDialog>
  );
}
