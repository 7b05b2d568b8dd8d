import { weightedSum } from './digits';

const VALUES: Readonly<Record<string, number>> = {
  ...{ A: 1, B: 2, C: 3, D: 4, E: 5, F: 6, G: 7, H: 8, J: 1, K: 2, L: 3, M: 4, N: 5, P: 7, R: 9 },
  ...{ S: 2, T: 3, U: 4, V: 5, W: 6, X: 7, Y: 8, Z: 9 },
};
const WEIGHTS = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2];

/** The check digit of a vehicle identification number (49 CFR 565), the ninth of 17. Required in North America and China. */
export function isCheckedVin(vin: string): boolean {
  const sum = weightedSum(vin, WEIGHTS, (_, index) => VALUES[vin.charAt(index)] ?? Number(vin.charAt(index)));
  return isVin(vin) && '0123456789X'.charAt(sum % 11) === vin.charAt(8);
}

/** Elsewhere the ninth character has no meaning. */
export function isVin(vin: string): boolean {
  return /[A-Z]/.test(vin) && /\d/.test(vin);
}
