import type { CustomHit, CustomSearch } from './custom/custom-search';
import { bandOf, describe } from './describe';
import { detect } from './detect';
import { excerptOf } from './excerpt';
import type { Finding } from './finding';
import type { Winner } from './overlaps';
import type { Selection } from './policy';
import { placeApart, type Span, union } from './spans';
import type { FlatText } from './text/flat-text';

/** A finding, and where in the flat text it is. */
export interface FoundValue {
  readonly finding: Finding;
  readonly start: number;
  readonly end: number;
  /** The number of the block that it begins in. */
  readonly block: number;
  /** In one form however it is written, where the detector knows it. */
  readonly normalised: string | undefined;
}

interface CustomWinner {
  readonly hit: CustomHit;
  readonly alsoMatched: string[];
}

/** What detectors, of the catalogue and custom ones, find in a text: in its order, without overlaps. */
export function findValues(
  flat: FlatText,
  selection: Selection,
  today: Date,
  custom?: CustomSearch,
): readonly FoundValue[] {
  const { winners, sensitive } = detect(flat, selection, today);
  const hits = custom?.find(flat) ?? [];
  const places = placeTogether(winners, hits);
  const covered = union([...sensitive, ...hits]);
  return places.map(({ start, end, owner }) => {
    if ('judged' in owner) {
      const { match, normalised } = owner.judged;
      const finding = describe(owner, flat, covered, selection);
      return { finding, start, end, block: match.block, normalised };
    }
    return {
      finding: describeCustom(owner, flat, covered),
      start,
      end,
      block: owner.hit.block,
      normalised: undefined,
    };
  });
}

interface Place extends Span {
  readonly owner: Winner | CustomWinner;
}

/** One for one place: who knows what it is, of the catalogue first, before a custom detector, and that before who does not know. */
function placeTogether(winners: readonly Winner[], hits: readonly CustomHit[]): readonly Place[] {
  const placeOf = (winner: Winner): Place => ({
    start: winner.start,
    end: winner.end,
    owner: { ...winner, alsoMatched: [...winner.alsoMatched] },
  });
  if (hits.length === 0) return winners.map(placeOf);
  const isGeneric = ({ judged }: Winner) => judged.detector.generic === true;
  const places: Place[] = winners.filter((winner) => !isGeneric(winner)).map(placeOf);
  const ofHits = [...hits].sort(
    (a, b) => b.confidence - a.confidence || lengthOf(b) - lengthOf(a) || a.start - b.start,
  );
  const placed = [
    ...ofHits.map((hit) => ({ start: hit.start, end: hit.end, owner: { hit, alsoMatched: [] } })),
    ...winners.filter(isGeneric).map(placeOf),
  ];
  for (const place of placed) {
    const other = placeApart(places, place);
    if (other === undefined) continue;
    const { alsoMatched } = other.owner;
    const detectorId = idOf(place.owner);
    if (idOf(other.owner) !== detectorId && !alsoMatched.includes(detectorId)) alsoMatched.push(detectorId);
  }
  return places;
}

function idOf(owner: Winner | CustomWinner): string {
  return 'judged' in owner ? owner.judged.detector.id : owner.hit.detectorId;
}

function lengthOf({ start, end }: Span): number {
  return end - start;
}

function describeCustom(
  { hit, alsoMatched }: CustomWinner,
  { text, blocks }: FlatText,
  covered: readonly Span[],
): Finding {
  const { detectorId, category, severity, confidence, keyword, start, end } = hit;
  const value = { start, end };
  return {
    detectorId,
    category,
    severity,
    confidence,
    band: bandOf(confidence),
    evidence: keyword === undefined ? [] : [`keyword:"${keyword}"`],
    alsoMatched,
    maskedExcerpt: excerptOf(text, blocks[hit.block] ?? value, value, undefined, covered),
  };
}
