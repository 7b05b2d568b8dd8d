import { InvocationError, InvocationErrorCode, Queue, RateLimitError } from '@forge/events';
import type { Deadline } from './deadline';
import type { Log } from './log';

/**
 * Forge queues. A pushed event reaches its consumer (manifest.yml) at least once, in any order, within a day.
 */

/** The push failed. The event may have been queued nevertheless, unless `isLimited`: the site has used its events of this minute. */
export class QueueUnavailableError extends Error {
  override readonly name = 'QueueUnavailableError';

  constructor(
    message: string,
    readonly isLimited: boolean,
  ) {
    super(message);
  }
}

export interface Push {
  /**
   * @param body at most 100 KB
   * @param delaySeconds at most 900
   * @param limitMs the time after which the push counts as failed. Default: the limit of the caller of `openPush`
   * @throws QueueUnavailableError
   */
  push(queue: string, body: Readonly<Record<string, string>>, delaySeconds?: number, limitMs?: number): Promise<void>;
}

const CALL_LIMIT_MS = 8_000;

export function openPush(deadline: Deadline, callLimitMs = CALL_LIMIT_MS): Push {
  return {
    push: async (queue, body, delaySeconds, limitMs = callLimitMs) => {
      const event = delaySeconds === undefined ? { body } : { body, delayInSeconds: delaySeconds };
      try {
        await deadline.run(limitMs, () => new Queue({ key: queue }).push(event));
      } catch (error) {
        // Messages of the SDK repeat the platform's response.
        const message = error instanceof Error ? error.constructor.name : 'no usable answer';
        throw new QueueUnavailableError(message, error instanceof RateLimitError);
      }
    },
  };
}

interface Pushing {
  readonly queue: string;
  readonly body: Readonly<Record<string, string>>;
  /** The log event for failures. The body is logged with it, so it must contain ids only. */
  readonly event: string;
  readonly requestId: string;
  readonly delaySeconds?: number;
  readonly limitMs?: number;
}

/**
 * Pushes work that is also stored. If the push fails, a scheduled trigger finds the stored work and pushes it again.
 * @returns `limited`: the site has used its events of this minute
 */
export async function pushOrLog(
  push: Push,
  log: Log,
  { queue, body, event, requestId, delaySeconds, limitMs }: Pushing,
): Promise<'pushed' | 'limited' | 'unknown'> {
  try {
    await push.push(queue, body, delaySeconds, limitMs);
    return 'pushed';
  } catch (error) {
    if (!(error instanceof QueueUnavailableError)) throw error;
    log(event, { requestId, ...body, reason: error.message });
    return error.isLimited ? 'limited' : 'unknown';
  }
}

/** The return value of a consumer that wants the event again. @param seconds at most 900 */
export function retryLater(seconds: number): object {
  const retryAfter = Math.min(900, Math.max(1, Math.ceil(seconds)));
  return new InvocationError({ retryAfter, retryReason: InvocationErrorCode.FUNCTION_RETRY_REQUEST });
}
