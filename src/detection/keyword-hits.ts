import type { CompiledEngine } from './compile';
import type { Keyword } from './compiled-rule';
import { fold, isAsciiLetter, isDigit, isInWord, isLower, isUpper } from './fold';
import { LINE_BITS } from './keyword-automaton';
import { BEGINS_WORD, HAS_RULES, IS_SHARED, IS_WORD } from './keyword-gates';

/** Words as a whole, in the order of their ends: the number of a keyword and its end, by turns. */
export interface Words {
  readonly keywords: readonly Keyword[];
  readonly hits: readonly number[];
}

/** Where to look closer: keywords, at which rules begin or which speak for what is near, and numbers. */
export interface KeywordHits {
  /** Where rules begin: the number of a keyword and its end, by turns, in the order of the ends. */
  readonly ruleHits: readonly number[];
  readonly words: Words;
  /** Where digits begin, in order. */
  readonly digits: readonly number[];
  /** The detectors that have context somewhere in the text. */
  readonly withContext: ReadonlySet<number>;
}

/** @param codes of a text of that length (codesOf) */
export function findKeywords(engine: CompiledEngine, length: number, codes: Uint16Array): KeywordHits {
  const ruleHits: number[] = [];
  const wordHits: number[] = [];
  const digits: number[] = [];
  const withContext = new Set<number>();
  const seen = new Set<number>();
  const { keywords, gates } = engine;
  const { next, classOf, firstSpeaking, classes, said } = engine.automaton;
  const { lengths, flags } = gates;
  let state = 0;
  for (let at = 0; at < length; at++) {
    const code = codes[at] ?? 0;
    // One comparison: of two, the first is true as often as not, and the processor goes the wrong way.
    if ((code - 0x30) >>> 0 < 10 && !(at > 0 && isDigit(codes[at - 1] ?? 0))) digits.push(at);
    state = next[(state << LINE_BITS) + (classOf[code] ?? 0)] ?? 0;
    if (state < firstSpeaking) continue;
    const end = at + 1;
    let place = next[(state << LINE_BITS) + classes] ?? 0;
    for (let index = said[place] ?? -1; index >= 0; index = said[++place] ?? -1) {
      const flag = flags[index] ?? 0;
      const start = end - (lengths[index] ?? 0);
      if ((flag & IS_SHARED) !== 0 && !isAt(keywords[index]?.text ?? '', codes, start)) continue;
      if (
        (flag & HAS_RULES) !== 0 &&
        !((flag & BEGINS_WORD) !== 0 && isInWord(codes, start)) &&
        gates.isOpen(index, codes, start, end)
      ) {
        ruleHits.push(index, end);
      }
      if ((flag & IS_WORD) === 0 || !isWholeWord(codes, start, end)) continue;
      wordHits.push(index, end);
      if (seen.has(index)) continue;
      seen.add(index);
      for (const detector of keywords[index]?.contextOf ?? []) withContext.add(detector);
    }
  }
  return { ruleHits, words: { keywords: engine.keywords, hits: wordHits }, digits, withContext };
}

/** Whether a folded keyword begins at a place. */
function isAt(keyword: string, codes: Uint16Array, start: number): boolean {
  for (let at = 0; at < keyword.length; at++) {
    if (fold(codes[start + at] ?? 0) !== keyword.charCodeAt(at)) return false;
  }
  return true;
}

/** The words between two places; those that reach over either of them are not. */
export function wordsWithin(words: Words, from: number, to: number): readonly Keyword[] {
  const within: Keyword[] = [];
  firstWordWithin(words, from, to, (keyword) => {
    within.push(keyword);
    return false;
  });
  return within;
}

/** The first word between two places of which that is true. */
export function firstWordWithin(
  { keywords, hits }: Words,
  from: number,
  to: number,
  isAsked: (keyword: Keyword, start: number, end: number) => boolean,
): Keyword | undefined {
  for (let index = firstEndingFrom(hits, from); index < hits.length; index += 2) {
    const keyword = keywords[hits[index] ?? -1];
    const end = hits[index + 1] ?? 0;
    if (keyword === undefined || end > to) return undefined;
    const start = end - keyword.text.length;
    if (start >= from && isAsked(keyword, start, end)) return keyword;
  }
  return undefined;
}

/** Those of the keywords alone that are asked for. */
export function wordsOf({ keywords, hits }: Words, isAsked: (keyword: Keyword) => boolean): Words {
  const some: number[] = [];
  for (let index = 0; index < hits.length; index += 2) {
    const number = hits[index] ?? -1;
    const keyword = keywords[number];
    if (keyword !== undefined && isAsked(keyword)) some.push(number, hits[index + 1] ?? 0);
  }
  return { keywords, hits: some };
}

function firstEndingFrom(hits: readonly number[], position: number): number {
  let low = 0;
  let high = hits.length >> 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((hits[middle * 2 + 1] ?? 0) < position) low = middle + 1;
    else high = middle;
  }
  return low * 2;
}

/** Words of identifiers count: `cardNumber`, `card_number`; so does a plural with `s`. */
function isWholeWord(codes: Uint16Array, start: number, end: number): boolean {
  const first = codes[start] ?? 0;
  const before = codes[start - 1] ?? 0;
  if (isLetter(first) && isLetter(before) && !(isLower(before) && isUpper(first))) return false;
  const last = codes[end - 1] ?? 0;
  const after = codes[end] ?? 0;
  if (!isLetter(last) || !isLetter(after) || (isLower(last) && isUpper(after))) return true;
  return (after | 0x20) === 0x73 && !isLetter(codes[end + 1] ?? 0);
}

/** Of scripts that put space between words. */
function isLetter(code: number): boolean {
  return isAsciiLetter(code) || (code >= 0xc0 && code <= 0x52f);
}
