import { createHash } from 'node:crypto';
import { wordlist } from '@scure/bip39/wordlists/english';
import type { Candidate, Verdict } from '../detector';

const NUMBERS = new Map(wordlist.map((word, index) => [word, index]));

/** A word is eleven bits, of which one in 33 is of the checksum; the longest phrase first. */
const BITS = 11;
const LENGTHS = [24, 21, 18, 15, 12];

/**
 * A seed phrase (BIP-39): that many words of the English list in a row, the last of which carries a checksum. Words
 * that follow it do not belong to it.
 */
export function validateSeedPhrase({ value }: Candidate): Verdict {
  const words = [...value.matchAll(/[a-z]+/gi)].map((match) => ({
    word: match[0].toLowerCase(),
    end: match.index + match[0].length,
  }));
  const stranger = words.findIndex(({ word }) => !NUMBERS.has(word));
  const known = stranger === -1 ? words : words.slice(0, stranger);
  for (const count of LENGTHS) {
    const last = known[count - 1];
    if (last === undefined) continue;
    const phrase = known.slice(0, count).map(({ word }) => word);
    if (hasChecksum(phrase)) {
      return { verdict: 'valid', evidence: ['checksum:bip-39'], normalised: phrase.join(' '), length: last.end };
    }
  }
  return { verdict: 'invalid' };
}

/** The bits behind the entropy are the first of its SHA-256. */
function hasChecksum(phrase: readonly string[]): boolean {
  const bits = phrase.map((word) => (NUMBERS.get(word) ?? 0).toString(2).padStart(BITS, '0')).join('');
  const entropyBits = (bits.length * 32) / 33;
  const entropy = Uint8Array.from({ length: entropyBits / 8 }, (_, index) =>
    Number.parseInt(bits.slice(index * 8, index * 8 + 8), 2),
  );
  const firstByte = createHash('sha256').update(entropy).digest()[0] ?? 0;
  return firstByte.toString(2).padStart(8, '0').startsWith(bits.slice(entropyBits));
}
