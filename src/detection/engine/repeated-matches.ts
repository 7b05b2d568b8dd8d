import { EqualRanges } from './equal-ranges';
import type { Match } from './find-matches';
import type { ScoredMatch } from './score-match';
import type { FlatText } from '../text/flat-text';

/**
 * Reuses the score of a match for the copies of it in a text that repeats itself. A copy has the same rule, and the same text as
 * far around it as scoring and patterns read. Scores do not depend on positions, so the result is the same as without reuse.
 */
export class RepeatedMatches {
  /** The last match, by rule index and by the text of the match with some characters around it. */
  private readonly known = new Map<number, Map<string, Known>>();
  private readonly equal: EqualRanges;

  /** @param codes the codes of the text (codesOf) */
  constructor(
    private readonly flat: FlatText,
    codes: Uint16Array,
  ) {
    this.equal = new EqualRanges(codes);
  }

  /** @param score scores a match that is no copy */
  score(match: Match, score: (match: Match) => ScoredMatch | undefined): ScoredMatch | undefined {
    const { index } = match.compiled;
    const ofRule = this.known.get(index) ?? new Map<string, Known>();
    if (ofRule.size === 0) this.known.set(index, ofRule);
    const key = this.flat.text.slice(Math.max(0, startOf(match) - NEAR), endOf(match) + NEAR);
    const last = ofRule.get(key);
    if (last === undefined) {
      const scored = score(match);
      if (ofRule.size >= MAX_KNOWN) ofRule.clear();
      ofRule.set(key, { match, scored });
      return scored;
    }
    last.scored = this.isCopy(last.match, match) ? copyOf(last.scored, last.match, match) : score(match);
    last.match = match;
    return last.scored;
  }

  /** True if both are in one block, far from its ends, and with the same text around them. */
  private isCopy(one: Match, other: Match): boolean {
    const distance = other.start - one.start;
    const block = this.flat.blocks[one.block];
    if (block === undefined || one.block !== other.block || distance <= 0) return false;
    if (one.header !== other.header) return false;
    if (one.end + distance !== other.end) return false;
    if (one.matchStart + distance !== other.matchStart || one.matchEnd + distance !== other.matchEnd) return false;
    const from = startOf(one) - REACH;
    const to = endOf(one) + REACH;
    return from >= block.start && to + distance <= block.end && this.equal.isSame(from, to, distance);
  }
}

interface Known {
  match: Match;
  /** Undefined: rejected. */
  scored: ScoredMatch | undefined;
}

/** The most different matches of a rule to know. Values that all differ have no copies. */
const MAX_KNOWN = 10_000;
/** Characters around a match. They differ for most different matches. */
const NEAR = 16;
/** More than the characters around a match that scoring reads (at most 300 for context words, and their borders). */
const REACH = 310;

function startOf({ start, matchStart }: Match): number {
  return Math.min(start, matchStart);
}

function endOf({ end, matchEnd }: Match): number {
  return Math.max(end, matchEnd);
}

function copyOf(scored: ScoredMatch | undefined, { start: from }: Match, match: Match): ScoredMatch | undefined {
  if (scored === undefined) return undefined;
  const distance = match.start - from;
  return { ...scored, match, start: scored.start + distance, end: scored.end + distance };
}
