import { limits } from './limits';
import { Refusal } from './refusal';

// The platform's own expression; the hyphen is a literal because it follows a class.
const keyPattern = /^(?!\s+$)[a-zA-Z0-9:._\s-#]+$/;

/** Refuses an invalid key. The two stores have different codes for an empty one. */
export function checkKey(key: string, store: 'kvs' | 'entity'): void {
  if (key === '') {
    throw store === 'kvs'
      ? new Refusal('KEY_TOO_SHORT', 'The provided key needs to be more than one character')
      : new Refusal('EMPTY_KEY', 'Key cannot be empty');
  }
  if (key.length > limits.keyCharacters) {
    throw new Refusal('KEY_TOO_LONG', `The provided key has exceeded the maximum ${limits.keyCharacters} characters`);
  }
  if (!keyPattern.test(key))
    throw new Refusal('INVALID_KEY', `The provided key does not match the regex: ${keyPattern}`);
}
