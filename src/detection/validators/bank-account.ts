import { mod97 } from './iso7064';
import { digitAt, isDigits, isOneDigitRepeated, upTo, weighted, weightedSum } from './digits';

/** US routing number: a prefix of the Federal Reserve, weights 3 7 1. */
export const isRoutingNumber = weighted(
  /^(?!(\d)\1*$)(?:0[0-9]|1[0-2]|2[1-9]|3[0-2]|6[1-9]|7[0-2]|80)[0-9]{7}$/,
  [3, 7, 1, 3, 7, 1, 3, 7],
  upTo(10),
);

/** SEPA creditor identifier: IBAN check digits over the text after the business code. */
export function isCreditorIdentifier(text: string): boolean {
  return /^[A-Z]{2}[0-9]{2}[A-Z0-9]{3}[A-Z0-9]{1,28}$/.test(text) && mod97(text.slice(7) + text.slice(0, 4)) === 1;
}

/** Norwegian account number: eleven digits, weights modulo 11. */
export const isNorwegianAccount = weighted(/^(?!(\d)\1*$)\d{11}$/, [5, 4, 3, 2, 7, 6, 5, 4, 3, 2], upTo(11));

/** French account as printed on a RIB: bank, branch, account, key 97 − remainder. */
export function isRib(text: string): boolean {
  const digits = text.replace(/[A-Z]/g, (letter) => '12345678912345678923456789'.charAt(letter.charCodeAt(0) - 65));
  if (!isDigits(digits, 23)) return false;
  const numberAt = (from: number, to?: number) => BigInt(digits.slice(from, to));
  return (89n * numberAt(0, 5) + 15n * numberAt(5, 10) + 3n * numberAt(10, 21) + numberAt(21)) % 97n === 0n;
}

/** Argentine CBU: a check digit for bank and branch, and one for the account. */
export function isCbu(digits: string): boolean {
  if (!isDigits(digits, 22) || isOneDigitRepeated(digits)) return false;
  const bank = weightedSum(digits, [7, 1, 3, 9, 7, 1, 3]);
  const account = weightedSum(digits.slice(8), [3, 9, 7, 1, 3, 9, 7, 1, 3, 9, 7, 1, 3]);
  return upTo(10)(bank) === digitAt(digits, 7) && upTo(10)(account) === digitAt(digits, 21);
}

/** Mexican CLABE: bank, place, account, weights 3 7 1. */
export const isClabe = weighted(/^(?!(\d)\1*$)\d{18}$/, [3, 7, 1, 3, 7, 1, 3, 7, 1, 3, 7, 1, 3, 7, 1, 3, 7], upTo(10));
