import type { Candidate, Verdict } from '../detector';
import { digitAt, valueAt, weightedSum } from './digits';

/** The check digit of ICAO Doc 9303, part 3: weights 7 3 1, letters from 10, filler 0. */
export function documentCheck(field: string): number {
  const weights = Array.from(field, (character, index) => (character === '<' ? 0 : ([7, 3, 1][index % 3] ?? 0)));
  return weightedSum(field, weights, valueAt) % 10;
}

function hasCheckDigit(line: string, from: number, to: number): boolean {
  return documentCheck(line.slice(from, to)) === digitAt(line, to);
}

/** The lines of a passport (two of 44), an identity card (three of 30), or a visa or older card (two of 36 or 44). */
function isValidZone(lines: readonly string[]): boolean {
  const [first = '', second = '', third] = lines;
  if (lines.length === 3) {
    return (
      lines.every((line) => /^[A-Z0-9<]{30}$/.test(line)) &&
      hasCheckDigit(first, 5, 14) &&
      hasCheckDigit(second, 0, 6) &&
      hasCheckDigit(second, 8, 14) &&
      third !== undefined
    );
  }
  const length = second.length;
  if (lines.length !== 2 || (length !== 44 && length !== 36) || !/^[A-Z0-9<]+$/.test(second)) return false;
  // Manual copies often lack filler at the end of the first line.
  if (!/^[A-Z0-9<]+$/.test(first) || first.length > length || first.length < 30) return false;
  return hasCheckDigit(second, 0, 9) && hasCheckDigit(second, 13, 19) && hasCheckDigit(second, 21, 27);
}

export function validateMachineReadableZone({ value }: Candidate): Verdict {
  return isValidZone(value.split(/\s+/))
    ? { verdict: 'valid', evidence: ['checksum:icao-9303'] }
    : { verdict: 'invalid' };
}
