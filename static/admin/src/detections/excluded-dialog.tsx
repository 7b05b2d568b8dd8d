import Button from '@atlaskit/button/new';
import type { OperationError } from '../operations';
import { texts } from '../texts';
import { Dialog } from '../ui/dialog';
import { Failure } from '../ui/failure';

interface ExcludedDialogProps {
  readonly result: string;
  readonly isUndone: boolean;
  readonly isSending: boolean;
  /** Why it could not be undone. */
  readonly failure: OperationError | undefined;
  readonly onUndo: () => void;
  readonly onClose: () => void;
}

/** The result of an exclusion, with undo. */
export function ExcludedDialog({ result, isUndone, isSending, failure, onUndo, onClose }: ExcludedDialogProps) {
  const { exclude: t } = texts.detections;
  return (
    <Dialog
      title={isUndone ? t.titleUndone : t.titleDone}
      onClose={onClose}
      footer={
        <>
          {!isUndone && (
            <Button appearance="subtle" isLoading={isSending} onClick={onUndo}>
              {t.undo}
            </Button>
          )}
          <Button onClick={onClose}>{texts.close}</Button>
        </>
      }
    >
      {failure !== undefined && <Failure title={t.undoFailed} error={failure} />}
      <p role="status">{isUndone ? t.undone : result}</p>
    </Dialog>
  );
}
