import type { Judged } from './judge';
import { groupOverlapping, placeApart, type Span } from './spans';

/** A finding, with what else was made of the same place. */
export interface Winner extends Span {
  readonly judged: Judged;
  readonly alsoMatched: string[];
}

/**
 * One finding for one place: what is proven before what is not, of two proven ones the longer; then who knows what it is before who
 * does not; then the surer one, and the longer. In the order of the text.
 */
export function resolveOverlaps(all: readonly Judged[]): Winner[] {
  return groupOverlapping(all).flatMap(resolveGroup);
}

function resolveGroup(group: readonly Judged[]): Winner[] {
  const winners: Winner[] = [];
  for (const judged of [...group].sort(compare)) {
    const { start, end, detector } = judged;
    const other = placeApart(winners, { start, end, judged, alsoMatched: [] });
    if (other === undefined || other.judged.detector.id === detector.id) continue;
    if (!other.alsoMatched.includes(detector.id)) other.alsoMatched.push(detector.id);
  }
  return winners;
}

function compare(a: Judged, b: Judged): number {
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
