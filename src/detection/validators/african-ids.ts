import { isCalendarDate, isSixDigitDate } from './calendar-date';
import { isDigits, isOneDigitRepeated } from './digits';
import { passesLuhn } from './luhn';
import { verhoeff } from './verhoeff';

const part = (digits: string, from: number, to: number): number => Number(digits.slice(from, to));

/** South African identity number: birth date, sex, citizen or resident or refugee, 8 or 9, Luhn. */
export function isSouthAfricanId(digits: string): boolean {
  return /^\d{10}[012][89]\d$/.test(digits) && isSixDigitDate(digits, 'ymd') && passesLuhn(digits);
}

/** Egyptian identity number: century, birth date, governorate, serial. */
export function isEgyptianId(digits: string): boolean {
  if (!/^[23]\d{6}(?:0[1-4]|1[1-9]|2[1-9]|3[1-5]|88)\d{5}$/.test(digits)) return false;
  return isCalendarDate(
    (digits.startsWith('2') ? 1900 : 2000) + part(digits, 1, 3),
    part(digits, 3, 5),
    part(digits, 5, 7),
  );
}

/** Nigerian identification number: eleven digits, Verhoeff. */
export function isNigerianNin(digits: string): boolean {
  return isDigits(digits, 11) && !isOneDigitRepeated(digits) && verhoeff(digits);
}
