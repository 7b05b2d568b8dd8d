import type { Category, Severity } from './detector';
import type { LocationKind, SourceRange } from './text/flat-text';

export type Band = 'high' | 'medium' | 'low';

/** A detected value, described without the value itself. */
export interface Finding {
  readonly detectorId: string;
  readonly category: Category;
  readonly severity: Severity;
  /** 0 to 1, rounded to hundredths. */
  readonly confidence: number;
  readonly band: Band;
  /** `checksum:luhn`, `context:"card number"`, `tag:test-number`. */
  readonly evidence: readonly string[];
  /** The ids of other detectors that matched an overlapping value. */
  readonly alsoMatched: readonly string[];
  /** The label that is evidence, in the spelling of its detector, and a bar. No other word. */
  readonly maskedExcerpt: string;
}

/** A part of a page's content. */
export type Field =
  | 'title'
  | 'body'
  | 'footer-comment'
  | 'inline-comment'
  | 'attachment-name'
  | 'attachment-comment'
  | 'attachment-content';

export type Representation = 'plain' | 'storage' | 'atlas_doc_format';

export interface Part {
  readonly field: Field;
  /** The id of the comment or attachment. Omitted for the page itself. */
  readonly contentId?: string;
  readonly representation: Representation;
  /** The source as Confluence returns it. For ADF: the document as JSON text. */
  readonly source: string;
  /** For a text of a file: the place in the file of a position in the source. */
  readonly placeAt?: (position: number) => FilePlace;
}

/** Where a value is in a file. Numbers start at 1. It has no text of the file. */
export interface FilePlace {
  /** `part` has no number that people could look for. */
  readonly kind: (typeof FILE_PLACE_KINDS)[number];
  /** For a cell: its row. */
  readonly number: number;
  /** The letters of the column of a cell. */
  readonly column?: string;
  /** The sheet of a cell, of all sheets. */
  readonly sheet?: number;
  /** The file in an archive, or the attachment of an email, of all of them. */
  readonly member?: number;
}

export const FILE_PLACE_KINDS = ['line', 'page', 'slide', 'cell', 'paragraph', 'part'] as const;

export interface Location {
  readonly field: Field;
  readonly contentId?: string;
  readonly representation: Representation;
  readonly kind: LocationKind;
  /**
   * One range for each string of the document that holds a piece of the value, in document order. Ranges are valid for this
   * version of the content only.
   */
  readonly ranges: readonly SourceRange[];
  /** Omitted: the value is not in a file. */
  readonly place?: FilePlace;
  /** Keyed hash of the block. Equal hashes mean that the block has not changed. */
  readonly blockHash: string;
  /** Zero-based index among the findings with this fingerprint in the same content. */
  readonly occurrence: number;
}

/** Facts that exclusions need later, recorded during the scan because the value is not stored. They do not reveal the value. */
export interface ExclusionFacts {
  /** Hashes of the domain of an email address and of its parent domains. */
  readonly domainHashes?: readonly string[];
  /** The ids of the exclusion patterns that match the value. */
  readonly matchedPatterns?: readonly string[];
}

export interface LocatedFinding extends Finding, ExclusionFacts {
  /** Keyed hash of the value (fingerprint.ts). The same value has the same fingerprint in every scan. */
  readonly fingerprint: string;
  readonly location: Location;
}
