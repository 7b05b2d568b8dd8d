import { isSixDigitDate } from './calendar-date';
import { digitAt, digitSum, upTo, weighted, weightedSum } from './digits';
import { luhn, passesLuhn } from './luhn';

/** US National Provider Identifier: Luhn over 80840 and the number. */
export function isNpi(digits: string): boolean {
  return /^[12][0-9]{9}$/.test(digits) && passesLuhn(`80840${digits}`);
}

/** US Medicare Beneficiary Identifier: eleven characters, each of its own class, without S, L, O, I, B, Z. */
export function isMbi(text: string): boolean {
  return /^[1-9][AC-HJKMNP-RT-Y][AC-HJKMNP-RT-Y0-9][0-9][AC-HJKMNP-RT-Y][AC-HJKMNP-RT-Y0-9][0-9][AC-HJKMNP-RT-Y]{2}[0-9]{2}$/.test(
    text,
  );
}

/** US Drug Enforcement Administration number: the last digit equals that of (1st + 3rd + 5th) + 2 × (2nd + 4th + 6th). */
export const isDea = weighted(
  /^[ABCDEFGHJKLMPRSTUX][A-Z9](?!(\d)\1*$)\d{7}$/,
  [0, 0, 1, 2, 1, 2, 1, 2],
  (sum) => sum % 10,
);

/** NHS number (England, Wales), and CHI and H&C numbers: weights 10 … 2, modulo 11. */
export const isNhsNumber = weighted(/^(?!(\d)\1*$)\d{10}$/, [10, 9, 8, 7, 6, 5, 4, 3, 2], upTo(11));

/** Scottish Community Health Index: a birth date and an NHS check digit. */
export function isChiNumber(digits: string): boolean {
  return isNhsNumber(digits) && isSixDigitDate(digits, 'dmy');
}

/** Australian Medicare card: starts with 2 to 6, weights 1 3 7 9, then the issue number. */
export const isAustralianMedicare = weighted(/^[2-6][0-9]{8}[1-9][0-9]?$/, [1, 3, 7, 9, 1, 3, 7, 9], (sum) => sum % 10);

/** Australian Individual Healthcare Identifier: prefix 800360, Luhn. */
export const isAustralianHealthcareIdentifier = luhn(/^800360[0-9]{10}$/);

/** Ontario health card: ten digits, Luhn. */
export const isOntarioHealthNumber = luhn(/^[1-9][0-9]{9}$/);

/** British Columbia personal health number: starts with 9, weights modulo 11. */
export const isBritishColumbiaHealthNumber = weighted(
  /^9[0-9]{9}$/,
  [0, 2, 4, 8, 5, 10, 9, 7, 3],
  (sum) => 11 - (sum % 11),
);

/** German health insurance number: letter, eight digits, check digit; weights 1 2, digits of products added. */
export function isKvnr(text: string): boolean {
  if (!/^[A-Z][0-9]{9}$/.test(text)) return false;
  const digits = String(text.charCodeAt(0) - 64).padStart(2, '0') + text.slice(1, 9);
  return digitSum(digits, [1, 2, 1, 2, 1, 2, 1, 2, 1, 2]) % 10 === digitAt(text, 9);
}

/** German physician number (LANR): six digits, weights 4 9, check digit, two digits for the speciality. */
export const isLanr = weighted(/^\d{9}$/, [4, 9, 4, 9, 4, 9], upTo(10));

/** New Zealand National Health Index: letters without I and O; old format (modulo 11) or new format (modulo 24). */
export function isNhi(text: string): boolean {
  const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ';
  const sum = weightedSum(text, [7, 6, 5, 4, 3, 2], (_, index) => {
    const letter = letters.indexOf(text.charAt(index));
    return letter === -1 ? digitAt(text, index) : letter + 1;
  });
  if (/^[A-HJ-NP-Z]{3}[0-9]{4}$/.test(text)) return sum % 11 !== 0 && (11 - (sum % 11)) % 10 === digitAt(text, 6);
  return /^[A-HJ-NP-Z]{3}[0-9]{2}[A-HJ-NP-Z]{2}$/.test(text) && letters.charAt(23 - (sum % 24)) === text.charAt(6);
}

/** Brazilian health card (CNS): fifteen digits whose weighted sum is a multiple of 11. */
export const isCns = weighted(
  /^(?!(\d)\1*$)[12789][0-9]{14}$/,
  [15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2],
  upTo(11),
);
