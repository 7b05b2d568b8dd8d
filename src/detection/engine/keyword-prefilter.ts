import { findAssignedValue } from './assignment';
import type { CompiledKeywordRule, Keyword } from './compiled-rule';
import type { Rule } from '../detector';
import { isInWord } from '../text/fold';
import { isAmbiguous } from './keyword-automaton';
import { isAllowed, NUMBERS_PER_PLACE } from './prefix-filter';

/** Properties of a keyword, as bits. The hits of a keyword with this one must be verified (keyword-automaton.ts). */
export const IS_AMBIGUOUS = 1;
export const HAS_RULES = 2;
/** All its rules start with the keyword at the start of a word. Most hits of short keywords are inside other words. */
const STARTS_WORD = 4;
/** It also matters as a whole word or a part of one: as context or for table cells. */
export const IS_WORD = 8;
const HAS_ASSIGNMENTS = 16;
/** Its properties are known, which happens at its first hit. Most keywords are never hit. */
const IS_KNOWN = 32;
/** Its character sets are filled. */
const IS_FILLED = 64;

/** The checked places: the first and last character of the keyword, and those after it. */
const FIRST = 0;
const LAST = 1;
const PLACES = 5;

/** A window allows all characters around its keyword. */
const NO_FILTER = { length: 0, sets: new Int32Array(0) };

/** A cheap check of keyword hits in flat arrays, which rules out most hits before a pattern runs. */
export class KeywordPrefilter {
  /** By keyword index, like everything here. */
  readonly lengths: Uint16Array;
  private readonly flags: Uint8Array;
  /** The ASCII characters that the rules of a keyword allow at the checked places. Assignment rules are not included. */
  private readonly sets: Int32Array;

  constructor(private readonly keywords: readonly Keyword[]) {
    this.lengths = new Uint16Array(keywords.length);
    for (let index = 0; index < keywords.length; index++) this.lengths[index] = keywords[index]?.text.length ?? 0;
    this.flags = new Uint8Array(keywords.length);
    this.sets = new Int32Array(keywords.length * PLACES * NUMBERS_PER_PLACE);
  }

  /** The properties of a keyword, as bits. */
  flagsOf(index: number): number {
    const known = this.flags[index] ?? 0;
    if (known !== 0) return known;
    const keyword = this.keywords[index];
    return (this.flags[index] = IS_KNOWN | (keyword === undefined ? 0 : propertiesOf(keyword)));
  }

  /** True if a rule may match at the hit. May be true too often, never false by mistake. */
  mayMatch(index: number, codes: Uint16Array, start: number, end: number): boolean {
    const flag = this.flagsOf(index);
    if ((flag & IS_FILLED) === 0) this.fillSets(index);
    if (this.isAllowed(index, codes, start, end)) return (flag & STARTS_WORD) === 0 || !isInWord(codes, start);
    return (flag & HAS_ASSIGNMENTS) !== 0 && findAssignedValue(codes, start, end) >= 0;
  }

  private isAllowed(index: number, codes: Uint16Array, start: number, end: number): boolean {
    const first = index * PLACES;
    if (!isAllowed(this.sets, first + FIRST, codes[start] ?? 0)) return false;
    for (let place = LAST; place < PLACES; place++) {
      if (!isAllowed(this.sets, first + place, codes[end - 1 + place - LAST] ?? 0)) return false;
    }
    return true;
  }

  private fillSets(index: number): void {
    const { sets, flags } = this;
    flags[index] = this.flagsOf(index) | IS_FILLED;
    for (const { rule, pattern, lead } of this.keywords[index]?.rules ?? []) {
      if (rule.by === 'assignment') continue;
      const { length, sets: allowed } = rule.by === 'window' ? NO_FILTER : pattern.prefixFilter;
      const [begins, ends] = placeOf(rule, lead !== undefined, this.lengths[index] ?? 0);
      for (let place = FIRST; place < PLACES; place++) {
        const at = place === FIRST ? begins : ends - 1 + place - LAST;
        for (let word = 0; word < NUMBERS_PER_PLACE; word++) {
          const set = (index * PLACES + place) * NUMBERS_PER_PLACE + word;
          sets[set] = (sets[set] ?? 0) | (at < 0 || at >= length ? -1 : (allowed[at * NUMBERS_PER_PLACE + word] ?? 0));
        }
      }
    }
  }
}

function propertiesOf({ text, rules, contextFor, hasCells, stem }: Keyword): number {
  return (
    (isAmbiguous(text) ? IS_AMBIGUOUS : 0) |
    (rules.length > 0 ? HAS_RULES : 0) |
    (rules.every(startsWord) ? STARTS_WORD : 0) |
    (hasCells || contextFor.size > 0 || stem !== undefined ? IS_WORD : 0) |
    (rules.some(({ rule }) => rule.by === 'assignment') ? HAS_ASSIGNMENTS : 0)
  );
}

function startsWord({ rule, cell }: CompiledKeywordRule): boolean {
  if (rule.by !== 'keyword' || cell !== undefined) return false;
  const { at = 'start', lead, bounded = true } = rule;
  return at === 'start' && lead === undefined && bounded;
}

/** The start and end of the keyword within a match; infinite if unknown. */
function placeOf(rule: Rule, hasLead: boolean, length: number): readonly [number, number] {
  if (rule.by !== 'keyword' || hasLead) return [-Infinity, Infinity];
  return rule.at === 'end' ? [-length, 0] : [0, length];
}
