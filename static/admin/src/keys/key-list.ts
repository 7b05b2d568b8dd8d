import type { KeyWithUse } from '../../../../src/admin/keys/keys';
import type { KeyView } from '../../../../src/keys/key-view';
import { daysLeft } from '../dates';
import { accountName, type Names } from '../names';
import { type Sort, sorted, sortIn, sortText } from '../sort';
import { type AddressPart, oneOf } from '../address-part';

/** The filters and the order of the list of keys. */

export type ShownStatus = KeyWithUse['status'] | 'expiring';
export const SHOWN_STATUSES: readonly ShownStatus[] = ['active', 'expiring', 'grace', 'expired', 'revoked'];

const COLUMNS = ['name', 'status', 'creator', 'created', 'expires', 'lastUsed'] as const;
export type Column = (typeof COLUMNS)[number];

export interface Selection {
  readonly text: string;
  readonly status: ShownStatus | '';
  readonly creator: string;
  readonly sort: Sort<Column>;
}

export const SELECTION: AddressPart<Selection> = {
  read: ({ text = '', status, creator = '', sort }) => ({
    text,
    status: oneOf(SHOWN_STATUSES, status) ?? '',
    creator,
    sort: sortIn(sort, COLUMNS) ?? { column: 'created', isDescending: true },
  }),
  write: ({ sort, ...filters }) => ({ ...filters, sort: sortText(sort) }),
};

/** The actions on a key in a status. A rotated key cannot be rotated again. */
export const KEY_ACTIONS = {
  active: ['edit', 'rotate', 'revoke', 'leak'],
  grace: ['edit', 'revoke', 'leak'],
  expired: ['leak'],
  revoked: ['leak'],
} as const satisfies Record<KeyView['status'], readonly ('edit' | 'rotate' | 'revoke' | 'leak')[]>;

/** The days before expiry in which a key counts as expiring soon. */
const EXPIRING_DAYS = 14;

export function shownStatus(key: KeyWithUse): ShownStatus {
  return key.status === 'active' && daysLeft(key.expiresAt) <= EXPIRING_DAYS ? 'expiring' : key.status;
}

export function selectKeys(keys: readonly KeyWithUse[], selection: Selection, names: Names): readonly KeyWithUse[] {
  const text = selection.text.trim().toLowerCase();
  const matching = keys
    .filter((key) => text === '' || key.name.toLowerCase().includes(text) || `pclsk_${key.keyId}`.includes(text))
    .filter((key) => selection.status === '' || shownStatus(key) === selection.status)
    .filter((key) => selection.creator === '' || key.createdBy === selection.creator)
    .sort((a, b) => a.keyId.localeCompare(b.keyId));
  return sorted(matching, selection.sort, (a, b, column) => compare(a, b, column, names));
}

/** The other keys of a rotation that still work (predecessors in their grace period, and successors). */
export function workingKeysOfLine(keys: readonly KeyView[], { keyId: ofId }: Pick<KeyView, 'keyId'>): KeyView[] {
  const line = new Set([ofId]);
  const isNext = ({ keyId, rotatedFrom, rotatedTo }: KeyView) =>
    !line.has(keyId) && [rotatedFrom, rotatedTo].some((id) => id !== undefined && line.has(id));
  for (let next = keys.find(isNext); next !== undefined; next = keys.find(isNext)) line.add(next.keyId);
  return keys.filter(
    ({ keyId, status }) => keyId !== ofId && line.has(keyId) && (status === 'active' || status === 'grace'),
  );
}

function compare(a: KeyWithUse, b: KeyWithUse, column: Column, names: Names): number {
  switch (column) {
    case 'name':
      return a.name.localeCompare(b.name);
    case 'status':
      return SHOWN_STATUSES.indexOf(shownStatus(a)) - SHOWN_STATUSES.indexOf(shownStatus(b));
    case 'creator':
      return accountName(names, a.createdBy).localeCompare(accountName(names, b.createdBy));
    case 'created':
      return Date.parse(a.createdAt) - Date.parse(b.createdAt);
    case 'expires':
      return Date.parse(a.expiresAt) - Date.parse(b.expiresAt);
    case 'lastUsed':
      return lastUseRank(a) - lastUseRank(b);
  }
}

/** Unknown sorts before never, and never before any time. */
function lastUseRank({ lastUsedAt, lastUsedUnknown }: KeyWithUse): number {
  if (lastUsedAt !== undefined) return Date.parse(lastUsedAt);
  return lastUsedUnknown === true ? -2 : -1;
}
