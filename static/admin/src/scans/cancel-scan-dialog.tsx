import type { ScanView } from '../../../../src/admin/runs/scans';
import { ask } from '../operations';
import { texts } from '../texts';
import { CancelDialog } from '../ui/cancel-dialog';
import { showSuccess } from '../ui/success-flag';
import { hasEnded } from './use-scans';

interface CancelScanDialogProps {
  readonly scan: ScanView;
  readonly onCanceled: (scan: ScanView) => void;
  readonly onClose: () => void;
}

export function CancelScanDialog({ scan: { scanId }, onCanceled, onClose }: CancelScanDialogProps) {
  const { cancelDialog: t } = texts.scans;
  return (
    <CancelDialog
      title={t.title}
      submit={t.submit}
      texts={t}
      cancel={() => ask('cancelScan', { scanId })}
      onCanceled={(scan) => {
        onCanceled(scan);
        if (scan.state === 'cancelled' || hasEnded(scan)) showSuccess({ id: `scan-${scanId}`, title: t.done });
      }}
      onClose={onClose}
    >
      <p>{t.body}</p>
    </CancelDialog>
  );
}
