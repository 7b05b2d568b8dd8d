/**
 * An index of the values of a page. It shows which words of a text belong to a copy of a value, in any letter case, with any
 * separators, reversed, in base64, or partial. It may take a word for a copy by mistake (the index is a Bloom filter); it
 * never misses four letters or digits in a row.
 */
export class KnownValues {
  /** False if there are too many values to recognize their copies. No context may be shown then. */
  readonly isComplete: boolean;
  /** One bit for each piece of a value. Several pieces may share a bit. */
  private readonly bits: Int32Array;
  private readonly mask: number;

  constructor(values: Iterable<string>) {
    const distinct = [...new Set(values)];
    const length = distinct.reduce((sum, value) => sum + value.length, 0);
    this.isComplete = length <= MAX_CHARACTERS;
    const size = this.isComplete
      ? Math.min(MAX_BITS, 2 ** Math.ceil(Math.log2((length + 1) * BITS_PER_CHARACTER)))
      : 32;
    this.mask = size - 1;
    this.bits = new Int32Array(size >> 5);
    if (this.isComplete) for (const value of distinct) this.add(value);
  }

  private add(value: string): void {
    const folded = foldForCopies(value);
    const encoded = [0, 1, 2].map((offset) => Buffer.from(' '.repeat(offset) + value).toString('base64'));
    for (const form of [folded, reverse(folded), ...[...encoded, ...decodedFrom(value)].map(foldForCopies)]) {
      for (let at = 0; at + pieceSize(form, at) <= form.length; at += 1) this.setBit(pieceHash(form, at));
    }
    if (folded.length < PIECE_LENGTH) this.setBit(wordHash(folded));
    for (const [word] of value.matchAll(WORDS)) {
      const short = foldForCopies(word);
      if (short.length === PIECE_LENGTH - 1) this.setBit(wordHash(short));
    }
  }

  /**
   * Finds the words that belong to a copy of a value. A copy may span several words.
   * @param words in text order, folded by foldForCopies
   */
  findCopies(words: readonly string[]): readonly boolean[] {
    const text = words.join('');
    const found = words.map((word) => word !== '' && word.length < PIECE_LENGTH && this.hasBit(wordHash(word)));
    const ownerOf = words.flatMap((word, owner) => Array.from<number>({ length: word.length }).fill(owner));
    for (let at = 0; at < text.length; at += 1) {
      const end = at + pieceSize(text, at);
      if (end > text.length || !this.hasBit(pieceHash(text, at))) continue;
      for (const owner of ownerOf.slice(at, end)) found[owner] = true;
    }
    return found;
  }

  private setBit(hash: number): void {
    const bit = hash & this.mask;
    this.bits[bit >> 5] = (this.bits[bit >> 5] ?? 0) | (1 << (bit & 31));
  }

  private hasBit(hash: number): boolean {
    const bit = hash & this.mask;
    return (((this.bits[bit >> 5] ?? 0) >>> (bit & 31)) & 1) === 1;
  }
}

/** Letters or digits in a row that form a piece. */
const PIECE_LENGTH = 4;
/** From this code on, a character is a syllable or a word (Chinese, Japanese, Korean); two form a piece. */
const FIRST_SYLLABLE = 0x2e80;
/** The limit for all values together. Beyond it, most words would look like a copy. */
const MAX_CHARACTERS = 64_000;
/** 1 MiB. */
const MAX_BITS = 2 ** 23;
const BITS_PER_CHARACTER = 4_096;
const WORDS = /[\p{L}\p{M}\p{N}]+/gu;

/** The letters and digits of a text, without case, accents and compatibility forms. */
export function foldForCopies(text: string): string {
  if (/^[\t\n\r -~]*$/.test(text)) return text.toLowerCase().replace(/[^a-z0-9]+/g, '');
  // Decomposed again, because case mapping may create accents.
  const folded = text.normalize('NFKD').toUpperCase().toLowerCase().normalize('NFKD');
  return folded.replace(/[^\p{L}\p{N}]+/gu, '');
}

/** The percent-decoded and base64-decoded forms of a value. */
function decodedFrom(value: string): readonly string[] {
  const bytes = value.replace(/%([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  const base64 = Array.from(value.matchAll(/[\w+/-]{8,}/g), ([run]) => Buffer.from(run, 'base64').toString('latin1'));
  return [...(bytes === value ? [] : [bytes]), ...base64.filter((text) => /^[\t\n\r -~]+$/.test(text))];
}

function reverse(text: string): string {
  return Array.from(text).reverse().join('');
}

function pieceSize(text: string, at: number): number {
  return text.charCodeAt(at) >= FIRST_SYLLABLE ? 2 : PIECE_LENGTH;
}

function pieceHash(text: string, at: number): number {
  let hash = 0;
  for (let place = at; place < at + pieceSize(text, at); place += 1) hash = mix(hash, text.charCodeAt(place));
  return hash;
}

/** For words that are shorter than a piece. */
function wordHash(word: string): number {
  let hash = -1;
  for (let place = 0; place < word.length; place += 1) hash = mix(hash, word.charCodeAt(place));
  return hash;
}

function mix(hash: number, code: number): number {
  const mixed = Math.imul(hash ^ code, 0x9e3779b1);
  return mixed ^ (mixed >>> 15);
}
