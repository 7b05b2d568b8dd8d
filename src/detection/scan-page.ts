import type { CustomSearch } from './custom/custom-search';
import { findValues, type FoundValue, prepareContexts, type SearchedText } from './report/find-values';
import type { LocatedFinding, Location, ExclusionFacts, Part } from './finding';
import { blockHashOf, fingerprintOf } from './report/fingerprint';
import { exactForm } from './text/normalize';
import { mergeSpans } from './text/spans';
import type { DetectorSelection } from './engine/policy';
import { BAR, maskRanges } from './report/masking';
import { type Steps, runToEnd } from '../platform/steps';
import { flatten } from './text/flatten';
import { type Skipped, sourceRanges } from './text/flat-text';

export interface ScanOptions {
  readonly selection: DetectorSelection;
  /** The key of the installation for fingerprints. */
  readonly fingerprintKey: Uint8Array;
  readonly today: Date;
  /** Starts a search with the custom detectors. Omitted: there are none. */
  readonly openCustomSearch?: (() => CustomSearch) | undefined;
  /** Records facts about a value for exclusions. Omitted: records nothing. */
  readonly exclusionFactsOf?: (detectorId: string, value: string) => ExclusionFacts;
  /** The scan returns only the first ones. Default: no limit. */
  readonly maxFindings?: number;
}

export interface PageScan {
  readonly findings: readonly LocatedFinding[];
  /** True if the page has more than `maxFindings`. */
  readonly isTruncated: boolean;
  /** True if values may be missing: findings were cut, a detector ran out of time, or content was not scanned. */
  readonly partial: boolean;
  /** The ids of the detectors that ran out of time. */
  readonly degraded: readonly string[];
  readonly notInspected: readonly NotInspected[];
}

export interface NotInspected {
  readonly field: Part['field'];
  readonly contentId?: string;
  readonly reason: Skipped['reason'];
  /** The JSON pointer of the content that was not scanned; '' is the whole part. */
  readonly pointer: string;
}

/** A finding with its value, for redaction only. Never store, log or return it. */
export interface DetectedValue {
  readonly finding: LocatedFinding;
  readonly value: string;
  /** Offsets in the flat text. */
  readonly start: number;
  readonly end: number;
  /** The normal form of the detector. Undefined: the value itself. */
  readonly normalized: string | undefined;
  readonly ignoresCase: boolean;
}

export interface DetectedValues {
  readonly detected: readonly DetectedValue[];
  readonly degraded: readonly string[];
  readonly notInspected: readonly NotInspected[];
}

/** Findings to describe in one step. */
const FINDINGS_PER_STEP = 50;

/** Scans the title, body, comments and attachment names of a page, each given as a part. The result holds no value. */
export function scanPage(parts: readonly Part[], options: ScanOptions): PageScan {
  return runToEnd(scanInSteps(parts, options));
}

/** The same scan in steps. */
export function* scanInSteps(parts: readonly Part[], options: ScanOptions): Steps<PageScan> {
  const { maxFindings = Infinity } = options;
  const { searched, degraded, notInspected } = yield* searchParts(parts, options, maxFindings);
  const findings: LocatedFinding[] = [];
  let isTruncated = false;
  for (const { detected } of locate(searched, options)) {
    isTruncated = findings.length >= maxFindings;
    if (isTruncated) break;
    const { location } = detected.finding;
    findings.push({ ...detected.finding, location: { ...location, ranges: maskRanges(location.ranges) } });
    if (findings.length % FINDINGS_PER_STEP === 0) yield;
  }
  const partial = isTruncated || degraded.length > 0 || notInspected.length > 0;
  return { findings, isTruncated, partial, degraded, notInspected };
}

export function detectValues(parts: readonly Part[], options: ScanOptions): DetectedValues {
  const { searched, degraded, notInspected } = runToEnd(searchParts(parts, options));
  const detected = Array.from(locate(searched, options), ({ detected }) => detected);
  return { detected, degraded, notInspected };
}

/** Checks if a scan of a page must know these parts: if they contain values, or cannot be searched completely. */
export function* hasValuesInSteps(parts: readonly Part[], options: ScanOptions): Steps<boolean> {
  const { searched, degraded, notInspected } = yield* searchParts(parts, options, 0);
  return degraded.length > 0 || notInspected.length > 0 || searched.some(({ values }) => values.length > 0);
}

/**
 * Finds one value again and shows it, masked, in its context. Never store or log the result.
 * @param masking finds what else is masked. It must include detectors that are off, because their values are no less sensitive
 * @returns only the bar if a detector ran out of time; undefined if the parts do not have the value
 */
export function* findContextInSteps(
  parts: readonly Part[],
  options: ScanOptions,
  masking: Pick<ScanOptions, 'selection' | 'openCustomSearch'>,
  isWanted: (finding: LocatedFinding) => boolean,
): Steps<string | undefined> {
  const { searched, degraded } = yield* searchParts(parts, options);
  const wanted = Array.from(locate(searched, options)).find(({ detected }) => isWanted(detected.finding));
  if (wanted === undefined) return undefined;
  const all = yield* searchParts(parts, { ...options, ...masking });
  if (degraded.length + all.degraded.length > 0) return BAR;
  const masked = searched.map((part, index) => {
    const others = all.searched[index]?.sensitive ?? [];
    return { ...part, sensitive: mergeSpans([...part.sensitive, ...others]) };
  });
  const part = masked[searched.indexOf(wanted.part)];
  return part && prepareContexts(masked)(part, wanted.found);
}

interface SearchedPart extends SearchedText {
  readonly place: Pick<Part, 'field' | 'contentId'>;
  readonly representation: Part['representation'];
  readonly placeAt: Part['placeAt'];
}

interface Search extends Omit<DetectedValues, 'detected'> {
  readonly searched: readonly SearchedPart[];
}

/** @param maxValues of a part, if the caller needs no more */
function* searchParts(
  parts: readonly Part[],
  { selection, today, openCustomSearch }: ScanOptions,
  maxValues = Infinity,
): Steps<Search> {
  const custom = openCustomSearch?.();
  const searched: SearchedPart[] = [];
  const notInspected: NotInspected[] = [];
  for (const part of parts) {
    const { field, contentId, representation, placeAt } = part;
    const place = { field, ...(contentId === undefined ? {} : { contentId }) };
    const flat = flatten(part);
    for (const { reason, pointer } of flat.skipped) notInspected.push({ ...place, reason, pointer });
    searched.push({
      place,
      representation,
      placeAt,
      flat,
      ...(yield* findValues(flat, selection, today, custom, maxValues)),
    });
    yield;
  }
  return { searched, degraded: custom?.overBudget ?? [], notInspected };
}

interface Located {
  readonly part: SearchedPart;
  readonly found: FoundValue;
  readonly detected: DetectedValue;
}

/** Yields lazily, in the order of the parts. */
function* locate(
  searched: readonly SearchedPart[],
  { fingerprintKey, exclusionFactsOf }: ScanOptions,
): Iterable<Located> {
  const occurrences = new Map<string, number>();
  for (const part of searched) {
    const { flat, place, representation, placeAt } = part;
    let hashed: { readonly block: number; readonly hash: string } | undefined;
    for (const found of part.values) {
      const { start, end, normalized, ignoresCase } = found;
      const { detectorId } = found.finding;
      const value = flat.text.slice(start, end);
      const block = flat.blocks[found.block];
      const fingerprint = fingerprintOf(fingerprintKey, detectorId, normalized ?? exactForm(value));
      const occurrence = countOf(occurrences, contentKeyOf(place), fingerprint);
      const ranges = sourceRanges(flat.blocks, start, end);
      // Values come in text order, so each block is hashed once.
      if (hashed?.block !== found.block)
        hashed = { block: found.block, hash: blockHashOf(fingerprintKey, flat.text.slice(block?.start, block?.end)) };
      const location: Location = {
        ...place,
        representation,
        kind: block?.kind ?? 'text',
        ranges,
        ...(placeAt === undefined ? {} : { place: placeAt(ranges[0]?.start ?? 0) }),
        blockHash: hashed.hash,
        occurrence,
      };
      const finding = {
        ...found.finding,
        ...exclusionFactsOf?.(detectorId, value),
        fingerprint,
        location,
      };
      yield { part, found, detected: { finding, value, start, end, normalized, ignoresCase } };
    }
  }
}

/** Files are scanned without their names, so the file of an attachment counts its own values. */
export function contentKeyOf({ field, contentId }: Pick<Location, 'field' | 'contentId'>): string | undefined {
  return field === 'attachment-content' ? `${contentId ?? ''} content` : contentId;
}

/** The number of earlier values with the same fingerprint in the same content. Counts this one. */
function countOf(counts: Map<string, number>, contentId: string | undefined, fingerprint: string): number {
  const key = `${contentId ?? ''} ${fingerprint}`;
  const count = counts.get(key) ?? 0;
  counts.set(key, count + 1);
  return count;
}
