import * as z from 'zod';
import { FIELDS } from '../findings/model';
import type { Run } from '../runs/run-kind';
import { MARKER_STYLES } from './cut';
import { LOCATION_KINDS } from '../detection/text/flat-text';

/**
 * Redactions: values taken out of pages, in the background. How they are kept: entity `job`, rows `redaction:<id>`, and
 * `redaction:open`, the line of those that run or wait. No value is in them.
 */

export const REDACTION_STATES = ['queued', 'running', 'finished', 'failed', 'cancelled'] as const;

/** Findings that a request names, at most. */
export const MAX_NAMED_FINDINGS = 100;
/** Findings of a redaction: those that are named, and others of the same values on the same pages. */
export const MAX_FINDINGS = 1_000;

/** Why a value is still where it was, or why nobody knows. */
export const FAILURES = [
  /** No such finding, or not for whoever asks. */
  'not-found',
  /** The value is no longer on the page: somebody else took it out, or it is not looked for any more. */
  'not-there-any-more',
  /** The person may not edit the page. */
  'not-editable',
  'archived',
  /** Somebody's draft of the page is not published; a new version would end it. */
  'unpublished-changes',
  /** A copy of the value is where nothing can be taken out, or could not be read. */
  'cannot-redact',
  /** The page was changed by others at every attempt. */
  'conflict',
  /** Confluence does not take the page without the value. */
  'refused',
  /** The platform does not let the app act for the person. */
  'not-possible',
  /** Confluence or storage did not answer, again and again. */
  'unavailable',
  /** The redaction ended before it came to the page. */
  'stopped',
] as const;

/** Where a value would stay. `inline-selection`: the copy of the selected text that Confluence keeps with an inline comment. */
export const STAYING_PLACES = [...FIELDS, 'inline-selection'] as const;

export type StayingPlace = (typeof STAYING_PLACES)[number];

export type Failure = (typeof FAILURES)[number];

const instant = z.iso.datetime({ precision: 3 });
const count = z.int().min(0);

const failed = z.strictObject({
  findingId: z.uuid(),
  reason: z.enum(FAILURES),
  /** Of `cannot-redact`: where it would stay. */
  field: z.enum(STAYING_PLACES).optional(),
});

/** Who took the values out of title and body of a page. `guard`: Atlassian Guard, in part at least; it keeps what it took. */
export const METHODS = ['edit', 'guard'] as const;

export type Method = (typeof METHODS)[number];

/** What Guard was asked for, and what it said. `asked`: nobody knows. */
const guardRequest = z.strictObject({
  /** Of the page, when it was asked. */
  version: z.int(),
  state: z.enum(['asked', 'accepted', 'refused']),
});

const place = z.strictObject({ field: z.enum(FIELDS), kind: z.enum(LOCATION_KINDS), count });

/** Cuts that a dry run shows, and places that are named: of one redaction each, so that its row stays small. */
export const MAX_SHOWN = 100;

const shownCut = z.strictObject({
  field: z.enum(FIELDS),
  contentId: z.string().optional(),
  kind: z.enum(LOCATION_KINDS),
  /** The value masked, with its surroundings; the same with what comes in its place. */
  before: z.string(),
  after: z.string(),
});

/** Where something only resembles a value, and stays. */
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
      /** An older version; left out: the version that was, or would be, written. */
      version: z.int().optional(),
    }),
  ),
});

const commentVersions = z.strictObject({
  commentId: z.string(),
  field: z.enum(['footer-comment', 'inline-comment']),
  versionBefore: z.int(),
  versionAfter: z.int(),
});

const result = z.strictObject({
  /** False where the page is not for whoever asks: nothing is told of it then. */
  isSeen: z.boolean(),
  versionBefore: z.int().optional(),
  versionAfter: z.int().optional(),
  /** Left out: no version of the page was written. */
  method: z.enum(METHODS).optional(),
  /** The comments that were written; left out: none. */
  comments: z.array(commentVersions).optional(),
  /** The inline comments that keep a value as the text that they are about; left out: none. */
  inlineSelections: z.array(z.string()).optional(),
  /** Where something was taken out, or would be, copies included. */
  places: z.array(place),
  /** Only in a dry run: the first cuts. */
  cuts: z.array(shownCut).optional(),
  /** Left out: none. */
  uncertainPlaces: uncertainPlaces.optional(),
  /** All others were redacted, or would be. */
  failed: z.array(failed),
});

const deletedVersion = z.strictObject({
  /** Left out: of the page. */
  commentId: z.string().optional(),
  version: z.int(),
});

/** Why older versions may still have values. */
export const EXPOSURES = [
  /** Whoever asked may not delete versions, or does not see the page any more. */
  'not-allowed',
  /** Confluence does not delete a version. */
  'refused',
  /** There are more versions than are looked at, or deleted, at once. */
  'too-many',
  /** A version cannot be read to its end. */
  'unreadable',
  /** Confluence or storage did not answer, again and again. */
  'unavailable',
] as const;

/** How far the older versions of a page and its comments are cleaned. */
const history = z.strictObject({
  /** Which content is next: the page, then `comments`. */
  at: count,
  /** The comments with versions that are known to hold a value. Left out: no version was read yet. */
  comments: z
    .array(z.strictObject({ commentId: z.string(), field: z.enum(['footer-comment', 'inline-comment']) }))
    .optional(),
  /** Those that are gone; of a dry run those that would go. */
  deleted: z.array(deletedVersion),
  /** A version that may have been deleted: the list shows it. `version`: its number at that time. */
  deleting: z.strictObject({ version: z.int(), createdAt: z.string() }).optional(),
  /** The versions that are known to hold a value (markOf). Left out: no version was read yet. */
  holders: z.array(z.string()).optional(),
  /** When the version was made that Confluence did not delete at the first time. */
  refused: z.string().optional(),
  /** In the versions that stay; left out: none. */
  uncertainPlaces: uncertainPlaces.optional(),
  /** Former versions of the app stored it. */
  nextUncertainPlaces: uncertainPlaces.optional(),
  exposed: z.enum(EXPOSURES).optional(),
  isOver: z.boolean(),
});

/**
 * What the redaction finds out about a page while its values are still there. It is kept before a value is removed from its last
 * proving place, because an attempt after a crash can no longer find it out.
 */
const noted = z.strictObject({
  /** The comments without a finding that are edited. */
  comments: z.array(z.strictObject({ commentId: z.string(), field: z.enum(['footer-comment', 'inline-comment']) })),
  /** The inline comments that keep a value as the selected text. */
  inlineSelections: z.array(z.string()),
  uncertainPlaces,
  /** The findings whose value stays in a comment, or may stay. */
  failed: z.array(failed),
});

const page = z.strictObject({
  pageId: z.string(),
  findingIds: z.array(z.uuid()),
  /** How many of them, from the first, the request named. The others are shown only to an owner who can see the page. */
  named: count.default(0),
  /** Whether it was, or may have been, edited: then it is brought to its end in any case. */
  isBegun: z.boolean(),
  /** Left out: nothing. */
  guard: guardRequest.optional(),
  /** Left out: nothing yet, or there is a result. */
  noted: noted.optional(),
  result: result.optional(),
  /** Where older versions are to be cleaned: once there is a result. */
  history: history.optional(),
});

export const redactionRecord = z.strictObject({
  v: z.literal(1),
  rev: z.int().min(1),
  /** In which list it is; left out where a person made it. */
  lineList: z.string().optional(),
  createdAt: instant,
  state: z.enum(REDACTION_STATES),
  data: z.strictObject({
    /** The creator of the key, or the person: pages are edited in their name. */
    createdBy: z.string(),
    keyId: z.string().optional(),
    /** Of the request that made it. */
    fingerprint: z.string(),
    /** Nothing is written. */
    dryRun: z.boolean(),
    /** Left out: `block`. */
    marker: z.enum(MARKER_STYLES).optional(),
    /** Whether older versions with the values are deleted. Left out: they are not. */
    cleanHistory: z.boolean().optional(),
    /** In the order in which they are done. */
    pages: z.array(page),
    /** Named in the request; there are no such open findings. */
    unknown: z.array(failed),
    /** How often in a row it came no further. */
    stalled: count,
    touchedAt: instant,
    finishedAt: instant.optional(),
    /** Since then no page is begun; one that was begun is brought to its end. */
    cancelledAt: instant.optional(),
    /** A problem's code: why it ended before its end. */
    stoppedBy: z.string().optional(),
  }),
});

export type RedactionRecord = z.infer<typeof redactionRecord>;
export type RedactionPage = z.infer<typeof page>;
export type GuardRequest = z.infer<typeof guardRequest>;
export type Noted = z.infer<typeof noted>;
export type PageResult = z.infer<typeof result>;
export type ShownCut = z.infer<typeof shownCut>;
export type UncertainPlaces = z.infer<typeof uncertainPlaces>;
export type History = z.infer<typeof history>;
export type DeletedVersion = z.infer<typeof deletedVersion>;
export type FailedFinding = z.infer<typeof failed>;

export type RedactionRun = Run<RedactionRecord>;

/** True if nothing is left to do on a page, its older versions included. */
export function isPageDone({ record }: RedactionRun, { result, history }: RedactionPage): boolean {
  return result !== undefined && (record.data.cleanHistory !== true || history?.isOver === true);
}
