import * as z from 'zod';
import { RUN_QUEUES } from '../runs/push-run';
import type { Run } from '../runs/run-kind';
import { SCAN_REASONS } from './model';

/**
 * A scan of many pages, in the background: entity `job`, row `scan:<id>`, and `scan:open`, the line of those that run or
 * wait, and the last that ended. It has the progress, and no findings.
 */

/**
 * In manifest.yml. An event is `{scanId}`, and means: go on with it; or `{goneSpaceId, time, key}`: the pages of a space that was
 * deleted, from there on.
 */
export const SCAN_QUEUE = RUN_QUEUES.scan;

export const SCAN_RUN_STATES = ['queued', 'running', 'finished', 'failed', 'cancelled'] as const;

/** Pages that are named, at most. */
export const MAX_NAMED_PAGES = 1_000;

const instant = z.iso.datetime({ precision: 3 });
const id = z.string().regex(/^[1-9][0-9]{0,18}$/);

/** Skips pages whose scans are up to date. */
const onlyStale = z.literal(true).optional();

/** Which pages. */
const order = z.discriminatedUnion('of', [
  z.strictObject({ of: z.literal('pages'), pageIds: z.array(id).min(1).max(MAX_NAMED_PAGES) }),
  z.strictObject({ of: z.literal('space'), spaceId: id, onlyStale }),
  z.strictObject({ of: z.literal('query'), cql: z.string().min(1).max(2_000) }),
  z.strictObject({ of: z.literal('site'), onlyStale }),
]);

const count = z.int().min(0);

const counts = z.strictObject({
  /** Pages that it came to and that the person who asked saw then; of the schedule, all. */
  pages: count,
  complete: count,
  partial: count,
  notInspected: count,
  /** Skipped, because their scans are up to date. */
  upToDate: count.default(0),
  /** By why not, or not all. */
  reasons: z.partialRecord(z.enum(SCAN_REASONS), count),
  /** Findings that were new. */
  found: count,
  /** That were back. */
  reopened: count.default(0),
  /** That were no longer there. */
  resolved: count,
});

export const scanRunRecord = z.strictObject({
  v: z.literal(1),
  rev: z.int().min(1),
  createdAt: instant,
  state: z.enum(SCAN_RUN_STATES),
  data: z.strictObject({
    /** The creator of the key, or the admin who asked; `system` = the schedule. */
    createdBy: z.string(),
    keyId: z.string().optional(),
    fingerprint: z.string(),
    order,
    /** Where it goes on; left out = at the beginning. */
    cursor: z.string().optional(),
    steps: count,
    counts,
    /** When it last came further, or was pushed again. */
    touchedAt: instant,
    startedAt: instant.optional(),
    finishedAt: instant.optional(),
    /** A problem's code: why it failed. */
    stoppedBy: z.string().optional(),
  }),
});

/** Nothing had to be done where the page is in the trash, or somebody else looked at it later. */
export const PAGE_RESULT_STATES = ['complete', 'partial', 'not-inspected', 'skipped'] as const;

/** What became of a page that was named. Numbers that are left out are 0. */
const pageResult = z.strictObject({
  pageId: id,
  state: z.enum(PAGE_RESULT_STATES),
  reasons: z.array(z.enum(SCAN_REASONS)).optional(),
  found: count.optional(),
  reopened: count.optional(),
  resolved: count.optional(),
});

/**
 * Of a scan of pages that were named: row `scan-pages:<id>`. Beside the scan's own, because lists of scans read that one
 * again and again; what is in it was written with the place that the scan had come to then.
 */
export const pageResultsRecord = z.strictObject({
  v: z.literal(1),
  rev: z.int().min(1),
  data: z.strictObject({ results: z.array(pageResult).max(MAX_NAMED_PAGES) }),
});

/** Those that are over and still listed. */
export const MAX_PAST_SCANS = 20;

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
 * The counts of a scan, for the person in whose name they were counted: pages that this person saw at that moment. No other
 * person gets them. The counts of the schedule are shown to no one.
 */
export function countsFor({ record }: ScanRun, accountId: string): ScanCounts | undefined {
  const { createdBy, counts } = record.data;
  return createdBy === accountId ? counts : undefined;
}
