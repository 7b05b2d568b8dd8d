/** The text of the Forge variable `RATE_LIMITS`; undefined where none is set. */
export function readRateLimits(): string | undefined {
  return process.env.RATE_LIMITS;
}
