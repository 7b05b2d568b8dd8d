import { systemPause } from './pause';
import { StorageUnavailableError } from './storage';

interface Retries {
  /** Default: 8. */
  readonly maxAttempts?: number;
  /** Runs between two attempts. Never runs after the last attempt. Default: a random pause. */
  readonly beforeRetry?: (failedAttempt: number) => Promise<void>;
}

/**
 * Attempts an optimistic write until no other write gets in between.
 *
 * `attempt` reads the facts, decides, and commits on the condition that the rows are still as it read them. It returns
 * `conflict` if they are not; every other result ends the retries. Attempts are counted from 1.
 * @returns the result of the last attempt; `conflict` = every attempt conflicted, and none of them wrote anything
 * @throws what an attempt throws; a fault is never retried, because the write may have taken effect
 */
export async function retryOnConflict<T>(
  attempt: (number: number) => Promise<T | 'conflict'>,
  { maxAttempts = 8, beforeRetry = pauseAtRandom }: Retries = {},
): Promise<T | 'conflict'> {
  for (let number = 1; ; number += 1) {
    const result = await attempt(number);
    if (result !== 'conflict' || number >= maxAttempts) return result;
    await beforeRetry(number);
  }
}

const MIN_PAUSE_MS = 5;
const PAUSE_STEP_MS = 25;
const MAX_PAUSE_MS = 1_000;

/**
 * Writers that met do not meet again: the platform refuses a transaction that touches or checks a row of another one at the
 * same time. The pauses grow, so that any number of writers get their turn.
 * @param chance at least 0, less than 1
 */
export function pauseMs(failedAttempt: number, chance: number): number {
  return MIN_PAUSE_MS + Math.floor(chance * Math.min(MAX_PAUSE_MS, PAUSE_STEP_MS * 2 ** failedAttempt));
}

function pauseAtRandom(failedAttempt: number): Promise<void> {
  return systemPause(pauseMs(failedAttempt, Math.random()));
}

/** For callers that can only report a fault. @throws StorageUnavailableError for `conflict` */
export function unlessContended<T>(result: T | 'conflict'): T {
  if (result === 'conflict') throw new StorageUnavailableError('other writes came first at every attempt', false);
  return result;
}
