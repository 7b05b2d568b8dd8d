/**
 * What scripts may call a level instead of its UUID: words that stay the same when the level is renamed. A sub-level has
 * one within its level; the two together, `restricted/finance`, name it everywhere.
 */

const WORDS = '[a-zA-Z]+[0-9]*(?:-(?:[a-zA-Z]+[0-9]*|[0-9]+))*';
const UUID = '[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}';

export const MAX_LEVEL_KEY = 64;

/** No digit goes before a letter in a word, so that a UUID that lost a character is not taken for a key. */
export const LEVEL_KEY = new RegExp(`^${WORDS}$`);
export const SUB_LEVEL_KEY = new RegExp(`^(?:${WORDS}/)?${WORDS}$`);
/** Alone, as a part of a path. */
export const LEVEL_IN_PATH = new RegExp(`^(?:${UUID}|${WORDS})$`);
export const LEVEL_NAMED = new RegExp(`^(?:${UUID}|${WORDS}(?:/${WORDS})?)$`);

const UUID_FORM = new RegExp(`^${UUID}$`);

/** They mean something else where levels are named, or follow `/v1/level/`. */
export const RESERVED_KEYS = ['unclassified', 'none', 'default', 'order'];

/** A reserved word, or a text of the form of a UUID: neither can be a key. */
export function isReservedKey(key: string): boolean {
  return RESERVED_KEYS.includes(key) || UUID_FORM.test(key);
}

/** @param others the keys that a key must not be */
export function isFreeKey(key: string, others: readonly string[]): boolean {
  return !isReservedKey(key) && !others.includes(key);
}

/**
 * A key made from a name: its letters without their marks, its numbers, hyphens between.
 * @param word what stands for a name of which nothing is left, and before a number
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
