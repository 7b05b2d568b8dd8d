import { retryOnConflict } from '../../src/platform/retry-on-conflict';

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

  it('is a conflict after three attempts, or the maximum of its caller', async () => {
    const three = conflictingTimes(100);
    expect(await retryOnConflict(three.attempt)).toBe('conflict');
    expect(three.attempts).toEqual([1, 2, 3]);
    const five = conflictingTimes(100);
    expect(await retryOnConflict(five.attempt, { maxAttempts: 5 })).toBe('conflict');
    expect(five.attempts).toEqual([1, 2, 3, 4, 5]);
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
