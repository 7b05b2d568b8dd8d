import type { CustomHit, CustomSearch } from '../custom/custom-search';
import { bandOf, describeFinding, excerptOf } from './describe';
import { detectInSteps } from '../engine/detect';
import { contextOf } from './context';
import type { Finding } from '../finding';
import { KnownValues } from './known-values';
import type { Winner } from '../engine/overlaps';
import type { DetectorSelection } from '../engine/policy';
import { groupOverlapping, insertApart, type Span, mergeSpans } from '../text/spans';
import type { Steps } from '../../platform/steps';
import type { FlatText } from '../text/flat-text';

/** A finding with its range in the flat text. */
export interface FoundValue extends Span {
  readonly finding: Finding;
  /** The index of the block that contains its start. */
  readonly block: number;
  /** The normal form of the detector. Undefined: the value itself. */
  readonly normalized: string | undefined;
  readonly ignoresCase: boolean;
}

interface CustomWinner {
  readonly hit: CustomHit;
  readonly alsoMatched: string[];
}

export interface FoundValues {
  /** In text order, without overlaps. */
  readonly values: readonly FoundValue[];
  /** The ranges of every valid match, including those below the thresholds, in order, without overlaps. */
  readonly sensitive: readonly Span[];
}

/**
 * Finds the values in a text with built-in and custom detectors, in steps.
 * @param maxValues with more, the result may have only the first of them, and not all of `sensitive`
 */
export function* findValues(
  flat: FlatText,
  selection: DetectorSelection,
  today: Date,
  custom?: CustomSearch,
  maxValues = Infinity,
): Steps<FoundValues> {
  const hits = custom?.find(flat) ?? [];
  // A hit may join several values.
  const maxWinners = hits.length === 0 ? maxValues : Infinity;
  const { winners, sensitive } = yield* detectInSteps(flat, selection, today, maxWinners);
  const values = resolvePlaces(winners, hits).map(({ start, end, owner }): FoundValue => {
    if (!('scored' in owner))
      return {
        finding: describeCustom(owner),
        start,
        end,
        block: owner.hit.block,
        normalized: undefined,
        ignoresCase: false,
      };
    const { match, normalized, ignoresCase } = owner.scored;
    const finding = describeFinding(owner, selection);
    return { finding, start, end, block: match.block, normalized, ignoresCase };
  });
  return { values, sensitive: mergeSpans([...sensitive, ...hits]) };
}

/** A text with its findings. */
export interface SearchedText extends FoundValues {
  readonly flat: FlatText;
}

/** Returns a function that shows a value in its context. It masks copies of a value in all of these texts. */
export function prepareContexts(texts: readonly SearchedText[]): (searched: SearchedText, value: FoundValue) => string {
  const known = new KnownValues(valuesIn(texts));
  return ({ flat: { text, blocks }, sensitive }, value) =>
    contextOf({ text, sensitive, known }, blocks[value.block] ?? value, value);
}

function* valuesIn(texts: readonly SearchedText[]): Iterable<string> {
  for (const { flat, sensitive } of texts) for (const { start, end } of sensitive) yield flat.text.slice(start, end);
}

interface Place extends Span {
  readonly owner: Winner | CustomWinner;
}

/** Keeps one match for each place. Specific built-in detectors win over custom ones, and those over generic ones. */
function resolvePlaces(winners: readonly Winner[], hits: readonly CustomHit[]): readonly Place[] {
  const placeOf = (winner: Winner): Place => ({ start: winner.start, end: winner.end, owner: winner });
  if (hits.length === 0) return winners.map(placeOf);
  const hitPlaces = hits.map((hit): Place => ({ start: hit.start, end: hit.end, owner: { hit, alsoMatched: [] } }));
  return groupOverlapping([...winners.map(placeOf), ...hitPlaces]).flatMap(resolveGroup);
}

function resolveGroup(group: readonly Place[]): readonly Place[] {
  if (group.length === 1) return group;
  const isGeneric = ({ owner }: Place) => 'scored' in owner && owner.scored.detector.generic === true;
  const isHit = ({ owner }: Place) => 'hit' in owner;
  const confidenceOf = ({ owner }: Place) => ('hit' in owner ? owner.hit.confidence : 0);
  const places = group.filter((place) => !isHit(place) && !isGeneric(place));
  const hits = group
    .filter(isHit)
    .sort((a, b) => confidenceOf(b) - confidenceOf(a) || lengthOf(b) - lengthOf(a) || a.start - b.start);
  for (const place of [...hits, ...group.filter(isGeneric)]) {
    const other = insertApart(places, place);
    if (other === undefined) continue;
    const { alsoMatched } = other.owner;
    const detectorId = idOf(place.owner);
    if (idOf(other.owner) !== detectorId && !alsoMatched.includes(detectorId)) alsoMatched.push(detectorId);
  }
  return places;
}

function idOf(owner: Winner | CustomWinner): string {
  return 'scored' in owner ? owner.scored.detector.id : owner.hit.detectorId;
}

function lengthOf({ start, end }: Span): number {
  return end - start;
}

function describeCustom({ hit, alsoMatched }: CustomWinner): FoundValue['finding'] {
  const { detectorId, category, severity, confidence, keyword } = hit;
  const evidence = keyword === undefined ? [] : [`keyword:"${keyword}"`];
  return {
    detectorId,
    category,
    severity,
    confidence,
    band: bandOf(confidence),
    evidence,
    alsoMatched,
    maskedExcerpt: excerptOf(evidence),
  };
}
