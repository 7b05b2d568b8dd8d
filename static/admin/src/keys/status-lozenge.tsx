import type { KeyView } from '../../../../src/keys/key-view';
import { daysLeft } from '../dates';
import { texts } from '../texts';
import { shownStatus } from './key-list';

export function StatusLozenge({ value }: { readonly value: KeyView }) {
  const status = shownStatus(value);
  const text = status === 'expiring' ? texts.status.expiresIn(daysLeft(value.expiresAt)) : texts.status[status];
  return <span className={`lozenge lozenge-${status}`}>{text}</span>;
}
