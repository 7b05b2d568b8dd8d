import { findAssignedValue } from './assignment';
import type { Keyword } from './compiled-rule';
import { mayStand } from './outline';

/** What is to be known of each keyword at a hit, and of most it is enough to see that it is nothing: as plain numbers. */
export interface KeywordGates {
  readonly lengths: Uint16Array;
  /** Of the constants below. */
  readonly flags: Uint8Array;
  /** For the rules that do not look for an assignment: what may stand in it and behind it, of ASCII, as bits. */
  readonly sets: Int32Array;
}

export const IS_SHARED = 1;
export const HAS_RULES = 2;
export const BEGINS_WORD = 4;
export const IS_WORD = 8;
const ASSIGNS = 16;
/** Its sets have been filled, which is done when it is first met: of most keywords it never is. */
const IS_KNOWN = 32;

/** The places that are looked at: its first character, its last, and those behind it. */
const FIRST = 0;
const LAST = 1;
const PLACES = 5;
const WORDS = 4;

export function gatesOf(keywords: readonly Keyword[]): KeywordGates {
  return {
    lengths: Uint16Array.from(keywords, ({ text }) => text.length),
    flags: Uint8Array.from(
      keywords,
      ({ rules, beginsWord, isWord, isShared }) =>
        (isShared ? IS_SHARED : 0) |
        (rules.length > 0 ? HAS_RULES : 0) |
        (beginsWord ? BEGINS_WORD : 0) |
        (isWord ? IS_WORD : 0) |
        (rules.some(({ rule }) => rule.by === 'assignment') ? ASSIGNS : 0),
    ),
    sets: new Int32Array(keywords.length * PLACES * WORDS),
  };
}

/** Whether a rule may match at a hit of its keyword; it may say yes too often, never no. */
export function isOpen(
  gates: KeywordGates,
  keywords: readonly Keyword[],
  index: number,
  codes: Uint16Array,
  start: number,
  end: number,
): boolean {
  const { flags, sets } = gates;
  const flag = flags[index] ?? 0;
  if ((flag & IS_KNOWN) === 0) learn(gates, keywords[index], index);
  const first = index * PLACES;
  if (mayStand(sets, first + FIRST, codes[start] ?? 0)) {
    let place = LAST;
    while (place < PLACES && mayStand(sets, first + place, codes[end - 1 + place - LAST] ?? 0)) place++;
    if (place === PLACES) return true;
  }
  return (flag & ASSIGNS) !== 0 && findAssignedValue(codes, start, end) >= 0;
}

function learn({ flags, sets }: KeywordGates, keyword: Keyword | undefined, index: number): void {
  flags[index] = (flags[index] ?? 0) | IS_KNOWN;
  for (const { rule, pattern, lead } of keyword?.rules ?? []) {
    if (rule.by === 'assignment') continue;
    const { length, sets: allowed } = pattern.outline;
    // Where the keyword is in what the pattern matches, if that is known: elsewhere it says nothing of what stands there.
    const isAnchored = rule.by === 'keyword' && lead === undefined;
    const end = !isAnchored ? Infinity : rule.at === 'end' ? 0 : (keyword?.text.length ?? 0);
    for (let place = FIRST; place < PLACES; place++) {
      const at = place === FIRST ? (isAnchored && rule.at !== 'end' ? 0 : -1) : end - 1 + place - LAST;
      for (let word = 0; word < WORDS; word++) {
        const set = (index * PLACES + place) * WORDS + word;
        sets[set] = (sets[set] ?? 0) | (at < 0 || at >= length ? -1 : (allowed[at * WORDS + word] ?? 0));
      }
    }
  }
}
