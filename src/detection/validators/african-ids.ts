import { isDateAt, isSixDigitDate } from './calendar-date';
import { isDigits, isOneDigitRepeated } from './digits';
import { passesLuhn } from './luhn';
import { verhoeff } from './verhoeff';

/** South African identity number: birth date, sex, citizen or resident or refugee, 8 or 9, Luhn. */
export function isSouthAfricanId(digits: string): boolean {
  return /^\d{10}[012][89]\d$/.test(digits) && isSixDigitDate(digits, 'ymd') && passesLuhn(digits);
}

/** Egyptian identity number: century, birth date, governorate, serial. */
export function isEgyptianId(digits: string): boolean {
  const isForm = /^[23]\d{6}(?:0[1-4]|1[1-9]|2[1-9]|3[1-5]|88)\d{5}$/.test(digits);
  return isForm && isDateAt(digits, 1, digits.startsWith('2') ? 1900 : 2000);
}

/** Nigerian identification number: eleven digits, Verhoeff. */
export function isNigerianNin(digits: string): boolean {
  return isDigits(digits, 11) && !isOneDigitRepeated(digits) && verhoeff(digits);
}
