import { actorOf } from '../audit/event';
import { LINE_ONLY, nextRun, type RunKind } from '../runs/run-kind';
import { type Job, jobRecord, type JobRecord, type JobState } from './model';

const KEPT_MS = 7 * 86_400_000;

/** Connects jobs to `src/runs`, which stores and runs them. */
export const JOBS: RunKind<JobRecord> = {
  name: 'job',
  rowPrefix: '',
  schema: jobRecord,
  keepDays: 30,
  // Seven days after the end of the job, or after its creation if it has not ended.
  expiryOf: ({ record: { createdAt, data } }) => new Date(Date.parse(data.finishedAt ?? createdAt) + KEPT_MS),
  line: LINE_ONLY,
  endEarly: (job, ending, now) => {
    const at = now.toISOString();
    const ended = { paused: undefined, finishedAt: at, touchedAt: at };
    if (ending === 'cancelled') return nextRun(job, ended, 'cancelled');
    // All remaining pages fail with this code.
    const { data } = job.record;
    const failed = data.search === undefined ? data.failed + data.found - data.done : 0;
    const state = data.search === undefined ? finalState({ ...data, failed }) : 'failed';
    return nextRun(job, { ...ended, failed, stoppedBy: ending.stoppedBy }, state);
  },
  withPause: (run, paused, at) => nextRun(run, { paused, touchedAt: at }),
  isCancelling: () => false,
  mustFinish: () => false,
  isAudited: ({ data }) => !data.order.dryRun,
  finishedBy: ({ keyId, data: { createdBy } }) => actorOf({ createdBy, keyId }),
  auditDetails: ({ state, data }) => ({
    state,
    pages: data.found,
    done: data.done,
    failed: data.failed,
    ...(data.stoppedBy === undefined ? {} : { code: data.stoppedBy }),
  }),
};

/** The state of a job that ended without being cancelled. */
export function finalState({ found, failed }: Job['record']['data']): JobState {
  if (failed === 0) return 'succeeded';
  return failed === found ? 'failed' : 'partial';
}
