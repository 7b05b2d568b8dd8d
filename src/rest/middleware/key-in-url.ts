import { KEY_INSIDE_TEXT } from '../../keys/key-format';
import type { Exchange } from '../exchange';
import { Problem } from '../problem';

const KEY_NAMES = /^(x-)?api[-_]?key$|^(access_)?token$/i;

/**
 * A key in a URL ends up in logs and browser histories, so it is refused even if it is valid.
 * @param exchange its path is already checked for valid percent-encoding
 * @throws Problem 400 API_KEY_IN_URL
 */
export function refuseKeyInUrl({ path, query }: Exchange): void {
  const inQuery = [...query].some(([name, values]) => KEY_NAMES.test(name) || [name, ...values].some(holdsKey));
  if (inQuery || holdsKey(decodeURIComponent(path))) {
    throw new Problem('API_KEY_IN_URL', {
      detail: 'Send the key in the x-api-key header. If it was a real key, revoke it: URLs are kept in many places.',
    });
  }
}

function holdsKey(text: string): boolean {
  return KEY_INSIDE_TEXT.test(text);
}
