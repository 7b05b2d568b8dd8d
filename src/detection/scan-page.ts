import type { CustomSearch } from './custom/custom-search';
import type { Detector } from './detector';
import { findValues, type FoundValue, preparePreviews, prepareExcerpts, type SearchedText } from './report/find-values';
import type { LocatedFinding, Location, ExclusionFacts, Part } from './finding';
import { blockHashOf, fingerprintOf } from './report/fingerprint';
import { exactForm } from './text/normalize';
import type { DetectorSelection } from './engine/policy';
import { maskRanges } from './report/masking';
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
  readonly finding: Omit<LocatedFinding, 'maskedExcerpt'>;
  readonly value: string;
  /** Offsets in the flat text. */
  readonly start: number;
  readonly end: number;
  /** The normal form of the detector. Undefined: the value itself. */
  readonly normalized: string | undefined;
  readonly ignoresCase: boolean;
  readonly mask: Detector['mask'];
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
  const { searched, degraded, notInspected } = yield* searchParts(parts, options);
  const excerptOf = prepareExcerpts(searched);
  const findings: LocatedFinding[] = [];
  let isTruncated = false;
  for (const { part, found, detected } of locate(searched, options)) {
    isTruncated = findings.length >= maxFindings;
    if (isTruncated) break;
    const { location } = detected.finding;
    const shown = { ...location, ranges: maskRanges(location.ranges) };
    findings.push({ ...detected.finding, location: shown, maskedExcerpt: excerptOf(part, found) });
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

/**
 * Checks if a scan of a page must know these parts. It must if they contain values, also below the thresholds, because
 * excerpts of the page mask them, or if they cannot be searched completely.
 */
export function* hasValuesInSteps(parts: readonly Part[], options: ScanOptions): Steps<boolean> {
  const { searched, degraded, notInspected } = yield* searchParts(parts, options);
  return degraded.length > 0 || notInspected.length > 0 || searched.some(({ sensitive }) => sensitive.length > 0);
}

/** A range of a part's flat text, and the text that replaces it. */
export interface PartChange extends Pick<DetectedValue, 'start' | 'end' | 'mask'> {
  /** The index of the part. */
  readonly part: number;
  readonly replacement: string;
}

/** Previews replacements with masked context. */
export function previewChanges(parts: readonly Part[], changes: readonly PartChange[], options: ScanOptions) {
  const { searched } = runToEnd(searchParts(parts, options));
  const show = preparePreviews(searched);
  return changes.map(({ part, start, end, mask, replacement }) => {
    const text = searched[part];
    return text === undefined ? { before: '', after: replacement } : show(text, { start, end }, mask, replacement);
  });
}

interface SearchedPart extends SearchedText {
  readonly place: Pick<Part, 'field' | 'contentId'>;
  readonly representation: Part['representation'];
}

interface Search extends Omit<DetectedValues, 'detected'> {
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
  readonly detected: DetectedValue;
}

/** Yields lazily, in the order of the parts. */
function* locate(
  searched: readonly SearchedPart[],
  { fingerprintKey, exclusionFactsOf }: ScanOptions,
): Iterable<Located> {
  const occurrences = new Map<string, number>();
  for (const part of searched) {
    const { flat, place, representation } = part;
    let hashed: { readonly block: number; readonly hash: string } | undefined;
    for (const found of part.values) {
      const { start, end, normalized, ignoresCase, mask } = found;
      const { detectorId } = found.finding;
      const value = flat.text.slice(start, end);
      const block = flat.blocks[found.block];
      const fingerprint = fingerprintOf(fingerprintKey, detectorId, normalized ?? exactForm(value));
      const occurrence = countOf(occurrences, place.contentId, fingerprint);
      // Values come in text order, so each block is hashed once.
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
        ...exclusionFactsOf?.(detectorId, value),
        fingerprint,
        location,
      };
      yield { part, found, detected: { finding, value, start, end, normalized, ignoresCase, mask } };
    }
  }
}

/** The number of earlier values with the same fingerprint in the same content. Counts this one. */
function countOf(counts: Map<string, number>, contentId: string | undefined, fingerprint: string): number {
  const key = `${contentId ?? ''} ${fingerprint}`;
  const count = counts.get(key) ?? 0;
  counts.set(key, count + 1);
  return count;
}
