import type { Engine, Keyword } from './compile';
import { foldText, isAsciiLetter } from './fold';

/** A keyword where it stands in a text. */
export interface KeywordHit {
  readonly keyword: Keyword;
  readonly start: number;
  readonly end: number;
}

/** What the keywords of a text are good for: rules that begin at them, and words that speak for what is near. */
export interface KeywordHits {
  /** Where rules begin: the number of a keyword and its end, by turns, in the order of the ends. */
  readonly ruleHits: Int32Array;
  /** Whole words alone, in the order of their ends. */
  readonly words: readonly KeywordHit[];
  /** The detectors that have context somewhere in the text. */
  readonly withContext: ReadonlySet<number>;
}

export function findKeywords(engine: Engine, text: string): KeywordHits {
  let ruleHits = new Int32Array(Math.max(64, text.length >> 4));
  let count = 0;
  const words: KeywordHit[] = [];
  const withContext = new Set<number>();
  const seen = new Uint8Array(engine.keywords.length);
  const { next, classOf, firstSpeaking, classes, speaking } = engine.automaton;
  let state = 0;
  for (let at = 0; at < text.length; at++) {
    state = next[state + (classOf[text.charCodeAt(at)] ?? 0)] ?? 0;
    if (state < firstSpeaking) continue;
    for (const index of speaking[(state - firstSpeaking) / classes] ?? []) {
      const keyword = engine.keywords[index];
      if (keyword === undefined) continue;
      const end = at + 1;
      if (keyword.isShared && foldText(text.slice(end - keyword.text.length, end)) !== keyword.text) continue;
      if (keyword.rules.length > 0) {
        if (count + 2 > ruleHits.length) ruleHits = lengthened(ruleHits);
        ruleHits[count++] = index;
        ruleHits[count++] = end;
      }
      if (!keyword.isWord || !isWholeWord(text, end - keyword.text.length, end)) continue;
      words.push({ keyword, start: end - keyword.text.length, end });
      if (seen[index] === 0) {
        seen[index] = 1;
        for (const detector of keyword.contextOf) withContext.add(detector);
      }
    }
  }
  return { ruleHits: ruleHits.subarray(0, count), words, withContext };
}

function lengthened(array: Int32Array): Int32Array<ArrayBuffer> {
  const longer = new Int32Array(array.length * 2);
  longer.set(array);
  return longer;
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
