import * as z from 'zod';
import type { Delivery, Retry } from './deliveries';

/** The next state of a delivery after the app was invoked with it. Pure. */

export type Ended =
  | { readonly how: 'returned'; readonly result: unknown }
  | { readonly how: 'threw' | 'timed-out' | 'out-of-memory'; readonly error: unknown };

const RETENTION_MS = 24 * 3_600_000;
const MAX_BACK_OFF_MS = 15 * 60_000;
const FIRST_BACK_OFF_MS = 5_000;
const MAX_RETRIES_OF_PRODUCT_EVENT = 4;
const MAX_RETRY_DATA_BYTES = 4 * 1024;

/** The constructor of `InvocationError` returns a plain object, so only its members identify it. */
const retryResult = z.object({ _retry: z.literal(true) });
const retryRequest = z.strictObject({
  _retry: z.literal(true),
  retryOptions: z.strictObject({
    retryAfter: z.number().min(1).max(900).default(1),
    retryReason: z.enum([
      'FUNCTION_OUT_OF_MEMORY',
      'FUNCTION_TIME_OUT',
      'FUNCTION_PLATFORM_UNKNOWN_ERROR',
      'FUNCTION_PLATFORM_RATE_LIMITED',
      'FUNCTION_UPSTREAM_RATE_LIMITED',
      'FUNCTION_RETRY_REQUEST',
    ]),
    retryData: z
      .record(z.string(), z.unknown())
      .refine((data) => Buffer.byteLength(JSON.stringify(data)) <= MAX_RETRY_DATA_BYTES, { error: 'may have 4 KB' })
      .optional(),
  }),
});

/** @returns the new state of the delivery, and the error to report */
export function afterInvocation(
  delivery: Delivery,
  ended: Ended,
  nowMs: number,
): { readonly delivery: Delivery; readonly complaint?: string } {
  const over = (state: 'done' | 'failed', complaint?: string) => ({
    delivery: { ...delivery, state },
    ...(complaint === undefined ? {} : { complaint }),
  });
  const again = (afterMs: number, retry: Retry) => {
    const dueAt = nowMs + afterMs;
    if (dueAt > delivery.createdAt + RETENTION_MS)
      return over('failed', 'it is older than a day and is not tried again');
    return { delivery: { ...delivery, state: 'waiting' as const, dueAt, retry } };
  };
  const backOffMs = Math.min(MAX_BACK_OFF_MS, FIRST_BACK_OFF_MS * 2 ** Math.min(delivery.attempts - 1, 20));

  if (ended.how !== 'returned') {
    if (ended.how === 'timed-out') return again(backOffMs, { reason: 'FUNCTION_TIME_OUT' });
    if (ended.how === 'out-of-memory') return again(backOffMs, { reason: 'FUNCTION_OUT_OF_MEMORY' });
    // The platform retries a Confluence event only if it ended the invocation itself.
    return delivery.kind === 'queue' ? again(backOffMs, { reason: 'FUNCTION_PLATFORM_UNKNOWN_ERROR' }) : over('failed');
  }
  if (!retryResult.safeParse(ended.result).success) return over('done');
  const parsed = retryRequest.safeParse(ended.result);
  if (!parsed.success) return over('failed', `its InvocationError is not valid: ${z.prettifyError(parsed.error)}`);
  if (delivery.kind === 'product' && delivery.attempts > MAX_RETRIES_OF_PRODUCT_EVENT)
    return over('failed', 'it was tried four times again, which is all');
  const { retryAfter, retryReason, retryData } = parsed.data.retryOptions;
  return again(retryAfter * 1_000, { reason: retryReason, ...(retryData === undefined ? {} : { data: retryData }) });
}

/** The app's information about the earlier attempt; undefined at the first one. */
export function retryContextOf({ attempts, retry, createdAt }: Delivery, nowMs: number): object | undefined {
  if (retry === undefined) return undefined;
  return {
    retryCount: attempts,
    retryReason: retry.reason,
    ...(retry.data === undefined ? {} : { retryData: retry.data }),
    retentionWindow: {
      startTime: new Date(createdAt).toISOString(),
      remainingTimeMs: Math.max(0, createdAt + RETENTION_MS - nowMs),
    },
  };
}
