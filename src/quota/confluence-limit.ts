import * as z from 'zod';
import { HostError, type HostResponse, UnpaidConfluence } from '../platform/confluence';
import type { Context } from '../platform/context';
import { instant } from '../platform/instant';

/**
 * The time until which Confluence limits the calls of the app. One step of background work learns it, and all others of the site wait
 * until then (docs/adr/0100).
 */

const KEY = 'confluence-limit#until';
const limit = z.object({ until: instant });
const MAX_SECONDS = 3_600;
/** If Confluence names no time. */
const DEFAULT_SECONDS = 60;

/**
 * For one invocation without a person who waits for it. The result makes no call until the stored time. Without an answer of
 * storage, Confluence itself refuses.
 */
export function heedLimit({
  clock,
  storage,
}: Pick<Context, 'clock' | 'storage'>): (unpaid: UnpaidConfluence) => UnpaidConfluence {
  let reading: Promise<number> | undefined;
  const readUntil = () =>
    storage.readValue(KEY).then(
      (value) => Date.parse(limit.safeParse(value).data?.until ?? '') || 0,
      () => 0,
    );
  const store = async (seconds: number) => {
    const untilMs = clock().getTime() + Math.min(MAX_SECONDS, Math.max(1, seconds)) * 1_000;
    // Concurrent calls of a step learn the same.
    if (untilMs - ((await reading) ?? 0) < 1_000) return;
    reading = Promise.resolve(untilMs);
    const value = { until: new Date(untilMs).toISOString() };
    await storage.writeValue({ key: KEY, value, keepDays: 1 }).catch(() => undefined);
  };
  const heeding = async <T extends Pick<HostResponse, 'scarceForSeconds'>>(call: () => Promise<T>): Promise<T> => {
    const leftMs = (await (reading ??= readUntil())) - clock().getTime();
    // A time far ahead comes from a wrong clock.
    if (leftMs > 0 && leftMs <= MAX_SECONDS * 1_000)
      throw new HostError('quota', 'Confluence asked the app to wait', Math.ceil(leftMs / 1_000));
    try {
      const answer = await call();
      if (answer.scarceForSeconds !== undefined) await store(answer.scarceForSeconds);
      return answer;
    } catch (error) {
      if (error instanceof HostError && error.status === 429) await store(error.retryAfterSeconds ?? DEFAULT_SECONDS);
      throw error;
    }
  };
  return (unpaid) => {
    const confluence = unpaid.openUnpaid();
    return new UnpaidConfluence({
      get: (actor, path) => heeding(() => confluence.get(actor, path)),
      download: (actor, path, maxBytes) => heeding(() => confluence.download(actor, path, maxBytes)),
      post: (actor, path, body) => heeding(() => confluence.post(actor, path, body)),
      put: (actor, path, body) => heeding(() => confluence.put(actor, path, body)),
      delete: (actor, path) => heeding(() => confluence.delete(actor, path)),
    });
  };
}
