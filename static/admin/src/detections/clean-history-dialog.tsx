import Button from '@atlaskit/button/new';
import { useEffect, useState } from 'react';
import { texts } from '../texts';
import { Dialog } from '../ui/dialog';
import { DialogButtons } from '../ui/dialog-buttons';
import { Failure } from '../ui/failure';
import { useSending } from '../use-sending';
import { NO_NAMES } from './names';
import { Choice, deletedIn, RedactionResult, Versions } from './redact-dialog';
import { hasEnded, useRedaction } from './use-redaction';

interface CleanHistoryDialogProps {
  /** Redacted findings. */
  readonly findingIds: readonly string[];
  /** @param isDone whether versions may have been deleted */
  readonly onClose: (isDone: boolean) => void;
}

/**
 * Deletes the older versions that contain redacted values. Shows how many there are, asks for confirmation, then shows
 * the result.
 */
export function CleanHistoryDialog({ findingIds, onClose }: CleanHistoryDialogProps) {
  const { redact: t } = texts.detections;
  const plan = useRedaction(true);
  const edit = useRedaction(false);
  const { isSending, send } = useSending();
  const [isConfirmed, setIsConfirmed] = useState(false);
  useEffect(() => {
    void plan.start(findingIds, true);
  }, []);

  const hasStarted = edit.redaction !== undefined;
  const leave = () => onClose(hasStarted);
  const planned = plan.redaction !== undefined && hasEnded(plan.redaction) ? plan.redaction : undefined;
  const canDelete = planned !== undefined && deletedIn(planned) > 0;
  return (
    <Dialog
      title={t.clean}
      onClose={leave}
      footer={
        hasStarted ? (
          <Button onClick={leave}>{texts.close}</Button>
        ) : (
          <DialogButtons
            submit={t.cleanSubmit}
            appearance="danger"
            isSending={isSending}
            isDisabled={!canDelete || !isConfirmed}
            onSubmit={() => void send(() => edit.start(findingIds, true))}
            onCancel={leave}
          />
        )
      }
    >
      {plan.failure !== undefined && <Failure title={t.planFailed} error={plan.failure} />}
      {edit.failure !== undefined && <Failure title={hasStarted ? t.progressFailed : t.failed} error={edit.failure} />}
      {!hasStarted && plan.failure === undefined && (
        <>
          <p>{t.cleanBody(findingIds.length)}</p>
          {planned?.stoppedBy === 'CANNOT_ACT_AS_PERSON' ? <p>{t.noPreview}</p> : <Versions redaction={planned} />}
          {canDelete && <Choice label={t.confirmHistory} isChecked={isConfirmed} onChange={setIsConfirmed} />}
        </>
      )}
      {edit.redaction !== undefined && (
        <RedactionResult redaction={edit.redaction} findings={[]} names={NO_NAMES} titles={new Map()} />
      )}
    </Dialog>
  );
}
