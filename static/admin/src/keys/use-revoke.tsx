import { useId, useState } from 'react';
import type { KeyView } from '../../../../src/keys/key-view';
import { formatInstant } from '../dates';
import { ask, type OperationError } from '../operations';
import { texts } from '../texts';
import { Message } from '../ui/message';
import { workingKeysOfLine } from './key-list';

/** Revokes a key, and on request the other keys of the same rotation that still work. */
export function useRevoke(value: KeyView, keys: readonly KeyView[], onRevoked: (value: KeyView) => void) {
  const { revokeDialog: t } = texts;
  const [others] = useState(() => workingKeysOfLine(keys, value));
  const [includesOthers, setIncludesOthers] = useState(false);
  const [failure, setFailure] = useState<{ readonly title: string; readonly error: OperationError }>();
  const count = includesOthers ? 1 + others.length : 1;
  return {
    count,
    failure,
    /** The checkbox that includes the other keys. */
    choice: <OtherKeys others={others} isIncluded={includesOthers} onChange={setIncludesOthers} />,
    /** @returns whether every key is revoked */
    revoke: async (): Promise<boolean> => {
      setFailure(undefined);
      for (const [index, { keyId }] of [value, ...(includesOthers ? others : [])].entries()) {
        const answer = await ask('revokeKey', { keyId });
        if (!answer.ok) {
          setFailure({ title: index === 0 ? t.failed : t.partlyFailed(keyId), error: answer.error });
          return false;
        }
        onRevoked(answer.value);
      }
      return true;
    },
  };
}

interface OtherKeysProps {
  readonly others: readonly KeyView[];
  readonly isIncluded: boolean;
  readonly onChange: (isIncluded: boolean) => void;
}

function OtherKeys({ others, isIncluded, onChange }: OtherKeysProps) {
  const { revokeDialog: t } = texts;
  const checkboxId = useId();
  if (others.length === 0) return null;
  return (
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
          checked={isIncluded}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
        <label htmlFor={checkboxId}>{t.includeOthers(others.length)}</label>
      </div>
    </Message>
  );
}
