import { isDigit, isWordCode } from '../../detection/text/fold';
import { provenFormOf } from '../../detection/engine/proven-form';
import type { ScanOptions, DetectedValue } from '../../detection/scan-page';
import { firstEndingAfter, type Span, mergeSpans } from '../../detection/text/spans';

/**
 * Finds further copies of values that a page holds. A span is a certain copy only if it is a token with the same
 * characters, or if the value's own detector proves it and gives it the same normal form. A place that only resembles a
 * value is reported, not cut.
 */

export interface ValueToRemove extends Pick<DetectedValue, 'value' | 'normalized' | 'ignoresCase'> {
  readonly detectorId: string;
  readonly fingerprint: string;
  /** True if the value comes from a URL, where it may be percent-encoded. */
  readonly isInAddress: boolean;
  /** Inserted in place of the value. */
  readonly marker: string;
  /** The excerpt of its finding. */
  readonly maskedExcerpt: string;
}

export interface Copy extends Span {
  /** The fingerprint of the value. */
  readonly fingerprint: string;
  readonly marker: string;
  readonly maskedExcerpt: string;
}

export interface Copies {
  readonly certain: readonly Copy[];
  /** In order, without overlaps with each other or with certain copies. */
  readonly resembling: readonly Span[];
}

/**
 * Shorter values are cut only where a detector finds them, because elsewhere the same characters often mean something
 * else.
 */
const LEAST = 6;

/** A value with the characters to search for. */
interface PreparedValue extends ValueToRemove {
  readonly exact: readonly string[];
  /** In lower case, without separators. */
  readonly loose: string;
}

/** Call it once for many parts. Each value of a detector is searched for once. */
export function prepareValues(valuesToRemove: readonly ValueToRemove[]): readonly PreparedValue[] {
  return distinctValues(valuesToRemove).map((one) => {
    const { value, isInAddress } = one;
    const needles = new Set([value, ...(isInAddress ? [viewOf(value, true).text] : [])]);
    return { ...one, exact: [...needles].map((needle) => viewOf(needle, false).text), loose: compact(value) };
  });
}

/**
 * @param text the flat text of a part
 * @param others the findings of other values in it, in order. No copy overlaps one.
 */
export function findCopies(
  text: string,
  values: readonly PreparedValue[],
  others: readonly Span[],
  options: Pick<ScanOptions, 'selection' | 'today'>,
): Copies {
  const certain: Copy[] = [];
  const resembling: Span[] = [];
  if (values.length === 0) return { certain, resembling };
  const views = viewsOf(text);
  for (const one of values) {
    for (const { span, isCopy } of search(views, one, options)) {
      if (isCopy && !overlaps(others, span)) certain.push({ ...span, ...markOf(one) });
      else resembling.push(span);
    }
  }
  const cut = mergeSpans(certain);
  return { certain, resembling: mergeSpans(resembling).filter((span) => !overlaps(cut, span)) };
}

function markOf({ fingerprint, marker, maskedExcerpt }: ValueToRemove): Omit<Copy, keyof Span> {
  return { fingerprint, marker, maskedExcerpt };
}

/** @param apart in order, without overlaps */
export function overlaps(apart: readonly Span[], { start, end }: Span): boolean {
  const next = apart[firstEndingAfter(apart, start)];
  return next !== undefined && next.start < end;
}

export function distinctValues(valuesToRemove: readonly ValueToRemove[]): readonly ValueToRemove[] {
  const known = new Map(valuesToRemove.map((one) => [keyOf(one), one]));
  return [...known.values()];
}

/** The values that are not in `known`. */
export function otherValues(
  values: readonly ValueToRemove[],
  known: readonly ValueToRemove[],
): readonly ValueToRemove[] {
  const keys = new Set(known.map(keyOf));
  return values.filter((one) => !keys.has(keyOf(one)));
}

function keyOf({ fingerprint, value }: ValueToRemove): string {
  return `${fingerprint} ${value}`;
}

interface Candidate {
  readonly span: Span;
  readonly isCopy: boolean;
}

function* search(
  { raw, decoded, loose }: Views,
  { exact, loose: looseValue, detectorId, normalized, ignoresCase }: PreparedValue,
  options: Pick<ScanOptions, 'selection' | 'today'>,
): Generator<Candidate> {
  const isLongEnough = looseValue.length >= LEAST;
  for (const needle of exact) {
    for (const view of decoded === raw ? [raw] : [raw, decoded]) {
      for (const span of placesOf(view, needle, ignoresCase)) {
        if (isInLongerNumber(view.text, span)) continue;
        const isToken = isWholeToken(view.text, span);
        if (isToken || isLongEnough) yield { span: inText(view, span), isCopy: isToken && isLongEnough };
      }
    }
  }
  if (!isLongEnough) return;
  for (const { start, end } of placesOf(loose, looseValue, false)) {
    const span = { start: loose.starts[start] ?? 0, end: loose.ends[end - 1] ?? 0 };
    if (isInLongerNumber(decoded.text, span)) continue;
    const form = () => provenFormOf(detectorId, decoded.text.slice(span.start, span.end), options);
    const isCopy = normalized !== undefined && isWholeToken(decoded.text, span) && form() === normalized;
    yield { span: inText(decoded, span), isCopy };
  }
}

function* placesOf({ text, lower }: View, needle: string, ignoresCase: boolean): Generator<Span> {
  if (needle === '') return;
  const [haystack, wanted] = ignoresCase ? [lower, lowerCase(needle)] : [text, needle];
  for (let at = haystack.indexOf(wanted); at >= 0; at = haystack.indexOf(wanted, at + 1))
    yield { start: at, end: at + wanted.length };
}

/** True if more digits follow or precede, because a longer number does not even resemble the value. */
function isInLongerNumber(text: string, { start, end }: Span): boolean {
  const isWithin = (at: number) => isDigit(text.charCodeAt(at - 1)) && isDigit(text.charCodeAt(at));
  return isWithin(start) || isWithin(end);
}

/** Characters that continue a token if a letter or digit follows: `ann@x.com` is not the value in `ann@x.com.au`. */
const JOINERS = /[.\-_+~'\u2019]/;
/** The same between the groups of a plain number. */
const NUMBER_JOINERS = /[\s,:/]/;
/** A number with its thousands grouped by points, commas or apostrophes. A comma can precede its decimals. */
const GROUPED_NUMBER = /^\d{1,3}(?:[.,'\u2019]\d{3})+$/;

/**
 * A token is assumed to continue after a longer run of joiners, so that a run is not read completely for each copy in
 * it.
 */
const MAX_JOINERS = 100;

/** False if a span is the beginning, middle or end of something longer. */
function isWholeToken(text: string, { start, end }: Span): boolean {
  const value = text.slice(start, end);
  const isNumber = /^[\d\s]+$/.test(value);
  const isGrouped = GROUPED_NUMBER.test(value);
  const goesOn = (at: number, step: 1 | -1): boolean => {
    if (isWordCode(text.charCodeAt(at))) return true;
    const joinsNumber = isNumber ? NUMBER_JOINERS.test(text.charAt(at)) : isGrouped && text.charAt(at) === ',';
    if (joinsNumber && isDigit(text.charCodeAt(at + step))) return true;
    let beyond = at;
    while (isJoiner(text.charAt(beyond), value)) {
      beyond += step;
      if (Math.abs(beyond - at) > MAX_JOINERS) return true;
    }
    return beyond !== at && isWordCode(text.charCodeAt(beyond));
  };
  return !goesOn(start - 1, -1) && !goesOn(end, 1);
}

/** A character that is part of the value could be part of a longer one as well. */
function isJoiner(character: string, value: string): boolean {
  return character !== '' && (JOINERS.test(character) || (/[^\s\w]/.test(character) && value.includes(character)));
}

interface View {
  readonly text: string;
  /** The text in lower case, code unit by code unit. */
  readonly lower: string;
  /** The start and end of each character in the source of the view. */
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

interface Views {
  /** The text in compatible characters, without invisible ones. */
  readonly raw: View;
  /** With percent-encoded ASCII decoded; the same view as `raw` if the text has none. */
  readonly decoded: View;
  /** The decoded text in lower case and without separators; its places are in the decoded text. */
  readonly loose: View;
}

function viewsOf(text: string): Views {
  const raw = viewOf(text, false);
  const decoded = text.includes('%') ? viewOf(text, true) : raw;
  return { raw, decoded, loose: withoutSeparators(decoded) };
}

function inText({ starts, ends }: View, { start, end }: Span): Span {
  return { start: starts[start] ?? 0, end: ends[end - 1] ?? 0 };
}

const INVISIBLE = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]/;
const SEPARATOR = /[\s.\-/()]/;
/** `+` is not decoded to a blank, because in a secret it is a plus. */
const ENCODED = /^%[0-9A-Fa-f]{2}$/;

function viewOf(text: string, decodes: boolean): View {
  const builder = new ViewBuilder();
  for (let at = 0; at < text.length;) {
    const { character, end } = decodes ? decodedAt(text, at) : { character: text.charAt(at), end: at + 1 };
    if (!INVISIBLE.test(character)) builder.add(compatible(character), at, end);
    at = end;
  }
  return builder.build();
}

/** Converts no-break spaces to blanks and full-width digits to digits (NFKC), if the result is one code unit. */
function compatible(character: string): string {
  if (character.charCodeAt(0) < 0x80) return character;
  const compatible = character.normalize('NFKC');
  return compatible.length === 1 ? compatible : character;
}

function withoutSeparators({ lower }: View): View {
  const builder = new ViewBuilder();
  for (let at = 0; at < lower.length; at += 1) {
    const character = lower.charAt(at);
    if (!SEPARATOR.test(character)) builder.add(character, at, at + 1);
  }
  return builder.build();
}

class ViewBuilder {
  private readonly characters: string[] = [];
  private readonly starts: number[] = [];
  private readonly ends: number[] = [];

  add(character: string, start: number, end: number): void {
    this.characters.push(character);
    this.starts.push(start);
    this.ends.push(end);
  }

  build(): View {
    const text = this.characters.join('');
    return { text, lower: lowerCase(text), starts: this.starts, ends: this.ends };
  }
}

function decodedAt(text: string, at: number): { readonly character: string; readonly end: number } {
  const code = text.charAt(at) === '%' ? text.slice(at, at + 3) : '';
  const decoded = ENCODED.test(code) ? Number.parseInt(code.slice(1), 16) : 0x80;
  return decoded < 0x80
    ? { character: String.fromCharCode(decoded), end: at + 3 }
    : { character: text.charAt(at), end: at + 1 };
}

function compact(value: string): string {
  return withoutSeparators(viewOf(value, false)).text;
}

/** One code unit in, one out. */
function lowerCase(text: string): string {
  const lower = text.toLowerCase();
  if (lower.length === text.length) return lower;
  return Array.from({ length: text.length }, (_, at) => {
    const one = text.charAt(at).toLowerCase();
    return one.length === 1 ? one : text.charAt(at);
  }).join('');
}
