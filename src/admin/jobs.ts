import * as z from 'zod';
import { createJob } from '../jobs/create-job';
import { JOBS } from '../jobs/job-kind';
import type { Job, JobState } from '../jobs/model';
import { canBeUndone, readVisibleResults, undoOf } from '../jobs/person-jobs';
import type { Lowering } from '../access/decide';
import { readLevels } from '../classification/level-store';
import { readRun } from '../runs/run-store';
import { keyIdInput, requireKey } from './one-key';
import type { AdminRequest } from './operation';
import { cancelAsAdmin, startCreated } from './long-work';
import { readInput, Refusal } from './result';

/** Jobs that an admin starts in the background: they revert the changes of a key, or set suggested levels. */

const revertInput = z.strictObject({
  keyId: keyIdInput,
  /** The key's changes before this time stay; omitted = all changes are reverted. */
  from: z.iso.datetime({ precision: 3, error: 'must be a UTC timestamp with milliseconds' }).optional(),
  /** If true, nothing is written; the job shows what a real run would do. */
  dryRun: z.boolean(),
  /** The same UUID when the request is repeated because no response arrived. */
  requestKey: z.uuid(),
});
const jobInput = z.strictObject({ jobId: z.uuid() });

export interface JobView {
  readonly jobId: string;
  readonly state: JobState;
  readonly dryRun: boolean;
  /** The number of pages; omitted while they are being collected. */
  readonly total?: number;
  readonly done: number;
  readonly changed: number;
  /** Skipped pages: others have changed them since, or they already have that level. */
  readonly left: number;
  readonly failed: readonly { readonly code: string; readonly count: number; readonly pageIds: readonly string[] }[];
  /** The reason why it stopped early. */
  readonly stoppedBy?: string;
  /** For a job that set levels and has ended. */
  readonly undo?: Lowering;
}

/** The maximum number of page ids listed for each error code. */
const NAMED_PAGES = 20;

/**
 * Restores the previous levels of the pages that a key has changed, unless another user has changed them since. The job
 * acts on behalf of the admin.
 */
export async function revertKey(request: AdminRequest, payload: unknown): Promise<JobView> {
  const { keyId, from, dryRun, requestKey } = readInput(revertInput, payload);
  const { record } = await requireKey(request, keyId);
  const { accountId, requestId, installationId } = request;
  const creation = await createJob(request, {
    owner: { kind: 'person', accountId },
    idempotencyKey: requestKey,
    order: {
      reverts: { keyId, ...(from === undefined ? {} : { from }) },
      justification: `Reverts what the API key “${record.name}” (pclsk_${keyId}_…) changed`,
      onlyUnclassified: false,
      dryRun,
    },
    pages: [],
    requestId,
    installationId,
  });
  return viewJob(request, await startCreated(request, 'job', creation));
}

export async function getJob(request: AdminRequest, payload: unknown): Promise<JobView> {
  return viewJob(request, await requireJob(request, readInput(jobInput, payload).jobId));
}

/** Pages that the job has not started are skipped. A job that has ended stays unchanged. */
export async function cancelJob(request: AdminRequest, payload: unknown): Promise<JobView> {
  const job = await requireJob(request, readInput(jobInput, payload).jobId);
  return viewJob(request, await cancelAsAdmin(request, JOBS, job.runId));
}

/** A job of this admin. The page Background work lists the jobs of others, and cancels them. */
export async function requireJob({ storage, now, accountId }: AdminRequest, jobId: string): Promise<Job> {
  const job = await readRun(storage, JOBS, jobId);
  const isOwn = job?.record.keyId === undefined && job?.record.data.createdBy === accountId;
  if (job === undefined || !isOwn || now >= JOBS.expiryOf(job)) {
    throw new Refusal({
      code: 'JOB_NOT_FOUND',
      message: 'The job was not found. Jobs are kept for 7 days after they end.',
    });
  }
  return job;
}

export async function viewJob(request: AdminRequest, job: Job): Promise<JobView> {
  const { storage, installationId } = request;
  const { runId: jobId, record } = job;
  const { createdBy, found, done, order, search, stoppedBy } = record.data;
  const { results, state } = await readVisibleResults(request, createdBy, job);
  const failed = new Map<string, string[]>();
  for (const { code, pageId } of results) {
    if (code !== undefined) failed.set(code, [...(failed.get(code) ?? []), pageId]);
  }
  const changed = results.filter((result) => result.changed).length;
  const undo = canBeUndone(job)
    ? await undoOf(storage, (await readLevels(storage, installationId)).settings, job, results)
    : undefined;
  const failures = [...failed].map(([code, pageIds]) => ({
    code,
    count: pageIds.length,
    pageIds: pageIds.slice(0, NAMED_PAGES),
  }));
  return {
    jobId,
    state,
    dryRun: order.dryRun,
    ...(search === undefined ? { total: found } : {}),
    done,
    changed,
    left: results.length - changed - failures.reduce((sum, { count }) => sum + count, 0),
    failed: failures.sort((a, b) => b.count - a.count),
    ...(stoppedBy === undefined ? {} : { stoppedBy }),
    ...(undo === undefined ? {} : { undo }),
  };
}
