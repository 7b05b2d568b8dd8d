import type { NewDetector } from '../../../../src/admin/detection/new-detectors';
import type { OperationError } from '../operations';
import { texts } from '../texts';
import { ChangePreview } from '../preview/change-preview';
import { ConfirmDialog } from '../ui/confirm-dialog';

interface TurnOnDialogProps {
  /** The revision of the settings that the dialog is based on. */
  readonly rev: number;
  /** At least one. */
  readonly detectors: readonly NewDetector[];
  /** False: there are more findings. */
  readonly isComplete: boolean;
  readonly isSending: boolean;
  readonly error: OperationError | undefined;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
}

/** Asks before new detectors are turned on, with what changes. */
export function TurnOnDialog({ rev, detectors, isComplete, isSending, error, onSubmit, onClose }: TurnOnDialogProps) {
  const { newDetectors: t } = texts;
  const [first] = detectors;
  const findings = detectors.reduce((sum, one) => sum + one.findings, 0);
  const isOne = detectors.length === 1 && first !== undefined;
  return (
    <ConfirmDialog
      title={isOne ? t.confirm.titleOne(first.name) : t.confirm.titleAll(detectors.length)}
      submit={isOne ? t.turnOn : t.turnAllOn}
      appearance="primary"
      isSending={isSending}
      failure={{ title: t.turnOnFailed, error }}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      <p>{t.confirm.open(findings, isComplete)}</p>
      {!isOne && (
        <ul className="new-detectors-names">
          {detectors.map(({ detectorId, name }) => (
            <li key={detectorId}>{name}</li>
          ))}
        </ul>
      )}
      <p>{t.confirm.rules}</p>
      <p className="note">{t.confirm.undo}</p>
      <ChangePreview
        detectors={detectors}
        operation="turnNewDetectors"
        input={{ rev, detectorIds: detectors.map(({ detectorId }) => detectorId), isOn: true }}
      />
    </ConfirmDialog>
  );
}
