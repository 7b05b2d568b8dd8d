import type { ApiKeyRecord } from './model';

/** The instant from which a key no longer works. */

const DAY_MS = 86_400_000;
export const MIN_LIFETIME_DAYS = 1;
export const MAX_LIFETIME_DAYS = 365;

/**
 * The instant from which a key is rejected, which is the midnight, UTC, that ends its last day.
 * @returns undefined if the last day is not 1 to 365 days ahead
 */
export function expiryInstant(expiresOn: string, now: Date): string | undefined {
  const lastDay = Date.parse(`${expiresOn}T00:00:00.000Z`);
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
  const lifetimeDays = (lastDay - today) / DAY_MS;
  if (!(lifetimeDays >= MIN_LIFETIME_DAYS && lifetimeDays <= MAX_LIFETIME_DAYS)) return undefined;
  return new Date(lastDay + DAY_MS).toISOString();
}

/** The last day on which a key works, from the stored instant. */
export function lastDayOf(expiresAt: string): string {
  return new Date(Date.parse(expiresAt) - DAY_MS).toISOString().slice(0, 10);
}

export type KeyStatus = 'active' | 'grace' | 'expired' | 'revoked';

/**
 * Computed for every use and never stored. Revoked comes before expired, expired before grace, and grace before active.
 * The displayed state is the enforced state. At the instant of its expiry a key has expired.
 */
export function keyStatus(record: ApiKeyRecord, now: Date): KeyStatus {
  const isPast = (instant: string) => now.getTime() >= Date.parse(instant);
  if (record.revokedAt !== undefined) return 'revoked';
  if (isPast(record.expiresAt)) return 'expired';
  if (record.graceUntil !== undefined) return isPast(record.graceUntil) ? 'expired' : 'grace';
  return 'active';
}
