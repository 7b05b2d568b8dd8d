import type { KeyView } from '../../../../src/keys/key-view';
import { daysUntil } from '../dates';
import { texts } from '../texts';
import { shownStatus } from './key-list';

export function StatusLozenge({ value }: { readonly value: KeyView }) {
  const status = shownStatus(value);
  const text = status === 'expiring' ? texts.status.expiresIn(daysUntil(value.expiresOn)) : texts.status[status];
  return <span className={`lozenge lozenge-${status}`}>{text}</span>;
}
