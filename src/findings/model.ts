import * as z from 'zod';
import { CATEGORIES, SEVERITIES } from '../detection/detector';

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

const instant = z.iso.datetime({ precision: 3 });

/** Where in the content: valid for the version of the page that is told beside it. */
const location = z.strictObject({
  field: z.enum(['title', 'body', 'comment', 'attachment']),
  representation: z.enum(['text', 'storage', 'atlas_doc_format']),
  /** JSON pointer to the first text node; left out where the text has none. */
  pointer: z.string().optional(),
  /** In UTF-16 units, the end not included. */
  start: z.int().min(0),
  end: z.int().min(0),
  /** Where it is not text that is shown: the attribute that holds it. */
  attribute: z.string().optional(),
  /** What the text is in, for example `code`. */
  kind: z.string().optional(),
});

/** What the engine tells of one place, and what can be stored of it. */
const seenFinding = z.strictObject({
  detectorId: z.string().min(1).max(100),
  category: z.enum(CATEGORIES),
  severity: z.enum(SEVERITIES),
  band: z.enum(BANDS),
  fingerprint: z.string().min(16).max(100),
  /** The page, or the comment or attachment of it. */
  contentId: z.string().min(1).max(40),
  confidence: z.number().min(0).max(1),
  evidence: z.array(z.string()),
  tags: z.array(z.string()),
  alsoMatched: z.array(z.string()),
  location,
  /** With the value masked, and every other one around it. */
  maskedExcerpt: z.string(),
});

/** Entity `detection`, row key = the finding's id. */
export const findingRecord = z.strictObject({
  v: z.literal(1),
  rev: z.int().min(1),
  spaceId: z.string().min(1),
  pageId: z.string().min(1),
  ...seenFinding.pick({ detectorId: true, category: true, severity: true, band: true, fingerprint: true }).shape,
  status: z.enum(STATUSES),
  /** When it was first seen; it never changes, so that lists keep their order. */
  foundAt: instant,
  data: z.strictObject({
    ...seenFinding.pick({
      contentId: true,
      confidence: true,
      evidence: true,
      tags: true,
      alsoMatched: true,
      location: true,
      maskedExcerpt: true,
    }).shape,
    /** Of the places of this value in the content, from 0. */
    occurrence: z.int().min(0),
    /** The version of the page in which it was first seen, and the one that the location was read in. */
    foundInVersion: z.int(),
    pageVersion: z.int(),
    /** The level that the page had when it was found; left out = none. */
    levelId: z.uuid().optional(),
    /** When the status last changed; left out = never. */
    statusAt: instant.optional(),
    /** The person who changed it; left out = a scan. */
    statusBy: z.string().optional(),
  }),
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
  'body-too-large',
  'body-unreadable',
  'comments-not-read',
  'too-many-findings',
  'detectors-over-budget',
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
    /** The open findings of the page. */
    findingIds: z.array(z.uuid()),
  }),
});

export type SeenFinding = z.infer<typeof seenFinding>;
export type FindingRecord = z.infer<typeof findingRecord>;
export type FindingStatus = (typeof STATUSES)[number];
export type Band = (typeof BANDS)[number];
export type PageScanRecord = z.infer<typeof pageScanRecord>;
export type ScanReason = (typeof SCAN_REASONS)[number];
export type LocationField = z.infer<typeof location>['field'];

/** Findings of one page at most; where there are more, its scan is partial. */
export const MAX_FINDINGS_OF_PAGE = 500;
