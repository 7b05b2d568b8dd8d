import * as z from 'zod';
import { jobIdInput, openJob, viewJob } from './below-job';
import type { SurfaceOperations } from './contract';
import type { SurfaceRequest } from './operation';
import { readInput } from './result';

const input = z.strictObject({ jobId: jobIdInput });

export async function getBelowJob(
  request: SurfaceRequest,
  payload: unknown,
): Promise<SurfaceOperations['getBelowJob']['result']> {
  const opened = await openJob(request, readInput(input, payload).jobId);
  return 'state' in opened ? opened : viewJob(request, opened.levels, opened.job);
}
