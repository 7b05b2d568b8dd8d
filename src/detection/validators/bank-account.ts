import { mod97 } from './iso7064';
import { isDigits, isOneDigitRepeated, weightedSum } from './digits';

/** US routing number: a prefix of the Federal Reserve, weights 3 7 1. */
export function isRoutingNumber(digits: string): boolean {
  if (!/^(?:0[0-9]|1[0-2]|2[1-9]|3[0-2]|6[1-9]|7[0-2]|80)[0-9]{7}$/.test(digits) || isOneDigitRepeated(digits))
    return false;
  return weightedSum(digits, [3, 7, 1, 3, 7, 1, 3, 7, 1]) % 10 === 0;
}

/** SEPA creditor identifier: IBAN check digits over the text after the business code. */
export function isCreditorIdentifier(text: string): boolean {
  return /^[A-Z]{2}[0-9]{2}[A-Z0-9]{3}[A-Z0-9]{1,28}$/.test(text) && mod97(text.slice(7) + text.slice(0, 4)) === 1;
}

/** Norwegian account number: eleven digits, weights modulo 11. */
export function isNorwegianAccount(digits: string): boolean {
  return (
    isDigits(digits, 11) &&
    !isOneDigitRepeated(digits) &&
    weightedSum(digits, [5, 4, 3, 2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0
  );
}

/** French account as printed on a RIB: bank, branch, account, key 97 − remainder. */
export function isRib(text: string): boolean {
  const digits = text.replace(/[A-Z]/g, (letter) => '12345678912345678923456789'.charAt(letter.charCodeAt(0) - 65));
  if (!isDigits(digits, 23)) return false;
  const [bank, branch, account] = [
    BigInt(digits.slice(0, 5)),
    BigInt(digits.slice(5, 10)),
    BigInt(digits.slice(10, 21)),
  ];
  return (89n * bank + 15n * branch + 3n * account + BigInt(digits.slice(21))) % 97n === 0n;
}

/** Argentine CBU: a check digit for bank and branch, and one for the account. */
export function isCbu(digits: string): boolean {
  if (!isDigits(digits, 22) || isOneDigitRepeated(digits)) return false;
  const bank = weightedSum(digits, [7, 1, 3, 9, 7, 1, 3]);
  const account = weightedSum(digits.slice(8), [3, 9, 7, 1, 3, 9, 7, 1, 3, 9, 7, 1, 3]);
  return (
    (10 - (bank % 10)) % 10 === Number(digits.charAt(7)) && (10 - (account % 10)) % 10 === Number(digits.charAt(21))
  );
}

/** Mexican CLABE: bank, place, account, weights 3 7 1, each product modulo 10. */
export function isClabe(digits: string): boolean {
  if (!isDigits(digits, 18) || isOneDigitRepeated(digits)) return false;
  const weights = [3, 7, 1, 3, 7, 1, 3, 7, 1, 3, 7, 1, 3, 7, 1, 3, 7];
  const sum = weights.reduce((total, weight, index) => total + ((weight * Number(digits.charAt(index))) % 10), 0);
  return (10 - (sum % 10)) % 10 === Number(digits.charAt(17));
}
