import type { Judged } from './judge';

/** A finding, with what else was made of the same place. */
export interface Winner {
  readonly judged: Judged;
  readonly alsoMatched: readonly string[];
}

/**
 * One finding for one place: what is proven before what is not, of two proven ones the longer; then who knows what it is before who
 * does not; then the surer one, and the longer. In the order of the text.
 */
export function resolveOverlaps(all: readonly Judged[]): Winner[] {
  const winners: { judged: Judged; alsoMatched: Set<string> }[] = [];
  for (const judged of [...all].sort(compare)) {
    const position = firstEndingAfter(winners, judged.start);
    const other = winners[position];
    if (other === undefined || other.judged.start >= judged.end) {
      winners.splice(position, 0, { judged, alsoMatched: new Set() });
    } else if (other.judged.detector.id !== judged.detector.id) other.alsoMatched.add(judged.detector.id);
  }
  return winners.map(({ judged, alsoMatched }) => ({ judged, alsoMatched: [...alsoMatched] }));
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

function lengthOf({ start, end }: Judged): number {
  return end - start;
}

/** Winners do not overlap: their ends are in the order of their starts. */
function firstEndingAfter(winners: readonly { readonly judged: Judged }[], position: number): number {
  let low = 0;
  let high = winners.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((winners[middle]?.judged.end ?? 0) <= position) low = middle + 1;
    else high = middle;
  }
  return low;
}
