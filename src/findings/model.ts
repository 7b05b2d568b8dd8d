import * as z from 'zod';
import { CATEGORIES, SEVERITIES } from '../detection/detector';
import { BAR, EXCERPT_VERSION, maskRanges } from '../detection/masking';
import type { Field } from '../detection/finding';
import { LOCATION_KINDS } from '../detection/text/flat-text';

/**
 * What was found on pages, and what is known of the last look at each. A finding is one place of one sensitive value; the
 * value itself is in no field of it. Shapes as stored; entity names in manifest.yml.
 */

export const BANDS = ['low', 'medium', 'high'] as const;

/**
 * `open`: on the page when it was last looked at. `redacted`: somebody took it out through the app. `resolved`: it was no
 * longer there. Both are open again when the value is seen again.
 */
export const STATUSES = ['open', 'redacted', 'resolved'] as const;

export const FIELDS = [
  'title',
  'body',
  'footer-comment',
  'inline-comment',
  'attachment-name',
  'attachment-comment',
] as const satisfies readonly Field[];

const instant = z.iso.datetime({ precision: 3 });

/** Where in the content: good for the version of the page that is told beside it. */
const location = z.strictObject({
  field: z.enum(FIELDS),
  /** The comment or attachment; left out: the page. */
  contentId: z.string().optional(),
  representation: z.enum(['plain', 'storage', 'atlas_doc_format']),
  kind: z.enum(LOCATION_KINDS),
  ranges: z.array(z.strictObject({ pointer: z.string(), start: z.int().min(0), end: z.int().min(0) })),
  blockHash: z.string(),
  occurrence: z.int().min(0),
});

const data = z
  .strictObject({
    confidence: z.number().min(0).max(1),
    evidence: z.array(z.string()),
    alsoMatched: z.array(z.string()),
    location,
    maskedExcerpt: z.string(),
    /** The version of the rules that built the excerpt; left out = the first ones. */
    excerptVersion: z.int().min(1).optional(),
    /** For exclusions by domain and by pattern (exclusions/marks.ts); left out = none. */
    domainHashes: z.array(z.string()).optional(),
    matchedPatterns: z.array(z.uuid()).optional(),
    /** The version of the page in which it was first seen, and the one that the location was read in. */
    foundInVersion: z.int(),
    pageVersion: z.int(),
    /** The level that the page had when it was found; left out = none. */
    levelId: z.uuid().optional(),
    /** When the status last changed; left out = never. */
    statusAt: instant.optional(),
    /** The person who changed it; left out = a scan. */
    statusBy: z.string().optional(),
    /** The value's fingerprint before docs/adr/0029, for exclusions by it; left out = the same. */
    formerFingerprint: z.string().optional(),
  })
  .transform((read) => {
    if (read.excerptVersion === EXCERPT_VERSION) return read;
    return { ...read, maskedExcerpt: BAR, location: { ...read.location, ranges: maskRanges(read.location.ranges) } };
  });

/** Entity `detection`, row key = the finding's id. Of what other rules stored, no excerpt is read: it may show a value. */
export const findingRecord = z.strictObject({
  v: z.literal(1),
  rev: z.int().min(1),
  spaceId: z.string().min(1),
  pageId: z.string().min(1),
  detectorId: z.string().min(1).max(100),
  category: z.enum(CATEGORIES),
  severity: z.enum(SEVERITIES),
  band: z.enum(BANDS),
  fingerprint: z.string().min(16).max(100),
  status: z.enum(STATUSES),
  /** When it was first seen; it never changes, so that lists keep their order. */
  foundAt: instant,
  data,
});

/**
 * `complete`: all that is looked at was. `partial`: not all of it. `not-inspected`: nothing was. `unfinished`: what was found is
 * being written. `gone`: the page was deleted.
 */
export const SCAN_STATES = ['complete', 'partial', 'not-inspected', 'unfinished', 'gone'] as const;

/** Why a page, or part of it, was not looked at. */
export const SCAN_REASONS = [
  /** Restricted, a draft, or gone: the app does not see it. */
  'not-visible',
  'too-large',
  'unreadable',
  'too-many-findings',
  'too-many-comments',
  'too-many-attachments',
  'detectors-over-budget',
  /** What is stored of it cannot be read, and is left as it is. */
  'unreadable-record',
] as const;

/** Entity `page-scan`, row key = the page's id. */
export const pageScanRecord = z.strictObject({
  v: z.literal(1),
  rev: z.int().min(1),
  spaceId: z.string().min(1),
  /** The last version that was looked at; 0 = none ever was. */
  pageVersion: z.int().min(0),
  /** When the page was last asked for: no scan that asked before may overwrite this. */
  scannedAt: instant,
  /** Of the detectors and everything else that decides what is found in this space. */
  configHash: z.string().min(1),
  state: z.enum(SCAN_STATES),
  data: z.strictObject({
    reasons: z.array(z.enum(SCAN_REASONS)),
    /** Those that came to no end in their time. */
    detectorsOverBudget: z.array(z.string()),
    /** When the last version that was looked at was made; left out = not known. */
    versionAt: instant.optional(),
    /** The open findings of the page. */
    findingIds: z.array(z.uuid()),
  }),
});

export type FindingRecord = z.infer<typeof findingRecord>;
export type FindingStatus = (typeof STATUSES)[number];
export type Band = (typeof BANDS)[number];
export type PageScanRecord = z.infer<typeof pageScanRecord>;
export type ScanReason = (typeof SCAN_REASONS)[number];

/** Findings of one page at most; where there are more, its scan is partial. */
export const MAX_FINDINGS_OF_PAGE = 500;
