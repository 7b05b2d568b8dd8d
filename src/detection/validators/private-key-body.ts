import { decodeBase64 } from './base64-text';
import { isInvented } from '../passwords/stand-ins';

/**
 * Returns whether the text between the BEGIN and END lines of a private key is key material: at least 64 base64 characters
 * without line breaks (also escaped ones), indentation, quotes and comment marks. `...`, `xxx` and the alphabet are placeholders.
 */
export function isPrivateKeyBody(body: string): boolean {
  const letters = body
    .replace(/\\+[rnt]/g, '')
    .replace(/^[A-Za-z-]+: .*$/gm, '')
    .replace(/[^A-Za-z0-9+/=]/g, '');
  if (letters.length < 64 || new Set(letters).size < 10 || isInvented(letters)) return false;
  return decodeBase64(letters.slice(0, 64)) === undefined;
}
