import type { Part } from '../../detection/finding';
import { type ScanOptions, type DetectedValue, detectValues } from '../../detection/scan-page';
import { BAR } from '../../detection/report/masking';
import { flatten } from '../../detection/text/flatten';
import {
  type Block,
  type FlatText,
  type PagePlace,
  type SourceRange,
  sourceRanges,
} from '../../detection/text/flat-text';
import { type Cut, markerOf, type MarkerStyle } from './cut';
import { editAdf } from './edit-adf';
import { editSource } from './edit-source';
import { type Copy, distinctValues, findCopies, overlaps, prepareValues, type ValueToRemove } from './copies';
import { firstEndingAfter, insertApart, type Span, mergeSpans } from '../../detection/text/spans';

/**
 * Removes values from all parts of a page: title, body, comments. Fingerprints identify the values; each call searches
 * for them again and uses no stored offsets. Pure: documents in, documents out.
 */

export type Redaction =
  /** The parts certainly hold none of the values. */
  | { readonly outcome: 'clean'; readonly uncertain: readonly UncertainPlace[] }
  | {
      readonly outcome: 'redacted';
      /** The changed parts. */
      readonly parts: readonly RedactedPart[];
      /** The fingerprints of the values that were cut. */
      readonly fingerprints: ReadonlySet<string>;
      /** The places of the cuts, copies included. */
      readonly places: readonly CutPlace[];
      /** The cuts, in the order of the parts. */
      readonly cuts: readonly PlacedChange[];
      /** Places that only resemble a value, in the parts after the redaction. They stay unchanged. */
      readonly uncertain: readonly UncertainPlace[];
      /**
       * The ranges of all cuts, if each cut is unchanged text of title or body that a detector finds; else undefined.
       */
      readonly textRanges: readonly TextRange[] | undefined;
    }
  /** Nothing may be written, because a part of a value would stay. */
  | {
      readonly outcome: 'not-possible';
      readonly reason: NotPossible;
      readonly part: Pick<Part, 'field' | 'contentId'>;
    };

export type NotPossible =
  /** A part cannot be read completely, so its contents are unknown. */
  | 'not-readable'
  /** A value is in a place that cannot be cut, such as the name of a macro's parameter, or across two blocks. */
  | 'remains';

export interface CutPlace {
  readonly field: Part['field'];
  readonly kind: Cut['kind'];
}

/** For a span over several strings, the range in the first one. */
export interface UncertainPlace extends CutPlace, SourceRange {
  /** The part before the redaction. */
  readonly part: Part;
}

export interface PlacedChange extends Span {
  /** The index of the part. */
  readonly part: number;
  readonly kind: Cut['kind'];
  readonly place: PagePlace;
  /** The excerpt of the value, before and after the replacement. */
  readonly before: string;
  readonly after: string;
}

/** A part of a title, or of a text node of a body. */
export interface TextRange extends SourceRange {
  readonly field: 'title' | 'body';
}

export interface RedactedPart {
  readonly before: Part;
  readonly after: Part;
}

/** A cut can join two halves around it into a value that a detector finds only then. */
const MAX_ROUNDS = 5;

/** @param known values of other parts, whose copies are cut as well */
export function redactParts(
  parts: readonly Part[],
  fingerprints: ReadonlySet<string>,
  options: ScanOptions,
  style: MarkerStyle = 'block',
  known: readonly ValueToRemove[] = [],
): Redaction {
  const isSought = ({ finding }: DetectedValue) => fingerprints.has(finding.fingerprint);
  let valuesToRemove = known;
  const gone = new Set<string>();
  const places: CutPlace[] = [];
  const changes: PlacedChange[] = [];
  const states = parts.map((before) => ({ before, after: before }));
  let textRanges: TextRange[] | undefined = [];
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const detectedByPart: (readonly DetectedValue[])[] = [];
    for (const { after } of states) {
      const { detected, notInspected, degraded } = detectValues([after], options);
      if (notInspected.length > 0 || degraded.length > 0) return notPossible('not-readable', after);
      detectedByPart.push(detected);
      const own = detected.filter(isSought);
      valuesToRemove = distinctValues([...valuesToRemove, ...own.map((value) => toValueToRemove(value, style))]);
    }
    let isDone = true;
    const uncertain: UncertainPlace[] = [];
    const values = prepareValues(valuesToRemove);
    for (const [index, state] of states.entries()) {
      const flat = flatten(state.after);
      const own = (detectedByPart[index] ?? []).filter(isSought);
      const others = (detectedByPart[index] ?? []).filter((one) => !isSought(one));
      const { certain, resembling } = findCopies(flat.text, values, others, options);
      const found = cutsOf(own, style);
      const copies = copyCuts(flat, certain);
      if (copies.some(({ ranges }) => ranges.length === 0)) return notPossible('remains', state.after);
      const unsure = resembling.filter((span) => !overlaps(own, span));
      uncertain.push(...uncertainPlacesOf(state.before, flat, unsure));
      const cuts = [...found, ...copies];
      if (cuts.length === 0) continue;
      isDone = false;
      for (const { finding } of own) gone.add(finding.fingerprint);
      for (const { fingerprint } of certain) gone.add(fingerprint);
      if (round === 0) changes.push(...changesOf(index, flat, own, certain, style));
      const ranges = round === 0 ? textRangesOf(state.before, found, copies) : undefined;
      textRanges = ranges && textRanges && [...textRanges, ...ranges];
      if (cuts.some(({ ranges }) => ranges.length === 0)) return notPossible('remains', state.after);
      const source = edit(state.after, cuts, flat.blocks);
      if (source === undefined || source === state.after.source) return notPossible('remains', state.after);
      const { field } = state.after;
      places.push(...distinctPlaces(cuts).map(({ kind }) => ({ field, kind })));
      states[index] = { before: state.before, after: { ...state.after, source } };
    }
    if (!isDone) continue;
    const changed = states.filter(({ before, after }) => before !== after);
    return changed.length === 0
      ? { outcome: 'clean', uncertain }
      : { outcome: 'redacted', parts: changed, fingerprints: gone, places, cuts: changes, uncertain, textRanges };
  }
  const left = states.find(({ before, after }) => before !== after);
  return left === undefined ? { outcome: 'clean', uncertain: [] } : notPossible('remains', left.after);
}

function notPossible(reason: NotPossible, { field, contentId }: Part): Redaction {
  return { outcome: 'not-possible', reason, part: { field, ...(contentId === undefined ? {} : { contentId }) } };
}

/**
 * @returns undefined if a cut is not text, or if no detector finds it by itself, as a failed cut would go undetected
 */
function textRangesOf(
  { field, representation }: Part,
  found: readonly Cut[],
  copies: readonly Cut[],
): TextRange[] | undefined {
  if (field !== 'title' && !(field === 'body' && representation === 'atlas_doc_format')) return undefined;
  if (found.some(({ kind }) => !TEXT_KINDS.has(kind))) return undefined;
  const ranges = found.flatMap((cut) => cut.ranges);
  const isFound = (copy: SourceRange) =>
    ranges.some(({ pointer, start, end }) => pointer === copy.pointer && start <= copy.start && copy.end <= end);
  if (!copies.every((cut) => cut.ranges.every(isFound))) return undefined;
  return ranges.map((range) => ({ ...range, field }));
}

const TEXT_KINDS: ReadonlySet<Cut['kind']> = new Set(['text', 'code', 'plain']);

function cutsOf(detected: readonly DetectedValue[], style: MarkerStyle): Cut[] {
  return detected.map(({ finding: { category, location } }) => ({
    kind: location.kind,
    ranges: location.ranges,
    marker: markerOf(style, category),
  }));
}

/** The copies of a value include the value that was found. */
function distinctPlaces(cuts: readonly Cut[]): readonly Cut[] {
  const known = new Set<string>();
  return cuts.filter(({ ranges }) => {
    const [first] = ranges;
    const place = `${first?.pointer ?? ''} ${first?.start ?? ''}`;
    return known.size < known.add(place).size;
  });
}

/** The values that a detector finds in the parts. Never kept, logged or answered. */
export function valuesIn(
  parts: readonly Part[],
  fingerprints: ReadonlySet<string>,
  options: ScanOptions,
  style: MarkerStyle,
): readonly ValueToRemove[] {
  const { detected } = detectValues(parts, options);
  const own = detected.filter(({ finding }) => fingerprints.has(finding.fingerprint));
  return distinctValues(own.map((value) => toValueToRemove(value, style)));
}

/**
 * Returns the places where the parts hold or resemble one of the values, for parts that are not edited.
 * @param isReported whether to return the certain copies of a value, by its fingerprint
 */
export function placesIn(
  parts: readonly Part[],
  known: readonly ValueToRemove[],
  options: ScanOptions,
  isReported: (fingerprint: string) => boolean,
): readonly UncertainPlace[] {
  const values = prepareValues(known);
  return parts.flatMap((part) => {
    const flat = flatten(part);
    const { certain, resembling } = findCopies(flat.text, values, [], options);
    const copies = certain.filter(({ fingerprint }) => isReported(fingerprint));
    return uncertainPlacesOf(part, flat, mergeSpans([...copies, ...resembling]));
  });
}

function toValueToRemove(
  { finding, start: _start, end: _end, ...value }: DetectedValue,
  style: MarkerStyle,
): ValueToRemove {
  const { detectorId, fingerprint, category, location, maskedExcerpt } = finding;
  const marker = markerOf(style, category);
  return { ...value, detectorId, fingerprint, isInAddress: location.kind === 'link', marker, maskedExcerpt };
}

/** In text order, each place once. */
function changesOf(
  part: number,
  flat: FlatText,
  own: readonly DetectedValue[],
  copies: readonly Copy[],
  style: MarkerStyle,
): PlacedChange[] {
  const found = own.map(({ finding, ...place }) => {
    return { ...place, ...finding, marker: markerOf(style, finding.category) };
  });
  const changes: PlacedChange[] = [];
  for (const { start, end, maskedExcerpt: before, marker } of [...found, ...copies])
    insertApart(changes, {
      ...{ part, start, end, kind: kindAt(flat, start), before, after: before.replace(BAR, marker) },
      place: blockAt(flat, start)?.place ?? {},
    });
  return changes;
}

/** The cuts of copies. A copy in the name of a macro parameter has no place in the source, and cannot be cut. */
function copyCuts(flat: FlatText, copies: readonly Copy[]): Cut[] {
  return copies.map(({ start, end, marker }) => ({
    marker,
    kind: kindAt(flat, start),
    ranges: sourceRanges(flat.blocks, start, end),
  }));
}

function uncertainPlacesOf(part: Part, flat: FlatText, spans: readonly Span[]): UncertainPlace[] {
  return spans.flatMap(({ start, end }) => {
    const [range] = sourceRanges(flat.blocks, start, end);
    if (range === undefined) return [];
    return [{ part, field: part.field, kind: kindAt(flat, start), ...range }];
  });
}

function kindAt(flat: FlatText, position: number): Cut['kind'] {
  return blockAt(flat, position)?.kind ?? 'text';
}

function blockAt({ blocks }: FlatText, position: number): Block | undefined {
  const block = blocks[firstEndingAfter(blocks, position)];
  return block !== undefined && block.start <= position ? block : undefined;
}

function edit({ representation, source }: Part, cuts: readonly Cut[], blocks: readonly Block[]): string | undefined {
  return representation === 'atlas_doc_format' ? editAdf(source, cuts) : editSource(source, cuts, blocks);
}
