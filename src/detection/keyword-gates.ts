import { findAssignedValue } from './assignment';
import type { CompiledKeywordRule, Keyword } from './compiled-rule';
import type { Rule } from './detector';
import { isShared } from './keyword-automaton';
import { mayStand, WORDS } from './outline';

/** What a keyword is, as bits. First: a hit of it may be another word (keyword-automaton.ts). */
export const IS_SHARED = 1;
export const HAS_RULES = 2;
/** Its rules begin with it and only where a word does: most short ones are in the middle of another. */
export const BEGINS_WORD = 4;
/** It matters beyond its rules where it stands as a word. */
export const IS_WORD = 8;
const ASSIGNS = 16;
/** Its sets have been filled, which is done when it is first met: of most keywords it never is. */
const IS_KNOWN = 32;

/** The places that are looked at: its first character, its last, and those behind it. */
const FIRST = 0;
const LAST = 1;
const PLACES = 5;

/** What is asked of each keyword that a text has, as plain numbers: of most it is enough to see that it is nothing. */
export class KeywordGates {
  /** By the number of the keyword, as all here. */
  readonly lengths: Uint16Array;
  readonly flags: Uint8Array;
  /** What of ASCII its rules let stand at those places, but those that look for an assignment. */
  private readonly sets: Int32Array;

  constructor(private readonly keywords: readonly Keyword[]) {
    this.lengths = Uint16Array.from(keywords, ({ text }) => text.length);
    this.flags = Uint8Array.from(keywords, flagsOf);
    this.sets = new Int32Array(keywords.length * PLACES * WORDS);
  }

  /** Whether a rule may match at its keyword; it may say yes too often, never no. */
  isOpen(index: number, codes: Uint16Array, start: number, end: number): boolean {
    const flag = this.flags[index] ?? 0;
    if ((flag & IS_KNOWN) === 0) this.learn(index);
    return (
      this.mayStand(index, codes, start, end) || ((flag & ASSIGNS) !== 0 && findAssignedValue(codes, start, end) >= 0)
    );
  }

  private mayStand(index: number, codes: Uint16Array, start: number, end: number): boolean {
    const first = index * PLACES;
    if (!mayStand(this.sets, first + FIRST, codes[start] ?? 0)) return false;
    for (let place = LAST; place < PLACES; place++) {
      if (!mayStand(this.sets, first + place, codes[end - 1 + place - LAST] ?? 0)) return false;
    }
    return true;
  }

  private learn(index: number): void {
    const { sets, flags } = this;
    flags[index] = (flags[index] ?? 0) | IS_KNOWN;
    for (const { rule, pattern, lead } of this.keywords[index]?.rules ?? []) {
      if (rule.by === 'assignment') continue;
      const { length, sets: allowed } = pattern.outline;
      const [begins, ends] = placeOf(rule, lead !== undefined, this.lengths[index] ?? 0);
      for (let place = FIRST; place < PLACES; place++) {
        const at = place === FIRST ? begins : ends - 1 + place - LAST;
        for (let word = 0; word < WORDS; word++) {
          const set = (index * PLACES + place) * WORDS + word;
          sets[set] = (sets[set] ?? 0) | (at < 0 || at >= length ? -1 : (allowed[at * WORDS + word] ?? 0));
        }
      }
    }
  }
}

function flagsOf({ text, rules, contextOf, hasCells }: Keyword): number {
  return (
    (isShared(text) ? IS_SHARED : 0) |
    (rules.length > 0 ? HAS_RULES : 0) |
    (rules.every(beginsWord) ? BEGINS_WORD : 0) |
    (hasCells || contextOf.size > 0 ? IS_WORD : 0) |
    (rules.some(({ rule }) => rule.by === 'assignment') ? ASSIGNS : 0)
  );
}

function beginsWord({ rule, cell }: CompiledKeywordRule): boolean {
  if (rule.by !== 'keyword' || cell !== undefined) return false;
  const { at = 'start', lead, bounded = true } = rule;
  return at === 'start' && lead === undefined && bounded;
}

/** Where a keyword begins and ends in what a pattern matches; outside of it where that is not known. */
function placeOf(rule: Rule, hasLead: boolean, length: number): readonly [number, number] {
  if (rule.by !== 'keyword' || hasLead) return [-Infinity, Infinity];
  return rule.at === 'end' ? [-length, 0] : [0, length];
}
