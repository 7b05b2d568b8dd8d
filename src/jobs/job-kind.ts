import { auditDetails } from '../audit/details';
import { LINE_ONLY, nextRun, type RunKind } from '../runs/run-kind';
import { finalState } from '../runs/shown-state';
import { isSearch, jobRecord, type JobRecord } from './model';

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
    const state = data.search === undefined ? finalState(data.found, failed) : 'failed';
    return nextRun(job, { ...ended, failed, stoppedBy: ending.stoppedBy }, state);
  },
  withPause: (run, paused, at) => nextRun(run, { paused, touchedAt: at }),
  isCanceling: () => false,
  mustFinish: () => false,
  isAudited: ({ data }) => !data.order.dryRun,
  auditDetails: ({ state, data: { order, found, done, failed, stoppedBy } }, type) => {
    const { contentType, reverts, below, raises, undoes, level } = order;
    return auditDetails({
      pages: type === 'job.created' && isSearch(order) ? 'search' : found,
      contentType,
      ...(type === 'job.created' ? {} : { state, done, failed, code: stoppedBy }),
      revertsKey: reverts !== undefined && 'keyId' in reverts ? reverts.keyId : undefined,
      reverts: reverts !== undefined && 'lost' in reverts ? 'lost-sub-levels' : undefined,
      belowPage: below?.pageId,
      raises,
      undoesJob: undoes?.jobId,
      pageId: undoes?.pageId,
      ...(typeof level === 'object' ? { levelId: level.levelId, subLevelId: level.subLevelId } : { level }),
    });
  },
};
