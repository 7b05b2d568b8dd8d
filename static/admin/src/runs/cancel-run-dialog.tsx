import { showSuccess } from '../ui/success-flag';
import { useState } from 'react';
import type { RunList, RunView } from '../../../../src/admin/runs';
import { ask, type OperationError } from '../operations';
import { texts } from '../texts';
import { ConfirmDialog } from '../ui/confirm-dialog';
import { useSending } from '../use-sending';

interface CancelDialogProps {
  readonly run: RunView;
  readonly onCancelled: (list: RunList) => void;
  readonly onClose: () => void;
}

/** Asks before background work is canceled. */
export function CancelDialog({ run: { kind, runId }, onCancelled, onClose }: CancelDialogProps) {
  const { cancelDialog: t } = texts.runs;
  const [failure, setFailure] = useState<OperationError>();
  const { isSending, send } = useSending();
  const cancel = async () => {
    const answer = await ask('cancelRun', { kind, runId });
    if (!answer.ok) return setFailure(answer.error);
    onCancelled(answer.value);
    showSuccess({ id: `run-${runId}`, title: t.done });
    onClose();
  };
  return (
    <ConfirmDialog
      title={t.titles[kind]}
      submit={t.submits[kind]}
      cancel={t.keep}
      failure={{ title: t.failed, error: failure }}
      isSending={isSending}
      onSubmit={() => void send(cancel)}
      onClose={onClose}
    >
      <p>{t.bodies[kind]}</p>
      <p>{t.audited}</p>
    </ConfirmDialog>
  );
}
