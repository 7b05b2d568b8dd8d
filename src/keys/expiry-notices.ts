import { URI_NAMESPACE, uuidV5 } from '../classification/uuid-v5';
import type { Position } from '../platform/newest-first';
import { keyStatus } from './key-lifetime';
import type { ApiKey } from './model';

/**
 * That a key stops working soon, told in time to replace it. Nothing is stored for it: when a key expires never changes,
 * and neither does when that is told. Pure.
 */

/** How many days before the end. */
export const NOTICE_DAYS = [14, 7, 1] as const;

export interface ExpiryNotice {
  /** The same whenever it is told: to recognise it by. */
  readonly noticeId: string;
  /** When it is due. */
  readonly time: string;
  readonly days: (typeof NOTICE_DAYS)[number];
  readonly keyId: string;
  readonly name: string;
  readonly expiresAt: string;
}

const DAY_MS = 86_400_000;

/**
 * The notices of a key that are due after a place in time and up to a moment, the oldest first. None of a key that was
 * replaced or has ended, and none for which the key was made too late.
 */
export function expiryNotices({ keyId, record }: ApiKey, after: Position, to: Date): readonly ExpiryNotice[] {
  const { name, createdAt, expiresAt } = record;
  if (keyStatus(record, to) !== 'active') return [];
  return NOTICE_DAYS.map((days) => ({
    noticeId: uuidV5(URI_NAMESPACE, `api-key:${keyId}/expires:${expiresAt}/days:${days}`),
    time: new Date(Date.parse(expiresAt) - days * DAY_MS).toISOString(),
    days,
    keyId,
    name,
    expiresAt,
  })).filter(
    ({ time, noticeId }) =>
      time > createdAt &&
      Date.parse(time) <= to.getTime() &&
      (time > after.time || (time === after.time && noticeId > after.key)),
  );
}
