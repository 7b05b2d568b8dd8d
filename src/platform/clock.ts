/** The present moment. A door reads it once a request and hands it on; nothing else in the app asks what time it is. */
export type Clock = () => Date;

export const systemClock: Clock = () => new Date();

/** Milliseconds of a clock that never goes backwards, for durations and deadlines. */
export function monotonicMs(): number {
  return performance.now();
}
