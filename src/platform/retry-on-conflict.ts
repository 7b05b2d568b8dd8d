import { StorageUnavailableError } from './storage';

interface Retries {
  /** Default: 3. */
  readonly maxAttempts?: number;
  /** Runs between two attempts, for example a pause. Never runs after the last attempt. */
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
  { maxAttempts = 3, beforeRetry }: Retries = {},
): Promise<T | 'conflict'> {
  for (let number = 1; ; number += 1) {
    const result = await attempt(number);
    if (result !== 'conflict' || number >= maxAttempts) return result;
    await beforeRetry?.(number);
  }
}

/** For callers that can only report a fault. @throws StorageUnavailableError for `conflict` */
export function unlessContended<T>(result: T | 'conflict'): T {
  if (result === 'conflict') throw new StorageUnavailableError('other writes came first at every attempt', false);
  return result;
}
