import { Deadline, TimeoutError } from '../../src/platform/deadline';
import { awaitAll } from '../../src/platform/await-all';

const never = () => new Promise<never>(() => undefined);

describe('a deadline', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  /** The state of the work after this many milliseconds. */
  async function after(ms: number, work: Promise<unknown>): Promise<unknown> {
    let outcome: unknown = 'pending';
    work.then(
      (value: unknown) => (outcome = value),
      (error: unknown) => (outcome = error),
    );
    await jest.advanceTimersByTimeAsync(ms);
    return outcome;
  }

  it('returns the result of the work, and throws its error', async () => {
    const deadline = new Deadline(1_000);
    expect(await deadline.run(100, () => Promise.resolve('done'))).toBe('done');
    const failure = new Error('broken');
    await expect(deadline.run(100, () => Promise.reject(failure))).rejects.toBe(failure);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('stops work exactly at its own limit, and aborts it', async () => {
    const signals: AbortSignal[] = [];
    const work = new Deadline(1_000).run(100, (signal) => {
      signals.push(signal);
      return never();
    });
    expect(await after(99, work)).toBe('pending');
    expect(signals[0]?.aborted).toBe(false);
    expect(await after(1, work)).toBeInstanceOf(TimeoutError);
    expect(signals[0]?.aborted).toBe(true);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('limits each call to the remaining time of the whole', async () => {
    const deadline = new Deadline(150);
    expect(await after(100, deadline.run(100, never))).toBeInstanceOf(TimeoutError);
    const second = deadline.run(100, never);
    expect(await after(49, second)).toBe('pending');
    expect(await after(1, second)).toBeInstanceOf(TimeoutError);
  });

  it('leaves no time after its end', async () => {
    const deadline = new Deadline(100);
    await jest.advanceTimersByTimeAsync(5_000);
    expect(await after(0, deadline.run(100, never))).toBeInstanceOf(TimeoutError);
  });

  it('does not abort work that has ended', async () => {
    let seen: AbortSignal | undefined;
    await new Deadline(1_000).run(100, (signal) => {
      seen = signal;
      return Promise.resolve();
    });
    await jest.advanceTimersByTimeAsync(10_000);
    expect(seen?.aborted).toBe(false);
  });

  it('ignores an error of the work after the timeout', async () => {
    const work = new Deadline(1_000).run(
      100,
      (signal) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(new Error('aborted')));
        }),
    );
    expect(await after(100, work)).toBeInstanceOf(TimeoutError);
  });
});

describe('awaitAll', () => {
  it('returns every value at its index', async () => {
    expect(await awaitAll([Promise.resolve(1), Promise.resolve('two'), Promise.resolve(undefined)])).toEqual([
      1,
      'two',
      undefined,
    ]);
    expect(await awaitAll([])).toEqual([]);
  });

  it('ends only after every call has ended, also after a failure', async () => {
    let finish: (value: string) => void = () => undefined;
    const slow = new Promise<string>((resolve) => (finish = resolve));
    let outcome = 'pending';
    const all = awaitAll([Promise.reject(new Error('fast failure')), slow]).catch((error: unknown) => {
      outcome = (error as Error).message;
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect(outcome).toBe('pending');
    finish('done');
    await all;
    expect(outcome).toBe('fast failure');
  });

  it('throws the first failure in the given order, not the first in time', async () => {
    const late = new Promise<never>((_resolve, reject) => setImmediate(() => reject(new Error('first in order'))));
    await expect(awaitAll([Promise.resolve(1), late, Promise.reject(new Error('first in time'))])).rejects.toThrow(
      'first in order',
    );
  });
});
