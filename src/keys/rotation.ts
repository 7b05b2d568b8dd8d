import { keyStatus } from './key-lifetime';
import type { ApiKey, ApiKeyRecord } from './model';
import { nextRecord } from '../platform/stored-rows';

/** Decides whether a key can be rotated, and until when the old value works. */

const HOUR_MS = 3_600_000;

const GRACE_MS = { none: 0, '1h': HOUR_MS, '24h': 24 * HOUR_MS, '7d': 168 * HOUR_MS } as const;

export type Grace = keyof typeof GRACE_MS;

export const GRACES = ['none', '1h', '24h', '7d'] as const satisfies readonly Grace[];

/** The instant from which the old key is rejected. It is never later than without the rotation. */
export function graceEnd(expiresAt: string, now: Date, grace: Grace): string {
  return new Date(Math.min(Date.parse(expiresAt), now.getTime() + GRACE_MS[grace])).toISOString();
}

interface RotationQuestion {
  readonly key: ApiKey;
  readonly actorId: string;
  readonly now: Date;
  /** The revision that the admin has seen. */
  readonly rev: number;
}

export type RotationDecision =
  | { readonly outcome: 'may-rotate' }
  | { readonly outcome: 'changed' | 'not-active' | 'rotated-before' | 'not-creator' };

/** The successor acts with the permissions of its creator, so only the creator of the old key can rotate it. */
export function decideRotation({ key: { record }, actorId, now, rev }: RotationQuestion): RotationDecision {
  if (record.rev !== rev) return { outcome: 'changed' };
  if (record.revokedAt === undefined && record.rotatedTo !== undefined) return { outcome: 'rotated-before' };
  if (keyStatus(record, now) !== 'active') return { outcome: 'not-active' };
  if (record.createdBy !== actorId) return { outcome: 'not-creator' };
  return { outcome: 'may-rotate' };
}

/** The old key's record after the rotation. */
export function recordInGrace(record: ApiKeyRecord, successorId: string, now: Date, grace: Grace): ApiKeyRecord {
  return nextRecord(record, { graceUntil: graceEnd(record.expiresAt, now, grace), rotatedTo: successorId });
}
