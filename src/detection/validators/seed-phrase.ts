import { createHash } from 'node:crypto';
import { wordlist } from '@scure/bip39/wordlists/english';
import type { Candidate, Verdict } from '../detector';

const WORD_INDEXES = new Map(wordlist.map((word, index) => [word, index]));

/** A word encodes 11 bits. One bit in 33 belongs to the checksum. The longest phrase is tried first. */
const BITS = 11;
const LENGTHS = [24, 21, 18, 15, 12];

/**
 * A seed phrase (BIP-39): words of the English list in a row, whose last bits are a checksum. Words after the phrase are not
 * part of it.
 */
export function validateSeedPhrase({ value }: Candidate): Verdict {
  const words = [...value.matchAll(/[a-z]+/gi)].map((match) => ({
    word: match[0].toLowerCase(),
    end: match.index + match[0].length,
  }));
  const firstUnknown = words.findIndex(({ word }) => !WORD_INDEXES.has(word));
  const known = firstUnknown === -1 ? words : words.slice(0, firstUnknown);
  for (const count of LENGTHS) {
    const last = known[count - 1];
    if (last === undefined) continue;
    const phrase = known.slice(0, count).map(({ word }) => word);
    if (hasChecksum(phrase)) {
      return { verdict: 'valid', evidence: ['checksum:bip-39'], normalized: phrase.join(' '), length: last.end };
    }
  }
  return { verdict: 'invalid' };
}

/** The bits after the entropy must equal the first bits of its SHA-256 hash. */
function hasChecksum(phrase: readonly string[]): boolean {
  const bits = phrase.length * BITS;
  const bytes = new Uint8Array(Math.ceil(bits / 8));
  phrase.forEach((word, index) => {
    const number = WORD_INDEXES.get(word) ?? 0;
    // A word spans two or three bytes.
    const shifted = number << (24 - BITS - ((index * BITS) & 7));
    const first = (index * BITS) >> 3;
    for (let byte = 0; byte < 3; byte++) {
      if (first + byte < bytes.length)
        bytes[first + byte] = (bytes[first + byte] ?? 0) | ((shifted >> (16 - 8 * byte)) & 0xff);
    }
  });
  const entropyBytes = Math.floor(bits / 33) * 4;
  const checksumBits = bits - entropyBytes * 8;
  const unused = 8 - checksumBits;
  const [expected = 0] = createHash('sha256').update(bytes.subarray(0, entropyBytes)).digest();
  return expected >> unused === (bytes[entropyBytes] ?? 0) >> unused;
}
