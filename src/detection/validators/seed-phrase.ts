import { validateMnemonic } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english';
import type { Candidate, Verdict } from '../detector';

const WORDS = new Set(wordlist);

/** The lengths that BIP-39 knows, the longest first. */
const LENGTHS = [24, 21, 18, 15, 12];

/**
 * A seed phrase (BIP-39): that many words of the English list in a row, the last of which carries a checksum. Words
 * that follow it do not belong to it.
 */
export function validateSeedPhrase({ value }: Candidate): Verdict {
  const words = [...value.matchAll(/[a-z]+/gi)];
  for (const count of LENGTHS) {
    const phrase = words.slice(0, count);
    const normalised = phrase.map(([word]) => word.toLowerCase()).join(' ');
    const last = phrase.at(-1);
    if (last === undefined || phrase.length < count || !phrase.every(([word]) => WORDS.has(word.toLowerCase())))
      continue;
    if (validateMnemonic(normalised, wordlist)) {
      return { verdict: 'valid', evidence: ['checksum:bip-39'], normalised, length: last.index + last[0].length };
    }
  }
  return { verdict: 'invalid' };
}
