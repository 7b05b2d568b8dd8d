import type { Category } from './detector';

/**
 * One form for a value however it is written. Numbers for people are the same with other separators and in other case;
 * of a secret every character counts.
 */
export function normalise(value: string, category: Category): string {
  const visible = value.normalize('NFKC').replace(INVISIBLE, '');
  return category === 'secret' ? visible.trim() : visible.replace(/[\s.\-/()]/g, '').toUpperCase();
}

/** Soft hyphen, zero-width characters, marks of direction, byte order mark. */
const INVISIBLE = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]/g;
