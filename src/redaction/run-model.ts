import * as z from 'zod';
import { storedContentType } from '../classification/content-type';
import { FIELDS } from '../findings/model';
import { pausedMember } from '../runs/paused';
import type { Run } from '../runs/run-kind';
import { MARKER_STYLES } from './page/cut';
import { LOCATION_KINDS } from '../detection/text/flat-text';
import { storedRecord } from '../platform/stored-rows';
import { instant } from '../platform/instant';

/**
 * Redactions remove values from pages in the background. Storage: entity `job`, rows `redaction:<id>`, and
 * `redaction:open`, the queue of running and waiting redactions. The rows hold no value.
 */

const REDACTION_STATES = ['queued', 'running', 'finished', 'failed', 'cancelled'] as const;

/** Findings that a person on a page names, at most. */
export const MAX_NAMED_FINDINGS = 100;
/** The maximum number of pages of a redaction. Its row has a result for each, and one lookup shows which of them a reader sees. */
export const MAX_PAGES = 250;
/** The maximum number of findings of a redaction, with others of the same values on the same pages. */
export const MAX_FINDINGS = 1_000;

/** The reason why a value stays or may stay. */
export const FAILURES = [
  /** The finding does not exist or is not visible to the owner. */
  'not-found',
  /** The value is no longer on the page, because another user removed it or detection no longer searches for it. */
  'not-there-any-more',
  /** The person may not edit the page. */
  'not-editable',
  'archived',
  /** Another user's draft of the page is unpublished; a new version would discard it. */
  'unpublished-changes',
  /** A copy of the value is in a place that cannot be cut or could not be read. */
  'cannot-redact',
  /** Other users changed the page at every attempt. */
  'conflict',
  /** Confluence rejects the page without the value. */
  'refused',
  /** The platform does not allow the app to act as the person. */
  'not-possible',
  /** Confluence or storage did not respond in repeated attempts. */
  'unavailable',
  /** The redaction ended before it reached the page. */
  'stopped',
] as const;

/**
 * The place where a value would stay. `inline-selection`: the copy of the selected text that Confluence stores with an
 * inline comment.
 */
export const REMAINING_PLACES = [...FIELDS, 'inline-selection'] as const;

export type RemainingPlace = (typeof REMAINING_PLACES)[number];

export type Failure = (typeof FAILURES)[number];

const count = z.int().min(0);

const failed = z.strictObject({
  findingId: z.uuid(),
  reason: z.enum(FAILURES),
  /** Only with `cannot-redact`: the place where the value would stay. */
  field: z.enum(REMAINING_PLACES).optional(),
});

/**
 * The method that removed the values from title and body of a page. `guard`: Atlassian Guard, at least in part; Guard
 * keeps the removed text.
 */
export const METHODS = ['edit', 'guard'] as const;

export type Method = (typeof METHODS)[number];

/** The state of the request to Guard. `asked`: the outcome is unknown. */
const guardRequest = z.strictObject({
  /** The version of the page at the request. */
  version: z.int(),
  state: z.enum(['asked', 'accepted', 'refused']),
});

const place = z.strictObject({ field: z.enum(FIELDS), kind: z.enum(LOCATION_KINDS), count });

/**
 * The maximum number of cuts that a dry run shows and of places that a result lists, for each redaction, so that its
 * row stays small.
 */
export const MAX_SHOWN = 100;

const ordinal = z.int().min(1).optional();

const shownCut = z.strictObject({
  field: z.enum(FIELDS),
  contentId: z.string().optional(),
  kind: z.enum(LOCATION_KINDS),
  /** Numbers only. Absent: a row of an earlier version. */
  place: z.strictObject({ heading: ordinal, table: ordinal, row: ordinal, column: ordinal }).optional(),
  /** The excerpt of the value, before and after the replacement. */
  before: z.string(),
  after: z.string(),
});

/** Places that only resemble a value and stay. */
const uncertainPlaces = z.strictObject({
  count,
  /** The first ones. */
  locations: z.array(
    z.strictObject({
      field: z.enum(FIELDS),
      contentId: z.string().optional(),
      kind: z.enum(LOCATION_KINDS),
      pointer: z.string(),
      start: count,
      end: count,
      /** An older version; omitted: the version that was or would be written. */
      version: z.int().optional(),
    }),
  ),
});

const commentName = z.strictObject({ commentId: z.string(), field: z.enum(['footer-comment', 'inline-comment']) });

/** Changes beside the cuts. */
export const OTHER_CHANGES = [
  /** Confluence stored other texts, elements or attributes than those of the earlier version. */
  'content',
  /** Confluence moved the page to the legacy editor. */
  'editor',
  /** The versions could not be compared. */
  'unknown',
] as const;

export type OtherChanges = (typeof OTHER_CHANGES)[number];

const result = z.strictObject({
  /** False if the owner cannot see the page. Nothing about it is shown then. */
  isSeen: z.boolean(),
  versionBefore: z.int().optional(),
  versionAfter: z.int().optional(),
  /** Omitted: no version of the page was written. */
  method: z.enum(METHODS).optional(),
  /** The comments that were written; omitted: none. */
  comments: z.array(commentName.extend({ versionBefore: z.int(), versionAfter: z.int() })).optional(),
  /** The inline comments that keep a value as their selected text; omitted: none. */
  inlineSelections: z.array(z.string()).optional(),
  /** Omitted: none. */
  otherChanges: z.enum(OTHER_CHANGES).optional(),
  /** The places of the cuts, made or planned, copies included. */
  places: z.array(place),
  /** Only in a dry run: the first cuts. */
  cuts: z.array(shownCut).optional(),
  /** Omitted: none. */
  uncertainPlaces: uncertainPlaces.optional(),
  /** The findings that failed. All others were or would be redacted. */
  failed: z.array(failed),
});

const deletedVersion = z.strictObject({
  /** Omitted: the page. */
  commentId: z.string().optional(),
  version: z.int(),
});

/** The reason why older versions may still have values. */
export const EXPOSURES = [
  /** The owner may not delete versions or can no longer see the page. */
  'not-allowed',
  /** Confluence does not delete a version. */
  'refused',
  /** There are more versions than one redaction reads or deletes. */
  'too-many',
  /** A version cannot be read completely. */
  'unreadable',
  /** Confluence or storage did not respond in repeated attempts. */
  'unavailable',
] as const;

/** The progress of cleaning the older versions of a page and its comments. */
const history = z.strictObject({
  /** The index of the next content: the page, then `comments`. */
  at: count,
  /** The comments with versions that are known to hold a value. Omitted: no version was read yet. */
  comments: z.array(commentName).optional(),
  /** The deleted versions; in a dry run those that would be deleted. */
  deleted: z.array(deletedVersion),
  /** A version that may have been deleted, which the list shows. `version` is its number at that time. */
  deleting: z.strictObject({ version: z.int(), createdAt: z.string() }).optional(),
  /** The versions that are known to hold a value (markOf). Omitted: no version was read yet. */
  holders: z.array(z.string()).optional(),
  /** The creation time of the version whose first deletion Confluence refused. */
  refused: z.string().optional(),
  /** Uncertain places in the versions that stay; omitted: none. */
  uncertainPlaces: uncertainPlaces.optional(),
  exposed: z.enum(EXPOSURES).optional(),
  isOver: z.boolean(),
});

/**
 * Facts about a page that are known only while its values still exist. They are stored before a value leaves the last
 * content that proves it, because an attempt after a crash can no longer determine them.
 */
const noted = z.strictObject({
  /** The comments without a finding that are edited. */
  comments: z.array(commentName),
  /** The inline comments that keep a value as the selected text. */
  inlineSelections: z.array(z.string()),
  uncertainPlaces,
  /** The findings whose value stays in a comment, or may stay. */
  failed: z.array(failed),
  /** True if the page is one of the new editor. */
  isOfNewEditor: z.boolean().optional(),
});

const page = z.strictObject({
  pageId: z.string(),
  contentType: storedContentType,
  findingIds: z.array(z.uuid()),
  /**
   * The number of leading `findingIds` that the request named. The others are shown only to an owner who can see the
   * page.
   */
  named: count,
  /** True if the page was or may have been edited. If so, it is completed in any case. */
  isBegun: z.boolean(),
  /** Omitted: no request. */
  guard: guardRequest.optional(),
  /** Omitted: nothing yet, or there is a result. */
  noted: noted.optional(),
  result: result.optional(),
  /** Set once there is a result, if older versions must be cleaned. */
  history: history.optional(),
});

export const redactionRecord = storedRecord({
  /** The list that contains it; omitted if a person created it. */
  lineList: z.string().optional(),
  createdAt: instant,
  state: z.enum(REDACTION_STATES),
  data: z.strictObject({
    /** The creator of the key, or the person. Pages are edited as this account. */
    createdBy: z.string(),
    keyId: z.string().optional(),
    /** The page on which a person started it. Omitted: a site admin started it in the admin area, or a key. */
    startPageId: z.string().optional(),
    /** The id of the request that created it. */
    fingerprint: z.string(),
    /** If true, nothing is written. */
    dryRun: z.boolean(),
    /** Omitted: `block`. */
    marker: z.enum(MARKER_STYLES).optional(),
    /** True if older versions with the values are deleted. Omitted: they are not. */
    cleanHistory: z.boolean().optional(),
    /** In processing order. */
    pages: z.array(page),
    /** Named in the request, but not open or not found. */
    unknown: z.array(failed),
    /** Consecutive attempts without progress. */
    stalled: count,
    touchedAt: instant,
    finishedAt: instant.optional(),
    paused: pausedMember.optional(),
    /** The redaction starts no page after this time; a started page is completed. */
    cancelledAt: instant.optional(),
    /** The code of the problem that ended it early. */
    stoppedBy: z.string().optional(),
  }),
});

export type RedactionRecord = z.infer<typeof redactionRecord>;
export type RedactionPage = z.infer<typeof page>;
export type PageFacts = z.infer<typeof noted>;
export type PageResult = z.infer<typeof result>;
export type ShownCut = z.infer<typeof shownCut>;
export type UncertainPlaces = z.infer<typeof uncertainPlaces>;
export type History = z.infer<typeof history>;
export type DeletedVersion = z.infer<typeof deletedVersion>;
export type FailedFinding = z.infer<typeof failed>;

export type RedactionRun = Run<RedactionRecord>;

/** True if nothing is left to do on a page, including its older versions. */
export function isPageDone({ record }: RedactionRun, { result, history }: RedactionPage): boolean {
  return result !== undefined && (record.data.cleanHistory !== true || history?.isOver === true);
}
