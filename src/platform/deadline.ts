import { monotonicMs } from './clock';

/** A platform call did not answer in the time it was given. Whether it took effect is not known. */
export class TimeoutError extends Error {
  override readonly name = 'TimeoutError';
}

/**
 * How long one invocation may take in all. Ours ends well before the platform's own limit (55 s for a web trigger),
 * so that a caller gets our 504 instead of a bare error of the platform.
 */
export class Deadline {
  readonly #endsAtMs: number;

  constructor(totalMs: number) {
    this.#endsAtMs = monotonicMs() + totalMs;
  }

  /**
   * Runs `work` for at most `limitMs`, or what is left of the whole if that is less.
   * @throws TimeoutError when it took longer; `work` is told by its signal.
   */
  async run<T>(limitMs: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const abort = new AbortController();
    const waitMs = Math.max(0, Math.min(limitMs, this.#endsAtMs - monotonicMs()));
    // What is not begun has no effect; what is begun with no time left could have one that nobody hears of.
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
