import { isOtherCall } from './key-use';
import type { RestAnswer } from './site';

/** Compares what two responses, and their platform calls, reveal to the caller. */

/** The whole response without the parts that differ between any two requests, such as the remaining quota. */
export function bytesOf({ status, headers, text, requestId }: RestAnswer): string {
  const own = Object.entries(headers).filter(([name]) => !/^(ratelimit|x-ratelimit-.*|date)$/i.test(name));
  return JSON.stringify([status, own, text]).replaceAll(requestId, '{requestId}');
}

/**
 * The platform calls, without the ids of pages and keys. Records of key use depend on earlier calls, and are omitted.
 */
export const callsOf = ({ calls }: RestAnswer) => allCallsOf({ calls: calls.filter(isOtherCall) });
export const allCallsOf = ({ calls }: Pick<RestAnswer, 'calls'>) =>
  calls.map(({ target, method, path, stage }) => `${stage} ${target} ${method} ${path.replace(/\d{5,}/g, '{id}')}`);
