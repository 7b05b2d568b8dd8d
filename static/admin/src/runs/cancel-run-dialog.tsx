import type { RunList, RunView } from '../../../../src/admin/runs/runs';
import { ask } from '../operations';
import { texts } from '../texts';
import { CancelDialog } from '../ui/cancel-dialog';
import { showSuccess } from '../ui/success-flag';

interface CancelRunDialogProps {
  readonly run: RunView;
  readonly onCanceled: (list: RunList) => void;
  readonly onClose: () => void;
}

export function CancelRunDialog({ run: { kind, runId }, onCanceled, onClose }: CancelRunDialogProps) {
  const { cancelDialog: t } = texts.runs;
  return (
    <CancelDialog
      title={t.titles[kind]}
      submit={t.submits[kind]}
      texts={t}
      cancel={() => ask('cancelRun', { kind, runId })}
      onCanceled={(list) => {
        onCanceled(list);
        showSuccess({ id: `run-${runId}`, title: t.done });
      }}
      onClose={onClose}
    >
      <p>{t.bodies[kind]}</p>
      <p>{t.audited}</p>
    </CancelDialog>
  );
}
