import * as z from 'zod';
import { storedContentType } from '../../classification/content-type';
import { confluenceId } from '../../platform/confluence-id';
import { pausedMember } from '../../runs/paused';
import { RUN_QUEUES } from '../../runs/push-run';
import type { Run } from '../../runs/run-kind';
import { SCAN_REASONS } from '../model';
import { storedRecord } from '../../platform/stored-rows';
import { instant } from '../../platform/instant';

/**
 * A background scan of many pages, in entity `job`, row `scan:<id>`. Row `scan:open` has the queue of running and
 * waiting scans, and the last ones that ended. The rows contain progress, but no findings.
 */

/**
 * The queue in manifest.yml. An event is `{scanId}`, which continues the scan, `{goneSpaceId, time, key}`, which continues
 * with the pages of a deleted space from that position, or `{turnedOn, time, key}`, which continues with the findings of
 * detectors that were turned on.
 */
export const SCAN_QUEUE = RUN_QUEUES.scan;

const SCAN_RUN_STATES = ['queued', 'running', 'finished', 'failed', 'cancelled'] as const;

/** The maximum number of named pages. */
export const MAX_NAMED_PAGES = 1_000;

/** Skips pages whose scans are up to date. */
const onlyStale = z.literal(true).optional();

/** The pages to scan. */
const order = z.discriminatedUnion('of', [
  z.strictObject({ of: z.literal('pages'), pageIds: z.array(confluenceId).min(1).max(MAX_NAMED_PAGES) }),
  z.strictObject({ of: z.literal('space'), spaceId: confluenceId, onlyStale }),
  z.strictObject({ of: z.literal('query'), cql: z.string().min(1).max(2_000) }),
  z.strictObject({ of: z.literal('site'), onlyStale }),
]);

const count = z.int().min(0);

const counts = z.strictObject({
  /**
   * Pages that the scan reached and that the requesting person saw at that time. For a scheduled scan: all pages
   * reached.
   */
  pages: count,
  complete: count,
  partial: count,
  notInspected: count,
  /** Skipped, because their scans are up to date. */
  upToDate: count,
  /** Pages that were not scanned, or only in part, by reason. */
  reasons: z.partialRecord(z.enum(SCAN_REASONS), count),
  /** New findings. */
  found: count,
  /** Findings that are open again. */
  reopened: count,
  /** Findings that are no longer on their page. */
  resolved: count,
});

/**
 * The reading plan of a scan of the site or of a space, decided at its start. Other scans have none.
 */
const plan = z.strictObject({
  /** The settings of the site at the start, as a hash. */
  configHash: z.string().min(1),
  /** Lists pages with their bodies, or first their versions and then the bodies of those that are out of date. */
  lists: z.enum(['bodies', 'versions']),
  /** Lists only pages that changed since then. Omitted: all pages. */
  pagesSince: instant.optional(),
  /** Lists only comments and attachments that changed since then. Omitted: all of them. */
  contentsSince: instant.optional(),
  /** The lists of comments contain replies. Omitted: not known. */
  repliesListed: z.literal(true).optional(),
  /** About how many pages, comments and attachments there are to read. Omitted: not known. */
  objects: count.optional(),
  /** The number of them that the scan has read. */
  read: count,
});

export const scanRunRecord = storedRecord({
  createdAt: instant,
  state: z.enum(SCAN_RUN_STATES),
  data: z.strictObject({
    /** The creator of the API key, or the admin who requested the scan. `system`: the schedule. */
    createdBy: z.string(),
    keyId: z.string().optional(),
    fingerprint: z.string(),
    order,
    /** About how many pages the person who requested the scan sees. Omitted: not known. */
    total: count.optional(),
    plan: plan.optional(),
    /** The points that the scan can use in an hour, and those of the site. Omitted: not limited, or not known. */
    points: z.strictObject({ perHour: z.int().min(1), ofSite: z.int().min(1) }).optional(),
    /** The position to continue from. Omitted: the start. */
    cursor: z.string().optional(),
    steps: count,
    counts,
    /** When the scan last made progress or was pushed again. */
    touchedAt: instant,
    startedAt: instant.optional(),
    finishedAt: instant.optional(),
    paused: pausedMember.optional(),
    /** The code of the problem that made the scan fail. */
    stoppedBy: z.string().optional(),
  }),
});

/** The prefix of the cursor in the phase of blog posts, also after that of files that a step has left. */
export const POSTS = 'posts ';

/** True if the scan has reached all pages. No count and no progress of pages says how many blog posts are left. */
export function isAtPosts({ cursor, plan }: z.infer<typeof scanRunRecord>['data']): boolean {
  return plan?.objects === undefined && /(?:^| )posts /.test(cursor ?? '');
}

/** `skipped`: the page is in the trash, or another scan has scanned it since. */
export const PAGE_RESULT_STATES = ['complete', 'partial', 'not-inspected', 'skipped'] as const;

/** The result for a named page. Omitted numbers are 0. */
export const pageResult = z.strictObject({
  pageId: confluenceId,
  contentType: storedContentType,
  state: z.enum(PAGE_RESULT_STATES),
  reasons: z.array(z.enum(SCAN_REASONS)).optional(),
  found: count.optional(),
  reopened: count.optional(),
  resolved: count.optional(),
});

/** The maximum number of ended scans that are listed. */
export const MAX_PAST_SCANS = 20;

export type ScanPlan = z.infer<typeof plan>;
export type ScanOrder = z.infer<typeof order>;
export type ScanCounts = z.infer<typeof counts>;
export type PageResult = z.infer<typeof pageResult>;
export type ScanRunRecord = z.infer<typeof scanRunRecord>;

export type ScanRun = Run<ScanRunRecord>;

export const NO_COUNTS: ScanCounts = {
  pages: 0,
  complete: 0,
  partial: 0,
  notInspected: 0,
  upToDate: 0,
  reasons: {},
  found: 0,
  reopened: 0,
  resolved: 0,
};

/**
 * The counts of a scan, for the person who requested it. They cover the pages that this person saw at that time. No
 * other person receives them. The counts of scheduled scans are shown to no one.
 */
export function countsFor({ record }: ScanRun, accountId: string): ScanCounts | undefined {
  const { createdBy, counts } = record.data;
  return createdBy === accountId ? counts : undefined;
}
