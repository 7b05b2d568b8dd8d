import type { Clock } from '../platform/clock';
import type { Storage } from '../platform/storage';
import { watchLine, type Watched } from '../runs/watch-line';
import { commitJob, nextJob, openJobsWrite, readJob, readOpenJobs } from './job-store';
import { isOver, type Job } from './model';

/** Longer than a step waits for anything; whatever has not moved for so long has lost its event. */
const LOST_AFTER_MS = 20 * 60_000;
/** Nothing waits for anything before it has begun. */
const LOST_BEFORE_START_AFTER_MS = 2 * 60_000;

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
      return isLost(job, clock()) && (await touch(storage, job, clock())) ? 'lost' : 'moving';
    },
    (line) => storage.commit([openJobsWrite(open, line)], []),
  );
}

function isLost({ record }: Job, now: Date): boolean {
  const silentMs = now.getTime() - Date.parse(record.data.touchedAt);
  return silentMs >= (record.state === 'queued' ? LOST_BEFORE_START_AFTER_MS : LOST_AFTER_MS);
}

async function touch(storage: Storage, job: Job, now: Date): Promise<boolean> {
  return (await commitJob(storage, job, nextJob(job, { touchedAt: now.toISOString() }), [])) !== 'conflict';
}
