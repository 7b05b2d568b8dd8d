import type { ScanRunRecord } from './run-model';

/** Estimates when a scan of many pages ends. Pure. */

/**
 * This many steps run without a delay. After that, callers who wait for a response have priority for Confluence's
 * points.
 */
const QUICK_STEPS = 10;
const STEP_DELAY_SECONDS = 30;

/** @param steps the number of steps that are done */
export function delayAfter(steps: number): number {
  return steps < QUICK_STEPS ? 0 : STEP_DELAY_SECONDS;
}

/** The bounds of the work of a step. The time of a scan that waited for points says nothing about its further steps. */
const WORK_SECONDS = { min: 1, max: 30 };

/** @returns undefined if the number of pages is not known, or no page was scanned yet */
export function estimateSecondsLeft({ data }: Pick<ScanRunRecord, 'data'>, now: Date): number | undefined {
  const { total, steps, counts, startedAt } = data;
  if (total === undefined || startedAt === undefined || steps === 0 || counts.pages === 0) return undefined;
  const stepsLeft = Math.ceil((Math.max(0, total - counts.pages) * steps) / counts.pages);
  const elapsed = (now.getTime() - Date.parse(startedAt)) / 1_000;
  const work = (elapsed - delaysUntil(steps)) / steps;
  const bounded = Math.min(WORK_SECONDS.max, Math.max(WORK_SECONDS.min, work));
  return Math.round(stepsLeft * bounded + delaysUntil(steps + stepsLeft) - delaysUntil(steps));
}

/** The seconds of all delays after the first steps. */
function delaysUntil(steps: number): number {
  return Math.max(0, steps - QUICK_STEPS + 1) * STEP_DELAY_SECONDS;
}
