import type { Engine, Keyword } from './compile';
import { isAsciiLetter } from './fold';

/** A keyword where it stands in a text. */
export interface KeywordHit {
  readonly keyword: Keyword;
  readonly start: number;
  readonly end: number;
}

/** What the keywords of a text are good for: rules that begin at them, and words that speak for what is near. */
export interface KeywordHits {
  /** In the order of their ends. */
  readonly ruleHits: readonly KeywordHit[];
  /** Whole words alone, in the order of their ends. */
  readonly words: readonly KeywordHit[];
  /** The detectors that have context somewhere in the text. */
  readonly withContext: ReadonlySet<number>;
}

export function findKeywords(engine: Engine, text: string): KeywordHits {
  const ruleHits: KeywordHit[] = [];
  const words: KeywordHit[] = [];
  const withContext = new Set<number>();
  const seen = new Uint8Array(engine.keywords.length);
  engine.automaton.run(text, (index, end) => {
    const keyword = engine.keywords[index];
    if (keyword === undefined) return;
    const hit = { keyword, start: end - keyword.text.length, end };
    if (keyword.rules.length > 0) ruleHits.push(hit);
    if ((keyword.contextOf.size > 0 || keyword.hasCells) && isWholeWord(text, hit.start, end)) {
      words.push(hit);
      if (seen[index] === 0) {
        seen[index] = 1;
        for (const detector of keyword.contextOf) withContext.add(detector);
      }
    }
  });
  return { ruleHits, words, withContext };
}

/** The words between two places; those that reach over either of them are not. */
export function wordsWithin(words: readonly KeywordHit[], start: number, end: number): KeywordHit[] {
  const within: KeywordHit[] = [];
  for (let index = firstEndingFrom(words, start); index < words.length; index++) {
    const hit = words[index];
    if (hit === undefined || hit.end > end) break;
    if (hit.start >= start) within.push(hit);
  }
  return within;
}

function firstEndingFrom(words: readonly KeywordHit[], position: number): number {
  let low = 0;
  let high = words.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((words[middle]?.end ?? 0) < position) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Words of identifiers count: `cardNumber`, `card_number`; so does a plural with `s`. */
function isWholeWord(text: string, start: number, end: number): boolean {
  const first = text.charCodeAt(start);
  const before = text.charCodeAt(start - 1);
  if (isLetter(first) && isLetter(before) && !(isLower(before) && isUpper(first))) return false;
  const last = text.charCodeAt(end - 1);
  const after = text.charCodeAt(end);
  if (!isLetter(last) || !isLetter(after) || (isLower(last) && isUpper(after))) return true;
  return (after | 0x20) === 0x73 && !isLetter(text.charCodeAt(end + 1));
}

/** Of scripts that put space between words. NaN, beyond an end of the text, is none. */
function isLetter(code: number): boolean {
  return isAsciiLetter(code) || (code >= 0xc0 && code <= 0x52f);
}

function isUpper(code: number): boolean {
  return code >= 0x41 && code <= 0x5a;
}

function isLower(code: number): boolean {
  return code >= 0x61 && code <= 0x7a;
}
