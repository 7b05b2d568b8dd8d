import type { Candidate, Verdict } from '../detector';
import { isCalendarDate, isDateAt, isDateOfShortYear, isSixDigitDate } from './calendar-date';
import { digitAt, digitSum, isDigits, isOneDigitRepeated, numberAt, upTo, weighted, weightedSum } from './digits';
import { mod11Of10 } from './iso7064';
import { passesLuhn } from './luhn';
import { documentCheck } from './machine-readable-zone';
import { verhoeff } from './verhoeff';

/** UK National Insurance number: only the letters and pairs of letters that HMRC issues. */
export function isNino(text: string): boolean {
  return (
    /^(?!BG|GB|KN|NK|NT|TN|ZZ)[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z]\d{6}[A-D]$/.test(text) &&
    !isOneDigitRepeated(text.slice(2, 8))
  );
}

/** UK driving license: surname, birth date with its decade outside (month + 50 for women), initials, check characters. */
export function isBritishDrivingLicense(text: string): boolean {
  if (!/^[A-Z]{1,5}9{0,4}\d[0156]\d{3}\d[A-Z9]{2}[0-9A-Z][A-Z]{2}$/.test(text) || text.length !== 16) return false;
  return isDateOfShortYear(Number(text.charAt(5) + text.charAt(10)), numberAt(text, 6, 8) % 50, numberAt(text, 8, 10));
}

/** German tax ID: one of the first ten digits may occur two or three times, the others at most once. */
export function isSteuerId(digits: string): boolean {
  if (!/^[1-9]\d{10}$/.test(digits)) return false;
  const counts = new Map<string, number>();
  for (const digit of digits.slice(0, 10)) counts.set(digit, (counts.get(digit) ?? 0) + 1);
  const repeated = [...counts.values()].filter((count) => count > 1);
  return repeated.length <= 1 && (repeated[0] ?? 2) <= 3 && mod11Of10(digits);
}

/** German pension insurance: region, birth date (day + 50 for duplicates), letter, serial, check digit. */
export function isRentenversicherung(text: string): boolean {
  if (!/^\d{8}[A-Z]\d{3}$/.test(text)) return false;
  const day = numberAt(text, 2, 4);
  if (!isDateOfShortYear(numberAt(text, 6, 8), numberAt(text, 4, 6), day > 50 ? day - 50 : day)) return false;
  const digits = text.slice(0, 8) + String(text.charCodeAt(8) - 64).padStart(2, '0') + text.slice(9, 11);
  return digitSum(digits, [2, 1, 2, 5, 7, 1, 2, 1, 2, 1, 2, 1]) % 10 === digitAt(text, 11);
}

/** German identity card or passport: letters of machine-readable documents. */
export function isGermanDocument(text: string): boolean {
  const isForm = /^[CFGHJKLMNPRTVWXYZ][0-9CFGHJKLMNPRTVWXYZ]{7}\d$/.test(text);
  return isForm && documentCheck(text.slice(0, 8)) === digitAt(text, 8);
}

/** German identity card before 2010. */
export function isOldGermanDocument(text: string): boolean {
  return /^T\d{8}$/.test(text);
}

/** Polish identity card: three letters, check digit, five digits. */
export function isPolishIdCard(text: string): boolean {
  return /^[A-Z]{3}\d{6}$/.test(text) && documentCheck(text.slice(0, 3) + text.slice(4)) === digitAt(text, 3);
}

/** Polish passport: two letters, check digit, six digits. */
export function isPolishPassport(text: string): boolean {
  return /^[A-Z]{2}\d{7}$/.test(text) && documentCheck(text.slice(0, 2) + text.slice(3)) === digitAt(text, 2);
}

/** Spanish DNI, also with its leading zero omitted. */
export function isDni(text: string): boolean {
  if (!/^\d{7,8}[A-Z]$/.test(text) || /^0+.$/.test(text)) return false;
  return 'TRWAGMYFPDXBNJZSQVHLCKE'.charAt(Number(text.slice(0, -1)) % 23) === text.slice(-1);
}

/** Swedish personal or coordination number (day + 60), with or without the century. */
export function isPersonnummer(text: string): boolean {
  const digits = text.slice(-10);
  const day = numberAt(digits, 4, 6) % 60;
  if (!/^(?:1[89]|20)?\d{10}$/.test(text) || !passesLuhn(digits) || /^0{10}$/.test(digits)) return false;
  return text.length === 12
    ? isCalendarDate(numberAt(text, 0, 4), numberAt(text, 4, 6), day)
    : isDateOfShortYear(numberAt(digits, 0, 2), numberAt(digits, 2, 4), day);
}

/** Finnish personal identity code: birth date, century sign, serial, check character modulo 31. */
export function validateHetu({ value }: Candidate): Verdict {
  const match = /^(\d{6})([-+A-FU-Y])(\d{3})([0-9A-Y])$/i.exec(value);
  if (match === null) return { verdict: 'invalid' };
  const [normalized = '', date = '', sign = '', serial = '', check] = match.map((group) => group.toUpperCase());
  const century = sign === '+' ? 1800 : 'ABCDEF'.includes(sign) ? 2000 : 1900;
  const isRight =
    isCalendarDate(century + numberAt(date, 4, 6), numberAt(date, 2, 4), numberAt(date, 0, 2)) &&
    Number(serial) >= 2 &&
    '0123456789ABCDEFHJKLMNPRSTUVWXY'.charAt(Number(date + serial) % 31) === check;
  if (!isRight) return { verdict: 'invalid' };
  // Serials from 900 are for tests and for people without a code.
  const sample = Number(serial) >= 900 ? { tags: ['sample'], confidence: 0.3 } : {};
  return { verdict: 'valid', evidence: ['checksum:mod31', 'date'], normalized, ignoresCase: true, ...sample };
}

/** Danish CPR: the check digit is not reliable since 2007, so only the date is checked. */
export function isCpr(digits: string): boolean {
  return isDigits(digits, 10) && !isOneDigitRepeated(digits) && isSixDigitDate(digits, 'dmy');
}

/** Estonian and Lithuanian codes: century and sex, birth date, serial, check digit in two rounds. */
export function isBalticCode(digits: string): boolean {
  if (!/^[1-8]\d{10}$/.test(digits)) return false;
  const century = 1800 + 100 * Math.floor((digitAt(digits, 0) - 1) / 2);
  if (!isDateAt(digits, 1, century)) return false;
  const first = weightedSum(digits, [1, 2, 3, 4, 5, 6, 7, 8, 9, 1]) % 11;
  const second = weightedSum(digits, [3, 4, 5, 6, 7, 8, 9, 1, 2, 3]) % 11;
  return (first < 10 ? first : second % 10) === digitAt(digits, 10);
}

/** Latvian personal code: the old format has a birth date and a check digit, the new one (32 and nine digits) has neither. */
export function isLatvianCode(digits: string): boolean {
  if (/^3[2-9]\d{9}$/.test(digits)) return true;
  if (!isDigits(digits, 11) || !/^[0-2]$/.test(digits.charAt(6))) return false;
  const year = 1800 + 100 * digitAt(digits, 6) + numberAt(digits, 4, 6);
  if (!isCalendarDate(year, numberAt(digits, 2, 4), numberAt(digits, 0, 2))) return false;
  return ((1 + weightedSum(digits, [10, 5, 8, 4, 2, 1, 6, 3, 7, 9])) % 11) % 10 === digitAt(digits, 10);
}

/** Bulgarian EGN: birth date (month + 20 before 1900, + 40 from 2000), weights modulo 11. */
export function isEgn(digits: string): boolean {
  if (!isDigits(digits, 10)) return false;
  const month = numberAt(digits, 2, 4);
  const century = month > 40 ? 2000 : month > 20 ? 1800 : 1900;
  if (!isCalendarDate(century + numberAt(digits, 0, 2), month % 20, numberAt(digits, 4, 6))) return false;
  return (weightedSum(digits, [2, 4, 8, 5, 10, 9, 7, 3, 6]) % 11) % 10 === digitAt(digits, 9);
}

/** Czech and Slovak birth number: month + 50 for women (+ 20 if serials ran out), a multiple of 11 since 1954. */
export function isRodneCislo(digits: string): boolean {
  if (!/^\d{9,10}$/.test(digits)) return false;
  if (!isDateOfShortYear(numberAt(digits, 0, 2), (numberAt(digits, 2, 4) % 50) % 20, numberAt(digits, 4, 6)))
    return false;
  if (digits.length === 9) return numberAt(digits, 0, 2) < 54 && !digits.endsWith('000');
  return (numberAt(digits, 0, 9) % 11) % 10 === digitAt(digits, 9);
}

/** Hungarian social security number: weights 3 7, modulo 10. */
export const isTaj = weighted(/^(?!(\d)\1*$)\d{9}$/, [3, 7, 3, 7, 3, 7, 3, 7], (sum) => sum % 10);

/** Hungarian personal tax number: starts with 8, weights 1 … 9, modulo 11. */
export const isHungarianTaxId = weighted(/^8\d{9}$/, [1, 2, 3, 4, 5, 6, 7, 8, 9], (sum) => sum % 11);

/** Luxembourg national number: birth date, serial, a Luhn digit and a Verhoeff digit over the first eleven. */
export function isMatricule(digits: string): boolean {
  if (!isDigits(digits, 13) || !isCalendarDate(numberAt(digits, 0, 4), numberAt(digits, 4, 6), numberAt(digits, 6, 8)))
    return false;
  return passesLuhn(digits.slice(0, 12)) && verhoeff(digits.slice(0, 11) + digits.charAt(12));
}

/** Russian pension insurance (SNILS): weights 9 … 1, modulo 101. */
export function isSnils(digits: string): boolean {
  if (!isDigits(digits, 11) || isOneDigitRepeated(digits)) return false;
  return (weightedSum(digits, [9, 8, 7, 6, 5, 4, 3, 2, 1]) % 101) % 100 === numberAt(digits, 9, 11);
}

/** Unique citizen number of former Yugoslavia: birth date, region, serial, check digit. */
export function isJmbg(digits: string): boolean {
  if (!isDigits(digits, 13)) return false;
  const year = numberAt(digits, 4, 7);
  if (!isCalendarDate(year + (year > 800 ? 1000 : 2000), numberAt(digits, 2, 4), numberAt(digits, 0, 2))) return false;
  return upTo(11)(weightedSum(digits, [7, 6, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2])) % 10 === digitAt(digits, 12);
}

/** A JMBG with a Slovenian region. */
export function isEmso(digits: string): boolean {
  return /^.{7}5/.test(digits) && isJmbg(digits);
}
