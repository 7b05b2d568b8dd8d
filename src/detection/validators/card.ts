import type { Candidate, Verdict } from '../detector';
import { passesLuhn } from './luhn';

interface Brand {
  readonly name: string;
  readonly prefixes: RegExp;
  readonly lengths: readonly number[];
}

/** Issuer identification numbers, as the networks publish them. */
const BRANDS: readonly Brand[] = [
  { name: 'amex', prefixes: /^3[47]/, lengths: [15] },
  { name: 'visa', prefixes: /^4/, lengths: [13, 16, 19] },
];

/** Numbers that payment providers publish for tests. */
const TEST_NUMBERS = new Set(['4111111111111111']);

export function validateCard({ value }: Candidate): Verdict {
  const digits = value.replace(/\D/g, '');
  const brand = BRANDS.find(({ prefixes, lengths }) => prefixes.test(digits) && lengths.includes(digits.length));
  if (brand === undefined || !passesLuhn(digits)) return { verdict: 'invalid' };
  const evidence = ['checksum:luhn', `iin:${brand.name}`];
  return TEST_NUMBERS.has(digits)
    ? { verdict: 'valid', evidence, tags: ['test-number'], confidence: 0.3 }
    : { verdict: 'valid', evidence };
}
