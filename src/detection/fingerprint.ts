import { createHmac } from 'node:crypto';

/**
 * The same for the same value of the same detector, and nothing else can be told from it. Keyed, because the numbers that are looked
 * for are few: a bare hash of one is undone by trying them all. 43 characters of base64url.
 */
export function fingerprintOf(key: Uint8Array, detectorId: string, normalised: string): string {
  return createHmac('sha256', key).update(`${detectorId}\0${normalised}`, 'utf8').digest('base64url');
}

/** Whether a block is still what it was; keyed as well, a block may be nothing but the value. */
export function blockHashOf(key: Uint8Array, text: string): string {
  return createHmac('sha256', key).update(`\0block\0${text}`, 'utf8').digest('base64url').slice(0, 22);
}

/** The fingerprint of an email address's domain; keyed, because all domains could be tried. */
export function domainHashOf(key: Uint8Array, domain: string): string {
  return createHmac('sha256', key).update(`\0domain\0${domain}`, 'utf8').digest('base64url').slice(0, 22);
}
