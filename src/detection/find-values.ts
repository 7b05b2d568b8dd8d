import type { CustomHit, CustomSearch } from './custom/custom-search';
import { bandOf, describe } from './describe';
import { detectInSteps } from './detect';
import type { Detector } from './detector';
import { excerptOf, excerptWith } from './excerpt';
import type { Finding } from './finding';
import { KnownValues } from './known-values';
import type { Winner } from './overlaps';
import type { Selection } from './policy';
import { firstEndingAfter, groupOverlapping, placeApart, type Span, union } from './spans';
import type { Steps } from './steps';
import type { FlatText } from './text/flat-text';

/** A finding, and where in the flat text it is. */
export interface FoundValue extends Span {
  readonly finding: Omit<Finding, 'maskedExcerpt'>;
  readonly mask: Detector['mask'];
  /** The number of the block that it begins in. */
  readonly block: number;
  /** The detector's own normal form; undefined = the value itself. */
  readonly normalised: string | undefined;
  readonly ignoresCase: boolean;
}

interface CustomWinner {
  readonly hit: CustomHit;
  readonly alsoMatched: string[];
}

export interface FoundValues {
  /** In the order of the text, without overlaps. */
  readonly values: readonly FoundValue[];
  /** All that was made out, also below the thresholds, in order, without overlaps. */
  readonly sensitive: readonly Span[];
}

/** Finds values in a text, with the detectors of the catalogue and the custom ones. In steps. */
export function* findValues(
  flat: FlatText,
  selection: Selection,
  today: Date,
  custom?: CustomSearch,
): Steps<FoundValues> {
  const { winners, sensitive } = yield* detectInSteps(flat, selection, today);
  const hits = custom?.find(flat) ?? [];
  const values = placeTogether(winners, hits).map(({ start, end, owner }): FoundValue => {
    if (!('judged' in owner))
      return {
        finding: describeCustom(owner),
        mask: undefined,
        start,
        end,
        block: owner.hit.block,
        normalised: undefined,
        ignoresCase: false,
      };
    const { match, detector, normalised, ignoresCase } = owner.judged;
    const finding = describe(owner, selection);
    return { finding, mask: detector.mask, start, end, block: match.block, normalised, ignoresCase };
  });
  return { values, sensitive: union([...sensitive, ...hits]) };
}

/** A text with what was found in it. */
export interface SearchedText extends FoundValues {
  readonly flat: FlatText;
}

/** Shows what was found in the texts of a page. Copies of a value are masked in all of them. */
export function openExcerpts(texts: readonly SearchedText[]): (searched: SearchedText, value: FoundValue) => string {
  const known = new KnownValues(valuesIn(texts));
  return ({ flat: { text, blocks }, sensitive }, value) =>
    excerptOf({ text, sensitive, known }, blocks[value.block] ?? value, value, value.mask);
}

/** A span as it is shown, masked, and with something else in its place; both with the same surroundings. */
export interface ShownChange {
  readonly before: string;
  readonly after: string;
}

/** Shows what changes in the texts of a page. */
export function openChanges(texts: readonly SearchedText[]) {
  const known = new KnownValues(valuesIn(texts));
  return (text: SearchedText, span: Span, mask: Detector['mask'], instead: string): ShownChange => {
    const { flat, sensitive } = text;
    const source = { text: flat.text, sensitive: union([...sensitive, span]), known };
    const block = flat.blocks[firstEndingAfter(flat.blocks, span.start)] ?? span;
    return { before: excerptOf(source, block, span, mask), after: excerptWith(source, block, span, instead) };
  };
}

function* valuesIn(texts: readonly SearchedText[]): Iterable<string> {
  for (const { flat, sensitive } of texts) for (const { start, end } of sensitive) yield flat.text.slice(start, end);
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
  const ofHits = hits.map((hit): Place => ({ start: hit.start, end: hit.end, owner: { hit, alsoMatched: [] } }));
  return groupOverlapping([...winners.map(placeOf), ...ofHits]).flatMap(placeGroup);
}

function placeGroup(group: readonly Place[]): readonly Place[] {
  if (group.length === 1) return group;
  const isGeneric = ({ owner }: Place) => 'judged' in owner && owner.judged.detector.generic === true;
  const isHit = ({ owner }: Place) => 'hit' in owner;
  const confidenceOf = ({ owner }: Place) => ('hit' in owner ? owner.hit.confidence : 0);
  const places = group.filter((place) => !isHit(place) && !isGeneric(place));
  const hits = group
    .filter(isHit)
    .sort((a, b) => confidenceOf(b) - confidenceOf(a) || lengthOf(b) - lengthOf(a) || a.start - b.start);
  for (const place of [...hits, ...group.filter(isGeneric)]) {
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

function describeCustom({ hit, alsoMatched }: CustomWinner): FoundValue['finding'] {
  const { detectorId, category, severity, confidence, keyword } = hit;
  return {
    detectorId,
    category,
    severity,
    confidence,
    band: bandOf(confidence),
    evidence: keyword === undefined ? [] : [`keyword:"${keyword}"`],
    alsoMatched,
  };
}
