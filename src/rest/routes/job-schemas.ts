import * as z from 'zod';
import { isNotKept } from '../../detection/reasons/check-reasons';
import { JOBS } from '../../jobs/job-kind';
import type { Job, JobRecord } from '../../jobs/model';
import { definedOf } from '../../platform/defined-of';
import type { PlacedRun } from '../../runs/placed-run';
import { hasEnded } from '../../runs/run-kind';
import { finalState, type ShownState } from '../../runs/shown-state';
import { Problem } from '../problem';
import type { AuthorizedRequest } from '../route';
import { requireOwnRun, type RunStanding, standingOf } from '../run-requests';
import { errorBody, errorOf, stateBody, waitingBody } from './run-schemas';

/** Jobs in responses. */

const instant = z.iso.datetime({ precision: 3 });

export const jobBody = z
  .strictObject({
    jobId: z.uuid(),
    state: stateBody(
      '`succeeded`: no page failed. `partial`: some pages failed. `failed`: all pages failed, or the job could not run. `cancelled`.',
    ),
    dryRun: z.boolean().meta({ description: 'true = changes nothing.' }),
    contentType: z.enum(['blogpost', 'all']).optional().meta({
      description: 'The content that the numbers count: blog posts, or pages and blog posts. Absent: pages.',
    }),
    total: z.int().optional().meta({
      description:
        'The number of pages, or of the content that `contentType` names. Absent during the search for them, or if the search failed.',
    }),
    done: z.int().meta({ description: 'The number of those that were processed, including failed ones.' }),
    failed: z.int().meta({
      description:
        'The number of those that failed. In an ended job with at most 250 pages, it includes those that the key can no longer see. In a larger job, it is the number when the job ran: list its results.',
    }),
    createdAt: instant,
    startedAt: instant.optional(),
    finishedAt: instant.optional(),
    expiresAt: instant.meta({ description: 'When the job and its results are deleted.' }),
    error: errorBody.optional(),
    warning: z.string().optional().meta({
      description:
        'Present if the `justification` contained sensitive data. It names the kind. The levels are set with this sentence in place of the justification.',
    }),
    waiting: waitingBody.optional(),
    estimatedSeconds: z.int().optional().meta({
      description:
        'Only in the response that creates the job, if its pages are listed: the time that it takes by the quotas, if nothing else of its key runs.',
    }),
    _links: z.strictObject({ self: z.string(), results: z.string() }),
  })
  .meta({ id: 'Job', description: 'Bulk changes of page levels, run in the background.' });

export const JOB_EXAMPLE = {
  jobId: '3a0f6c0e-8c7b-5d52-9a41-7f2f1c7f5a10',
  state: 'running' as const,
  dryRun: false,
  total: 4_000,
  done: 1_200,
  failed: 3,
  createdAt: '2026-11-21T09:30:00.000Z',
  startedAt: '2026-11-21T09:30:01.000Z',
  expiresAt: '2026-11-28T09:30:00.000Z',
  _links: {
    self: '/v1/job/3a0f6c0e-8c7b-5d52-9a41-7f2f1c7f5a10',
    results: '/v1/job/3a0f6c0e-8c7b-5d52-9a41-7f2f1c7f5a10/results',
  },
};

export const jobPathParameters = z.strictObject({
  jobId: z
    .uuid({ error: 'must be a UUID' })
    .meta({ description: 'The id of the job.', examples: [JOB_EXAMPLE.jobId], maxLength: 36 }),
});

export type JobBody = z.infer<typeof jobBody> & RunStanding;

/** @param failed Default: the number when the job ran */
export function toJobBody(job: PlacedRun<JobRecord>, failed = job.record.data.failed): JobBody {
  const { runId: jobId, record } = job;
  const { createdAt, data } = record;
  const { search, found, done, order, stoppedBy, startedAt, finishedAt } = data;
  const self = `/v1/job/${jobId}`;
  return {
    jobId,
    dryRun: order.dryRun,
    ...definedOf({ contentType: order.contentType }),
    ...(search === undefined ? { total: found } : {}),
    done: stoppedBy !== undefined && search === undefined ? found : done,
    failed,
    createdAt,
    ...(startedAt === undefined ? {} : { startedAt }),
    ...(finishedAt === undefined ? {} : { finishedAt }),
    expiresAt: JOBS.expiryOf(job).toISOString(),
    ...(stoppedBy === undefined ? {} : { error: errorOf(stoppedBy) }),
    ...standingOf(job, endStateOf(job, failed)),
    ...(isNotKept(order.justification) ? { warning: order.justification } : {}),
    _links: { self, results: `${self}/results` },
  };
}

function endStateOf({ record: { state, data } }: Job, failed: number): ShownState {
  const followsFromPages = hasEnded({ state }) && state !== 'cancelled' && data.stoppedBy === undefined;
  return followsFromPages ? finalState(data.found, failed) : state;
}

/**
 * Returns a job that was created by the key of the request or by another key of its line.
 * @throws Problem 404 for any other; 401 if the creator of the key is no longer active; HostError
 */
export function requireOwnJob(request: AuthorizedRequest, jobId: string): Promise<PlacedRun<JobRecord>> {
  const detail =
    'Jobs are kept for seven days after they end, for the key that created them and the keys that replace it.';
  return requireOwnRun(request, JOBS, jobId, 'jobs', () => new Problem('JOB_NOT_FOUND', { detail }));
}
