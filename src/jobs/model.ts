import * as z from 'zod';
import type { Run } from '../runs/run-kind';

/**
 * Jobs: the level of many pages, set in the background. How they are kept: entity `job`, whose rows are the jobs
 * (`<job id>`), their pages (`<job id>:pages:<n>`), what became of them (`<job id>:results:<n>`), and `open`, the line of
 * the jobs that run or wait.
 */

export const JOB_STATES = ['queued', 'running', 'succeeded', 'partial', 'failed', 'cancelled'] as const;

export type JobState = (typeof JOB_STATES)[number];

/** Pages of one job at most. */
export const MAX_PAGES = 10_000;

const instant = z.iso.datetime({ precision: 3 });
const pageId = z.string().regex(/^[1-9][0-9]{0,18}$/);
/** UUIDs; or what the client named, where there is nothing of that name. */
const level = z.strictObject({
  levelId: z.string().min(1).max(300),
  subLevelId: z.string().min(1).max(300).optional(),
});
/** A problem's code, as the API answers it. */
const code = z.string().regex(/^[A-Z][A-Z_]{0,62}$/);

/** The change that a job makes. */
const order = z.strictObject({
  /** For all pages that have none of their own; `default` = their level is cleared. */
  level: z.union([level, z.literal('default')]).optional(),
  /** How its pages are found; left out where they are named. */
  cql: z.string().optional(),
  justification: z.string().optional(),
  /** Instead: its pages are those that this key has changed, since then or ever, and get back what they had before. */
  reverts: z.strictObject({ keyId: z.string(), from: instant.optional() }).optional(),
  onlyUnclassified: z.boolean(),
  /** Nothing is written. */
  dryRun: z.boolean(),
});

export const jobRecord = z.strictObject({
  v: z.literal(1),
  rev: z.int().min(1),
  /** Left out where a person made it in the administration. */
  keyId: z.string().optional(),
  /** In which list it is; left out as the key. */
  lineList: z.string().optional(),
  createdAt: instant,
  state: z.enum(JOB_STATES),
  data: z.strictObject({
    /** The creator of the key, or the person. */
    createdBy: z.string(),
    /** Of the request that made it. */
    fingerprint: z.string(),
    order,
    /** How many pages are stored. */
    found: z.int().min(0),
    /** Whether more are to be found, and from where on. */
    search: z.strictObject({ cursor: z.string().optional() }).optional(),
    /** How many are done: they are done in their order. */
    done: z.int().min(0),
    failed: z.int().min(0),
    /** How often in a row it came no further. */
    stalled: z.int().min(0),
    /** When it last came further, or was pushed again. */
    touchedAt: instant,
    startedAt: instant.optional(),
    finishedAt: instant.optional(),
    /** Why it stopped: all pages from `done` on have failed with it; or, where none was found, the job itself. */
    stoppedBy: code.optional(),
  }),
});

export type JobRecord = z.infer<typeof jobRecord>;
export type JobOrder = z.infer<typeof order>;

export type Job = Run<JobRecord>;

const jobPage = z.strictObject({
  pageId,
  level: level.optional(),
  /** The revision that the page's level must have; `any` = it must have a level; `never` = what it cannot have. */
  ifRevision: z.union([z.int(), z.enum(['any', 'never'])]).optional(),
  /** The revision that it must not have; `any` = it must have no level; `never` = no condition. */
  unlessRevision: z.union([z.int(), z.enum(['any', 'never'])]).optional(),
});

export type JobPage = z.infer<typeof jobPage>;

/** Values stay far below 240 KiB: a page takes 300 bytes at most. */
export const PAGES_IN_A_ROW = 500;

export const pagesRecord = z.strictObject({ v: z.literal(1), rev: z.literal(1), data: z.array(jobPage) });

const pageResult = z.strictObject({
  pageId,
  /** What it failed with; left out where it did not. */
  code: code.optional(),
  changed: z.boolean(),
  /** Left alone, because only pages without a level were meant, or those that nobody else has changed since. */
  skipped: z.literal(true).optional(),
  /** The revision of the page's level afterwards, where it is known. */
  pageRev: z.int().optional(),
});

export type PageResult = z.infer<typeof pageResult>;

/** As many pages as are worked on in one go. */
export const RESULTS_IN_A_ROW = 100;

export const resultsRecord = z.strictObject({ v: z.literal(1), rev: z.literal(1), data: z.array(pageResult) });
