import * as z from 'zod';
import { actorOf } from '../audit/event';
import { JOBS } from '../jobs/job-kind';
import { cancelRun } from '../runs/end-run';
import { jobChanged, jobIdInput, openJob, viewJob } from './below-job';
import type { SurfaceOperations } from './contract';
import type { SurfaceRequest } from './operation';
import { readInput } from './result';

const input = z.strictObject({ jobId: jobIdInput });

/** Stops a job before its next pages. Changed pages stay changed until the job is undone. An ended job stays unchanged. */
export async function cancelBelowJob(
  request: SurfaceRequest,
  payload: unknown,
): Promise<SurfaceOperations['cancelBelowJob']['result']> {
  const opened = await openJob(request, readInput(input, payload).jobId);
  if ('state' in opened) return opened;
  const canceled = await cancelRun(request, JOBS, opened.job.runId, actorOf({ accountId: opened.accountId }));
  if (canceled?.run === undefined) throw jobChanged();
  return viewJob(request, opened.levels, canceled.run);
}
