import { isAtPosts, type ScanRunRecord } from './run-model';

/** Estimates when a scan of many pages ends, and what limits it. Pure. */

/**
 * This many steps run without a delay. After that, callers who wait for a response have priority for Confluence's
 * points.
 */
const QUICK_STEPS = 10;
const DELAY_SECONDS = { min: 2, max: 30 };
/** About as many as a step reads, so that the delays do not keep a scan from using its points. */
const POINTS_OF_A_STEP = 100;

type Points = ScanRunRecord['data']['points'];

/** @param steps the number of steps that are done */
export function delayAfter(steps: number, points: Points): number {
  return steps < QUICK_STEPS ? 0 : delayOf(points);
}

function delayOf(points: Points): number {
  if (points === undefined) return DELAY_SECONDS.max;
  const seconds = Math.floor((3_600 * POINTS_OF_A_STEP) / Math.max(1, points.perHour));
  return Math.min(DELAY_SECONDS.max, Math.max(DELAY_SECONDS.min, seconds));
}

/** The bounds of the work of a step. The time of a scan that waited for points says nothing about its further steps. */
const WORK_SECONDS = { min: 1, max: 30 };

/** The points for a page, a comment or an attachment of a list. */
const POINTS_OF_AN_OBJECT = 1.1;

export interface ScanEstimate {
  readonly secondsLeft: number;
  /** The points that the scan can use in an hour, if they are what limits it. */
  readonly limit?: NonNullable<Points>;
}

/** @returns undefined if the size of the scan is not known, or nothing was read yet */
export function estimateScan({ data }: Pick<ScanRunRecord, 'data'>, now: Date): ScanEstimate | undefined {
  const { steps, startedAt, points, plan } = data;
  const progress = progressOf(data);
  if (progress === undefined || startedAt === undefined || steps === 0 || progress.done === 0) return undefined;
  const left = Math.max(0, progress.total - progress.done);
  const stepsLeft = Math.ceil((left * steps) / progress.done);
  const elapsed = (now.getTime() - Date.parse(startedAt)) / 1_000;
  const work = (elapsed - delaysUntil(steps, points)) / steps;
  const bounded = Math.min(WORK_SECONDS.max, Math.max(WORK_SECONDS.min, work));
  const byPace = Math.round(stepsLeft * bounded + delaysUntil(steps + stepsLeft, points) - delaysUntil(steps, points));
  // The points of this hour may still be unused.
  const pointsLeft = left * POINTS_OF_AN_OBJECT;
  if (plan === undefined || points === undefined || pointsLeft <= points.perHour) return { secondsLeft: byPace };
  const byPoints = Math.round((pointsLeft / points.perHour) * 3_600);
  return byPoints > byPace ? { secondsLeft: byPoints, limit: points } : { secondsLeft: byPace };
}

/** The estimate of a scan before it starts. */
export interface NewScanEstimate {
  /** The points of Confluence. */
  readonly points: number;
  /** This is a minimum, because a step can take longer. */
  readonly seconds: number;
}

/** @param objects about how many pages, comments, attachments or files the scan reads */
export function estimateNewScan(objects: number, limit: Points, pointsOfEach = POINTS_OF_AN_OBJECT): NewScanEstimate {
  const points = Math.round(objects * pointsOfEach);
  const steps = Math.ceil(points / POINTS_OF_A_STEP);
  const byPace = steps * WORK_SECONDS.min + delaysUntil(steps, limit);
  const byPoints = limit === undefined || points <= limit.perHour ? 0 : (points / limit.perHour) * 3_600;
  return { points, seconds: Math.round(Math.max(byPace, byPoints)) };
}

/** Pages, comments and attachments, or only pages if the others are read with their page. */
function progressOf(data: ScanRunRecord['data']) {
  const { plan, counts, total } = data;
  if (plan?.objects !== undefined) return { done: plan.read, total: plan.objects };
  return total === undefined || isAtPosts(data) ? undefined : { done: counts.pages, total };
}

/** The seconds of all delays after the first steps. */
function delaysUntil(steps: number, points: Points): number {
  return Math.max(0, steps - QUICK_STEPS + 1) * delayOf(points);
}
