import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { Pepper } from '../platform/secrets';
import { tagFrom } from './key-format';

/**
 * What a key is checked against. Every installation has keys of its own, derived from the pepper (HKDF, RFC 5869) with
 * the installation as salt; so a key of one site is refused at another by its id tag, and a dump of storage verifies nothing.
 */

/** The algorithm named in a record, so that a later one can be told from it. */
export const MAC_ALGORITHM = 'hmac-sha256/1';

const MAC_INFO = 'apikey-mac/1';
const TAG_INFO = 'apikey-idtag/1';

/** What a MAC binds: whoever changes one of these in a record makes the key invalid. */
export interface MacInput {
  readonly keyId: string;
  readonly secret: string;
  readonly createdBy: string;
  /** ISO 8601, as stored. */
  readonly expiresAt: string;
}

/** The six characters that end an id made by this installation. */
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
