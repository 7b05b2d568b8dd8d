import { useState } from 'react';
import type { RotatedKey } from '../../../../src/admin/keys/rotate-key';
import type { KeyView } from '../../../../src/keys/key-view';
import { formatInstant } from '../dates';
import { texts } from '../texts';
import { CannotRotate } from './cannot-rotate';
import { accountName, type Names } from '../names';
import { RotateForm } from './rotate-form';

interface RotateDialogProps {
  readonly value: KeyView;
  readonly names: Names;
  /** undefined: it could not be loaded, so only the resolver checks permissions. */
  readonly accountId: string | undefined;
  /** Must show the new key with CreatedKeyDialog and this note. */
  readonly onRotated: (answer: RotatedKey, note: string) => void;
  /** Keys that are newer than those in the list. */
  readonly onLoaded: (...latest: readonly KeyView[]) => void;
  readonly onShow: (keyId: string) => void;
  readonly onClose: () => void;
}

/** Rotates a key, or explains why it cannot be rotated. */
export default function RotateDialog({ value, names, accountId, ...events }: RotateDialogProps) {
  const { onRotated, onLoaded, onShow, onClose } = events;
  const [latest, setLatest] = useState(value);
  const [isRefused, setIsRefused] = useState(accountId !== undefined && accountId !== value.createdBy);
  const [isUncertain, setIsUncertain] = useState(false);

  const { rotatedTo } = latest;
  if (rotatedTo !== undefined) {
    return (
      <CannotRotate
        title={texts.rotateDialog.alreadyRotated}
        action={{ label: texts.rotateDialog.showSuccessor, onClick: () => onShow(rotatedTo) }}
        onClose={onClose}
      >
        <p>{texts.rotateDialog.alreadyRotatedBody}</p>
        <p>
          <code className="key-id">pclsk_{rotatedTo}_…</code>
        </p>
        {isUncertain && <p>{texts.rotateDialog.lostValue}</p>}
      </CannotRotate>
    );
  }
  if (latest.status !== 'active') {
    return (
      <CannotRotate title={texts.rotateDialog.final} onClose={onClose}>
        <p>{texts.rotateDialog.finalBody}</p>
      </CannotRotate>
    );
  }
  if (isRefused) {
    const creator = accountName(names, value.createdBy);
    return (
      <CannotRotate title={texts.rotateDialog.notCreator(creator)} onClose={onClose}>
        <p>{texts.rotateDialog.notCreatorBody(creator)}</p>
      </CannotRotate>
    );
  }
  return (
    <RotateForm
      value={latest}
      names={names}
      onRotated={(answer) => onRotated(answer, noteOn(answer))}
      onLoaded={(loaded, successors, afterDoubt) => {
        setLatest(loaded);
        setIsUncertain(isUncertain || afterDoubt);
        onLoaded(loaded, ...successors);
      }}
      onRefused={() => setIsRefused(true)}
      onClose={onClose}
    />
  );
}

function noteOn({ old }: RotatedKey): string {
  const isOver = old.status !== 'grace' || old.graceUntil === undefined;
  return isOver ? texts.rotateDialog.oldExpired : texts.rotateDialog.oldWorks(formatInstant(old.graceUntil));
}
