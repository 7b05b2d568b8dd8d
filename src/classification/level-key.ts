/**
 * Scripts can use a key instead of the UUID of a level. A key consists of words that stay the same when the level is
 * renamed. The key of a sub-level is unique within its level; the two together, `restricted/finance`, identify it
 * everywhere.
 */

const WORDS = '[a-zA-Z]+[0-9]*(?:-(?:[a-zA-Z]+[0-9]*|[0-9]+))*';
const UUID = '[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}';

export const MAX_LEVEL_KEY = 64;

/** In a word, no digit comes before a letter, so that a UUID without one of its characters is not taken for a key. */
export const LEVEL_KEY = new RegExp(`^${WORDS}$`);
export const SUB_LEVEL_KEY = new RegExp(`^(?:${WORDS}/)?${WORDS}$`);
/** Without the key of a level, as a path parameter. */
export const LEVEL_IN_PATH = new RegExp(`^(?:${UUID}|${WORDS})$`);
export const LEVEL_NAMED = new RegExp(`^(?:${UUID}|${WORDS}(?:/${WORDS})?)$`);

const UUID_FORM = new RegExp(`^${UUID}$`);

/** Words with another meaning where a level is expected, or after `/v1/level/`. */
export const RESERVED_KEYS = ['unclassified', 'none', 'default', 'order'];

/** True if a text cannot be a key, because it is a reserved word or has the form of a UUID. */
export function isReservedKey(key: string): boolean {
  return RESERVED_KEYS.includes(key) || UUID_FORM.test(key);
}

/** @param others the keys that are already in use */
export function isFreeKey(key: string, others: readonly string[]): boolean {
  return !isReservedKey(key) && !others.includes(key);
}

/**
 * Creates a key from the letters of a name, without diacritics, and its numbers, joined by hyphens.
 * @param word the key for a name without usable characters, and the prefix before a number
 */
export function keyFor(name: string, others: readonly string[], word: 'level' | 'sub-level'): string {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toUpperCase().toLowerCase();
  const words = plain.replace(/([0-9])(?=[a-z])/g, '$1-').match(/[a-z0-9]+/g) ?? [];
  const joined = words
    .join('-')
    .slice(0, MAX_LEVEL_KEY - 16)
    .replace(/-$/, '');
  const key = /^[a-z]/.test(joined) ? joined : [word, ...(joined === '' ? [] : [joined])].join('-');
  for (let number = 1; ; number += 1) {
    const candidate = number === 1 ? key : `${key}-${number}`;
    if (isFreeKey(candidate, others)) return candidate;
  }
}
