import type { CustomSearch } from './custom/custom-search';
import type { Detector } from './detector';
import { findValues, type FoundValue, openChanges, openExcerpts, type SearchedText } from './find-values';
import type { LocatedFinding, Location, Marks, Part } from './finding';
import { blockHashOf, fingerprintOf } from './fingerprint';
import { exactForm, formerForm } from './normalise';
import type { Selection } from './policy';
import { shownRanges } from './shown-pointer';
import { type Steps, toEnd } from './steps';
import { flatten } from './text/flatten';
import { type Skipped, sourceRanges } from './text/flat-text';

export interface ScanOptions {
  readonly selection: Selection;
  /** Of the installation: what fingerprints are made with. */
  readonly fingerprintKey: Uint8Array;
  readonly today: Date;
  /** Begins a search of the custom detectors; left out: there are none. */
  readonly openCustomSearch?: (() => CustomSearch) | undefined;
  /** What is noted of a value. Left out: nothing. */
  readonly mark?: (detectorId: string, value: string) => Marks;
  /** The scan returns the first ones. Default: all. */
  readonly maxFindings?: number;
}

export interface PageScan {
  readonly findings: readonly LocatedFinding[];
  /** True if there are more than `maxFindings`. */
  readonly isCut: boolean;
  /** Whether there may be more than was found: a rule ran out of time (see `degraded`), or something was not inspected. */
  readonly partial: boolean;
  /** The ids of the rules that ran out of time. */
  readonly degraded: readonly string[];
  readonly notInspected: readonly NotInspected[];
}

export interface NotInspected {
  readonly field: Part['field'];
  readonly contentId?: string;
  readonly reason: Skipped['reason'];
  /** What of the part; '' is all of it. */
  readonly pointer: string;
}

/** A finding with its value: for redaction alone, which must know what to take out. Never kept, logged or answered. */
export interface Sighting {
  readonly finding: Omit<LocatedFinding, 'maskedExcerpt'>;
  readonly value: string;
  /** Where it is in the flat text. */
  readonly start: number;
  readonly end: number;
  /** The detector's own normal form of the value; undefined = the value itself. */
  readonly normalised: string | undefined;
  readonly ignoresCase: boolean;
  readonly mask: Detector['mask'];
}

export interface Sightings {
  readonly sightings: readonly Sighting[];
  readonly degraded: readonly string[];
  readonly notInspected: readonly NotInspected[];
}

/** Findings that are described without a break. */
const AT_ONCE = 50;

/** Scans a page: title, body, comments and names of attachments, each as a part. The result holds no value. */
export function scanPage(parts: readonly Part[], options: ScanOptions): PageScan {
  return toEnd(scanInSteps(parts, options));
}

/** The same in steps, between which other work can run. */
export function* scanInSteps(parts: readonly Part[], options: ScanOptions): Steps<PageScan> {
  const { maxFindings = Infinity } = options;
  const { searched, degraded, notInspected } = yield* searchParts(parts, options);
  const excerptOf = openExcerpts(searched);
  const findings: LocatedFinding[] = [];
  let isCut = false;
  for (const { part, found, sighting } of locate(searched, options)) {
    isCut = findings.length >= maxFindings;
    if (isCut) break;
    const { location } = sighting.finding;
    const shown = { ...location, ranges: shownRanges(location.ranges) };
    findings.push({ ...sighting.finding, location: shown, maskedExcerpt: excerptOf(part, found) });
    if (findings.length % AT_ONCE === 0) yield;
  }
  const partial = isCut || degraded.length > 0 || notInspected.length > 0;
  return { findings, isCut, partial, degraded, notInspected };
}

export function sightParts(parts: readonly Part[], options: ScanOptions): Sightings {
  const { searched, degraded, notInspected } = toEnd(searchParts(parts, options));
  const sightings = Array.from(locate(searched, options), ({ sighting }) => sighting);
  return { sightings, degraded, notInspected };
}

/** A part of the flat text of a part, by its number, that something else comes in place of. */
export interface PartChange extends Pick<Sighting, 'start' | 'end' | 'mask'> {
  readonly part: number;
  readonly instead: string;
}

/** Shows changes with their surroundings, masked as in findings. */
export function showChanges(parts: readonly Part[], changes: readonly PartChange[], options: ScanOptions) {
  const { searched } = toEnd(searchParts(parts, options));
  const show = openChanges(searched);
  return changes.map(({ part, start, end, mask, instead }) => {
    const text = searched[part];
    return text === undefined ? { before: '', after: instead } : show(text, { start, end }, mask, instead);
  });
}

interface SearchedPart extends SearchedText {
  readonly place: Pick<Part, 'field' | 'contentId'>;
  readonly representation: Part['representation'];
}

interface Search extends Omit<Sightings, 'sightings'> {
  readonly searched: readonly SearchedPart[];
}

function* searchParts(parts: readonly Part[], { selection, today, openCustomSearch }: ScanOptions): Steps<Search> {
  const custom = openCustomSearch?.();
  const searched: SearchedPart[] = [];
  const notInspected: NotInspected[] = [];
  for (const part of parts) {
    const { field, contentId, representation } = part;
    const place = { field, ...(contentId === undefined ? {} : { contentId }) };
    const flat = flatten(part);
    for (const { reason, pointer } of flat.skipped) notInspected.push({ ...place, reason, pointer });
    searched.push({ place, representation, flat, ...(yield* findValues(flat, selection, today, custom)) });
    yield;
  }
  return { searched, degraded: custom?.overBudget ?? [], notInspected };
}

interface Located {
  readonly part: SearchedPart;
  readonly found: FoundValue;
  readonly sighting: Sighting;
}

/** In the order of the parts, and only as far as they are asked for. */
function* locate(searched: readonly SearchedPart[], { fingerprintKey, mark }: ScanOptions): Iterable<Located> {
  const occurrences = new Map<string, number>();
  const formerOccurrences = new Map<string, number>();
  for (const part of searched) {
    const { flat, place, representation } = part;
    let hashed: { readonly block: number; readonly hash: string } | undefined;
    for (const found of part.values) {
      const { start, end, normalised, ignoresCase, mask } = found;
      const { detectorId, category } = found.finding;
      const value = flat.text.slice(start, end);
      const block = flat.blocks[found.block];
      const form = normalised ?? exactForm(value);
      const fingerprint = fingerprintOf(fingerprintKey, detectorId, form);
      const occurrence = countOf(occurrences, place.contentId, fingerprint);
      const formerly = formerForm(detectorId, category, value, normalised);
      const formerFingerprint = formerly === form ? fingerprint : fingerprintOf(fingerprintKey, detectorId, formerly);
      const formerOccurrence = countOf(formerOccurrences, place.contentId, formerFingerprint);
      // Values come in the order of the text, so that each block is hashed once.
      if (hashed?.block !== found.block)
        hashed = { block: found.block, hash: blockHashOf(fingerprintKey, flat.text.slice(block?.start, block?.end)) };
      const location: Location = {
        ...place,
        representation,
        kind: block?.kind ?? 'text',
        ranges: sourceRanges(flat.blocks, start, end),
        blockHash: hashed.hash,
        occurrence,
      };
      const finding = {
        ...found.finding,
        ...mark?.(detectorId, value),
        fingerprint,
        ...(formerFingerprint === fingerprint ? {} : { formerFingerprint, formerOccurrence }),
        location,
      };
      yield { part, found, sighting: { finding, value, start, end, normalised, ignoresCase, mask } };
    }
  }
}

/** How many of the same fingerprint come before this one in the same content. */
function countOf(counts: Map<string, number>, contentId: string | undefined, fingerprint: string): number {
  const key = `${contentId ?? ''} ${fingerprint}`;
  const count = counts.get(key) ?? 0;
  counts.set(key, count + 1);
  return count;
}
