import { showSuccess } from '../ui/success-flag';
import { useId, useState } from 'react';
import type { KeyWithUse } from '../../../../src/admin/keys/keys';
import type { KeyView } from '../../../../src/keys/key-view';
import { formatInstant } from '../dates';
import { ask, type OperationError } from '../operations';
import { texts } from '../texts';
import { ConfirmDialog } from '../ui/confirm-dialog';
import { Message } from '../ui/message';
import { useSending } from '../use-sending';
import { workingKeysOfLine } from './key-list';
import { LastUsed } from './last-used';

interface RevokeDialogProps {
  readonly value: KeyWithUse;
  readonly keys: readonly KeyView[];
  readonly onRevoked: (value: KeyView) => void;
  readonly onClose: () => void;
}

/** Asks before a key is revoked. Offers to revoke other active keys of the same rotation, too. */
export default function RevokeDialog({ value, keys, onRevoked, onClose }: RevokeDialogProps) {
  const { revokeDialog: t } = texts;
  const [others] = useState(() => workingKeysOfLine(keys, value));
  const [includesOthers, setIncludesOthers] = useState(false);
  const [failure, setFailure] = useState<{ readonly title: string; readonly error: OperationError }>();
  const { isSending, send } = useSending();
  const checkboxId = useId();

  const revoke = async () => {
    setFailure(undefined);
    let revoked = 0;
    for (const { keyId } of [value, ...(includesOthers ? others : [])]) {
      const answer = await ask('revokeKey', { keyId });
      if (!answer.ok)
        return setFailure({ title: revoked === 0 ? t.failed : t.partlyFailed(keyId), error: answer.error });
      onRevoked(answer.value);
      revoked += 1;
    }
    showSuccess({ id: `revoked-${value.keyId}`, title: t.done(revoked), description: t.doneBody(value.name, revoked) });
    onClose();
  };

  return (
    <ConfirmDialog
      title={t.title}
      submit={t.submit(includesOthers ? 1 + others.length : 1)}
      appearance="danger"
      {...(failure && { failure })}
      isSending={isSending}
      onSubmit={() => void send(revoke)}
      onClose={onClose}
    >
      <p>{t.body(value.name)}</p>
      <p>
        <code className="key-id">pclsk_{value.keyId}_…</code>
      </p>
      <p>
        {t.lastUsed} <LastUsed value={value} />
      </p>
      {others.length > 0 && (
        <Message kind="warning" title={t.others(others.length)}>
          <ul>
            {others.map(({ keyId, rotatedTo, graceUntil, expiresAt }) => (
              <li key={keyId}>
                <code className="key-id">pclsk_{keyId}_…</code>
                <span className="line note">
                  {(rotatedTo === undefined ? t.newValue : t.oldValue)(formatInstant(graceUntil ?? expiresAt))}
                </span>
              </li>
            ))}
          </ul>
          <div className="choice">
            <input
              type="checkbox"
              id={checkboxId}
              checked={includesOthers}
              onChange={(event) => setIncludesOthers(event.currentTarget.checked)}
            />
            <label htmlFor={checkboxId}>{t.includeOthers(others.length)}</label>
          </div>
        </Message>
      )}
    </ConfirmDialog>
  );
}
