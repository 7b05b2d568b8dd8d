import { pauseMs, retryOnConflict } from '../../src/platform/retry-on-conflict';

/** An attempt with this many conflicts before it succeeds. */
function conflictingTimes(conflicts: number) {
  const attempts: number[] = [];
  const attempt = (number: number) => {
    attempts.push(number);
    return Promise.resolve(attempts.length > conflicts ? { outcome: 'written' as const } : ('conflict' as const));
  };
  return { attempt, attempts };
}

describe('an optimistic write', () => {
  it('is attempted once without a conflict', async () => {
    const { attempt, attempts } = conflictingTimes(0);
    expect(await retryOnConflict(attempt)).toEqual({ outcome: 'written' });
    expect(attempts).toEqual([1]);
  });

  it('is attempted again after a conflict, and returns the result of that attempt', async () => {
    const { attempt, attempts } = conflictingTimes(2);
    expect(await retryOnConflict(attempt)).toEqual({ outcome: 'written' });
    expect(attempts).toEqual([1, 2, 3]);
  });

  it('is a conflict after eight attempts, or the maximum of its caller', async () => {
    jest.spyOn(Math, 'random').mockReturnValue(0);
    const eight = conflictingTimes(100);
    expect(await retryOnConflict(eight.attempt)).toBe('conflict');
    expect(eight.attempts).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    jest.restoreAllMocks();
    const five = conflictingTimes(100);
    expect(await retryOnConflict(five.attempt, { maxAttempts: 5 })).toBe('conflict');
    expect(five.attempts).toEqual([1, 2, 3, 4, 5]);
  });

  it('pauses for a random time between two attempts, whose maximum grows to a second', () => {
    const attempts = [1, 2, 3, 4, 5, 6, 7];
    expect(attempts.map((failed) => pauseMs(failed, 0))).toEqual(attempts.map(() => 5));
    expect(attempts.map((failed) => pauseMs(failed, 0.999_999))).toEqual([54, 104, 204, 404, 804, 1_004, 1_004]);
  });

  it('runs `beforeRetry` between two attempts, and not after the last one', async () => {
    const order: string[] = [];
    const outcome = await retryOnConflict(
      async (number) => {
        order.push(`attempt ${number}`);
        return Promise.resolve('conflict' as const);
      },
      {
        maxAttempts: 3,
        beforeRetry: async (failedAttempt) => {
          await Promise.resolve();
          order.push(`after ${failedAttempt}`);
        },
      },
    );
    expect(outcome).toBe('conflict');
    expect(order).toEqual(['attempt 1', 'after 1', 'attempt 2', 'after 2', 'attempt 3']);
  });

  it('is not attempted again after a fault, because it may have taken effect', async () => {
    let attempts = 0;
    const failure = new Error('no reply');
    const write = retryOnConflict(() => {
      attempts += 1;
      return Promise.reject(failure);
    });
    await expect(write).rejects.toBe(failure);
    expect(attempts).toBe(1);
  });
});
