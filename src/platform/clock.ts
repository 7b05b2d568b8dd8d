/** The current time. An entry point reads it once per request and passes it on. No other code reads the time. */
export type Clock = () => Date;

export const systemClock: Clock = () => new Date();

/** Milliseconds of a monotonic clock, for durations and deadlines. */
export function monotonicMs(): number {
  return performance.now();
}
