import type { RE2JS } from 're2js';
import type { CustomDetector } from '../configuration/model';
import { foldText, isWordCode } from '../fold';
import type { FlatText } from '../text/flat-text';
import { compilePattern } from './compile-pattern';

/** A custom detector, ready to look into texts. */
export interface CustomRule {
  readonly detector: CustomDetector;
  readonly pattern: RE2JS;
  /** Folded. */
  readonly keywords: readonly string[];
}

/** In UTF-16 units of the flat text, the end not included. */
export interface CustomMatch {
  readonly start: number;
  readonly end: number;
  /** The number of the block that it is in. */
  readonly block: number;
  /** As it was written in the detector; undefined where it has no keywords. */
  readonly keyword: string | undefined;
}

export interface CustomMatches {
  /** In the order of the text. */
  readonly matches: readonly CustomMatch[];
  /** False: time ran out, or there were too many; there may be more. */
  readonly isAll: boolean;
}

/** A longer match is none: it is a pattern that has gone too far, and nothing that could be shown. */
const MAX_MATCH = 512;
/** How much of a block is searched before time is looked at: of the largest pattern, ten milliseconds' worth. */
const WINDOW = 1_024;
/** Of one rule in one text. More are kept of no page. */
const MAX_MATCHES = 1_000;

export type CompiledDetector =
  | { readonly outcome: 'compiled'; readonly rule: CustomRule }
  /** `message` goes on after "the pattern". */
  | { readonly outcome: 'refused'; readonly message: string };

/** Of one that is stored a refusal means that it cannot run: another version of the app has let it in. */
export function compileCustomDetector(detector: CustomDetector): CompiledDetector {
  const compiled = compilePattern(detector.pattern);
  if (compiled.outcome === 'refused') return compiled;
  const keywords = detector.keywords.map(foldText);
  return { outcome: 'compiled', rule: { detector, pattern: compiled.pattern, keywords } };
}

/**
 * What it finds, block by block: the group named `value`, or the whole match. Where it has keywords and none of them is in
 * the text, the pattern is not run.
 * @param folded the text, folded; for all rules the same
 * @param isTimeLeft asked again and again; where it says no, the search ends
 */
export function findCustomMatches(
  rule: CustomRule,
  { text, blocks }: Pick<FlatText, 'text' | 'blocks'>,
  folded: () => string,
  isTimeLeft: () => boolean,
): CustomMatches {
  const { detector, keywords } = rule;
  const matches: CustomMatch[] = [];
  const places = keywords.length === 0 ? [] : keywords.map((keyword) => placesOf(keyword, text, folded()));
  if (keywords.length > 0 && places.every(({ length }) => length === 0)) return { matches, isAll: true };
  for (const [block, { start: from, end: to }] of blocks.entries()) {
    for (const match of matchesIn(rule.pattern, text.slice(from, to))) {
      if (!isTimeLeft() || matches.length >= MAX_MATCHES) return { matches, isAll: false };
      if (match === undefined) continue;
      const [start, end] = [from + match.start, from + match.end];
      const near = places.findIndex((ofKeyword, index) =>
        isNear(ofKeyword, keywords[index]?.length ?? 0, start, end, detector.proximity),
      );
      if (keywords.length > 0 && near < 0) continue;
      matches.push({ start, end, block, keyword: detector.keywords[near] });
    }
  }
  return { matches, isAll: true };
}

/**
 * Window by window, so that whoever asks can stop when time is up; undefined is a chance to, without a match. What begins
 * in a window may end in the next one.
 */
function* matchesIn(pattern: RE2JS, text: string): Generator<{ start: number; end: number } | undefined> {
  const hasValue = Object.hasOwn(pattern.namedGroups(), 'value');
  let cutAt = -1;
  for (let from = 0; from < text.length;) {
    const border = Math.min(text.length, from + WINDOW);
    // One more, so that what ends here is seen to end.
    const seenTo = Math.min(text.length, border + MAX_MATCH + 1);
    const matcher = pattern.matcher(text.slice(0, seenTo));
    yield undefined;
    let next = border;
    for (let isFound = matcher.find(from); isFound && matcher.start() < border; isFound = matcher.find()) {
      const whole = { start: matcher.start(), end: matcher.end() };
      next = Math.max(border, whole.end);
      const isRest = whole.start === cutAt;
      // A match that goes on beyond what was seen is too long; what is left of it is none either.
      if (whole.end === seenTo && seenTo < text.length) cutAt = seenTo;
      else {
        const isValue = hasValue && matcher.start('value') >= 0;
        const match = isValue ? { start: matcher.start('value'), end: matcher.end('value') } : whole;
        const length = match.end - match.start;
        yield isRest || length === 0 || length > MAX_MATCH ? undefined : match;
      }
    }
    from = next;
  }
}

/** Where it begins as a whole word, in order. */
function placesOf(keyword: string, text: string, folded: string): readonly number[] {
  const places: number[] = [];
  for (let at = folded.indexOf(keyword); at >= 0; at = folded.indexOf(keyword, at + 1)) {
    if (isWholeWord(text, at, at + keyword.length)) places.push(at);
  }
  return places;
}

/** Whether the keyword is within so many characters before or after. */
function isNear(places: readonly number[], length: number, start: number, end: number, proximity: number): boolean {
  const from = Math.max(0, start - proximity - length);
  for (let index = firstFrom(places, from); index < places.length; index += 1) {
    const at = places[index] ?? 0;
    if (at > end + proximity) return false;
    if (at + length <= start || at >= end) return true;
  }
  return false;
}

function firstFrom(sorted: readonly number[], position: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) < position) low = middle + 1;
    else high = middle;
  }
  return low;
}

function isWholeWord(text: string, start: number, end: number): boolean {
  const isJoined = (left: number, right: number) =>
    left >= 0 && right < text.length && isWordCode(text.charCodeAt(left)) && isWordCode(text.charCodeAt(right));
  return !isJoined(start - 1, start) && !isJoined(end - 1, end);
}
