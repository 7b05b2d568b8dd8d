import Button from '@atlaskit/button/new';
import { showFlag } from '@forge/bridge';
import { Overtaken } from '../configuration/overtaken';
import { ask } from '../operations';
import { texts } from '../texts';
import { Dialog } from '../ui/dialog';
import { Failure } from '../ui/failure';
import type { DetectionDialogProps } from './dialog-props';
import { useDetectionChange } from './use-detection-change';

/** Asks before a custom detector is removed. */
export default function RemoveDialog({
  view,
  detectorId,
  onChanged,
  onClose,
}: DetectionDialogProps & { readonly detectorId: string }) {
  const { remove: t, overtaken } = texts.detectors;
  const change = useDetectionChange({ view, onChanged });
  const isIn = ({ custom }: typeof view) => custom.some((one) => one.detectorId === detectorId);
  const name = view.catalogue.find((one) => one.detectorId === detectorId)?.name ?? detectorId;
  const isGone = !isIn(change.base);

  const remove = async () => {
    const sent = await change.send((rev) => ask('removeDetector', { rev, detectorId }));
    if (sent.outcome === 'refused') change.setFailure(sent.error);
    if (sent.outcome !== 'done') return;
    showFlag({
      id: `detector-removed-${detectorId}`,
      type: 'success',
      title: t.done,
      description: name,
      isAutoDismiss: true,
    });
    onClose();
  };

  return (
    <Dialog
      size={change.overtakenBy === undefined ? 'small' : 'large'}
      title={t.title(name)}
      onClose={onClose}
      footer={
        <>
          <Button appearance="subtle" onClick={onClose}>
            {isGone ? texts.close : texts.cancel}
          </Button>
          {!isGone && (
            <Button appearance="warning" isLoading={change.isSending} onClick={() => void change.once(remove)}>
              {t.submit}
            </Button>
          )}
        </>
      }
    >
      {change.overtakenBy !== undefined && (
        <Overtaken
          title={isGone ? t.isGone : overtaken}
          body={texts.configuration.overtaken.nothing}
          changes={change.overtakenBy}
        />
      )}
      {change.failure !== undefined && <Failure title={t.failed} error={change.failure} />}
      {!isGone && <p>{t.body}</p>}
    </Dialog>
  );
}
