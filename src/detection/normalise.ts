import type { Category } from './detector';
import { alphanumericsOf, digitsOf } from './validators/digits';

/**
 * The default normal form: the value itself, character by character. Values with the same normal form have the same
 * fingerprint. Validators return their own form (`Verdict.normalised`) if the detector knows several spellings of a value.
 */
export function exactForm(value: string): string {
  return value.normalize('NFKC').replace(INVISIBLE, '').trim();
}

/**
 * The normal form of an ID number whose separators and letter case do not matter. Drops separators only: the `+` of a Swedish
 * personal number and the `Ñ` of a Mexican RFC are part of the value.
 */
export function compactForm(value: string): string {
  return exactForm(value).replace(SEPARATORS, '').toUpperCase();
}

/** Soft hyphen, zero-width characters, direction marks, byte order mark. */
const INVISIBLE = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]/g;
const SEPARATORS = /[\s.:/()\u2010-\u2015-]/g;

/**
 * The normal form up to SCAN_VERSION 2, which was equal for some different values. Scans use it to recognise findings and
 * exclusions that were stored with it (docs/adr/0029).
 * @param normalised the form that the validator returned, if any
 */
export function formerForm(detectorId: string, category: Category, value: string, normalised?: string): string {
  switch (detectorId) {
    case 'email': {
      const at = value.lastIndexOf('@');
      return value.slice(0, at) + value.slice(at).toLowerCase();
    }
    case 'phone-intl':
    case 'phone-national':
      return normalised?.replace(/;ext=.*$/, '') ?? digitsOf(value);
    case 'ipv6': {
      const address = value.replace(/[%/].*$/, '').toLowerCase();
      return RESERVED_IPV6.test(address) ? looseForm(value, category) : address;
    }
    case 'date-of-birth':
      return looseForm(value, category);
    case 'de-steuernummer':
    case 'mx-rfc':
    case 'se-personnummer':
      return alphanumericsOf(value);
    default:
      return normalised ?? looseForm(value, category);
  }
}

const RESERVED_IPV6 = /^(?:::[01]?$|(?:2001:0?db8|ffff:ffff):)/;

function looseForm(value: string, category: Category): string {
  const exact = exactForm(value);
  return category === 'secret' ? exact : exact.replace(/[\s.\-/()]/g, '').toUpperCase();
}
