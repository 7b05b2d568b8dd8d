import { type KeyStatus, keyStatus, lastDayOf } from './key-lifetime';
import type { ApiKeyRecord } from './model';
import { settingsOf } from './key-settings';
import { definedOf } from '../platform/defined-of';

/** The fields of a key that any site admin may see. Never the secret or its MAC. */
export interface KeyView {
  readonly keyId: string;
  readonly name: string;
  readonly status: KeyStatus;
  readonly classificationScope: ApiKeyRecord['classificationScope'];
  readonly detectionScope: ApiKeyRecord['detectionScope'];
  readonly levelLimit: readonly string[];
  readonly spaceLimit: readonly string[];
  readonly createdBy: string;
  readonly createdAt: string;
  /** The last day, in UTC, on which the key works. */
  readonly expiresOn: string;
  readonly expiresAt: string;
  readonly revokedAt?: string;
  readonly revokedBy?: string;
  /** `leak`: the app revoked it after a report. */
  readonly revokeReason?: ApiKeyRecord['revokeReason'];
  /** For a rotated key: the instant from which it is rejected. */
  readonly graceUntil?: string;
  /** The ids of its successor and of its predecessor. */
  readonly rotatedTo?: string;
  readonly rotatedFrom?: string;
  /** The revision that an edit must be based on. */
  readonly rev: number;
}

export function viewKey(keyId: string, record: ApiKeyRecord, now: Date): KeyView {
  const { createdBy, createdAt, expiresAt, rev } = record;
  const { revokedAt, revokedBy, revokeReason, graceUntil, rotatedTo, rotatedFrom } = record;
  return {
    keyId,
    status: keyStatus(record, now),
    ...settingsOf(record),
    createdBy,
    createdAt,
    expiresOn: lastDayOf(expiresAt),
    expiresAt,
    ...definedOf({ revokedAt, revokedBy, revokeReason, graceUntil, rotatedTo, rotatedFrom }),
    rev,
  };
}
