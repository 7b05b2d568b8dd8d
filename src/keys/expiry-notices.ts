import { URI_NAMESPACE, uuidV5 } from '../platform/uuid-v5';
import type { Position } from '../platform/newest-first';
import { keyStatus } from './key-lifetime';
import type { ApiKey } from './model';

/**
 * That a key stops working soon, told in time to replace it, and that it has. When a key expires never changes, and
 * neither does when that is told. Pure.
 */

/** How many days before the end. */
export const NOTICE_DAYS = [14, 7, 1] as const;

interface Notice {
  /** The same whenever it is told: to recognise it by. */
  readonly noticeId: string;
  /** When it is due. */
  readonly time: string;
  readonly keyId: string;
}

export interface ExpiryNotice extends Notice {
  readonly days: (typeof NOTICE_DAYS)[number];
  readonly name: string;
  readonly expiresAt: string;
}

/** That a key has stopped working because its time, or its grace, was over. */
export interface EndNotice extends Notice {
  readonly ended: 'expiresAt' | 'graceUntil';
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
  })).filter((notice) => notice.time > createdAt && isDue(notice, after, to));
}

/** The same of the end of a key; none where it was revoked. */
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
