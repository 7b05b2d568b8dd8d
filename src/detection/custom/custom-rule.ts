import type { RE2JS } from 're2js';
import type { CustomDetector } from '../configuration/model';
import { foldText, isWordCode } from '../fold';
import { compilePattern } from './compile-pattern';

/** A custom detector, ready to look into texts. */
export interface CustomRule {
  readonly detector: CustomDetector;
  readonly pattern: RE2JS;
  /** Folded. */
  readonly keywords: readonly string[];
}

/** In UTF-16 units, the end not included. */
export interface CustomMatch {
  readonly start: number;
  readonly end: number;
  /** As it was written in the detector; undefined where it has no keywords. */
  readonly keyword: string | undefined;
}

/** A longer match is none: it is a pattern that has gone too far, and nothing that could be shown. */
const MAX_MATCH = 512;

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
 * What it finds, in the order of the text: the group named `value`, or the whole match. One match after the other, so that
 * whoever asks can stop when time is up; of one the time is linear in the text.
 */
export function* customMatches({ detector, pattern, keywords }: CustomRule, text: string): Generator<CustomMatch> {
  const matcher = pattern.matcher(text);
  const hasValue = Object.hasOwn(pattern.namedGroups(), 'value');
  while (matcher.find()) {
    const isValue = hasValue && matcher.start('value') >= 0;
    const start = isValue ? matcher.start('value') : matcher.start();
    const end = isValue ? matcher.end('value') : matcher.end();
    if (end === start || end - start > MAX_MATCH) continue;
    if (keywords.length === 0) {
      yield { start, end, keyword: undefined };
      continue;
    }
    const index = keywords.findIndex((keyword) => isNear(text, keyword, start, end, detector.proximity));
    if (index >= 0) yield { start, end, keyword: detector.keywords[index] };
  }
}

/** Whether the keyword, as a whole word, is within so many characters before or after. */
function isNear(text: string, keyword: string, start: number, end: number, proximity: number): boolean {
  const before = { from: Math.max(0, start - proximity - keyword.length), to: start };
  const after = { from: end, to: Math.min(text.length, end + proximity + keyword.length) };
  return [before, after].some(({ from, to }) => {
    const folded = foldText(text.slice(from, to));
    for (let at = folded.indexOf(keyword); at >= 0; at = folded.indexOf(keyword, at + 1)) {
      if (isWholeWord(text, from + at, from + at + keyword.length)) return true;
    }
    return false;
  });
}

function isWholeWord(text: string, start: number, end: number): boolean {
  const isJoined = (left: number, right: number) =>
    left >= 0 && right < text.length && isWordCode(text.charCodeAt(left)) && isWordCode(text.charCodeAt(right));
  return !isJoined(start - 1, start) && !isJoined(end - 1, end);
}
