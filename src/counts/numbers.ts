import type { Severity } from '../detection/detector';

/** The numbers of one space, of several, or of the site. */
export interface SpaceNumbers {
  /** Pages that have a level or were scanned. Deleted pages are not counted. */
  readonly pages: number;
  /** By level id; `none`: scanned pages without a level. A level that no page has is omitted. */
  readonly byLevel: Readonly<Record<string, number>>;
  /** Open findings that no exclusion covers. Exclusions for pages with a label are ignored. */
  readonly open: Readonly<Record<Severity, number>>;
  /** The sum is `pages`. */
  readonly coverage: Coverage;
}

export interface Coverage {
  /** Scanned completely, with the detectors that the space has now. */
  readonly complete: number;
  readonly partial: number;
  /** Never scanned, or not visible to the app. */
  readonly notScanned: number;
  /** Scanned before the detectors of the space changed. */
  readonly outdated: number;
}

export const NO_NUMBERS: SpaceNumbers = {
  pages: 0,
  byLevel: {},
  open: { low: 0, medium: 0, high: 0, critical: 0 },
  coverage: { complete: 0, partial: 0, notScanned: 0, outdated: 0 },
};
