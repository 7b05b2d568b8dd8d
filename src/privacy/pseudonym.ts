import { createHmac } from 'node:crypto';
import { deriveKey } from '../keys/key-secrets';
import { PSEUDONYM_PREFIX } from '../people/account-ids';
import type { Peppers } from '../platform/secrets';

/**
 * The name that takes the place of an account id after an erasure. It is the same for one person, so that the audit log still has
 * one name for each person, and no one can compute it from the id, or the id from it, without the pepper (docs/adr/0056).
 */

const INFO = 'erased-person/1';
const LENGTH = 22;
/** One character for each of 22 bytes: 110 bits. Without characters that filters of the audit log refuse. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** The codes of a person with each pepper, the current one first. */
export function codesOf(
  [current, ...older]: Peppers,
  installationId: string,
  accountId: string,
): readonly [string, ...string[]] {
  const codeWith = (pepper: Peppers[number]) => {
    const mac = createHmac('sha256', deriveKey(pepper, installationId, INFO))
      .update(accountId)
      .digest();
    return Array.from(mac.subarray(0, LENGTH), (byte) => ALPHABET.charAt(byte % ALPHABET.length)).join('');
  };
  return [codeWith(current), ...older.map(codeWith)];
}

export function pseudonymOf(code: string): string {
  return PSEUDONYM_PREFIX + code;
}
