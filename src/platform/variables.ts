/** The Forge variable `RATE_LIMITS`. Undefined if it is not set. */
export function readRateLimits(): string | undefined {
  return process.env.RATE_LIMITS;
}
