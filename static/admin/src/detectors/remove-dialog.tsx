import { RemovalDialog } from '../configuration/removal-dialog';
import { ask } from '../operations';
import { texts } from '../texts';
import { ChangePreview } from '../preview/change-preview';
import type { DetectionDialogProps } from './dialog-props';
import { useDetectionChange } from './use-detection-change';

/** Asks before a custom detector is removed. */
export default function RemoveDialog({
  view,
  detectorId,
  onChanged,
  onClose,
}: DetectionDialogProps & { readonly detectorId: string }) {
  const { remove: t } = texts.detectors;
  const change = useDetectionChange({ view, onChanged });
  const isIn = ({ custom }: typeof view) => custom.some((one) => one.detectorId === detectorId);
  const name = view.catalog.find((one) => one.detectorId === detectorId)?.name ?? detectorId;

  return (
    <RemovalDialog
      title={t.title(name)}
      submit={t.submit}
      failed={t.failed}
      change={change}
      send={(rev) => ask('removeDetector', { rev, detectorId })}
      done={{ id: `detector-removed-${detectorId}`, title: t.done, description: name }}
      alreadyRemovedTitle={isIn(change.base) ? undefined : t.alreadyRemoved}
      onClose={onClose}
    >
      <p>{t.body}</p>
      <ChangePreview
        detectors={change.base.catalog}
        operation="removeDetector"
        input={{ rev: change.base.rev, detectorId }}
      />
    </RemovalDialog>
  );
}
