import type { Category, Severity } from './detector';
import type { LocationKind, SourceRange } from './text/flat-text';

export type Band = 'high' | 'medium' | 'low';

/** What was found, without what it is: the value is in none of these. */
export interface Finding {
  readonly detectorId: string;
  readonly category: Category;
  readonly severity: Severity;
  /** 0 to 1, in hundredths. */
  readonly confidence: number;
  readonly band: Band;
  /** `checksum:luhn`, `context:"card number"`, `tag:test-number`. */
  readonly evidence: readonly string[];
  /** Other detectors that make something of the same place. */
  readonly alsoMatched: readonly string[];
  readonly maskedExcerpt: string;
}

/** A part of a page's content. */
export type Field = 'title' | 'body' | 'footer-comment' | 'inline-comment' | 'attachment-name' | 'attachment-comment';

export type Representation = 'plain' | 'storage' | 'atlas_doc_format';

export interface Part {
  readonly field: Field;
  /** Of the comment or the attachment; left out: the page. */
  readonly contentId?: string;
  readonly representation: Representation;
  /** As Confluence gives it: of a document in ADF, its JSON. */
  readonly source: string;
}

export interface Location {
  readonly field: Field;
  readonly contentId?: string;
  readonly representation: Representation;
  readonly kind: LocationKind;
  /**
   * One for each string that a piece of the value is in, in order: pointer to the string (RFC 6901; '' where the source is
   * the string), UTF-16 offsets in it, end excluded. Good for this version of the content alone.
   */
  readonly ranges: readonly SourceRange[];
  /** Tells whether the block is still the same. */
  readonly blockHash: string;
  /** Zero-based occurrence of this fingerprint in the same content. */
  readonly occurrence: number;
}

/** What is noted of a value for those who decide about findings later; none of it tells the value. */
export interface Marks {
  /** Fingerprints of an email address's domain and of its parent domains. */
  readonly domainHashes?: readonly string[];
  /** The ids of the patterns that match it. */
  readonly matchedPatterns?: readonly string[];
}

export interface LocatedFinding extends Finding, Marks {
  /** Of the value; the same wherever it is found again, under the same key (see fingerprint.ts). */
  readonly fingerprint: string;
  /** The fingerprint of the former normal form (normalise.ts), and its occurrence; left out = the form is the same. */
  readonly formerFingerprint?: string;
  readonly formerOccurrence?: number;
  readonly location: Location;
}
