import * as z from 'zod';
import { actorOf } from '../audit/event';
import { justificationText } from '../classification/page-level-fields';
import { JOBS } from '../jobs/job-kind';
import { createFromPreview, createUndo } from '../jobs/person-jobs';
import { cancelRun } from '../runs/end-run';
import { authorOf, jobChanged, jobIdInput, openJob, startedJob, viewJob } from './below-job';
import type { ResultOf } from './contract';
import type { SurfaceRequest } from './operation';
import { readInput } from './result';
import { reasonMissing } from './settable-levels';

/** The operations on a job that the person has started. */

const jobInput = z.strictObject({ jobId: jobIdInput });
const startInput = z.strictObject({ previewId: jobIdInput });
const undoInput = z.strictObject({
  jobId: jobIdInput,
  reason: justificationText.optional(),
  requestKey: z.uuid({ error: 'must be a UUID' }),
});

export async function getBelowJob(request: SurfaceRequest, payload: unknown): Promise<ResultOf<'getBelowJob'>> {
  const opened = await openJob(request, readInput(jobInput, payload).jobId);
  return 'state' in opened ? opened : viewJob(request, opened.levels, opened.job);
}

/** Changes the pages that the preview would change, each under the permissions and rules of that moment. */
export async function startBelow(request: SurfaceRequest, payload: unknown): Promise<ResultOf<'startBelow'>> {
  const opened = await openJob(request, readInput(startInput, payload).previewId);
  if ('state' in opened) return opened;
  const { levels, job: preview } = opened;
  const creation = await createFromPreview(request, authorOf(request, opened), preview);
  if (creation.outcome === 'not-ready') throw jobChanged();
  return startedJob(request, levels, creation);
}

/** Stops a job before its next pages. Changed pages stay changed until the job is undone. An ended job stays unchanged. */
export async function cancelBelowJob(request: SurfaceRequest, payload: unknown): Promise<ResultOf<'cancelBelowJob'>> {
  const opened = await openJob(request, readInput(jobInput, payload).jobId);
  if ('state' in opened) return opened;
  const canceled = await cancelRun(request, JOBS, opened.job.runId, actorOf({ accountId: opened.accountId }));
  if (canceled?.run === undefined) throw jobChanged();
  return viewJob(request, opened.levels, canceled.run);
}

/** Restores the levels before an ended job, under the rules of the site, because undoing a raise lowers a level. */
export async function undoBelow(request: SurfaceRequest, payload: unknown): Promise<ResultOf<'undoBelow'>> {
  const { jobId, reason, requestKey } = readInput(undoInput, payload);
  const opened = await openJob(request, jobId);
  if ('state' in opened) return opened;
  const { levels, job, spaceId } = opened;
  const order = { justification: reason, requestKey, settings: levels.settings, spaceId };
  const creation = await createUndo(request, authorOf(request, opened), job, order);
  if (creation.outcome === 'needs-justification') throw reasonMissing();
  if (creation.outcome === 'not-ready') throw jobChanged();
  return startedJob(request, levels, creation);
}
