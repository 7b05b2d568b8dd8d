import { createHmac } from 'node:crypto';

/**
 * A fingerprint that is equal for equal values of a detector, 43 characters of base64url. It is keyed, because a plain hash of
 * a card number or another short number could be reversed by trying all numbers.
 */
export function fingerprintOf(key: Uint8Array, detectorId: string, normalized: string): string {
  return createHmac('sha256', key).update(`${detectorId}\0${normalized}`, 'utf8').digest('base64url');
}

/** Returns whether a block has changed. Keyed, because a block may consist of a value only. */
export function blockHashOf(key: Uint8Array, text: string): string {
  return createHmac('sha256', key).update(`\0block\0${text}`, 'utf8').digest('base64url').slice(0, 22);
}

/** A hash of the domain of an email address. Keyed, because there are few enough domains to try. */
export function domainHashOf(key: Uint8Array, domain: string): string {
  return createHmac('sha256', key).update(`\0domain\0${domain}`, 'utf8').digest('base64url').slice(0, 22);
}
