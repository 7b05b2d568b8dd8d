import { createHash } from 'node:crypto';

/** @param characters at most 43, of 6 bits each */
export function hashOf(text: string, characters = 10): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, characters);
}
