import type { Candidate, Verdict } from '../detector';
import { isDateAt, isSixDigitDate } from './calendar-date';
import { digitAt, digitsOf, isDigits, isOneDigitRepeated, isSequence, upTo, weighted, weightedSum } from './digits';
import { luhn } from './luhn';

/** Numbers printed on sample cards or in advertisements. They belong to no person. */
const PUBLISHED = new Set(['078051120', '219099999', '457555462']);

/** SSNs are random since 2011, so only ranges that were never issued can be excluded (SSA, "Valid SSNs"). */
export function validateSsn({ value }: Candidate): Verdict {
  const digits = digitsOf(value);
  if (PUBLISHED.has(digits) || isOneDigitRepeated(digits)) return { verdict: 'invalid' };
  if (!/^(?!000|666|9)\d{3}(?!00)\d{2}(?!0000)\d{4}$/.test(digits)) return { verdict: 'invalid' };
  // 123-45-6789 may be real, but mostly is an example.
  if (isSequence(digits)) return { verdict: 'unknown', tags: ['sequence'], confidence: 0.5, normalized: digits };
  return { verdict: 'unknown', evidence: ['format:3-2-4'], normalized: digits };
}

/** US taxpayer numbers for people without an SSN: 9, and groups from certain ranges. */
export function isItin(digits: string): boolean {
  return /^9\d{2}(?:5\d|6[0-5]|7\d|8[0-8]|9[0-24-9])\d{4}$/.test(digits);
}

/** US employer numbers: the prefixes that the IRS has assigned to its campuses. */
export function isEin(digits: string): boolean {
  return (
    isDigits(digits, 9) &&
    !/^(?:00|07|08|09|17|18|19|28|29|49|69|70|78|79|89|96|97)/.test(digits) &&
    !isSequence(digits)
  );
}

/** Canadian Social Insurance Number: no province has 0 or 8 (9 is for temporary residents). */
export const isSin = luhn(/^(?!(\d)\1*$)[1-79]\d{8}$/);

/** Brazilian PIS/PASEP/NIS: weights 3 2 9 … 2, modulo 11. */
export const isPis = weighted(/^(?!(\d)\1*$)\d{11}$/, [3, 2, 9, 8, 7, 6, 5, 4, 3, 2], (sum) => upTo(11)(sum) % 10);

/** Brazilian driving license: two check digits; the second is corrected if the first would be 10. */
export function isCnh(digits: string): boolean {
  if (!isDigits(digits, 11) || isOneDigitRepeated(digits)) return false;
  const first = weightedSum(digits, [9, 8, 7, 6, 5, 4, 3, 2, 1]) % 11;
  const correction = first === 10 ? 2 : 0;
  const second = ((weightedSum(digits, [1, 2, 3, 4, 5, 6, 7, 8, 9]) % 11) - correction + 11) % 11;
  return (first === 10 ? 0 : first) === digitAt(digits, 9) && (second === 10 ? 0 : second) === digitAt(digits, 10);
}

/** Mexican population key: names, birth date, sex, state, consonants, check digit over the alphabet with Ñ. */
export function isCurp(text: string): boolean {
  if (!/^[A-Z][AEIOUX][A-Z]{2}\d{6}[HMX][A-Z]{2}[B-DF-HJ-NP-TV-Z]{3}[0-9A-Z]\d$/.test(text)) return false;
  if (!isSixDigitDate(text.slice(4, 10), 'ymd')) return false;
  const alphabet = '0123456789ABCDEFGHIJKLMNÑOPQRSTUVWXYZ';
  const weights = [18, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2];
  const sum = weightedSum(text, weights, (_, index) => alphabet.indexOf(text.charAt(index)));
  return upTo(10)(sum) === digitAt(text, 17);
}

/** Mexican social security number, Dominican identity card: eleven digits, Luhn. */
export const isElevenWithLuhn = luhn(/^(?!(\d)\1*$)\d{11}$/);

/** Chilean RUT: check character 0–9 or K. */
export function isRut(text: string): boolean {
  if (!/^\d{7,8}[0-9K]$/.test(text) || isOneDigitRepeated(text)) return false;
  const body = text.slice(0, -1).padStart(8, '0');
  const check = 11 - (weightedSum(body, [3, 2, 7, 6, 5, 4, 3, 2]) % 11);
  return (check === 11 ? '0' : check === 10 ? 'K' : String(check)) === text.slice(-1);
}

/** Uruguayan identity card: weights 2 9 8 7 6 3 4, modulo 10. */
export function isUruguayanId(digits: string): boolean {
  if (!/^\d{7,8}$/.test(digits) || isOneDigitRepeated(digits)) return false;
  const padded = digits.padStart(8, '0');
  return upTo(10)(weightedSum(padded, [2, 9, 8, 7, 6, 3, 4])) === digitAt(padded, 7);
}

/** Cuban identity card: a birth date, with the century in the seventh digit. */
export function isCubanId(digits: string): boolean {
  const century = { 9: 1800, 0: 1900, 1: 1900, 2: 1900, 3: 1900, 4: 1900, 5: 1900 }[digits.charAt(6)] ?? 2000;
  return isDigits(digits, 11) && isDateAt(digits, 0, century);
}
