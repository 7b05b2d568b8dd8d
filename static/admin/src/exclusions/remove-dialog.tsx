import { showSuccess } from '../ui/success-flag';
import { useState } from 'react';
import type { ExclusionList, ExclusionView } from '../../../../src/admin/findings/exclusions';
import { ask, type OperationError } from '../operations';
import { AffectedPages } from '../preview/affected-pages';
import { texts } from '../texts';
import { ConfirmDialog } from '../ui/confirm-dialog';
import { Fact } from '../ui/fact';
import { useSending } from '../use-sending';
import type { ExclusionNames } from './names';
import { useDescribed } from './use-described';
import { What } from './what';
import { describeScope } from './words';

interface RemoveDialogProps {
  readonly exclusion: ExclusionView;
  readonly names: ExclusionNames;
  readonly onRemoved: (list: ExclusionList) => void;
  readonly onClose: () => void;
}

/** Asks before an exclusion is removed. */
export default function RemoveDialog({ exclusion, names, onRemoved, onClose }: RemoveDialogProps) {
  const { removal: t, columns } = texts.exclusions;
  const { exclusionId, reason, state } = exclusion;
  const [failure, setFailure] = useState<OperationError>();
  const { isSending, send } = useSending();
  // The exclusion can be removed without it.
  const { load } = useDescribed([exclusion]);
  const described = load.state === 'ready' ? load.value.get(exclusionId) : undefined;

  const remove = async () => {
    const answer = await ask('removeExclusion', { exclusionId });
    // Another admin may have removed it already.
    const isAlreadyRemoved = !answer.ok && answer.error.code === 'EXCLUSION_NOT_FOUND';
    const list = isAlreadyRemoved ? await ask('listExclusions', {}) : answer;
    if (!list.ok) {
      setFailure(list.error);
      return;
    }
    showSuccess({
      id: `exclusion-removed-${exclusionId}`,
      title: t.done,
      ...(state === 'active' ? { description: t.doneBody } : {}),
    });
    onRemoved(list.value);
    onClose();
  };

  return (
    <ConfirmDialog
      title={t.title}
      submit={t.submit}
      failure={{ title: t.failed, error: failure }}
      isSending={isSending}
      onSubmit={() => void send(remove)}
      onClose={onClose}
    >
      <dl className="facts">
        <Fact label={columns.what}>
          <What exclusion={exclusion} names={names} described={described} />
        </Fact>
        <Fact label={columns.where}>{describeScope(exclusion, names)}</Fact>
        {reason !== undefined && <Fact label={columns.why}>{reason}</Fact>}
      </dl>
      <div role="status">{state === 'active' && <AffectedPages change={{ of: 'removal', exclusionId }} />}</div>
      <p>{state === 'active' ? t.body : t.bodyExpired}</p>
    </ConfirmDialog>
  );
}
