import type { ScoredMatch } from './score-match';
import { firstEndingAfter, groupOverlapping, insertApart, mergeSpans, type Span } from '../text/spans';

/** The match that is reported for a place, and the ids of detectors whose overlapping matches lost against it. */
export interface Winner extends Span {
  readonly scored: ScoredMatch;
  readonly alsoMatched: string[];
}

/**
 * Keeps one match for each place, in text order. Proven matches win over labeled ones, unless their check is weak, and labeled ones
 * over the others. Among proven ones, the longer wins. Otherwise a specific detector wins over a generic one, then the higher confidence, then the greater length.
 * Numbers inside a token or key do not count, because one in some hundred tokens contains a valid ID number by chance.
 */
export function resolveOverlaps(all: readonly ScoredMatch[]): Winner[] {
  return groupOverlapping(all).flatMap(resolveGroup);
}

function resolveGroup(group: readonly ScoredMatch[]): Winner[] {
  const winners: Winner[] = [];
  for (const scored of withoutPartsOfTokens(group).sort(compare)) {
    const { start, end, detector } = scored;
    const other = insertApart(winners, { start, end, scored, alsoMatched: [] });
    if (other === undefined || other.scored.detector.id === detector.id) continue;
    if (!other.alsoMatched.includes(detector.id)) other.alsoMatched.push(detector.id);
  }
  return winners;
}

/** The confidence of tokens with a known prefix. */
const CERTAIN = 0.8;

/** The matches of a group without other kinds of values that are inside a longer secret of a known kind. */
function withoutPartsOfTokens(group: readonly ScoredMatch[]): ScoredMatch[] {
  const tokens = mergeSpans(
    group.filter(
      ({ detector, confidence }) =>
        detector.category === 'secret' && detector.generic !== true && confidence >= CERTAIN,
    ),
  );
  const isPart = ({ start, end, detector }: ScoredMatch) => {
    const token = detector.category === 'secret' ? undefined : tokens[firstEndingAfter(tokens, start)];
    return token !== undefined && token.start <= start && end <= token.end && end - start < token.end - token.start;
  };
  return tokens.length === 0 ? [...group] : group.filter((one) => !isPart(one));
}

/** Below this confidence without a label, so many other numbers pass the check that a label is better evidence. */
const CERTAIN_CHECK = 0.7;

/**
 * A label directly at a number wins over a weak check of another detector: one in five random numbers is a phone number. Labels of
 * secrets have stages of their own (passwords/).
 */
function standingOf({ proven, isLabeled, confidence, detector }: ScoredMatch): number {
  if (detector.category === 'secret') return proven ? 2 : 0;
  if (proven) return isLabeled || confidence >= CERTAIN_CHECK ? 2 : 0;
  return isLabeled ? 1 : 0;
}

function compare(a: ScoredMatch, b: ScoredMatch): number {
  const standing = standingOf(b) - standingOf(a);
  if (standing !== 0) return standing;
  if (a.proven !== b.proven) return a.proven ? -1 : 1;
  const longer = lengthOf(b) - lengthOf(a);
  if (a.proven && longer !== 0) return longer;
  const generic = Number(a.detector.generic ?? false) - Number(b.detector.generic ?? false);
  if (generic !== 0) return generic;
  return (
    b.confidence - a.confidence ||
    longer ||
    a.start - b.start ||
    a.match.compiled.detector.index - b.match.compiled.detector.index
  );
}

function lengthOf({ start, end }: Span): number {
  return end - start;
}
