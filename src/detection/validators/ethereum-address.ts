import { keccak_256 } from '@noble/hashes/sha3';
import { bytesToHex } from '@noble/hashes/utils';
import type { Candidate, Verdict } from '../detector';
import { isOneDigitRepeated } from './digits';

/**
 * An address is `0x` and 40 hexadecimal digits. In mixed case, the case is a checksum (EIP-55) and must be right. In one case
 * nothing can be checked.
 */
export function validateEthereumAddress({ value }: Candidate): Verdict {
  const digits = value.slice(2);
  const normalized = value.toLowerCase();
  if (isOneDigitRepeated(digits.slice(0, -1))) return { verdict: 'invalid' };
  if (digits === digits.toLowerCase() || digits === digits.toUpperCase())
    return { verdict: 'unknown', normalized, ignoresCase: true };
  return isChecksummed(digits)
    ? { verdict: 'valid', evidence: ['checksum:eip-55'], normalized, ignoresCase: true }
    : { verdict: 'invalid' };
}

function isChecksummed(digits: string): boolean {
  const lower = digits.toLowerCase();
  const hash = bytesToHex(keccak_256(new TextEncoder().encode(lower)));
  return Array.from(lower).every(
    (digit, index) => (hash.charCodeAt(index) >= 56 ? digit.toUpperCase() : digit) === digits.charAt(index),
  );
}
