/** The current time. An entry point reads it once per request and passes it on. No other code reads the time. */
export type Clock = () => Date;

export const systemClock: Clock = () => new Date();

/** Milliseconds of a monotonic clock, for durations and deadlines. */
export function monotonicMs(): number {
  return performance.now();
}

/** Milliseconds of the processor that this process has used. Unlike a clock, it is the same on a machine that does other work. */
export function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/**
 * The current time, but later than the previous one, even if the clocks of two writers differ, so that the times of
 * changes increase with their revisions.
 * @param previous ISO 8601; undefined = none
 */
export function timeAfter(previous: string | undefined, now: Date): string {
  return new Date(previous === undefined ? now : Math.max(now.getTime(), Date.parse(previous) + 1)).toISOString();
}
