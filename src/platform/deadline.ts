import { monotonicMs } from './clock';

/** A platform call did not respond in time. It may have taken effect. */
export class TimeoutError extends Error {
  override readonly name = 'TimeoutError';
}

/**
 * The time limit of one invocation. It ends well before the limit of the platform (55 s for a web trigger), so that a caller
 * gets a 504 of the app instead of a plain platform error.
 */
export class Deadline {
  readonly #endsAtMs: number;

  constructor(totalMs: number) {
    this.#endsAtMs = monotonicMs() + totalMs;
  }

  /** The rest of the invocation's time; at least 0. */
  leftMs(): number {
    return Math.max(0, this.#endsAtMs - monotonicMs());
  }

  /**
   * Runs `work` for at most `limitMs` or the rest of the invocation's time, whichever is less.
   * @throws TimeoutError on a timeout; the signal of `work` is then aborted
   */
  async run<T>(limitMs: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const abort = new AbortController();
    const waitMs = Math.min(limitMs, this.leftMs());
    // With no time left, work is not started, because a call without a waiting caller could still take effect.
    if (waitMs === 0) throw new TimeoutError('no time was left for a call');
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => {
        reject(new TimeoutError(`no answer within ${Math.round(waitMs)} ms`));
        abort.abort();
      }, waitMs);
    });
    try {
      return await Promise.race([work(abort.signal), timeout]);
    } finally {
      clearTimeout(timer);
    }
  }
}
