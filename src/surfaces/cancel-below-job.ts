import * as z from 'zod';
import { actorOf } from '../audit/event';
import { JOBS } from '../jobs/job-kind';
import { cancelRun } from '../runs/end-run';
import { jobChanged, jobIdInput, openJob, pushJobs, viewJob } from './below-job';
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
  const { accountId } = opened;
  const canceled = await cancelRun(request, JOBS, opened.job.runId, {
    actor: actorOf({ accountId }),
    requestId: request.requestId,
  });
  if (canceled?.run === undefined) throw jobChanged();
  await pushJobs(request, canceled.started);
  return viewJob(request, opened.levels, canceled.run);
}
