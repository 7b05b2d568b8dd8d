import * as z from 'zod';
import type { ListedContentType } from '../classification/content-type';
import { inventoryFilter } from '../findings/inventory/inventory-filter';
import { confluenceId } from '../platform/confluence-id';
import { pausedMember } from '../runs/paused';
import type { Run } from '../runs/run-kind';
import { storedRecord } from '../platform/stored-rows';
import { instant } from '../platform/instant';

/**
 * Jobs set the levels of many pages in the background. Entity `job` has the rows of the jobs (`<job id>`), of their
 * pages (`<job id>:pages:<n>`) and of the results (`<job id>:results:<n>`), and the row `open`: the queue of running
 * and pending jobs.
 */

export const JOB_STATES = ['queued', 'running', 'succeeded', 'partial', 'failed', 'cancelled'] as const;

export type JobState = (typeof JOB_STATES)[number];

/** The maximum number of pages in a job. */
export const MAX_PAGES = 10_000;

/** UUIDs; or the reference that the client sent, if it matches nothing. */
const level = z.strictObject({
  levelId: z.string().min(1).max(300),
  subLevelId: z.string().min(1).max(300).optional(),
});
/** The code of a page that *Raise levels* leaves as it is, because the app cannot see it. */
export const PAGE_NOT_VISIBLE_TO_APP = 'PAGE_NOT_VISIBLE_TO_APP';

/** The code of a problem, as in API responses. */
const code = z.string().regex(/^[A-Z][A-Z_]{0,62}$/);

/** The change that a job makes. */
const order = z.strictObject({
  /** For all pages without a target of their own; `default` = the default of their space, `none` = their level is cleared. */
  level: z.union([level, z.literal('default'), z.literal('none')]).optional(),
  /** The search that finds the pages; omitted if the request lists them. */
  cql: z.string().optional(),
  /** Alternative: the pages below this page, inside the limits of the key. The root is listed by the request. */
  tree: z.strictObject({ rootPageId: confluenceId }).optional(),
  /** The content that the job finds. Omitted: only pages. */
  contentType: z.enum(['blogpost', 'all']).optional(),
  justification: z.string().optional(),
  /**
   * Alternative: a revert. The pages are those that this key has changed, since the given time or ever, and get their
   * previous level back. Or those that lost only their sub-level to a rule from findings, and still have that level.
   */
  reverts: z
    .union([
      z.strictObject({ keyId: z.string(), from: instant.optional() }),
      z.strictObject({ lost: z.literal('sub-levels') }),
    ])
    .optional(),
  /** Alternative: a page and the pages below it that its author sees. A person started it on this page. */
  below: z
    .strictObject({
      pageId: confluenceId,
      /** If false, pages that have this level or a more sensitive one keep their level. */
      alsoLower: z.boolean(),
      /** The dry run that found the pages; omitted in the dry run itself. */
      previewId: z.uuid().optional(),
    })
    .optional(),
  /** Alternative: pages that its author chose in a list. `alsoLower` and `previewId` as above. */
  chosen: z
    .strictObject({
      alsoLower: z.boolean(),
      /** Instead of the pages of the request: those of the list of pages that match, as its author sees it. */
      matching: inventoryFilter.optional(),
      previewId: z.uuid().optional(),
      /** An admin started it in the admin area. Omitted: a person started it on the home page. */
      inAdmin: z.literal(true).optional(),
    })
    .optional(),
  /**
   * Alternative: the pages that a job with `below` or `chosen` changed get their previous levels back. `pageId`: the page
   * where the job was started; omitted for the home page.
   */
  undoes: z.strictObject({ jobId: z.uuid(), pageId: confluenceId.optional() }).optional(),
  /**
   * Alternative: the pages below the level that their stored findings require get this level, as after a scan. The app finds
   * and changes them, also those that the admin who started the job does not see.
   */
  raises: z.literal(true).optional(),
  onlyUnclassified: z.boolean(),
  /** If true, nothing is written. */
  dryRun: z.boolean(),
});

export const jobRecord = storedRecord({
  /** Omitted if a person created it in the admin area, on a page or on the home page. */
  keyId: z.string().optional(),
  /** The list that shows it. Omitted if an admin created it in the admin area. */
  lineList: z.string().optional(),
  createdAt: instant,
  state: z.enum(JOB_STATES),
  data: z.strictObject({
    /** The creator of the key, or the person. */
    createdBy: z.string(),
    /** The fingerprint of the request that created it. */
    fingerprint: z.string(),
    order,
    /** The number of stored pages. */
    found: z.int().min(0),
    /** The position where the search continues, if there are more pages to find. */
    search: z.strictObject({ cursor: z.string().optional() }).optional(),
    /** The number of processed pages. Pages are processed in order. */
    done: z.int().min(0),
    failed: z.int().min(0),
    /** The number of consecutive attempts without progress. */
    stalled: z.int().min(0),
    /** The time of the last progress, or of the last new queue event. */
    touchedAt: instant,
    startedAt: instant.optional(),
    finishedAt: instant.optional(),
    paused: pausedMember.optional(),
    /** Why it stopped. All pages from `done` on failed with this code; if no page was found, the job itself failed. */
    stoppedBy: code.optional(),
  }),
});

export type JobRecord = z.infer<typeof jobRecord>;
export type JobOrder = z.infer<typeof order>;

export type Job = Run<JobRecord>;

export const jobPage = z.strictObject({
  pageId: confluenceId,
  level: level.optional(),
  /** The revision that the page's level must have; `any` = the page must have a level; `never` = never met. */
  ifRevision: z.union([z.int(), z.enum(['any', 'never'])]).optional(),
  /** The revision that the page's level must not have; `any` = the page must have no level; `never` = no condition. */
  unlessRevision: z.union([z.int(), z.enum(['any', 'never'])]).optional(),
  /** In an undo: the change that is undone, if it exists. Later changes stay. */
  restores: z.uuid().optional(),
});

export type JobPage = z.infer<typeof jobPage>;

export const pageResult = z.strictObject({
  pageId: confluenceId,
  /** The code of the failure; omitted if the page did not fail. */
  code: code.optional(),
  changed: z.boolean(),
  /**
   * Skipped, because the job only changes pages without a level, or pages that no other user or key has changed since, or
   * only raises levels.
   */
  skipped: z.literal(true).optional(),
  /** The new level is less sensitive, or none. Only in jobs that a person started on a page or on the home page. */
  lowered: z.literal(true).optional(),
  /** The revision of the page's level after the change, if known. In a dry run for chosen pages: before it, 0 = no level. */
  pageRev: z.int().optional(),
});

export type PageResult = z.infer<typeof pageResult>;

/** How the pages of a job are found: listed in the request, or by the job itself. */
export function isSearch({ cql, tree, reverts, below, chosen, undoes, raises }: JobOrder): boolean {
  const { matching, previewId } = chosen ?? {};
  return [cql, tree, reverts, below, matching, previewId, undoes, raises].some((way) => way !== undefined);
}

/** The content that a job looks up. A revert is for all content that the key has changed. */
export function contentOf({ contentType, reverts }: JobOrder): ListedContentType {
  return contentType ?? (reverts === undefined ? 'page' : 'all');
}

/** The job whose results have the pages: the preview of this job, or the job that this one undoes. */
export function earlierJobOf({ below, chosen, undoes }: JobOrder): string | undefined {
  return below?.previewId ?? chosen?.previewId ?? undoes?.jobId;
}

/** The place of jobs that a person started on the home page. */
export const HOME = 'home';

/** Where a person started the job, or its undo: the id of a page, or `HOME`. Undefined: an admin or a key created it. */
export function startPlaceOf({ below, chosen, undoes }: JobOrder): string | undefined {
  if (below !== undefined) return below.pageId;
  if (chosen !== undefined) return chosen.inAdmin === true ? undefined : HOME;
  return undoes && (undoes.pageId ?? HOME);
}

/** The list of the jobs that a person started at a place, which is a partition of the index `by-line`. */
export function personListOf(accountId: string, place: string): string {
  return `person:${accountId}:${place}`;
}
