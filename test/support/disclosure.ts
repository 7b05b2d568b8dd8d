import { isOtherCall } from './key-use';
import type { RestAnswer } from './site';

/** Compares what two answers, and the platform calls behind them, say to the caller. */

/** The whole answer without the parts that differ between any two requests, such as the rest of a quota. */
export function bytesOf({ status, headers, text, requestId }: RestAnswer): string {
  const own = Object.entries(headers).filter(([name]) => !/^(ratelimit|x-ratelimit-.*|date)$/i.test(name));
  return JSON.stringify([status, own, text]).replaceAll(requestId, '{requestId}');
}

/** The platform calls, without the page or key that they were about. Notes depend on earlier calls, and are left out. */
export const callsOf = ({ calls }: RestAnswer) => allCallsOf({ calls: calls.filter(isOtherCall) });
export const allCallsOf = ({ calls }: Pick<RestAnswer, 'calls'>) =>
  calls.map(({ target, method, path, stage }) => `${stage} ${target} ${method} ${path.replace(/\d{5,}/g, '{id}')}`);
