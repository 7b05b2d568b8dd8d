import type { MirrorView } from '../../../../src/admin/levels/mirror';
import { ask } from '../operations';
import { texts } from '../texts';
import { CancelDialog } from '../ui/cancel-dialog';
import { showSuccess } from '../ui/success-flag';

interface CancelUpdateDialogProps {
  readonly walkId: string;
  readonly onCanceled: (view: MirrorView) => void;
  readonly onClose: () => void;
}

/** Asks before the update of all pages is canceled, because it loses its position. */
export function CancelUpdateDialog({ walkId, onCanceled, onClose }: CancelUpdateDialogProps) {
  const { cancelDialog: t } = texts.mirror;
  return (
    <CancelDialog
      title={t.title}
      submit={t.submit}
      texts={t}
      cancel={() => ask('cancelMirrorWalk', { walkId })}
      onCanceled={(view) => {
        onCanceled(view);
        showSuccess({ id: `mirror-${walkId}`, title: t.done });
      }}
      onClose={onClose}
    >
      <p>{t.body}</p>
    </CancelDialog>
  );
}
