import * as z from 'zod';
import { isNotKept } from '../../detection/reasons/check-reasons';
import { finalState, JOBS } from '../../jobs/job-kind';
import { type Job, type JobRecord, JOB_STATES, type JobState } from '../../jobs/model';
import { QUOTA_NAMES } from '../../quota/policies';
import { PAUSE_CODES } from '../../runs/paused';
import { type PlacedRun, type Standing, standingOf } from '../../runs/placed-run';
import { hasEnded } from '../../runs/run-kind';
import { WAIT_CODES, WAIT_REASONS } from '../../runs/wait-reasons';
import { Problem, type ProblemKind, PROBLEMS } from '../problem';
import type { AuthorizedRequest } from '../route';
import { requireOwnRun } from '../run-requests';

/** Jobs in responses. */

export const errorBody = z
  .strictObject({
    code: z.string().meta({ description: 'A stable error code. More values may be added.' }),
    title: z.string(),
    detail: z.string().optional(),
  })
  .meta({ id: 'JobError', description: 'Why it ended early, or why the page failed.' });

const instant = z.iso.datetime({ precision: 3 });

export const pausedBody = z
  .strictObject({
    code: z.enum(PAUSE_CODES).meta({
      description:
        '`CANNOT_ACT_AS_PERSON`: on this site, the platform does not let the app act as the creator of the key in the background. `APP_LICENSE_INACTIVE`: the license of the app has ended. More values may be added.',
    }),
    since: instant.meta({ description: 'The first attempt that failed for this reason.' }),
  })
  .meta({
    id: 'Paused',
    description:
      'Why it waits. It keeps its progress, is tried again at least once an hour, can be canceled, and expires as usual. Absent: it is not paused.',
  });

export const waitingBody = z
  .strictObject({
    code: z.enum(WAIT_CODES).meta({
      description: `${WAIT_CODES.map((code) => `\`${code}\`: ${WAIT_REASONS[code]}`).join(' ')} More values may be added.`,
    }),
    quota: z
      .enum(QUOTA_NAMES)
      .optional()
      .meta({ description: 'The quota that is used up, with its name in `RateLimit-Policy`.' }),
    reason: z.string().meta({ description: 'The reason in words.' }),
    nextAttemptAt: instant.optional().meta({ description: 'When it continues. Absent: when its turn comes.' }),
    ahead: z
      .strictObject({
        own: z.int().meta({ description: 'Runs of the same key or person.' }),
        others: z.int().meta({ description: 'Runs of others.' }),
      })
      .optional()
      .meta({
        description: 'The runs of the same kind that are running, or start before it. Only with `WAITS_FOR_TURN`.',
      }),
  })
  .meta({
    id: 'Waiting',
    description: 'Why it waits, and until when. Absent if it does not wait.',
  });

export const jobBody = z
  .strictObject({
    id: z.uuid(),
    state: z.enum(JOB_STATES).meta({
      description:
        '`queued`: not started. `running`. `succeeded`: no page failed. `partial`: some pages failed. `failed`: all pages failed, or the job could not run. `cancelled`.',
    }),
    dryRun: z.boolean().meta({ description: 'true = changes nothing.' }),
    total: z
      .int()
      .optional()
      .meta({ description: 'The number of pages. Absent during the search for them, or if the search failed.' }),
    done: z.int().meta({ description: 'The number of processed pages, including failed ones.' }),
    failed: z.int().meta({
      description:
        'The number of failed pages. In an ended job with at most 250 pages, it includes those that the key can no longer see. In a larger job, it is the number when the job ran: list its results.',
    }),
    createdAt: instant,
    startedAt: instant.optional(),
    finishedAt: instant.optional(),
    expiresAt: instant.meta({ description: 'When the job and its results are deleted.' }),
    error: errorBody.optional(),
    paused: pausedBody.optional(),
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
  id: '3a0f6c0e-8c7b-5d52-9a41-7f2f1c7f5a10',
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
    .meta({ description: 'The id of the job.', examples: [JOB_EXAMPLE.id], maxLength: 36 }),
});

export type JobBody = z.infer<typeof jobBody> & Standing;

/** @param failed Default: the number when the job ran */
export function toJobBody(job: PlacedRun<JobRecord>, failed = job.record.data.failed): JobBody {
  const { runId: jobId, record } = job;
  const { createdAt, data } = record;
  const { search, found, done, order, stoppedBy, startedAt, finishedAt } = data;
  const self = `/v1/job/${jobId}`;
  return {
    id: jobId,
    state: stateOf(job, failed),
    dryRun: order.dryRun,
    ...(search === undefined ? { total: found } : {}),
    done: stoppedBy !== undefined && search === undefined ? found : done,
    failed,
    createdAt,
    ...(startedAt === undefined ? {} : { startedAt }),
    ...(finishedAt === undefined ? {} : { finishedAt }),
    expiresAt: JOBS.expiryOf(job).toISOString(),
    ...(stoppedBy === undefined ? {} : { error: errorOf(stoppedBy) }),
    ...standingOf(job),
    ...(isNotKept(order.justification) ? { warning: order.justification } : {}),
    _links: { self, results: `${self}/results` },
  };
}

function stateOf({ record: { state, data } }: Job, failed: number): JobState {
  const followsFromPages = hasEnded({ state }) && state !== 'cancelled' && data.stoppedBy === undefined;
  return followsFromPages ? finalState({ ...data, failed }) : state;
}

export function errorOf(code: string): z.infer<typeof errorBody> {
  const kind = kindOf(code);
  return { code, title: kind?.title ?? code, ...(kind?.detail === undefined ? {} : { detail: kind.detail }) };
}

/** undefined for a code that is unknown to this version of the app. */
export function kindOf(code: string): ProblemKind | undefined {
  return Object.entries(PROBLEMS).find(([known]) => known === code)?.[1];
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
