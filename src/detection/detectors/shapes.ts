import type { Confidence, KeywordRule, Range, TokenRule, WindowRule } from '../detector';

/**
 * Text that must not surround the digits of a number: more digits after a point, comma, colon or hyphen (decimals, times,
 * versions), or the hexadecimal groups of a UUID.
 */
const BEFORE = String.raw`(?<!\d[.,:/-]|[0-9a-fA-F]{4}-)`;
const AFTER = String.raw`(?![./-]\d|:\w|,\d{3}(?!\d)|-[0-9a-fA-F]{4}-)`;

/** A run of digits. */
export function digitRun(digits: Range, confidence?: Confidence): TokenRule {
  const [from, to] = typeof digits === 'number' ? [digits, digits] : digits;
  const pattern = new RegExp(`${BEFORE}\\d{${String(from)},${String(to)}}${AFTER}`);
  return { by: 'token', digits, length: digits, pattern, ...(confidence && { confidence }) };
}

/** Groups of digits with the same separator between all of them. */
export function digitGroups(groups: readonly number[], separators = ' -', confidence?: Confidence): TokenRule {
  const [first = 1, ...others] = groups.map((count) => `\\d{${String(count)}}`);
  const between = `(?<separator>[${separators.replace(' ', ' \u00a0')}])`;
  // There are no more groups with that separator before or after. The match would be a part of something longer.
  const isFirst = `(?<!\\d\\k<separator>${String(first)}\\k<separator>)`;
  const rest = others.map((group, index) => (index === 0 ? between + isFirst + group : `\\k<separator>${group}`));
  const pattern = new RegExp(`${BEFORE}${String(first)}${rest.join('')}(?!\\k<separator>\\d)${AFTER}`);
  return { by: 'token', digits: groups[0] ?? 1, pattern, ...(confidence && { confidence }) };
}

/** Any other token. The engine finds its start by the counts; the pattern decides the rest. */
export function token(
  letters: Range,
  digits: Range,
  pattern: RegExp,
  options: { length?: Range; confidence?: Confidence } = {},
): TokenRule {
  return { by: 'token', letters, digits, pattern, ...options };
}

type MoreOfKeyword = Partial<Omit<KeywordRule, 'by' | 'keywords' | 'pattern'>>;

/** A value with a literal of its own, mostly a prefix. */
export function prefixed(keywords: readonly string[], pattern: RegExp, more: MoreOfKeyword = {}): KeywordRule {
  return { by: 'keyword', keywords, pattern, ...more };
}

/** The same, also where the match begins or ends inside a word. */
export function inside(keywords: readonly string[], pattern: RegExp, more: MoreOfKeyword = {}): KeywordRule {
  return prefixed(keywords, pattern, { bounded: false, ...more });
}

/** Text directly after a literal, which may be a part of a word. */
export function after(keywords: readonly string[], pattern: RegExp, more: MoreOfKeyword = {}): KeywordRule {
  return inside(keywords, pattern, { at: 'end', ...more });
}

/** A value up to so many characters before and after a word. */
export function near(
  keywords: readonly string[],
  [before, after]: readonly [before: number, after: number],
  pattern: RegExp,
  more: Partial<Omit<WindowRule, 'by' | 'keywords' | 'before' | 'after' | 'pattern'>> = {},
): WindowRule {
  return { by: 'window', keywords, before, after, pattern, ...more };
}
