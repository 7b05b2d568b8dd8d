/**
 * The default normal form is the value, character by character. Values with the same one have the same fingerprint.
 * Validators return their own form (`Verdict.normalized`) if the detector recognizes several spellings of a value.
 */
export function exactForm(value: string): string {
  return value.normalize('NFKC').replace(INVISIBLE, '').trim();
}

/**
 * The normal form of an ID number whose separators and letter case do not matter. Drops separators only, because the
 * `+` of a Swedish personal number and the `Ñ` of a Mexican RFC are part of the value.
 */
export function compactForm(value: string): string {
  return exactForm(value).replace(SEPARATORS, '').toUpperCase();
}

/** Soft hyphen, zero-width characters, direction marks, byte order mark. */
const INVISIBLE = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]/g;
const SEPARATORS = /[\s.:/()\u2010-\u2015-]/g;
