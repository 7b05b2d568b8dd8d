import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { Pepper } from '../platform/secrets';
import { tagFrom } from './key-format';

/**
 * Verifies API keys. Every installation has its own keys for this, derived from the pepper (HKDF, RFC 5869) with the
 * installation as salt. Another site therefore rejects an API key by its id tag, and a dump of storage is not enough to
 * verify any key.
 */

/** The algorithm of a record; distinguishes it from later algorithms. */
export const MAC_ALGORITHM = 'hmac-sha256/1';

const MAC_INFO = 'apikey-mac/1';
const TAG_INFO = 'apikey-idtag/1';

/** The input of a MAC. A change of one of these fields in a record makes the key invalid. */
export interface MacInput {
  readonly keyId: string;
  readonly secret: string;
  readonly createdBy: string;
  /** ISO 8601, as stored. */
  readonly expiresAt: string;
}

/** The last six characters of an id that this installation created. */
export function computeIdTag(pepper: Pepper, installationId: string, randomId: string): string {
  return tagFrom(
    createHmac('sha256', deriveKey(pepper, installationId, TAG_INFO))
      .update(randomId)
      .digest(),
  );
}

/** 32 bytes over length-prefixed fields, so that no two different inputs look the same. */
export function computeMac(pepper: Pepper, installationId: string, input: MacInput): Buffer {
  const mac = createHmac('sha256', deriveKey(pepper, installationId, MAC_INFO));
  for (const field of [MAC_INFO, installationId, input.keyId, input.secret, input.createdBy, input.expiresAt]) {
    const bytes = Buffer.from(field);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(bytes.length);
    mac.update(length).update(bytes);
  }
  return mac.digest();
}

/** Compares in constant time. A stored MAC that is not 32 bytes matches nothing. */
export function macMatches(stored: string, computed: Buffer): boolean {
  const bytes = Buffer.from(stored, 'base64url');
  return bytes.length === computed.length && bytes.toString('base64url') === stored && timingSafeEqual(bytes, computed);
}

/** 32 bytes for one purpose. */
export function deriveKey(pepper: Pepper, installationId: string, info: string): Buffer {
  return Buffer.from(hkdfSync('sha256', pepper.bytes, installationId, info, 32));
}
