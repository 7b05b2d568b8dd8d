import { actorOf } from '../audit/event';
import { LINE_ALONE, nextRun, type RunKind } from '../runs/run-kind';
import { type Job, jobRecord, type JobRecord, type JobState } from './model';

const KEPT_MS = 7 * 86_400_000;

/** Jobs, as `src/runs` keeps and drives them. */
export const JOBS: RunKind<JobRecord> = {
  name: 'job',
  rowPrefix: '',
  schema: jobRecord,
  keepDays: 30,
  // Seven days after its end, or after its creation if it has none.
  expiryOf: ({ record: { createdAt, data } }) => new Date(Date.parse(data.finishedAt ?? createdAt) + KEPT_MS),
  line: LINE_ALONE,
  endEarly: (job, ending, now) => {
    const at = now.toISOString();
    const ended = { finishedAt: at, touchedAt: at };
    if (ending === 'cancelled') return nextRun(job, ended, 'cancelled');
    // All pages that are left fail with this code.
    const { data } = job.record;
    const failed = data.search === undefined ? data.failed + data.found - data.done : 0;
    const state = data.search === undefined ? finalState({ ...data, failed }) : 'failed';
    return nextRun(job, { ...ended, failed, stoppedBy: ending.stoppedBy }, state);
  },
  isCancelling: () => false,
  mustFinish: () => false,
  finishedBy: ({ keyId, data: { createdBy } }) => actorOf({ createdBy, keyId }),
  auditDetails: ({ state, data }) => ({
    state,
    pages: data.found,
    done: data.done,
    failed: data.failed,
    ...(data.stoppedBy === undefined ? {} : { code: data.stoppedBy }),
  }),
};

/** The state of a job that ended by itself. */
export function finalState({ found, failed }: Job['record']['data']): JobState {
  if (failed === 0) return 'succeeded';
  return failed === found ? 'failed' : 'partial';
}
