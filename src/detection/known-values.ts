/**
 * The values that were found on a page, as an index of their pieces. It says which words of a text belong to a copy of a
 * value: in any letter case, with any separators, backwards, in base64, or only a part of it. It may take a word for a piece
 * of a copy by mistake; it never misses four letters or digits in a row.
 */
export class KnownValues {
  /** False: there are too many values to recognise their copies. No text may be shown then. */
  readonly isComplete: boolean;
  /** One bit for each piece; two pieces may share a bit. */
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
      for (let at = 0; at + pieceSize(form, at) <= form.length; at += 1) this.note(pieceHash(form, at));
    }
    if (folded.length < PIECE) this.note(wordHash(folded));
    for (const [word] of value.matchAll(WORDS)) {
      const short = foldForCopies(word);
      if (short.length === PIECE - 1) this.note(wordHash(short));
    }
  }

  /**
   * Finds the words that belong to a copy of a value. A copy may reach over several words.
   * @param words in the order of the text, folded by foldForCopies
   */
  findCopies(words: readonly string[]): readonly boolean[] {
    const text = words.join('');
    const found = words.map((word) => word !== '' && word.length < PIECE && this.has(wordHash(word)));
    const ownerOf = words.flatMap((word, owner) => Array.from<number>({ length: word.length }).fill(owner));
    for (let at = 0; at < text.length; at += 1) {
      const end = at + pieceSize(text, at);
      if (end > text.length || !this.has(pieceHash(text, at))) continue;
      for (const owner of ownerOf.slice(at, end)) found[owner] = true;
    }
    return found;
  }

  private note(hash: number): void {
    const bit = hash & this.mask;
    this.bits[bit >> 5] = (this.bits[bit >> 5] ?? 0) | (1 << (bit & 31));
  }

  private has(hash: number): boolean {
    const bit = hash & this.mask;
    return (((this.bits[bit >> 5] ?? 0) >>> (bit & 31)) & 1) === 1;
  }
}

/** So many letters or digits in a row are a piece of a value. */
const PIECE = 4;
/** From here on a character is a syllable or a word (Chinese, Japanese, Korean), and two are a piece. */
const SYLLABLES = 0x2e80;
/** All values together. With more, most words would look like a piece of one. */
const MAX_CHARACTERS = 64_000;
/** 1 MiB. */
const MAX_BITS = 2 ** 23;
const BITS_PER_CHARACTER = 4_096;
const WORDS = /[\p{L}\p{M}\p{N}]+/gu;

/** The letters and digits of a text, without letter case, accents and compatibility forms. */
export function foldForCopies(text: string): string {
  if (/^[\t\n\r -~]*$/.test(text)) return text.toLowerCase().replace(/[^a-z0-9]+/g, '');
  // Decomposed again at the end, because a letter may have an accent only in the other case.
  const folded = text.normalize('NFKD').toUpperCase().toLowerCase().normalize('NFKD');
  return folded.replace(/[^\p{L}\p{N}]+/gu, '');
}

/** The decoded forms of a value: percent-encoding and base64. */
function decodedFrom(value: string): readonly string[] {
  const bytes = value.replace(/%([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  const base64 = Array.from(value.matchAll(/[\w+/-]{8,}/g), ([run]) => Buffer.from(run, 'base64').toString('latin1'));
  return [...(bytes === value ? [] : [bytes]), ...base64.filter((text) => /^[\t\n\r -~]+$/.test(text))];
}

function reverse(text: string): string {
  return Array.from(text).reverse().join('');
}

function pieceSize(text: string, at: number): number {
  return text.charCodeAt(at) >= SYLLABLES ? 2 : PIECE;
}

function pieceHash(text: string, at: number): number {
  let hash = 0;
  for (let place = at; place < at + pieceSize(text, at); place += 1) hash = mix(hash, text.charCodeAt(place));
  return hash;
}

/** For a word that is too short for a piece. */
function wordHash(word: string): number {
  let hash = -1;
  for (let place = 0; place < word.length; place += 1) hash = mix(hash, word.charCodeAt(place));
  return hash;
}

function mix(hash: number, code: number): number {
  const mixed = Math.imul(hash ^ code, 0x9e3779b1);
  return mixed ^ (mixed >>> 15);
}
