import { limits } from './limits';
import { Refusal } from './refusal';

export interface TimeToLive {
  readonly value: number;
  readonly unit: 'SECONDS' | 'MINUTES' | 'HOURS' | 'DAYS';
}

const unitMs = { SECONDS: 1000, MINUTES: 60_000, HOURS: 3_600_000, DAYS: 86_400_000 } as const;

/** The expiry time of a row written now (ms since the epoch); `null` is never. */
export function expiryOf(ttl: TimeToLive | undefined, nowMs: number): number | null {
  if (!ttl) return null;
  if (!Number.isInteger(ttl.value) || ttl.value <= 0) {
    throw new Refusal('INVALID_TTL', `TTL value must be a positive integer, received: ${ttl.value}`);
  }
  const lifeMs = ttl.value * unitMs[ttl.unit];
  if (lifeMs > limits.ttlMs) throw new Refusal('INVALID_TTL', 'TTL must not be longer than one year');
  return nowMs + lifeMs;
}
