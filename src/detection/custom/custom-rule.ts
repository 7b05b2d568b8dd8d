import type { RE2JS } from 're2js';
import type { CustomDetector } from '../configuration/model';
import { foldText, isWordCode } from '../text/fold';
import type { Span } from '../text/spans';
import type { FlatText } from '../text/flat-text';
import { compilePattern } from './compile-pattern';

/** A compiled custom detector. */
export interface CustomRule {
  readonly detector: CustomDetector;
  readonly pattern: RE2JS;
  /** Folded. */
  readonly keywords: readonly string[];
}

/** Offsets in UTF-16 units of the flat text; `end` is exclusive. */
export interface CustomMatch {
  readonly start: number;
  readonly end: number;
  /** The index of its block. */
  readonly block: number;
  /** As written in the detector. Undefined if it has no keywords. */
  readonly keyword: string | undefined;
}

export interface CustomMatches {
  /** In text order. */
  readonly matches: readonly CustomMatch[];
  /** False if the time or the number of matches ran out, so that matches may be missing. */
  readonly isComplete: boolean;
}

/** Longer matches are ignored, because the pattern is too greedy and the match could not be shown. */
const MAX_MATCH_LENGTH = 512;
/** Characters in which a match may start, between two checks of the time. */
const MAX_WINDOW = 1_024;
const MIN_WINDOW = 64;
/** Steps (characters × instructions of the pattern) between two checks of the time. About 20 milliseconds at most. */
const MAX_STEPS = 1_000_000;
/** The limit for one rule in one text. A page never keeps more findings. */
const MAX_MATCHES = 1_000;

export type CompiledDetector =
  | { readonly outcome: 'compiled'; readonly rule: CustomRule }
  /** `message` follows "the pattern". */
  | { readonly outcome: 'refused'; readonly message: string };

/** A stored detector that is refused was saved by another version of the app. It cannot run. */
export function compileCustomDetector(detector: CustomDetector): CompiledDetector {
  const compiled = compilePattern(detector.pattern);
  if (compiled.outcome === 'refused') return compiled;
  const keywords = detector.keywords.map(foldText);
  return { outcome: 'compiled', rule: { detector, pattern: compiled.pattern, keywords } };
}

/**
 * Finds the matches of a custom detector, block by block. A match is the group named `value`, or else the whole match
 * of the pattern. The pattern does not run if the detector has keywords and the text has none of them.
 * @param folded returns the folded text, computed once for all rules
 * @param isTimeLeft checked regularly; the search stops when it returns false
 */
export function findCustomMatches(
  rule: CustomRule,
  { text, blocks }: Pick<FlatText, 'text' | 'blocks'>,
  folded: () => string,
  isTimeLeft: () => boolean,
): CustomMatches {
  const { detector, keywords } = rule;
  const matches: CustomMatch[] = [];
  const present: number[] = [];
  for (const [index, keyword] of keywords.entries()) {
    if (!isTimeLeft()) return { matches, isComplete: false };
    if (hasWord(keyword, text, folded(), { start: 0, end: text.length })) present.push(index);
  }
  if (keywords.length > 0 && present.length === 0) return { matches, isComplete: true };
  for (const [block, { start: from, end: to }] of blocks.entries()) {
    for (const match of matchesIn(rule.pattern, text.slice(from, to))) {
      if (!isTimeLeft() || matches.length >= MAX_MATCHES) return { matches, isComplete: false };
      if (match === undefined) continue;
      const [start, end] = [from + match.start, from + match.end];
      const near = present.find((index) =>
        isNear(keywords[index] ?? '', text, folded(), { start, end }, detector.proximity),
      );
      if (keywords.length > 0 && near === undefined) continue;
      matches.push({ start, end, block, keyword: near === undefined ? undefined : detector.keywords[near] });
    }
  }
  return { matches, isComplete: true };
}

/**
 * Searches window by window. Yields undefined between windows, so that the caller can stop. A match that starts in a window may
 * end in the next one.
 */
function* matchesIn(pattern: RE2JS, text: string): Generator<{ start: number; end: number } | undefined> {
  const hasValue = Object.hasOwn(pattern.namedGroups(), 'value');
  let truncatedAt = -1;
  const steps = Math.floor(MAX_STEPS / pattern.programSize()) - MAX_MATCH_LENGTH;
  const window = Math.max(MIN_WINDOW, Math.min(MAX_WINDOW, steps));
  for (let from = 0; from < text.length;) {
    const border = Math.min(text.length, from + window);
    // One more character, to see that a match ends before it.
    const searchedTo = Math.min(text.length, border + MAX_MATCH_LENGTH + 1);
    const matcher = pattern.matcher(text.slice(0, searchedTo));
    yield undefined;
    let next = border;
    for (let isFound = matcher.find(from); isFound && matcher.start() < border; isFound = matcher.find()) {
      const whole = { start: matcher.start(), end: matcher.end() };
      next = Math.max(border, whole.end);
      const isRest = whole.start === truncatedAt;
      // A match that reaches the end of the searched text is too long. Its rest in the next window is ignored as well.
      if (whole.end === searchedTo && searchedTo < text.length) truncatedAt = searchedTo;
      else {
        const isValue = hasValue && matcher.start('value') >= 0;
        const match = isValue ? { start: matcher.start('value'), end: matcher.end('value') } : whole;
        const length = match.end - match.start;
        yield isRest || length === 0 || length > MAX_MATCH_LENGTH ? undefined : match;
      }
    }
    from = next;
  }
}

/** True if the keyword occurs within `proximity` characters before or after the match. Takes time for these characters only. */
function isNear(keyword: string, text: string, folded: string, { start, end }: Span, proximity: number): boolean {
  const reach = proximity + keyword.length;
  return (
    hasWord(keyword, text, folded, { start: Math.max(0, start - reach), end: start }) ||
    hasWord(keyword, text, folded, { start: end, end: end + reach })
  );
}

/** True if the keyword occurs in the range as a whole word. */
function hasWord(keyword: string, text: string, folded: string, { start, end }: Span): boolean {
  const range = folded.slice(start, end);
  for (let at = range.indexOf(keyword); at >= 0; at = range.indexOf(keyword, at + 1)) {
    if (isWholeWord(text, start + at, start + at + keyword.length)) return true;
  }
  return false;
}

function isWholeWord(text: string, start: number, end: number): boolean {
  const isJoined = (left: number, right: number) =>
    left >= 0 && right < text.length && isWordCode(text.charCodeAt(left)) && isWordCode(text.charCodeAt(right));
  return !isJoined(start - 1, start) && !isJoined(end - 1, end);
}
