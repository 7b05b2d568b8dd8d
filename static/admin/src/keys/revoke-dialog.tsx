import type { KeyWithUse } from '../../../../src/admin/keys/keys';
import type { KeyView } from '../../../../src/keys/key-view';
import { texts } from '../texts';
import { ConfirmDialog } from '../ui/confirm-dialog';
import { showSuccess } from '../ui/success-flag';
import { useSending } from '../use-sending';
import { LastUsed } from './last-used';
import { useRevoke } from './use-revoke';

interface RevokeDialogProps {
  readonly value: KeyWithUse;
  readonly keys: readonly KeyView[];
  readonly onRevoked: (value: KeyView) => void;
  readonly onClose: () => void;
}

/** Asks before a key is revoked. Offers to revoke other active keys of the same rotation, too. */
export default function RevokeDialog({ value, keys, onRevoked, onClose }: RevokeDialogProps) {
  const { revokeDialog: t } = texts;
  const { count, failure, choice, revoke } = useRevoke(value, keys, onRevoked);
  const { isSending, send } = useSending();

  const submit = async () => {
    if (!(await revoke())) return;
    showSuccess({ id: `revoked-${value.keyId}`, title: t.done(count), description: t.doneBody(value.name, count) });
    onClose();
  };

  return (
    <ConfirmDialog
      title={t.title}
      submit={t.submit(count)}
      appearance="danger"
      {...(failure && { failure })}
      isSending={isSending}
      onSubmit={() => void send(submit)}
      onClose={onClose}
    >
      <p>{t.body(value.name)}</p>
      <p>
        <code className="key-id">pclsk_{value.keyId}_…</code>
      </p>
      <p>
        {t.lastUsed} <LastUsed value={value} />
      </p>
      {choice}
    </ConfirmDialog>
  );
}
