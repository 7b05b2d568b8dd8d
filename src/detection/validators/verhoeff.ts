import { digitAt } from './digits';

/** The multiplication table of the dihedral group of order ten, and Verhoeff's permutation, one row per string. */
const PRODUCT = [
  '0123456789',
  '1234067895',
  '2340178956',
  '3401289567',
  '4012395678',
  '5987604321',
  '6598710432',
  '7659821043',
  '8765932104',
  '9876543210',
];
const PERMUTATION = [
  '0123456789',
  '1576283094',
  '5803796142',
  '8916043527',
  '9453126870',
  '4286573901',
  '2793806415',
  '7046913258',
];

/** Verhoeff's check digit (1969), the last digit of the number. */
export function verhoeff(digits: string): boolean {
  let check = 0;
  for (let place = 0; place < digits.length; place++) {
    const permuted = digitAt(PERMUTATION[place % 8] ?? '', digitAt(digits, digits.length - 1 - place));
    check = digitAt(PRODUCT[check] ?? '', permuted);
  }
  return check === 0;
}
