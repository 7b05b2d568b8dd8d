import type { Clock } from '../platform/clock';
import type { Storage } from '../platform/storage';
import { watch, type Watched } from '../platform/watch';
import { commitJob, nextJob, openJobsWrite, readJob, readOpenJobs } from './job-store';
import { isOver, type Job } from './model';

/** Longer than a step waits for anything; whatever has not moved for so long has lost its event. */
const LOST_AFTER_MS = 20 * 60_000;
/** Nothing waits for anything before it has begun. */
const LOST_BEFORE_START_AFTER_MS = 2 * 60_000;

/**
 * Jobs that nothing drives any more, for example because their event was lost. Each is told once in a while: being told
 * counts as having moved.
 * @throws StorageUnavailableError, CorruptRecordError
 */
export async function findLostJobs(storage: Storage, clock: Clock): Promise<Watched> {
  const open = await readOpenJobs(storage);
  return watch(
    open.jobIds,
    async (jobId) => {
      const job = await readJob(storage, jobId);
      if (job === undefined || isOver(job.record)) return 'gone';
      return isLost(job, clock()) && (await touch(storage, job, clock())) ? 'lost' : 'moving';
    },
    (jobIds) => storage.commit([openJobsWrite(open, jobIds)], []),
  );
}

function isLost({ record }: Job, now: Date): boolean {
  const silentMs = now.getTime() - Date.parse(record.data.touchedAt);
  return silentMs >= (record.state === 'queued' ? LOST_BEFORE_START_AFTER_MS : LOST_AFTER_MS);
}

async function touch(storage: Storage, job: Job, now: Date): Promise<boolean> {
  return (await commitJob(storage, job, nextJob(job, { touchedAt: now.toISOString() }), [])) === 'committed';
}
