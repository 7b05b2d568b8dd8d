import { type AuditActor, auditRow } from '../audit/event';
import type { Random } from '../platform/random';
import type { RowCheck, RowWrite, Storage } from '../platform/storage';
import { commitJob, nextJob, readJob } from './job-store';
import type { Started } from '../runs/line';
import { isOver, type Job, type JobState } from './model';

const MAX_ATTEMPTS = 5;

/** Whose job it is. */
function ownerActorOf({ record: { keyId, data } }: Job): AuditActor {
  if (keyId === undefined) return { type: 'user', accountId: data.createdBy };
  return { type: 'apikey', accountId: data.createdBy, keyId };
}

/** The row for the end of a job. */
export function endAuditRow(
  random: Random,
  job: Job,
  requestId: string,
  now: Date,
  actor: AuditActor = ownerActorOf(job),
): RowWrite {
  const { jobId, record } = job;
  const { state, data } = record;
  return auditRow({
    id: random.uuid(),
    type: state === 'cancelled' ? 'job.cancelled' : 'job.finished',
    time: now,
    subject: `job:${jobId}`,
    actor,
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
  /** Who cancels. Default: the owner of the job. */
  readonly actor?: AuditActor;
  /** What must still be as it was: the key that cancels. */
  readonly stillValid?: readonly RowCheck[];
}

/**
 * Cancels what has not started; pages that are being worked on at this moment may still be done. A job that is over
 * stays as it is.
 * @returns the job, and the jobs that start because it ended, which the caller pushes; undefined where others changed the job,
 *   or the key, every time
 * @throws StorageUnavailableError, CorruptRecordError
 */
export async function cancelJob(
  { storage, random, now, actor, stillValid }: CancelContext,
  job: Job,
  requestId: string,
): Promise<{ readonly job: Job; readonly started: Started } | undefined> {
  let before = job;
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    if (isOver(before.record)) return { job: before, started: [] };
    const at = now.toISOString();
    const after = nextJob(before, { finishedAt: at, touchedAt: at }, 'cancelled');
    const audit = endAuditRow(random, after, requestId, now, actor);
    const started = await commitJob(storage, before, after, [], audit, stillValid);
    if (started !== 'conflict') return { job: after, started };
    before = (await readJob(storage, job.jobId)) ?? before;
  }
  return undefined;
}
