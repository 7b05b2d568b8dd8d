import { isOtherCall } from './key-use';
import type { RestAnswer } from './site';

/** Compares what two answers, and the platform calls behind them, say to the caller. */

/** The whole answer but what differs between any two requests: what is left of a quota, which the platform counts as well. */
export function bytesOf({ status, headers, text, requestId }: RestAnswer): string {
  const own = Object.entries(headers).filter(([name]) => !/^(ratelimit|x-ratelimit-.*|date)$/i.test(name));
  return JSON.stringify([status, own, text]).replaceAll(requestId, '{requestId}');
}

/** What it took, without which page or key it was about; but what is noted depends on the calls before it as well. */
export const callsOf = ({ calls }: RestAnswer) => allCallsOf({ calls: calls.filter(isOtherCall) });
export const allCallsOf = ({ calls }: Pick<RestAnswer, 'calls'>) =>
  calls.map(({ target, method, path, stage }) => `${stage} ${target} ${method} ${path.replace(/\d{5,}/g, '{id}')}`);
