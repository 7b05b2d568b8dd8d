import type { Row } from '../platform/storage';
import type { Pepper, Peppers } from '../platform/secrets';
import { type ParsedKey, parseKey } from './key-format';
import { computeIdTag, computeMac, macMatches } from './key-secrets';
import { keyStatus } from './key-lifetime';
import { type ApiKey, type ApiKeyRecord, apiKeyRecord } from './model';

/**
 * Verifies an API key in two parts. The first checks format, checksum and id tag without a platform call, the second
 * the record, its MAC, revocation and expiry. Both parts are pure. They return the result, and the caller responds.
 */

/** A key with a valid format, before its record is read. */
export interface PresentedKey extends ParsedKey {
  /** The pepper that its id tag was created with. */
  readonly pepper: Pepper;
}

export type Presentation =
  | { readonly outcome: 'presented'; readonly key: PresentedKey }
  | { readonly outcome: 'missing' }
  | { readonly outcome: 'unavailable' }
  | { readonly outcome: 'invalid'; readonly rejectedAt: 'format' | 'checksum' | 'idtag' };

/**
 * Checks all values of the header `x-api-key`.
 * @param peppers undefined if none is configured; then no key can be verified
 */
export function presentKey(
  values: readonly string[],
  peppers: Peppers | undefined,
  installationId: string,
): Presentation {
  const [text, ...others] = values;
  if (text === undefined || (text === '' && others.length === 0)) return { outcome: 'missing' };
  if (others.length > 0) return { outcome: 'invalid', rejectedAt: 'format' };
  const parsed = parseKey(text);
  if ('rejectedAt' in parsed) return { outcome: 'invalid', rejectedAt: parsed.rejectedAt };
  if (peppers === undefined) return { outcome: 'unavailable' };
  const pepper = peppers.find((candidate) => computeIdTag(candidate, installationId, parsed.randomId) === parsed.tag);
  if (pepper === undefined) return { outcome: 'invalid', rejectedAt: 'idtag' };
  return { outcome: 'presented', key: { ...parsed, pepper } };
}

export type Verification =
  | { readonly outcome: 'verified'; readonly key: ApiKey }
  | { readonly outcome: 'invalid'; readonly rejectedAt: 'record' | 'corrupt' | 'mac' }
  | { readonly outcome: 'revoked'; readonly keyId: string }
  | {
      readonly outcome: 'expired';
      readonly keyId: string;
      /** The end of its grace period, if the key was rotated. */
      readonly graceUntil?: string | undefined;
    };

/** The id of a key that the caller has proven to hold, valid or not. */
export function provenKeyId(verification: Exclude<Verification, { outcome: 'invalid' }>): string {
  return verification.outcome === 'verified' ? verification.key.keyId : verification.keyId;
}

/** Checks the presented key against its record. From `revoked` on, the caller has proven to hold the key. */
export function verifyKey(presented: PresentedKey, row: Row, installationId: string, now: Date): Verification {
  const record = heldRecord(presented, row, installationId);
  return typeof record === 'string'
    ? { outcome: 'invalid', rejectedAt: record }
    : statusOutcome({ keyId: presented.keyId, record }, now);
}

/**
 * The record of a key, revoked and expired ones included, if the caller holds the key.
 * @returns the check that failed, if the caller does not hold it
 */
export function heldRecord(
  presented: PresentedKey,
  row: Row,
  installationId: string,
): ApiKeyRecord | 'record' | 'corrupt' | 'mac' {
  const parsed = apiKeyRecord.safeParse(row.value);
  if (!parsed.success) {
    // Does the same work as for a record, so that an unknown id takes as long as a wrong secret.
    // Stryker disable next-line StringLiteral: nothing is done with what comes of it
    macMatches('', computeMac(presented.pepper, installationId, { ...presented, createdBy: '', expiresAt: '' }));
    return row.value === undefined ? 'record' : 'corrupt';
  }
  const record = parsed.data;
  const computed = computeMac(presented.pepper, installationId, { ...presented, ...record });
  return macMatches(record.mac, computed) && record.pepperVersion === presented.pepper.version ? record : 'mac';
}

/**
 * Checks a key without its secret, for background work whose caller has proven before to hold the key. Without the
 * secret, the app cannot check that the record is the one that was created with the key.
 */
export function recheckKey(keyId: string, row: Row, now: Date): Verification {
  const parsed = apiKeyRecord.safeParse(row.value);
  if (parsed.success) return statusOutcome({ keyId, record: parsed.data }, now);
  return { outcome: 'invalid', rejectedAt: row.value === undefined ? 'record' : 'corrupt' };
}

function statusOutcome(key: ApiKey, now: Date): Verification {
  const status = keyStatus(key.record, now);
  switch (status) {
    case 'revoked':
      return { outcome: status, keyId: key.keyId };
    case 'expired':
      return { outcome: status, keyId: key.keyId, graceUntil: key.record.graceUntil };
    case 'grace':
    case 'active':
      return { outcome: 'verified', key };
  }
}
