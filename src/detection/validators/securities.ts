import { digitAt, digitSum, upTo, valueAt, weightedSum } from './digits';
import { passesLuhn } from './luhn';
import { mod97 } from './iso7064';

/** Letters as two digits, A = 10 … Z = 35. */
function asDigits(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
}

/** ISO 6166: country, nine characters, Luhn over letters as two digits. */
export function isIsin(text: string): boolean {
  return /^[A-Z]{2}[A-Z0-9]{9}[0-9]$/.test(text) && passesLuhn(asDigits(text));
}

/** ISO 17442: 18 characters and two check digits, MOD 97-10. */
export function isLei(text: string): boolean {
  return /^[A-Z0-9]{18}[0-9]{2}$/.test(text) && mod97(text) === 1;
}

/** ANSI X9.6: eight characters and a check digit, every second one doubled, digits of the products added. */
export function isCusip(text: string): boolean {
  const isForm = /^[0-9]{3}[0-9A-Z]{5}[0-9]$/.test(text);
  return isForm && upTo(10)(digitSum(text, [1, 2, 1, 2, 1, 2, 1, 2], valueAt)) === digitAt(text, 8);
}

/** London's SEDOL: six characters without vowels, weights 1 3 1 7 3 9, check digit. */
export function isSedol(text: string): boolean {
  return /^[0-9B-DF-HJ-NP-TV-Z]{6}[0-9]$/.test(text) && weightedSum(text, [1, 3, 1, 7, 3, 9, 1], valueAt) % 10 === 0;
}
