import type { Candidate, Verdict } from '../detector';
import { isCalendarDate, isDateAt, isDateOfShortYear, isSixDigitDate } from './calendar-date';
import {
  digitAt,
  digitSum,
  digitsOf,
  isDigits,
  isOneDigitRepeated,
  numberAt,
  upTo,
  valueAt,
  weighted,
  weightedSum,
} from './digits';
import { mod11Of2 } from './iso7064';
import { luhn, passesLuhn } from './luhn';
import { verhoeff } from './verhoeff';

/** Indian Aadhaar: twelve digits, the first from 2 up, Verhoeff. */
export function isAadhaar(digits: string): boolean {
  return /^(?!(\d)\1*$)[2-9]\d{11}$/.test(digits) && verhoeff(digits);
}

/** Indian permanent account number: the fourth letter is the kind of holder. */
export function isPan(text: string): boolean {
  return /^[A-Z]{3}[ABCFGHJLPT][A-Z](?!0000)\d{4}[A-Z]$/.test(text);
}

/** Indian goods and services tax number: state, PAN, number, Z, check character. */
export function isGstin(text: string): boolean {
  return /^(?:0[1-9]|[12]\d|3[0-8]|97|99)[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[0-9A-Z]$/.test(text);
}

/** True if the check character of a GSTIN is right, modulo 36. */
export function isCheckedGstin(text: string): boolean {
  const sum = digitSum(text, [1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2], valueAt, 36);
  return isGstin(text) && upTo(36)(sum) === valueAt(text, 14);
}

/** Singaporean NRIC and FIN: the first letter gives century and kind; weights 2 7 6 5 4 3 2, check letter by kind. */
export function isNric(text: string): boolean {
  if (!/^[STFGM]\d{7}[A-Z]$/.test(text)) return false;
  const kind = text.charAt(0);
  const sum =
    weightedSum(text.slice(1), [2, 7, 6, 5, 4, 3, 2]) + (kind === 'S' || kind === 'F' ? 0 : kind === 'M' ? 3 : 4);
  if (kind === 'M') return 'KLJNPQRTUWX'.charAt(10 - (sum % 11)) === text.charAt(8);
  return (kind === 'S' || kind === 'T' ? 'JZIHGFEDCBA' : 'XWUTRQPNMLK').charAt(sum % 11) === text.charAt(8);
}

/**
 * Korean resident and foreigner registration: birth date, century and sex. Since October 2020 the last digit is not a check
 * digit, so the check only raises the confidence.
 */
export function validateRrn({ value }: Candidate): Verdict {
  const digits = digitsOf(value);
  const kind = digitAt(digits, 6);
  // 9 and 0 mean births before 1900.
  if (kind === 9 || kind === 0) return { verdict: 'invalid' };
  const century = kind < 3 || kind === 5 || kind === 6 ? 1900 : 2000;
  const foreigner = kind >= 5 && kind <= 8;
  if (!isDateAt(digits, 0, century)) return { verdict: 'invalid' };
  const sum = weightedSum(digits, [2, 3, 4, 5, 6, 7, 8, 9, 2, 3, 4, 5]);
  const check = ((foreigner ? 13 : 11) - (sum % 11)) % 10 === digitAt(digits, 12);
  return check
    ? { verdict: 'valid', evidence: ['checksum:mod11', 'date'], normalized: digits }
    : { verdict: 'unknown', evidence: ['date'], normalized: digits };
}

/** Chinese resident identity card: region, birth date, serial, check character MOD 11-2. */
export function isChineseResidentId(text: string): boolean {
  if (!/^[1-8]\d{16}[0-9X]$/.test(text) || !mod11Of2(text)) return false;
  const year = numberAt(text, 6, 10);
  return year >= 1850 && year <= 2100 && isCalendarDate(year, numberAt(text, 10, 12), numberAt(text, 12, 14));
}

/** Japanese individual number: weights 6 5 4 3 2 7 6 5 4 3 2, modulo 11. */
export const isMyNumber = weighted(
  /^(?!(\d)\1*$)\d{12}$/,
  [6, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2],
  (sum) => upTo(11)(sum) % 10,
);

/** Taiwanese identity card and residence certificate: a letter represents two digits. In the older certificate the second letter represents its last digit. */
export function isTaiwaneseId(text: string): boolean {
  if (!/^[A-Z][1289A-D]\d{8}$/.test(text)) return false;
  const numberOf = (index: number): number => 'ABCDEFGHJKLMNPQRSTUVXYWZIO'.indexOf(text.charAt(index)) + 10;
  const letter = numberOf(0);
  const digits = /^.[A-D]/.test(text) ? String(numberOf(1) % 10) + text.slice(2) : text.slice(1);
  return (Math.floor(letter / 10) + (letter % 10) * 9 + weightedSum(digits, [8, 7, 6, 5, 4, 3, 2, 1, 1])) % 10 === 0;
}

/** Indonesian NIK: province, regency, district, birth date (day + 40 for women), serial. */
export function isNik(digits: string): boolean {
  const isForm = /^(?:1[1-9]|2[1]|3[1-6]|5[1-3]|6[1-5]|7[1-6]|8[12]|9[1-7])\d{14}(?<!0000)$/.test(digits);
  return isForm && isDateOfShortYear(numberAt(digits, 10, 12), numberAt(digits, 8, 10), numberAt(digits, 6, 8) % 40);
}

/** Kazakh IIN: birth date, century and sex, check digit in two rounds. */
export function isIin(digits: string): boolean {
  if (!/^\d{6}[0-6]\d{5}$/.test(digits) || !isSixDigitDate(digits, 'ymd')) return false;
  const first = weightedSum(digits, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]) % 11;
  const second = weightedSum(digits, [3, 4, 5, 6, 7, 8, 9, 10, 11, 1, 2]) % 11;
  return (first < 10 ? first : second) === digitAt(digits, 11);
}

/** Iranian national code: weights 10 … 2, modulo 11. */
export const isIranianCode = weighted(/^(?!(\d)\1*$)\d{10}$/, [10, 9, 8, 7, 6, 5, 4, 3, 2], (sum) =>
  sum % 11 < 2 ? sum % 11 : 11 - (sum % 11),
);

/** Israeli identity number: Luhn over nine digits; a leading zero may be omitted. */
export const isIsraeliId = luhn(/^(?!(\d)\1*$)\d{8,9}$/);

/** Saudi identity or residence number: starts with 1 or 2, Luhn. */
export const isSaudiId = luhn(/^[12](?!(\d)\1*$)\d{9}$/);

/** Emirates identity card: 784, year of birth, serial, Luhn. */
export function isEmiratesId(digits: string): boolean {
  const year = numberAt(digits, 3, 7);
  return /^784\d{12}$/.test(digits) && year >= 1900 && year <= 2100 && passesLuhn(digits);
}

/** Kuwaiti civil number: century, birth date, serial, weights modulo 11. */
export function isKuwaitiId(digits: string): boolean {
  const hasCheck = weighted(/^[23]\d{11}$/, [2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2], (sum) => 11 - (sum % 11));
  return hasCheck(digits) && isDateAt(digits, 1, digits.startsWith('2') ? 1900 : 2000);
}

/** Bahraini personal number: year and month of birth, serial. Its check digit is not published. */
export function isBahrainiId(digits: string): boolean {
  const month = numberAt(digits, 2, 4);
  return isDigits(digits, 9) && month >= 1 && month <= 12;
}

/** Qatari identity number: century, year of birth, country of birth as a number, serial. */
export function isQatariId(digits: string): boolean {
  return /^[23]\d{2}\d{3}\d{5}$/.test(digits) && !isOneDigitRepeated(digits);
}

/** Malaysian identity card: birth date, place of birth, serial. */
export function isMalaysianId(digits: string): boolean {
  if (!isDigits(digits, 12) || !isSixDigitDate(digits, 'ymd')) return false;
  return !/^(?:00|1[7-9]|20|69|70|73|8[01]|9[4-7])$/.test(digits.slice(6, 8));
}

/** Vietnamese citizen card: province, century and sex, year, serial. */
export function isVietnameseId(digits: string): boolean {
  const province = numberAt(digits, 0, 3);
  return /^0\d{2}[0-3]\d{8}$/.test(digits) && province >= 1 && province <= 96;
}

/** Sri Lankan card. Old: year, day of year, and V or X. New: twelve digits. */
export function isSriLankanId(text: string): boolean {
  const day = text.length === 10 ? numberAt(text, 2, 5) : numberAt(text, 4, 7);
  const isForm = /^\d{9}[VX]$/.test(text) || /^(?:19|20)\d{10}$/.test(text);
  return isForm && day % 500 >= 1 && day % 500 <= 366 && day <= 866;
}
