import type { Clock } from '../platform/clock';
import type { Storage } from '../platform/storage';
import { isLost, watchLine, type Watched } from '../runs/watch-line';
import { commitJob, nextJob, openJobsWrite, readJob, readOpenJobs } from './job-store';
import { isOver, type Job } from './model';

/**
 * Jobs that nothing drives any more, for example because their event was lost, and those whose turn has come. A push counts
 * as a move.
 * @throws StorageUnavailableError, CorruptRecordError
 */
export async function findLostJobs(storage: Storage, clock: Clock): Promise<Watched> {
  const open = await readOpenJobs(storage);
  return watchLine(
    open.line,
    async (jobId) => {
      const job = await readJob(storage, jobId);
      if (job === undefined || isOver(job.record)) return 'gone';
      return isLost(job.record, clock()) && (await touch(storage, job, clock())) ? 'lost' : 'moving';
    },
    (line) => storage.commit([openJobsWrite(open, line)], []),
  );
}

async function touch(storage: Storage, job: Job, now: Date): Promise<boolean> {
  return (await commitJob(storage, job, nextJob(job, { touchedAt: now.toISOString() }), [])) !== 'conflict';
}
