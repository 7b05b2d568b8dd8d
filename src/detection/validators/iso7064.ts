import { digitAt } from './digits';

/** The ISO 7064 MOD 97-10 remainder of digits and letters (A = 10 … Z = 35). It is 1 for a valid number. */
export function mod97(text: string): number {
  let remainder = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    remainder = code < 58 ? remainder * 10 + (code - 48) : remainder * 100 + (code - 55);
    remainder %= 97;
  }
  return remainder;
}

/** ISO 7064 MOD 11,10, check digit last. */
export function mod11Of10(digits: string): boolean {
  let product = 10;
  for (let index = 0; index < digits.length - 1; index++) {
    const sum = (product + digitAt(digits, index)) % 10;
    product = ((sum === 0 ? 10 : sum) * 2) % 11;
  }
  return (product + digitAt(digits, digits.length - 1)) % 10 === 1;
}

/** ISO 7064 MOD 11-2, check character (0–9 or X) last. */
export function mod11Of2(text: string): boolean {
  let sum = 0;
  for (let index = 0; index < text.length - 1; index++) sum = (sum + digitAt(text, index)) * 2;
  return (sum + (text.endsWith('X') ? 10 : digitAt(text, text.length - 1))) % 11 === 1;
}
