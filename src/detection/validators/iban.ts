import { countrySpecs, isValidBIC, isValidIBAN } from 'ibantools';
import type { Candidate, Verdict } from '../detector';
import { alphanumericsOf } from './digits';

/**
 * An IBAN with the length of its country, MOD 97-10, and the account format and check digits. The country's length decides which
 * of the following groups belong to it.
 */
export function validateIban({ value }: Candidate): Verdict {
  const expected = countrySpecs[value.slice(0, 2).toUpperCase()]?.chars ?? 0;
  let length = 0;
  for (let count = 0; count < expected && length < value.length; length++) {
    if (/[0-9A-Za-z]/.test(value.charAt(length))) count++;
  }
  const iban = alphanumericsOf(value.slice(0, length));
  // More letters or digits directly after it make it another number.
  if (iban.length !== expected || /[0-9A-Za-z]/.test(value.charAt(length)) || !isValidIBAN(iban))
    return { verdict: 'invalid' };
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
