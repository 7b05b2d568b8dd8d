import { InvocationError, InvocationErrorCode, Queue } from '@forge/events';
import type { Deadline } from './deadline';
import type { Log } from './log';

/**
 * Forge's queues: what is pushed reaches the consumer of manifest.yml at least once, in no order, within a day.
 * Source: the platform facts, section 4.1.
 */

/** The event may be on its way all the same. */
class QueueUnavailableError extends Error {
  override readonly name = 'QueueUnavailableError';
}

export interface Push {
  /**
   * @param body 100 KB at most
   * @param delaySeconds 900 at most
   * @throws QueueUnavailableError
   */
  push(queue: string, body: Readonly<Record<string, string>>, delaySeconds?: number): Promise<void>;
}

const CALL_LIMIT_MS = 8_000;

export function openPush(deadline: Deadline, callLimitMs = CALL_LIMIT_MS): Push {
  return {
    push: async (queue, body, delaySeconds) => {
      const event = delaySeconds === undefined ? { body } : { body, delayInSeconds: delaySeconds };
      try {
        await deadline.run(callLimitMs, () => new Queue({ key: queue }).push(event));
      } catch (error) {
        // The SDK's messages repeat what the platform sent.
        throw new QueueUnavailableError(error instanceof Error ? error.constructor.name : 'no usable answer');
      }
    },
  };
}

interface Pushing {
  readonly queue: string;
  readonly body: Readonly<Record<string, string>>;
  /** What is logged where it fails, with the body: ids alone. */
  readonly event: string;
  readonly requestId: string;
}

/** Pushes what is stored as well, and is found there and pushed again where this fails. */
export async function pushOrLog(push: Push, log: Log, { queue, body, event, requestId }: Pushing): Promise<void> {
  try {
    await push.push(queue, body);
  } catch (error) {
    if (!(error instanceof QueueUnavailableError)) throw error;
    log(event, { requestId, ...body, reason: error.message });
  }
}

/** What a consumer returns so that it gets the event again. @param seconds 900 at most */
export function retryLater(seconds: number): object {
  const retryAfter = Math.min(900, Math.max(1, Math.ceil(seconds)));
  return new InvocationError({ retryAfter, retryReason: InvocationErrorCode.FUNCTION_RETRY_REQUEST });
}
