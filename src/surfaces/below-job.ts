import * as z from 'zod';
import { findLatestJob, isComplete, isInGroup, readVisibleResults, undoOf } from '../jobs/person-jobs';
import { JOBS } from '../jobs/job-kind';
import { HOME, type Job, type JobRecord, type PageResult, startPlaceOf } from '../jobs/model';
import type { Levels } from '../classification/level-store';
import type { RunCreation } from '../runs/create-run';
import { LINE_LIMITS } from '../runs/line';
import { type PlacedRun, standingOf } from '../runs/placed-run';
import { pushCreated } from '../runs/push-run';
import { hasEnded } from '../runs/run-kind';
import { readPlacedRun } from '../runs/run-store';
import type { BelowJob, NoPage } from './contract';
import { levelNameOf } from './level-name';
import type { SurfaceRequest } from './operation';
import { Refusal } from './result';
import { openPageAsPerson, requirePerson } from './viewed-page';

/** The shared part of the operations on jobs that a person starts on a page or on the home page. */

export const jobIdInput = z.uuid({ error: 'must be the id of a job' });

/** The response of every operation on one job. */
export interface JobAnswer {
  readonly state: 'job';
  readonly job: BelowJob;
}

/** A job that this person started at the place of the frame. */
export interface OpenedJob extends OpenedPlace {
  readonly job: PlacedRun<JobRecord>;
}

interface OpenedPlace {
  readonly accountId: string;
  /** As `startPlaceOf`. */
  readonly place: string;
  /** Undefined: the pages are in several spaces. */
  readonly spaceId: string | undefined;
  readonly levels: Levels;
}

/** The page of the frame as the person sees it, or the home page. @throws as `openPageAsPerson` */
async function openPlace(request: SurfaceRequest): Promise<OpenedPlace | NoPage> {
  if (request.place === undefined)
    return { accountId: requirePerson(request), place: HOME, spaceId: undefined, levels: await request.levels() };
  const { viewed, levels } = await openPageAsPerson(request);
  if (viewed.state !== 'page') return viewed;
  return { accountId: viewed.accountId, place: viewed.page.pageId, spaceId: viewed.page.spaceId, levels };
}

/**
 * Opens a job that this person started on this page, or on the home page. For everyone else, the job does not exist.
 * @throws Refusal JOB_NOT_FOUND; and as `openPageAsPerson`
 */
export async function openJob(request: SurfaceRequest, jobId: string): Promise<OpenedJob | NoPage> {
  const opened = await openPlace(request);
  if ('state' in opened) return opened;
  const job = await readPlacedRun(request.storage, JOBS, jobId, request.now);
  if (job === undefined || !isOwnJob(job, opened) || request.now >= JOBS.expiryOf(job)) {
    throw new Refusal('JOB_NOT_FOUND', 'The job was not found. Jobs are kept for 7 days after they end.');
  }
  return { ...opened, job };
}

const DAY_MS = 86_400_000;

/** The latest job of the person at a place, if it is running or ended within the last day. */
export async function latestJob(
  request: SurfaceRequest,
  levels: Levels,
  { accountId, place }: Pick<OpenedPlace, 'accountId' | 'place'>,
): Promise<BelowJob | undefined> {
  const { storage, now } = request;
  const latest = await findLatestJob(storage, { accountId, place, now });
  if (latest === undefined || !isOfInterest(latest, now)) return undefined;
  const placed = await readPlacedRun(storage, JOBS, latest.runId, now);
  return placed && (await viewJob(request, levels, placed)).job;
}

/** A preview that has ended is made again rather than shown, because it may be outdated. */
function isOfInterest({ record }: Job, now: Date): boolean {
  if (!hasEnded(record)) return true;
  const { order, finishedAt } = record.data;
  return !order.dryRun && finishedAt !== undefined && now.getTime() - Date.parse(finishedAt) < DAY_MS;
}

/** The author of a new job. */
export function authorOf({ requestId, installationId }: SurfaceRequest, { accountId }: Pick<OpenedPlace, 'accountId'>) {
  return { accountId, requestId, installationId };
}

function isOwnJob({ record: { keyId, data } }: Job, { accountId, place }: OpenedPlace): boolean {
  return keyId === undefined && data.createdBy === accountId && startPlaceOf(data.order) === place;
}

/** Pushes the event of a new job, and returns the job. @throws Refusal */
export async function startedJob(
  request: SurfaceRequest,
  levels: Levels,
  creation: RunCreation<JobRecord>,
): Promise<JobAnswer> {
  switch (creation.outcome) {
    case 'created':
    case 'existing': {
      const { run } = creation;
      await pushCreated(request, JOBS, run);
      return viewJob(request, levels, run);
    }
    case 'owner-full':
      throw tooManyJobs(`You have ${LINE_LIMITS.openOfOwner} open jobs, the maximum.`);
    case 'site-full':
      throw tooManyJobs(`The site has ${LINE_LIMITS.open} open jobs, the maximum.`);
    case 'reused':
    case 'contended':
      throw jobChanged();
  }
}

function tooManyJobs(what: string): Refusal {
  return new Refusal('TOO_MANY_JOBS', `${what} Wait until one ends, or cancel one.`);
}

export function jobChanged(): Refusal {
  return new Refusal('JOB_CHANGED', 'Something else changed at the same time. Nothing was started. Try again.');
}

/** @throws StorageUnavailableError, CorruptRecordError, HostError */
export async function viewJob(request: SurfaceRequest, levels: Levels, job: PlacedRun<JobRecord>): Promise<JobAnswer> {
  const { storage } = request;
  const { createdBy, order, search, found, done, stoppedBy } = job.record.data;
  const isEnded = hasEnded(job.record);
  const seen = await readVisibleResults(request, createdBy, job);
  const { results, state } = seen;
  const mayChange = seen.next !== undefined || results.some((result) => result.changed);
  // The rule is that of the space that the frame claims. The undo itself checks the true one.
  const undo = await undoOf(storage, levels.settings, job, seen, request.place?.spaceId);
  return {
    state: 'job',
    job: {
      jobId: job.runId,
      kind: order.undoes !== undefined ? 'undo' : order.dryRun ? 'preview' : 'change',
      state,
      ...(typeof order.level === 'object'
        ? { level: levelNameOf(levels, order.level.levelId, order.level.subLevelId) }
        : {}),
      alsoLower: (order.below ?? order.chosen)?.alsoLower ?? false,
      ...standingOf(job),
      isSearching: !isEnded && search !== undefined,
      found,
      done,
      ...(isEnded ? { counts: countsOf(results) } : {}),
      ...(seen.next === undefined ? {} : { counted: results.length }),
      ...(stoppedBy === undefined ? {} : { stoppedBy }),
      canStart: order.dryRun && mayChange && isComplete(job),
      ...(undo === undefined ? {} : { undo }),
    },
  };
}

function countsOf(results: readonly PageResult[]): NonNullable<BelowJob['counts']> {
  const count = (group: Parameters<typeof isInGroup>[1]) => results.filter((one) => isInGroup(one, group)).length;
  const byCode = new Map<string, number>();
  for (const { code } of results) if (code !== undefined) byCode.set(code, (byCode.get(code) ?? 0) + 1);
  return {
    changed: count('changed'),
    lowered: count('lowered'),
    kept: count('kept'),
    same: count('same'),
    failed: [...byCode].map(([code, count]) => ({ code, count })).sort((a, b) => b.count - a.count),
  };
}
