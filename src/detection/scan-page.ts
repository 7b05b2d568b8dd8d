import type { CustomSearch } from './custom/custom-search';
import { findValues } from './find-values';
import type { LocatedFinding, Location, Marks, Part } from './finding';
import { blockHashOf, fingerprintOf } from './fingerprint';
import { normalise } from './normalise';
import type { Selection } from './policy';
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
}

export interface PageScan {
  readonly findings: readonly LocatedFinding[];
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
  readonly finding: LocatedFinding;
  readonly value: string;
}

export interface Sightings {
  readonly sightings: readonly Sighting[];
  readonly degraded: readonly string[];
  readonly notInspected: readonly NotInspected[];
}

/** What is in a page: title, body, comments, names of attachments, each as a part. Nothing of it is kept. */
export function scanPage(parts: readonly Part[], options: ScanOptions): PageScan {
  const { sightings, degraded, notInspected } = sightParts(parts, options);
  const partial = degraded.length > 0 || notInspected.length > 0;
  return { findings: sightings.map(({ finding }) => finding), partial, degraded, notInspected };
}

export function sightParts(parts: readonly Part[], options: ScanOptions): Sightings {
  const { selection, fingerprintKey, today, mark, openCustomSearch } = options;
  const custom = openCustomSearch?.();
  const occurrences = new Map<string, number>();
  const sightings: Sighting[] = [];
  const notInspected: NotInspected[] = [];
  for (const part of parts) {
    const { field, contentId, representation } = part;
    const place = { field, ...(contentId === undefined ? {} : { contentId }) };
    const flat = flatten(part);
    for (const { reason, pointer } of flat.skipped) notInspected.push({ ...place, reason, pointer });
    for (const { finding, start, end, block: number, normalised } of findValues(flat, selection, today, custom)) {
      const { detectorId, category } = finding;
      const value = flat.text.slice(start, end);
      const block = flat.blocks[number];
      const fingerprint = fingerprintOf(fingerprintKey, detectorId, normalised ?? normalise(value, category));
      const key = `${contentId ?? ''} ${fingerprint}`;
      const occurrence = occurrences.get(key) ?? 0;
      occurrences.set(key, occurrence + 1);
      const location: Location = {
        ...place,
        representation,
        kind: block?.kind ?? 'text',
        ranges: sourceRanges(flat.blocks, start, end),
        blockHash: blockHashOf(fingerprintKey, flat.text.slice(block?.start, block?.end)),
        occurrence,
      };
      sightings.push({ finding: { ...finding, ...mark?.(detectorId, value), fingerprint, location }, value });
    }
  }
  return { sightings, degraded: custom?.overBudget ?? [], notInspected };
}
