import { URI_NAMESPACE, uuidV5 } from '../platform/uuid-v5';
import type { Position } from '../platform/rows-by-time';
import { keyStatus } from './key-lifetime';
import type { ApiKey } from './model';

/**
 * Notices that a key stops working soon, early enough to replace it, and that it has stopped. The expiry of a key never
 * changes, so the times of its notices do not change either. Pure.
 */

/** Days before the expiry. */
export const NOTICE_DAYS = [14, 7, 1] as const;

interface Notice {
  /** The same whenever the notice is computed; identifies the notice. */
  readonly noticeId: string;
  /** The time when the notice is due. */
  readonly time: string;
  readonly keyId: string;
}

export interface ExpiryNotice extends Notice {
  readonly days: (typeof NOTICE_DAYS)[number];
  readonly name: string;
  readonly expiresAt: string;
}

/** A notice that a key has stopped working because it expired, or because its grace period ended. */
export interface EndNotice extends Notice {
  readonly ended: 'expiresAt' | 'graceUntil';
}

const DAY_MS = 86_400_000;

/**
 * The notices of a key that are due after one position and up to a time, oldest first. A key that was replaced or has
 * ended gets none; a notice that was due before the key was created is omitted.
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
  })).filter((notice) => notice.time > createdAt && isDue(notice, after, to));
}

/** The same for the end of a key; a revoked key gets none. */
export function endNotices({ keyId, record }: ApiKey, after: Position, to: Date): readonly EndNotice[] {
  const { expiresAt, graceUntil = expiresAt } = record;
  if (keyStatus(record, to) !== 'expired') return [];
  const ended = graceUntil < expiresAt ? 'graceUntil' : 'expiresAt';
  const time = ended === 'graceUntil' ? graceUntil : expiresAt;
  const noticeId = uuidV5(URI_NAMESPACE, `api-key:${keyId}/ended:${time}`);
  return [{ noticeId, time, keyId, ended } as const].filter((notice) => isDue(notice, after, to));
}

function isDue({ time, noticeId }: Notice, after: Position, to: Date): boolean {
  return Date.parse(time) <= to.getTime() && (time > after.time || (time === after.time && noticeId > after.key));
}
