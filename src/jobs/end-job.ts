import { auditRow } from '../audit/event';
import type { Random } from '../platform/random';
import type { RowCheck, RowWrite, Storage } from '../platform/storage';
import { commitJob, nextJob, readJob } from './job-store';
import { isOver, type Job, type JobState } from './model';

const MAX_ATTEMPTS = 5;

/** The row for the end of a job. */
export function endAuditRow(random: Random, { jobId, record }: Job, requestId: string, now: Date): RowWrite {
  const { keyId, state, data } = record;
  return auditRow({
    id: random.uuid(),
    type: state === 'cancelled' ? 'job.cancelled' : 'job.finished',
    time: now,
    subject: `job:${jobId}`,
    actor:
      keyId === undefined
        ? { type: 'user', accountId: data.createdBy }
        : { type: 'apikey', accountId: data.createdBy, keyId },
    requestId,
    after: {
      state,
      pages: data.found,
      done: data.done,
      failed: data.failed,
      ...(data.stoppedBy === undefined ? {} : { code: data.stoppedBy }),
    },
  });
}

/** What a job has come to that goes no further. */
export function finalState({ found, failed }: Job['record']['data']): JobState {
  if (failed === 0) return 'succeeded';
  return failed === found ? 'failed' : 'partial';
}

interface CancelContext {
  readonly storage: Storage;
  readonly random: Random;
  readonly now: Date;
  /** What must still be as it was: the key that cancels. */
  readonly stillValid?: readonly RowCheck[];
}

/**
 * Cancels what has not started; pages that are being worked on at this moment may still be done. A job that is over
 * stays as it is.
 * @returns undefined where others changed the job, or the key, every time
 * @throws StorageUnavailableError, CorruptRecordError
 */
export async function cancelJob(
  { storage, random, now, stillValid }: CancelContext,
  job: Job,
  requestId: string,
): Promise<Job | undefined> {
  let before = job;
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    if (isOver(before.record)) return before;
    const at = now.toISOString();
    const after = nextJob(before, { finishedAt: at, touchedAt: at }, 'cancelled');
    const audit = endAuditRow(random, after, requestId, now);
    if ((await commitJob(storage, before, after, [], audit, stillValid)) === 'committed') return after;
    before = (await readJob(storage, job.jobId)) ?? before;
  }
  return undefined;
}
