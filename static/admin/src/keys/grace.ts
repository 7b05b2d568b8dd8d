import type { Grace } from '../../../../src/keys/rotation';

/** How long the old value of a rotated key still works. */

const HOUR_MS = 3_600_000;

const GRACE_MS: Readonly<Record<Grace, number>> = {
  none: 0,
  '1h': HOUR_MS,
  '24h': 24 * HOUR_MS,
  '7d': 168 * HOUR_MS,
};

export const GRACES: readonly Grace[] = ['none', '1h', '24h', '7d'];

/** The end of the grace period, which is never after the expiry of the old key. The resolver uses the same rule. */
export function graceEnd(expiresAt: string, grace: Grace, now = new Date()): string {
  return new Date(Math.min(Date.parse(expiresAt), now.getTime() + GRACE_MS[grace])).toISOString();
}
