import { countrySpecs, isValidBIC, isValidIBAN } from 'ibantools';
import type { Candidate, Verdict } from '../detector';
import { isAlphanumeric } from '../text/fold';
import { alphanumericsOf } from './digits';
import { mod97 } from './iso7064';

/**
 * An IBAN with the length of its country, MOD 97-10, and the account format and check digits. The country's length decides which
 * of the following groups belong to it.
 */
export function validateIban({ value }: Candidate): Verdict {
  const expected = countrySpecs[value.slice(0, 2).toUpperCase()]?.chars ?? 0;
  let length = 0;
  for (let count = 0; count < expected && length < value.length; length++) {
    if (isAlphanumeric(value.charCodeAt(length))) count++;
  }
  const iban = alphanumericsOf(value.slice(0, length));
  // More letters or digits directly after it make it another number.
  if (iban.length !== expected || isAlphanumeric(value.charCodeAt(length))) return { verdict: 'invalid' };
  // Few numbers pass the checksum, which is the cheapest check.
  if (mod97(iban.slice(4) + iban.slice(0, 4)) !== 1 || !isValidIBAN(iban)) return { verdict: 'invalid' };
  return {
    verdict: 'valid',
    evidence: ['checksum:mod97', `country:${iban.slice(0, 2)}`],
    normalized: iban,
    ignoresCase: true,
    length,
  };
}

/** ISO 9362: bank, existing country, place, branch. */
export function isBic(text: string): boolean {
  return isValidBIC(text);
}
