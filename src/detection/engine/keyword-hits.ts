import type { CompiledEngine } from './compile';
import type { Keyword, Stem } from './compiled-rule';
import { fold, isAlphanumeric, isAsciiLetter, isDigit, isLower, isUpper } from '../text/fold';
import { FIRST_PLAIN, LINE_BITS } from './keyword-automaton';
import { HAS_RULES, IS_AMBIGUOUS, IS_WORD } from './keyword-prefilter';

/** Keyword hits that are whole words, in the order of their ends: keyword index and end position, alternating. */
export interface Words {
  readonly keywords: readonly Keyword[];
  readonly hits: ArrayLike<number>;
}

/** Places that are worth a closer look: keywords and digits. */
export interface KeywordHits {
  /** Where keyword rules may match: keyword index and end position, alternating, in the order of the ends. */
  readonly ruleHits: ArrayLike<number>;
  readonly words: Words;
  /** The positions of digits that follow no digit, in order. */
  readonly digits: ArrayLike<number>;
  /** The indexes of the detectors with a context word anywhere in the text. */
  readonly withContext: ReadonlySet<number>;
}

/** @param codes the codes of a text of that length (codesOf) */
export function findKeywords(engine: CompiledEngine, length: number, codes: Uint16Array): KeywordHits {
  const ruleHits = new NumberList();
  const wordHits = new NumberList();
  const digits = new NumberList();
  const withContext = new Set<number>();
  const seen = new Set<number>();
  const { keywords, prefilter } = engine;
  const addWord = (index: number, end: number) => {
    wordHits.add(index);
    wordHits.add(end);
    if (seen.has(index)) return;
    seen.add(index);
    for (const detector of keywords[index]?.contextFor ?? []) withContext.add(detector);
  };
  const { automaton } = engine;
  const { next, classOf, outputOf, outputs } = automaton;
  const { lengths } = prefilter;
  let state = FIRST_PLAIN;
  for (let at = 0; at < length; at++) {
    const code = codes[at] ?? 0;
    // One comparison instead of two, because the branch predictor would miss the first of two about half of the time.
    if ((code - 0x30) >>> 0 < 10 && !(at > 0 && isDigit(codes[at - 1] ?? 0))) digits.add(at);
    const key = classOf[code] ?? 0;
    const from = state;
    state = next[(from << LINE_BITS) + key] ?? 0;
    if (state >= FIRST_PLAIN) continue;
    if (state === 0) {
      state = automaton.resolve(from, key);
      if (state >= FIRST_PLAIN) continue;
    }
    const end = at + 1;
    let place = outputOf[state] ?? 0;
    for (let index = outputs[place] ?? -1; index >= 0; index = outputs[++place] ?? -1) {
      const flag = prefilter.flagsOf(index);
      const start = end - (lengths[index] ?? 0);
      if ((flag & IS_AMBIGUOUS) !== 0 && !isAt(keywords[index]?.text ?? '', codes, start)) continue;
      if ((flag & HAS_RULES) !== 0 && prefilter.mayMatch(index, codes, start, end)) {
        ruleHits.add(index);
        ruleHits.add(end);
      }
      if ((flag & IS_WORD) === 0) continue;
      if (isWholeWord(codes, start, end)) addWord(index, end);
      const stem = keywords[index]?.stem;
      if (stem !== undefined && isStem(stem, codes, start, end)) addWord(stem.index, end);
    }
  }
  const words = { keywords: engine.keywords, hits: wordHits.all() };
  return { ruleHits: ruleHits.all(), words, digits: digits.all(), withContext };
}

/**
 * Numbers in less memory than an array. Texts that repeat keywords have millions, and touching new memory would take most of
 * the time.
 */
class NumberList {
  private values = new Int32Array(256);
  private length = 0;

  add(value: number): void {
    if (this.length === this.values.length) {
      const { values } = this;
      this.values = new Int32Array(values.length * 2);
      this.values.set(values);
    }
    this.values[this.length++] = value;
  }

  all(): Int32Array {
    return this.values.subarray(0, this.length);
  }
}

/** True if a folded keyword starts at a position. */
function isAt(keyword: string, codes: Uint16Array, start: number): boolean {
  for (let at = 0; at < keyword.length; at++) {
    if (fold(codes[start + at] ?? 0) !== keyword.charCodeAt(at)) return false;
  }
  return true;
}

/** The words that lie completely between two positions. */
export function wordsWithin(words: Words, from: number, to: number): readonly Keyword[] {
  const within: Keyword[] = [];
  firstWordWithin(words, from, to, (keyword) => {
    within.push(keyword);
    return false;
  });
  return within;
}

/** The first such word that satisfies the predicate. */
export function firstWordWithin(
  { keywords, hits }: Words,
  from: number,
  to: number,
  predicate: (keyword: Keyword, start: number, end: number) => boolean,
): Keyword | undefined {
  for (let index = firstEndingFrom(hits, from); index < hits.length; index += 2) {
    const keyword = keywords[hits[index] ?? -1];
    const end = hits[index + 1] ?? 0;
    if (keyword === undefined || end > to) return undefined;
    const start = end - keyword.text.length;
    if (start >= from && predicate(keyword, start, end)) return keyword;
  }
  return undefined;
}

function firstEndingFrom(hits: ArrayLike<number>, position: number): number {
  let low = 0;
  let high = hits.length >> 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((hits[middle * 2 + 1] ?? 0) < position) low = middle + 1;
    else high = middle;
  }
  return low * 2;
}

/** Accepts words of identifiers (`cardNumber`, `card_number`) and plurals with `s`. */
function isWholeWord(codes: Uint16Array, start: number, end: number): boolean {
  return startsWord(codes, start) && endsWord(codes, end) && !isInToken(codes, start, end);
}

/** True for the letters between a digit and other letters or digits, as in base64: `x7cvn8=`. */
function isInToken(codes: Uint16Array, start: number, end: number): boolean {
  return isDigit(codes[start - 1] ?? 0) && isLetter(codes[start] ?? 0) && isAlphanumeric(codes[end] ?? 0);
}

function isStem({ isOpenBefore, isOpenAfter }: Stem, codes: Uint16Array, start: number, end: number): boolean {
  return (isOpenBefore || startsWord(codes, start)) && (isOpenAfter || endsWord(codes, end));
}

function startsWord(codes: Uint16Array, start: number): boolean {
  const first = codes[start] ?? 0;
  const before = codes[start - 1] ?? 0;
  return !isLetter(first) || !isLetter(before) || (isLower(before) && isUpper(first));
}

function endsWord(codes: Uint16Array, end: number): boolean {
  const last = codes[end - 1] ?? 0;
  const after = codes[end] ?? 0;
  if (!isLetter(last) || !isLetter(after) || (isLower(last) && isUpper(after))) return true;
  return (after | 0x20) === 0x73 && !isLetter(codes[end + 1] ?? 0);
}

/** A letter of a script that separates words by spaces. */
function isLetter(code: number): boolean {
  return isAsciiLetter(code) || (code >= 0xc0 && code <= 0x52f);
}
