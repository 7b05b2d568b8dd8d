import { generateKey } from '../../keys/generate-key';
import { lineOf } from '../../keys/key-line';
import { computeMac, MAC_ALGORITHM } from '../../keys/key-secrets';
import { expiryInstant, MAX_LIFETIME_DAYS, MIN_LIFETIME_DAYS } from '../../keys/key-lifetime';
import type { KeySettings } from '../../keys/key-settings';
import { type KeyView, viewKey } from '../../keys/key-view';
import type { ApiKey, ApiKeyRecord } from '../../keys/model';
import { requirePeppers } from './require-peppers';
import type { AdminRequest } from '../operation';
import { invalidInput } from '../result';

/** Only the answers to createKey and rotateKey contain a key's value. */
export interface CreatedKey extends KeyView {
  readonly key: string;
}

/** A key that is not stored yet. */
export interface IssuedKey extends ApiKey {
  /** The value of the key. Only the response contains it. */
  readonly key: string;
}

interface NewKey {
  readonly settings: KeySettings;
  readonly expiresAt: string;
  /** The key that the new one replaces. */
  readonly predecessor?: ApiKey;
}

/** The probability that two IDs collide is 1 in 2^50; two collisions in a row are a fault. */
export const ID_COLLISIONS = { maxAttempts: 2 };

/** @throws Refusal INVALID_INPUT if the day is too early or too late */
export function requireExpiry({ now }: AdminRequest, expiresOn: string): string {
  const expiresAt = expiryInstant(expiresOn, now);
  if (expiresAt !== undefined) return expiresAt;
  throw invalidInput([
    {
      field: 'expiresOn',
      message: `must be ${MIN_LIFETIME_DAYS} to ${MAX_LIFETIME_DAYS} days from today, in UTC`,
    },
  ]);
}

/**
 * Creates a key of the acting account, to which the MAC binds it.
 * @throws Refusal PEPPER_MISSING
 */
export function issueKey(request: AdminRequest, { settings, expiresAt, predecessor }: NewKey): IssuedKey {
  const { accountId, installationId, now, random } = request;
  const [pepper] = requirePeppers(request);
  const { keyId, secret, key } = generateKey(pepper, installationId, random);
  const mac = computeMac(pepper, installationId, { keyId, secret, createdBy: accountId, expiresAt });
  const record: ApiKeyRecord = {
    v: 1,
    rev: 1,
    ...settings,
    mac: mac.toString('base64url'),
    macAlg: MAC_ALGORITHM,
    pepperVersion: pepper.version,
    createdBy: accountId,
    createdAt: now.toISOString(),
    expiresAt,
    ...(predecessor && { rotatedFrom: predecessor.keyId, lineId: lineOf(predecessor) }),
  };
  return { keyId, record, key };
}

export function answerWithValue({ keyId, record, key }: IssuedKey, now: Date): CreatedKey {
  return { ...viewKey(keyId, record, now), key };
}
