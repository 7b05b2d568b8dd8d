import type { Clock } from '../platform/clock';
import { orCorrupt, type Watched } from '../platform/corrupt-record';
import type { Storage } from '../platform/storage';
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
  const lost: string[] = [];
  const unreadable: string[] = [];
  const gone: string[] = [];
  for (const jobId of open.jobIds) {
    const job = await orCorrupt(readJob(storage, jobId));
    if (job === 'corrupt') unreadable.push(jobId);
    else if (job === undefined || isOver(job.record)) gone.push(jobId);
    else if (isLost(job, clock()) && (await touch(storage, job, clock()))) lost.push(jobId);
  }
  if (gone.length > 0)
    await storage.commit(
      [
        openJobsWrite(
          open,
          open.jobIds.filter((jobId) => !gone.includes(jobId)),
        ),
      ],
      [],
    );
  return { lost, unreadable };
}

function isLost({ record }: Job, now: Date): boolean {
  const silentMs = now.getTime() - Date.parse(record.data.touchedAt);
  return silentMs >= (record.state === 'queued' ? LOST_BEFORE_START_AFTER_MS : LOST_AFTER_MS);
}

async function touch(storage: Storage, job: Job, now: Date): Promise<boolean> {
  return (await commitJob(storage, job, nextJob(job, { touchedAt: now.toISOString() }), [])) === 'committed';
}
