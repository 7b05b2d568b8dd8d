import type { CompiledEngine, Keyword } from './compile';
import { foldText, isAsciiLetter } from './fold';

/** A keyword where it stands in a text. */
export interface KeywordHit {
  readonly keyword: Keyword;
  readonly start: number;
  readonly end: number;
}

/** Words as a whole, in the order of their ends: the number of a keyword and its end, by turns. */
export interface Words {
  readonly keywords: readonly Keyword[];
  readonly hits: Int32Array;
}

/** What the keywords of a text are good for: rules that begin at them, and words that speak for what is near. */
export interface KeywordHits {
  /** Where rules begin: the number of a keyword and its end, by turns, in the order of the ends. */
  readonly ruleHits: Int32Array;
  readonly words: Words;
  /** The detectors that have context somewhere in the text. */
  readonly withContext: ReadonlySet<number>;
}

/** @param codes of the text (codesOf) */
export function findKeywords(engine: CompiledEngine, text: string, codes: Uint16Array): KeywordHits {
  let ruleHits = new Int32Array(Math.max(64, text.length >> 4));
  let count = 0;
  let wordHits = new Int32Array(Math.max(64, text.length >> 5));
  let wordCount = 0;
  const withContext = new Set<number>();
  const seen = new Uint8Array(engine.keywords.length);
  const { next, classOf, firstSpeaking, classes, speaking } = engine.automaton;
  let state = 0;
  const { length } = text;
  for (let at = 0; at < length; at++) {
    state = next[state + (classOf[codes[at] ?? 0] ?? 0)] ?? 0;
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
      if (!keyword.isWord || !isWholeWord(codes, end - keyword.text.length, end)) continue;
      if (wordCount + 2 > wordHits.length) wordHits = lengthened(wordHits);
      wordHits[wordCount++] = index;
      wordHits[wordCount++] = end;
      if (seen[index] === 0) {
        seen[index] = 1;
        for (const detector of keyword.contextOf) withContext.add(detector);
      }
    }
  }
  const words = { keywords: engine.keywords, hits: wordHits.subarray(0, wordCount) };
  return { ruleHits: ruleHits.subarray(0, count), words, withContext };
}

function lengthened(array: Int32Array): Int32Array<ArrayBuffer> {
  const longer = new Int32Array(array.length * 2);
  longer.set(array);
  return longer;
}

/** The words between two places; those that reach over either of them are not. */
export function wordsWithin({ keywords, hits }: Words, start: number, end: number): KeywordHit[] {
  const within: KeywordHit[] = [];
  for (let index = firstEndingFrom(hits, start); index < hits.length; index += 2) {
    const keyword = keywords[hits[index] ?? -1];
    const at = hits[index + 1] ?? 0;
    if (keyword === undefined || at > end) break;
    if (at - keyword.text.length >= start) within.push({ keyword, start: at - keyword.text.length, end: at });
  }
  return within;
}

/** Those of the keywords alone that are asked for. */
export function wordsOf({ keywords, hits }: Words, isAsked: (keyword: Keyword) => boolean): Words {
  const some: number[] = [];
  for (let index = 0; index < hits.length; index += 2) {
    const number = hits[index] ?? -1;
    const keyword = keywords[number];
    if (keyword !== undefined && isAsked(keyword)) some.push(number, hits[index + 1] ?? 0);
  }
  return { keywords, hits: Int32Array.from(some) };
}

function firstEndingFrom(hits: Int32Array, position: number): number {
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

function isUpper(code: number): boolean {
  return code >= 0x41 && code <= 0x5a;
}

function isLower(code: number): boolean {
  return code >= 0x61 && code <= 0x7a;
}
