import * as z from 'zod';
import type { ItemRows } from '../runs/run-items';
import { JOBS } from './job-kind';
import { type JobPage, jobPage, type PageResult, pageResult } from './model';

/** The rows of the pages of a job, and of their results. */

const COMMON = { keepDays: JOBS.keepDays, mayBeAbsent: false, format: <T>(items: readonly T[]) => items };

/** Values stay far below 240 KiB, because a page takes at most 300 bytes. */
export const JOB_PAGES: ItemRows<JobPage> = {
  ...COMMON,
  keyOf: (jobId, row) => `${jobId}:pages:${row}`,
  itemsPerRow: 500,
  schema: z.array(jobPage),
};

/** One batch of pages has one row of results. */
export const JOB_RESULTS: ItemRows<PageResult> = {
  ...COMMON,
  keyOf: (jobId, row) => `${jobId}:results:${row}`,
  itemsPerRow: 100,
  schema: z.array(pageResult),
};
