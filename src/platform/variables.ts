/** The Forge variable `RATE_LIMITS`. Undefined if it is not set. */
export function readRateLimits(): string | undefined {
  return process.env.RATE_LIMITS;
}

/** The Forge variable `LICENSE_REQUIRED`: the vendor sells the app. Any text except `false` counts, so that a typing error fails closed. */
export function isLicenseRequired(): boolean {
  const text = process.env.LICENSE_REQUIRED ?? '';
  return text !== '' && text !== 'false';
}
