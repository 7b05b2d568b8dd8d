import { isAlphanumeric } from '../detection/fold';
import type { Block } from '../detection/text/flat-text';

/**
 * Where else a value stands: written with other separators, in other case, percent-encoded in an address. A value that was
 * found in the text is often in the link behind it as well, where no detector looks at it like that.
 */

export interface SoughtValue {
  readonly value: string;
  /** Of a secret every character counts. */
  readonly exact: boolean;
  /** What comes instead. */
  readonly marker: string;
}

export interface Copy {
  readonly start: number;
  readonly end: number;
  readonly marker: string;
}

/** Shorter ones stand in too many places that mean something else: only what was found itself is taken out. */
const LEAST = 6;
/** From this length on it is the value also in the middle of a word. Of digits never: a longer number is another one. */
const UNMISTAKABLE = 12;

/** @param text of which the block is a part */
export function findCopies(text: string, blocks: readonly Block[], sought: readonly SoughtValue[]): Copy[] {
  const exact = needlesOf(sought, true);
  const loose = needlesOf(sought, false);
  return blocks.flatMap(({ start, end, segments }) => {
    if (segments.length === 0) return [];
    const within = text.slice(start, end);
    return [...search(within, true, exact), ...search(within, false, loose)].map((copy) => ({
      ...copy,
      start: copy.start + start,
      end: copy.end + start,
    }));
  });
}

/** With what comes instead of each. */
type Needles = ReadonlyMap<string, string>;

function needlesOf(sought: readonly SoughtValue[], exact: boolean): Needles {
  const needles = sought
    .filter((one) => one.exact === exact)
    .map(({ value, marker }) => [reduce(value, exact).text, marker] as const);
  return new Map(needles.filter(([text]) => text.length >= LEAST));
}

function search(text: string, exact: boolean, needles: Needles): Copy[] {
  if (needles.size === 0) return [];
  const haystack = reduce(text, exact);
  return [...needles].flatMap(([needle, marker]) => {
    const copies: Copy[] = [];
    for (let at = haystack.text.indexOf(needle); at >= 0; at = haystack.text.indexOf(needle, at + 1)) {
      const start = haystack.starts[at] ?? 0;
      const end = haystack.ends[at + needle.length - 1] ?? start;
      if (isUnmistakable(needle) || isAlone(text, start, end)) copies.push({ start, end, marker });
    }
    return copies;
  });
}

function isUnmistakable(needle: string): boolean {
  return needle.length >= UNMISTAKABLE && /\D/.test(needle);
}

function isAlone(text: string, start: number, end: number): boolean {
  return !isAlphanumeric(text.charCodeAt(start - 1)) && !isAlphanumeric(text.charCodeAt(end));
}

interface Reduced {
  readonly text: string;
  /** Of each character, where it begins and ends in the original. */
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

const INVISIBLE = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]/;
const SEPARATOR = /[\s.\-/()]/;
/** `+` is not decoded to a blank: in a secret it is a plus. */
const ENCODED = /^%[0-9A-Fa-f]{2}$/;

/** Without what makes no difference, percent-encoded ASCII decoded. */
function reduce(text: string, exact: boolean): Reduced {
  const characters: string[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  for (let at = 0; at < text.length;) {
    const { character, end } = characterAt(text, at);
    if (!INVISIBLE.test(character) && (exact || !SEPARATOR.test(character))) {
      characters.push(exact ? character : lowerCase(character));
      starts.push(at);
      ends.push(end);
    }
    at = end;
  }
  return { text: characters.join(''), starts, ends };
}

function characterAt(text: string, at: number): { readonly character: string; readonly end: number } {
  const code = text.slice(at, at + 3);
  const decoded = ENCODED.test(code) ? Number.parseInt(code.slice(1), 16) : 0x80;
  return decoded < 0x80
    ? { character: String.fromCharCode(decoded), end: at + 3 }
    : { character: text.charAt(at), end: at + 1 };
}

/** One code unit in, one out. */
function lowerCase(character: string): string {
  const lower = character.toLowerCase();
  return lower.length === 1 ? lower : character;
}
