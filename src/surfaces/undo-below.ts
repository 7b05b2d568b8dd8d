import * as z from 'zod';
import { justificationText } from '../classification/page-level-fields';
import { createUndo } from '../jobs/person-jobs';
import { authorOf, jobChanged, jobIdInput, openJob, startedJob } from './below-job';
import type { SurfaceOperations } from './contract';
import type { SurfaceRequest } from './operation';
import { readInput } from './result';
import { reasonMissing } from './settable-levels';

const input = z.strictObject({
  jobId: jobIdInput,
  reason: justificationText.optional(),
  requestKey: z.uuid({ error: 'must be a UUID' }),
});

/**
 * Restores the levels that the pages had before an ended job. The rules of the site apply, because undoing a raise
 * lowers a level.
 */
export async function undoBelow(
  request: SurfaceRequest,
  payload: unknown,
): Promise<SurfaceOperations['undoBelow']['result']> {
  const { jobId, reason, requestKey } = readInput(input, payload);
  const opened = await openJob(request, jobId);
  if ('state' in opened) return opened;
  const { levels, job, spaceId } = opened;
  const order = { justification: reason, requestKey, settings: levels.settings, spaceId };
  const creation = await createUndo(request, authorOf(request, opened), job, order);
  if (creation.outcome === 'needs-justification') throw reasonMissing();
  if (creation.outcome === 'not-ready') throw jobChanged();
  return startedJob(request, levels, creation);
}
