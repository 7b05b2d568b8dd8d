import type { KeyWithUse } from '../../../../src/admin/keys/keys';
import { daysLeft, daysUntil } from '../dates';
import { texts } from '../texts';
import { Message } from '../ui/message';
import { shownStatus } from './key-list';

/** The days before expiry from which the notice gets more urgent. Same as in the change feed and the audit log. */
const SOON_DAYS = 7;
const NOW_DAYS = 1;
/** The maximum number of keys in the notice. The table shows all of them. */
const MAX_NAMED = 5;

interface ExpiryNoticeProps {
  readonly keys: readonly KeyWithUse[];
  readonly onShow: (keyId: string) => void;
}

/** The keys that expire soon, soonest first. */
export function ExpiryNotice({ keys, onShow }: ExpiryNoticeProps) {
  const expiring = keys
    .filter((key) => shownStatus(key) === 'expiring')
    .sort((a, b) => Date.parse(a.expiresAt) - Date.parse(b.expiresAt));
  const [first] = expiring;
  if (first === undefined) return null;
  const days = daysLeft(first.expiresAt);
  const kind = days <= NOW_DAYS ? 'error' : days <= SOON_DAYS ? 'warning' : 'information';
  return (
    <Message kind={kind} title={texts.keys.expiring(expiring.length)}>
      <p>{texts.keys.expiringBody}</p>
      <ul>
        {expiring.slice(0, MAX_NAMED).map(({ keyId, name, expiresOn }) => (
          <li key={keyId}>
            <button type="button" className="link expiring-key" onClick={() => onShow(keyId)}>
              {name}
            </button>{' '}
            {texts.status.expiresIn(daysUntil(expiresOn))}
          </li>
        ))}
        {expiring.length > MAX_NAMED && <li>{texts.keys.expiringMore(expiring.length - MAX_NAMED)}</li>}
      </ul>
    </Message>
  );
}
