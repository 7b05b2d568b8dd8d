import * as z from 'zod';
import { createFromPreview } from '../jobs/person-jobs';
import { authorOf, jobChanged, jobIdInput, openJob, startedJob } from './below-job';
import type { SurfaceOperations } from './contract';
import type { SurfaceRequest } from './operation';
import { readInput } from './result';

const input = z.strictObject({ previewId: jobIdInput });

/** Changes the pages that the preview would change, each under the permissions and rules of that moment. */
export async function startBelow(
  request: SurfaceRequest,
  payload: unknown,
): Promise<SurfaceOperations['startBelow']['result']> {
  const opened = await openJob(request, readInput(input, payload).previewId);
  if ('state' in opened) return opened;
  const { levels, job: preview } = opened;
  const creation = await createFromPreview(request, authorOf(request, opened), preview);
  if (creation.outcome === 'not-ready') throw jobChanged();
  return startedJob(request, levels, creation);
}
