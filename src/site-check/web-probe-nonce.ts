import { createHmac, timingSafeEqual } from 'node:crypto';
import { deriveKey } from '../keys/key-secrets';
import type { Pepper, Peppers } from '../platform/secrets';

/**
 * The nonce in the path of a web probe. It is signed, so that verifying it needs no platform call, and it works for 15
 * minutes. It gives no access, because a request with it is answered with an empty 204.
 */

const VALID_MS = 15 * 60_000;
const INFO = 'site-check-web-probe/1';

const NONCE = /^(?<time>[0-9a-z]{8,9})\.(?<mac>[0-9A-Za-z_-]{43})$/;

export interface Nonce {
  /** Characters that need no encoding in a path. */
  readonly nonce: string;
  readonly expiresAt: Date;
}

export function issueNonce([pepper]: Peppers, installationId: string, now: Date): Nonce {
  const expiresAt = new Date(now.getTime() + VALID_MS);
  const time = expiresAt.getTime().toString(36);
  return { nonce: `${time}.${macOf(pepper, installationId, time).toString('base64url')}`, expiresAt };
}

/** True if this installation issued the nonce at most 15 minutes ago. The comparison takes constant time. */
export function verifyNonce([pepper]: Peppers, installationId: string, text: string, now: Date): boolean {
  const { time, mac } = NONCE.exec(text)?.groups ?? {};
  if (time === undefined || mac === undefined) return false;
  const presented = Buffer.from(mac, 'base64url');
  const isIssued =
    presented.toString('base64url') === mac && timingSafeEqual(presented, macOf(pepper, installationId, time));
  const left = Number.parseInt(time, 36) - now.getTime();
  return isIssued && left > 0 && left <= VALID_MS;
}

function macOf(pepper: Pepper, installationId: string, time: string): Buffer {
  return createHmac('sha256', deriveKey(pepper, installationId, INFO))
    .update(time)
    .digest();
}
