import * as z from 'zod';
import { storedContentType } from '../classification/content-type';
import { CATEGORIES, SEVERITIES } from '../detection/detector';
import { type Field, FILE_PLACE_KINDS } from '../detection/finding';
import { BAR, EXCERPT_VERSION } from '../detection/report/masking';
import { LOCATION_KINDS } from '../detection/text/flat-text';
import { storedRecord } from '../platform/stored-rows';
import { instant } from '../platform/instant';

/**
 * Findings, and the last scan of each page. A finding is one occurrence of one sensitive value; no field contains the
 * value itself. Shapes as stored; entity names in manifest.yml.
 */

export const BANDS = ['low', 'medium', 'high'] as const;

/**
 * `open`: on the page at the last scan. `redacted`: a user removed it through the app. `resolved`: no longer on the
 * page. Redacted and resolved findings are open again when the value is found again.
 */
export const STATUSES = ['open', 'redacted', 'resolved'] as const;

export const FIELDS = [
  'title',
  'body',
  'footer-comment',
  'inline-comment',
  'attachment-name',
  'attachment-comment',
  'attachment-content',
] as const satisfies readonly Field[];

/** The position in the content. Valid for the page version that is stored with it. */
const location = z.strictObject({
  field: z.enum(FIELDS),
  /** The comment or attachment. Omitted: the page. */
  contentId: z.string().optional(),
  representation: z.enum(['plain', 'storage', 'atlas_doc_format']),
  kind: z.enum(LOCATION_KINDS),
  ranges: z.array(z.strictObject({ pointer: z.string(), start: z.int().min(0), end: z.int().min(0) })).readonly(),
  /** Valid for the version of the file that was scanned. Omitted: the value is not in a file. */
  place: z
    .strictObject({
      kind: z.enum(FILE_PLACE_KINDS),
      number: z.int().min(1),
      column: z.string().optional(),
      sheet: z.int().min(1).optional(),
      member: z.int().min(1).optional(),
    })
    .optional(),
  blockHash: z.string(),
  occurrence: z.int().min(0),
});

const storedData = z.strictObject({
  confidence: z.number().min(0).max(1),
  evidence: z.array(z.string()).readonly(),
  alsoMatched: z.array(z.string()).readonly(),
  location,
  maskedExcerpt: z.string(),
  /** The version of the rules that built the excerpt. */
  excerptVersion: z.int(),
  /** For exclusions by domain and by pattern (exclusions/exclusion-facts.ts). Omitted: none. */
  domainHashes: z.array(z.string()).readonly().optional(),
  matchedPatterns: z.array(z.uuid()).readonly().optional(),
  /** The page version in which the finding was first found, and the one that the location refers to. */
  foundInVersion: z.int(),
  pageVersion: z.int(),
  /** The level of the page when the finding was found. Omitted: none. */
  levelId: z.uuid().optional(),
  /** When the status last changed. Omitted: never. */
  statusAt: instant.optional(),
  /** The user who changed the status. Omitted: a scan. */
  statusBy: z.string().optional(),
  /** The decisions of people about the finding. They stay while the finding does. Omitted: none. */
  work: z
    .strictObject({
      /** Omitted: the owner of the page, who is read from Confluence. */
      ownerId: z.string().optional(),
      comment: z.string().optional(),
      dueOn: z.iso.date().optional(),
      isInProgress: z.literal(true).optional(),
      /** The person who changed it last, and when. */
      authorId: z.string(),
      at: instant,
    })
    .optional(),
});

/** An excerpt of other rules may have words of the page, so it is read as the bar. The next scan replaces it. */
const data = storedData.transform((stored) =>
  stored.excerptVersion === EXCERPT_VERSION ? stored : { ...stored, maskedExcerpt: BAR },
);

/** Entity `detection`, row key = the finding's id. */
export const findingRecord = storedRecord({
  spaceId: z.string().min(1),
  pageId: z.string().min(1),
  detectorId: z.string().min(1).max(100),
  category: z.enum(CATEGORIES),
  severity: z.enum(SEVERITIES),
  band: z.enum(BANDS),
  fingerprint: z.string().min(16).max(100),
  status: z.enum(STATUSES),
  /** When the finding was first found. It never changes, so that lists keep their order. */
  foundAt: instant,
  data,
});

/**
 * `complete`: the page was scanned completely. `partial`: it was scanned in part. `not-inspected`: it was not scanned.
 * `unfinished`: its findings are being written. `gone`: it was deleted.
 */
export const SCAN_STATES = ['complete', 'partial', 'not-inspected', 'unfinished', 'gone'] as const;

/** Why the text of an attached file was not scanned, or not all of it. */
export const FILE_REASONS = [
  /** It waits for a scan. */
  'file-not-scanned',
  /** Confluence, or the platform, does not let the app download it. */
  'file-not-downloaded',
  'file-no-text',
  'file-encrypted',
  'file-damaged',
  'file-too-large',
  'file-unsupported-type',
  'file-over-budget',
  'file-too-deep',
  'file-unknown-characters',
  /** The page has more findings than a page can have. */
  'file-too-many-findings',
  /** Detectors did not finish within their time. */
  'file-detectors-over-budget',
] as const;
export type FileScanReason = (typeof FILE_REASONS)[number];

/** Why a page, or a part of it, was not scanned. */
export const SCAN_REASONS = [
  /** The page is restricted, a draft or deleted, so the app does not see it. */
  'not-visible',
  'too-large',
  'unreadable',
  /** Confluence returns a live doc without its content. The page is `not-inspected`, except for its other parts. */
  'empty-live-doc',
  'too-many-findings',
  'too-many-comments',
  'too-many-attachments',
  'detectors-over-budget',
  /** A stored record of the page cannot be read, and stays unchanged. */
  'unreadable-record',
  ...FILE_REASONS,
] as const;

const fileScan = z.strictObject({
  version: z.int(),
  versionAt: instant,
  reasons: z.array(z.enum(FILE_REASONS)).readonly().optional(),
});
export type FileScan = z.infer<typeof fileScan>;

/** Entity `page-scan`, row key = the page's id. */
export const pageScanRecord = storedRecord({
  /** The row key again, because indexes sort by attributes. */
  pageId: z.string(),
  spaceId: z.string().min(1),
  /** The last scanned version. 0: the page was never scanned. */
  pageVersion: z.int().min(0),
  /** When the scan requested the page. A scan that requested it earlier must not overwrite this record. */
  scannedAt: instant,
  /** Identifies the detectors and everything else that determines which findings this space has (freshness.ts). */
  configHash: z.string().min(1),
  state: z.enum(SCAN_STATES),
  data: z.strictObject({
    reasons: z.array(z.enum(SCAN_REASONS)).readonly(),
    /** The detectors that did not finish within their time. */
    detectorsOverBudget: z.array(z.string()).readonly(),
    contentType: storedContentType,
    /** When the last scanned version was created. Omitted: not known. */
    versionAt: instant.optional(),
    /** When a scan last requested all comments and attachments of the page. Omitted: not known. */
    contentsAt: instant.optional(),
    /** The page is in the trash. It may be restored, and is not counted until then. Omitted: it is not. */
    inTrash: z.literal(true).optional(),
    /**
     * The attachments whose content is to be scanned, by id: the version that a scan has seen last, when it was created, and why not
     * all of its text was scanned. Omitted: contents of attachments are not scanned.
     */
    files: z.record(z.string(), fileScan).optional(),
    /** The open findings of the page. */
    findingIds: z.array(z.uuid()).readonly(),
  }),
});

export type FindingRecord = z.infer<typeof findingRecord>;
export type FindingStatus = (typeof STATUSES)[number];
export type Band = (typeof BANDS)[number];
export type PageScanRecord = z.infer<typeof pageScanRecord>;
export type ScanReason = (typeof SCAN_REASONS)[number];

/** False for a page that was deleted or is in the trash. No number and no list contains it. */
export function isOnSite({ state, data }: PageScanRecord): boolean {
  return state !== 'gone' && data.inTrash !== true;
}

/** True if the app could not see the page at its last scan. False for an empty live doc, which is scanned again every day. */
export function isHidden({ state, data }: PageScanRecord): boolean {
  return state === 'not-inspected' && !data.reasons.includes('empty-live-doc');
}

/** The state of a page that the app saw. */
export function stateAfter(reasons: readonly ScanReason[]): 'complete' | 'partial' | 'not-inspected' {
  if (reasons.includes('empty-live-doc')) return 'not-inspected';
  return reasons.length === 0 ? 'complete' : 'partial';
}

/** The maximum number of findings on one page. With more, the scan of the page is partial. */
export const MAX_FINDINGS_OF_PAGE = 500;
