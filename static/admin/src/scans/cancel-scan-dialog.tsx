import { showSuccess } from '../ui/success-flag';
import { useState } from 'react';
import type { ScanView } from '../../../../src/admin/scans';
import { ask, type OperationError } from '../operations';
import { texts } from '../texts';
import { ConfirmDialog } from '../ui/confirm-dialog';
import { useSending } from '../use-sending';
import { hasEnded } from './use-scans';

interface CancelDialogProps {
  readonly scan: ScanView;
  readonly onCancelled: (scan: ScanView) => void;
  readonly onClose: () => void;
}

/** Asks before a scan is canceled. */
export function CancelDialog({ scan, onCancelled, onClose }: CancelDialogProps) {
  const { cancelDialog: t } = texts.scans;
  const [failure, setFailure] = useState<OperationError>();
  const { isSending, send } = useSending();
  const cancel = async () => {
    const answer = await ask('cancelScan', { scanId: scan.scanId });
    if (!answer.ok) return setFailure(answer.error);
    onCancelled(answer.value);
    if (answer.value.state === 'cancelled' || hasEnded(answer.value))
      showSuccess({ id: `scan-${scan.scanId}`, title: t.done });
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
